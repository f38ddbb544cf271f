import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CoNLLUError } from '../../../src/conllu/error.ts'
import { readCoNLLU } from '../../../src/conllu/reader.ts'
import { embeddedDev } from '../../../src/embedded/treebank.ts'
import { prepareTextModel, textModelOf } from '../../../src/pipeline/text-model.ts'
import { TextProcessor } from '../../../src/server/text-processor.ts'
import { readProcessRequest, type ProcessRequest } from '../../../src/server/parameters.ts'
import { servedModel } from '../../../src/server/served-models.ts'
import { anyText, conlluOfTokens, tinyPipeline } from '../pipeline/tiny.ts'
import { program, tinyServed } from './serving.ts'

const served = tinyServed()
const processor = new TextProcessor(served, { program })
const analyse = (fields: Record<string, string>): string =>
  resultOf(processor, readProcessRequest(new Map(Object.entries(fields)), [served]))

function resultOf(one: TextProcessor, request: ProcessRequest): string {
  let result = ''
  one.process(request, (piece) => (result += piece))
  return result
}

const text = "The dog sleeps. I don't see (much).\n\nThe  cat sees the dog."
const head = `# generator = ${program}\n# model = tiny-en\n`

interface EpeNode {
  readonly id: number
  readonly form: string
  readonly start?: number
  readonly end?: number
  readonly top?: true
  readonly properties: object
  readonly edges?: readonly { readonly label: string; readonly target: number }[]
}

/** Columns from `first` on of a result's words. */
function columns(result: string, first: number, last: number): string[][] {
  return result
    .split('\n')
    .filter((line) => /^\d+\t/.test(line))
    .map((line) => line.split('\t').slice(first, last + 1))
}

/** A result with other columns emptied. */
const without = (result: string, first: number, last: number): string =>
  result.replaceAll(/^\d+\t.*$/gm, (line) =>
    line
      .split('\t')
      .map((column, i) => (i >= first && i <= last ? '_' : column))
      .join('\t'),
  )

describe('stages, each for itself or all at once', () => {
  const whole = analyse({ data: text, tokenizer: '', tagger: '', parser: '' })

  test('step by step is all at once', () => {
    const tokens = analyse({ data: text, tokenizer: '' })
    const tagged = analyse({ data: tokens, tagger: '' })
    const parsed = analyse({ data: tagged, parser: '' })
    // Each step names itself once more.
    expect(parsed.replaceAll(head, '')).toBe(whole.replace(head, ''))
    expect(analyse({ data: text, tokenizer: '', tagger: '' })).toBe(without(whole, 6, 7))
    expect(tokens).toBe(without(whole, 2, 7))
    expect(analyse({ data: tokens, tagger: '', parser: '' }).replaceAll(head, '')).toBe(
      whole.replace(head, ''),
    )
  })

  test('a parser alone gets the tags of the tagger where there are none, and shows none', () => {
    expect(analyse({ data: text, tokenizer: '', parser: '' })).toBe(without(whole, 2, 5))
  })

  test('tags that are there count', () => {
    const dev = embeddedDev(20)
    const own = analyse({ data: dev, parser: '' })
    expect(columns(own, 0, 5)).toEqual(columns(dev, 0, 5))
    const wrong = without(dev, 5, 5).replaceAll(/\tNOUN\tNN\t/g, '\tVERB\tVB\t')
    expect(columns(analyse({ data: wrong, parser: '' }), 6, 6)).not.toEqual(columns(own, 6, 6))
  })

  test.each([
    ['UPOS', 4],
    ['XPOS', 3],
  ])('%s alone counts, too', (_, missing) => {
    const dev = without(embeddedDev(20), 5, 5).replaceAll(/\tNOUN\tNN\t/g, '\tVERB\tVB\t')
    const heads = (data: string) => columns(analyse({ data, parser: '' }), 6, 6)
    expect(heads(without(dev, missing, missing))).not.toEqual(heads(without(dev, 3, 4)))
  })

  test('without stages CoNLL-U goes through as it is', () => {
    const dev = embeddedDev(5)
    expect(analyse({ data: dev })).toBe(head + dev)
    expect(analyse({ data: `\ufeff${dev.replaceAll('\n', '\r\n')}` })).toBe(head + dev)
  })

  test('nothing in, nothing out', () => {
    for (const data of ['', ' \n\t\n'])
      expect(analyse({ data, tokenizer: '', tagger: '', parser: '' })).toBe('')
    expect(analyse({ data: '', tagger: '' })).toBe('')
  })
})

describe('inputs and outputs', () => {
  test('words in lines', () => {
    const all = { tagger: '', parser: '' }
    const horizontal = analyse({ data: 'The dog sleeps .\r\n\n  A cat\t.\n', input: 'horizontal', ...all })
    expect(columns(horizontal, 0, 1)).toEqual([
      ['1', 'The'],
      ['2', 'dog'],
      ['3', 'sleeps'],
      ['4', '.'],
      ['1', 'A'],
      ['2', 'cat'],
      ['3', '.'],
    ])
    const vertical = analyse({ data: 'The\ndog\tx\nsleeps\r\n.\n\n\nA\ncat\n.', input: 'vertical', ...all })
    expect(vertical).toBe(horizontal)
    expect(columns(horizontal, 6, 7)).not.toContainEqual(['_', '_'])
  })

  test('words out', () => {
    const out = (output: string) => analyse({ data: text, tokenizer: '', output })
    expect(out('horizontal')).toBe("The dog sleeps .\nI do n't see ( much ) .\nThe cat sees the dog .\n")
    expect(out('vertical').split('\n').slice(0, 6)).toEqual(['The', 'dog', 'sleeps', '.', '', 'I'])
    const words = ['The dog sleeps .', "I do n't see ( much ) .", 'The cat sees the dog .']
    expect(out('horizontal=paragraphs')).toBe(`${words[0]}\n${words[1]}\n\n${words[2]}\n`)
    expect(out('vertical=paragraphs')).toBe(
      `${words.join('\n\n')}\n\n`.replace('\n\nThe cat', '\n\n\nThe cat').replaceAll(' ', '\n'),
    )
    expect(out('plaintext')).toBe(text)
    const normalized = "The dog sleeps.\nI don't see (much).\n\nThe cat sees the dog.\n"
    expect(out('plaintext=normalized_spaces')).toBe(normalized)
    const untitled = analyse({ data: text, tokenizer: '' }).replaceAll(/^# text.*\n/gm, '')
    expect(analyse({ data: untitled, output: 'plaintext' })).toBe(text)
    expect(analyse({ data: untitled, output: 'plaintext=normalized_spaces' })).toBe(normalized)
  })

  test('what separates sentences and paragraphs goes in and comes out', () => {
    const marks = ['# newdoc', '# newpar', '# sent_id = 1', '# sent_id = 2', '# newpar', '# sent_id = 3']
    for (const format of ['horizontal', 'vertical']) {
      const data = analyse({ data: text, tokenizer: '', output: `${format}=paragraphs` })
      expect(analyse({ data, input: format }).match(/^# (?:new|sent).*$/gm)).toEqual(marks)
      expect(analyse({ data, input: format, output: `${format}=paragraphs` })).toBe(data)
    }
  })

  test.each(['\u00a0', '\u2028', '\v', ' \u3000', '\t'])(
    'white space of any kind stays behind a multiword token: %j',
    (space) => {
      const spaced = `I don't${space}see.`
      expect(analyse({ data: spaced, tokenizer: '', output: 'plaintext' })).toBe(spaced)
      const crlf = analyse({ data: spaced, tokenizer: '' }).replaceAll('\n', '\r\n')
      expect(analyse({ data: crlf, output: 'plaintext' })).toBe(spaced)
    },
  )

  test('a space within a word is a no-break space in a line of words', () => {
    const data = conlluOfTokens('20 000', 'km')
    expect(analyse({ data, output: 'horizontal' })).toBe('20\u00a0000 km\n')
    const back = analyse({ data: '20\u00a0000 km', input: 'horizontal' })
    expect(columns(back, 1, 1).flat()).toEqual(['20 000', 'km'])
  })

  test('the white space that UDPipe writes down is that of the text', () => {
    const line = (id: string, form: string, misc: string) => `${id}\t${form}${'\t_'.repeat(7)}\t${misc}\n`
    const data =
      line('1-2', "don't", String.raw`SpacesBefore=\t|SpaceAfter=No`) +
      line('1', 'do', '_') +
      line('2', "n't", '_') +
      line('3', 'a b', String.raw`SpacesInToken=a\s\sb|SpacesAfter=\n\\\p\q`)
    expect(analyse({ data, output: 'plaintext' })).toBe("\tdon'ta  b\n\\|\\q")
    expect(analyse({ data, output: 'plaintext=normalized_spaces' })).toBe("don'ta b\n")
  })

  test('all formats are those of UDPipe to the byte', () => {
    // What UDPipe 1.4.0 writes of these lines.
    const line = (...columns: string[]) => `${columns.join('\t')}\n`
    const data =
      `# newdoc_id = a\n# sent_id = 1\n` +
      line('1', 'Tom', 'Tom', 'PROPN', '_', '_', '2', 'nsubj', '_', String.raw`SpacesBefore=\t`) +
      line('2', 'says', 'say', 'VERB', '_', 'A=B', '0', 'root', '_', '_') +
      line('3-4', "don't", ...Array.from({ length: 8 }, () => '_')) +
      line('3', 'do', 'do', 'AUX', '_', '_', '2', 'obj', '_', '_') +
      line('4', "n't", 'not', 'PART', '_', '_', '3', 'advmod', '_', '_') +
      `\n# newdoc_id = b\n${line('1', 'Go', 'go', 'VERB', '_', '_', '0', 'root', '_', '_')}\n`
    const output = (format: string) => analyse({ data, output: format })
    expect(output('plaintext')).toBe("\tTom says don't Go ")
    expect(output('plaintext=normalized_spaces')).toBe("Tom says don't \n\nGo\n")
    expect(output('horizontal=paragraphs')).toBe("Tom says do n't\n\nGo\n")
    expect(output('matxin')).toContain('ord="4" alloc="0" form="n\'t" lem="not" mi="" si="advmod"/>')
    expect(output('epe').split('\n')[1]).toBe(
      '{"id":2, "nodes":[{"id":1, "form":"Go", "top":true, "properties":{"lemma":"go", "upos":"VERB", "xpos":""}}]}',
    )
  })

  test('CoNLL-U of version 1', () => {
    const data =
      `# text = 20 000 of\n1-2\ta b${'\t_'.repeat(8)}\n1\ta b\ta c\tNUM${'\t_'.repeat(5)}\tx=1 2\n` +
      `2\tb${'\t_'.repeat(8)}\n2.1\tb b${'\t_'.repeat(8)}\n\n`
    const old = data
      .replace(/^2\.1.*\n/m, '')
      .replaceAll('a b', 'a_b')
      .replace('a c', 'a_c')
    expect(analyse({ data, output: 'conllu=v1' })).toBe(head + old)
    expect(analyse({ data, output: 'conllu=v2' })).toBe(head + data)
    expect(analyse({ data, output: 'conllu=v1;v2' })).toBe(head + data)
    expect(analyse({ data: data.trimEnd(), input: 'conllu=v1' })).toBe(head + data)
  })

  test('lines that are sentences', () => {
    const data = 'The dog sleeps. The cat\n\nsleeps'
    const parsed = analyse({ data, tokenizer: 'presegmented', tagger: '', parser: '' })
    expect(parsed.match(/^# text.*$/gm)).toEqual(['# text = The dog sleeps. The cat', '# text = sleeps'])
    expect(columns(parsed, 7, 7).filter(([deprel]) => deprel === 'root')).toHaveLength(2)
  })

  test('words by the rules of Unicode', () => {
    const parsed = analyse({ data: 'Hallo, Welt!', input: 'generic_tokenizer' })
    expect(columns(parsed, 1, 1).flat()).toEqual(['Hallo', ',', 'Welt', '!'])
  })

  test('what is no CoNLL-U is named with its line', () => {
    expect(() => analyse({ data: '1\ta\n' })).toThrow('data:1: 2 columns, expected 10 separated by tabs')
  })
})

describe('trees for other programs', () => {
  const call = { data: text, tagger: '', parser: '' }
  const whole = analyse({ ...call, tokenizer: 'ranges' })

  test('epe: the words, tags and edges of CoNLL-U as JSON', () => {
    const lines = analyse({ ...call, tokenizer: 'ranges', output: 'epe' })
      .trimEnd()
      .split('\n')
    const sentences = [...readCoNLLU(whole)]
    expect(lines).toHaveLength(sentences.length)
    sentences.forEach((sentence, i) => {
      const { id, nodes } = JSON.parse(lines[i]) as { id: number; nodes: EpeNode[] }
      expect([id, nodes.map(({ form }) => form)]).toEqual([i + 1, sentence.forms()])
      const edges = nodes.flatMap((node) =>
        (node.edges ?? []).map(({ label, target }) => [target, node.id, label]),
      )
      const tops = nodes.filter(({ top }) => top).map((node) => [node.id, 0, sentence.deprel(node.id)])
      const expected = Array.from(sentence.forms(), (_, k) => [
        k + 1,
        sentence.head[k + 1],
        sentence.deprel(k + 1),
      ])
      expect([...edges, ...tops].sort((a, b) => Number(a[0]) - Number(b[0]))).toEqual(expected)
      nodes.forEach(({ properties, start, end }, k) => {
        const [lemma, upos, xpos] = [sentence.lemma(k + 1), sentence.upos(k + 1), sentence.xpos(k + 1)]
        expect(properties).toMatchObject({ lemma, upos, xpos: xpos === '_' ? '' : xpos })
        const range = start === undefined ? '_' : `TokenRange=${start}:${end}`
        expect(sentence.misc(k + 1)).toContain(range)
      })
    })
  })

  test('epe: features and words without a head', () => {
    const data = `1\ta\t_\tX\t_\tCase=Nom|__proto__=1|Foo\t2\tdep\t_\t_\n2\tb${'\t_'.repeat(8)}\n`
    expect(analyse({ data, output: 'epe' })).toBe(
      '{"id":1, "nodes":[{"id":1, "form":"a", "properties":{"lemma":"_", "upos":"X", "xpos":"", "Case":"Nom", "__proto__":"1"}}, ' +
        '{"id":2, "form":"b", "properties":{"lemma":"_", "upos":"", "xpos":""}, "edges":[{"label":"dep", "target":1}]}]}\n',
    )
  })

  test('matxin: trees as nested elements', () => {
    const data = embeddedDev(3)
    const matxin = analyse({ data, output: 'matxin' })
    const open = [0]
    const heads = new Map<number, number>()
    const [first] = matxin.split('</SENTENCE>')
    for (const [, ord, leaf] of first.matchAll(/<NODE ord="(\d+)".*?(\/?)>|<\/NODE>/g)) {
      if (ord !== undefined) heads.set(Number(ord), open.at(-1)!)
      if (ord === undefined) open.pop()
      else if (leaf === '') open.push(Number(ord))
    }
    const [sentence] = readCoNLLU(data)
    expect(open).toEqual([0])
    expect(Array.from(sentence.head, (_, word) => heads.get(word) ?? -1)).toEqual([...sentence.head])
    expect(matxin).toMatch(/^<corpus>\n<SENTENCE ord="1" alloc="0">\n <NODE ord="\d+" alloc="0" form="/)
  })

  test('matxin and epe: dependents stand in the order of the text', () => {
    const data = [2, 0, 2, 2].map((head, i) => `${i + 1}\ta\t_\t_\t_\t_\t${head}\td\t_\t_\n`).join('')
    const words = [...analyse({ data, output: 'matxin' }).matchAll(/ord="(\d)" alloc="0" form/g)]
    expect(words.map(([, ord]) => ord)).toEqual(['2', '1', '3', '4'])
    const { nodes } = JSON.parse(analyse({ data, output: 'epe' }))
    expect(nodes[1].edges.map(({ target }: { target: number }) => target)).toEqual([1, 3, 4])
  })

  test('matxin escapes what XML does not allow', () => {
    const data = '1\t<"a"&\0>\t_\tX\t_\t_\t0\troot\t_\t_\n'
    expect(analyse({ data, output: 'matxin' })).toBe(
      '<corpus>\n<SENTENCE ord="1" alloc="0">\n <NODE ord="1" alloc="0" form="&lt;&quot;a&quot;&amp;\ufffd&gt;" lem="_" mi="" si="root"/>\n</SENTENCE>\n</corpus>\n',
    )
    const hostile = ['form', 'lemma', 'UPOS', 'XPOS', 'mi', '0', 'si', '_', '_'].map((column) =>
      column.length > 1 ? `${column}<"'&>` : column,
    )
    const [node] = analyse({ data: `1\t${hostile.join('\t')}\n`, output: 'matxin' }).match(/<NODE .*/)!
    const values = Object.fromEntries(
      Array.from(node.matchAll(/(\w+)="([^"<>]*)"/g), ([, name, value]) => [name, value]),
    )
    expect(node.replaceAll(/ \w+="[^"<>]*"/g, '')).toBe('<NODE/>')
    for (const [name, column] of [
      ['form', 'form'],
      ['lem', 'lemma'],
      ['mi', 'mi'],
      ['si', 'si'],
    ])
      expect(values[name]).toMatch(new RegExp(`^${column}&lt;&quot;'&amp;&gt;$`))
    expect(analyse({ data: '', output: 'matxin' })).toBe('<corpus></corpus>\n')
  })

  test('long chains, many dependents and circles of heads end', () => {
    const treeOf = (size: number, headOf: (word: number) => number) =>
      Array.from({ length: size }, (_, i) => `${i + 1}\ta\t_\t_\t_\t_\t${headOf(i + 1)}\td\t_\t_\n`).join('')
    const size = 50_000
    for (const output of ['matxin', 'epe']) {
      expect(analyse({ data: treeOf(size, (word) => word - 1), output }).length).toBeLessThan(300 * size)
      expect(analyse({ data: treeOf(size, (word) => (word === 1 ? 0 : 1)), output }).length).toBeLessThan(
        300 * size,
      )
      expect(analyse({ data: treeOf(2, (word) => 3 - word), output }).length).toBeLessThan(300)
      expect(() => analyse({ data: treeOf(1, () => 7), output })).toThrow(
        /^data:1: the head of word 1 is 7, expected/,
      )
    }
  })

  test('are the trees of CoNLL-U', () => {
    const data = whole.replace(head, '')
    for (const output of ['matxin', 'epe', 'conllu=v1', 'plaintext'])
      expect(analyse({ ...call, tokenizer: 'ranges', output }).replace(head, '')).toBe(
        analyse({ data, output }).replace(head, ''),
      )
  })
})

test('any text has a result, or a line that says why not', () => {
  const options = fc.subarray(['ranges', 'presegmented', 'normalized_spaces']).map((words) => words.join(';'))
  const fields = fc.record(
    {
      data: fc.oneof(
        anyText,
        anyText.map((data) => `1\t${data}${'\t_'.repeat(8)}\n`),
      ),
      tokenizer: options,
      tagger: fc.constant(''),
      parser: fc.constant(''),
      input: fc.constantFrom('conllu', 'horizontal', 'vertical', 'generic_tokenizer=presegmented'),
      output: fc.constantFrom(
        'conllu',
        'conllu=v1',
        'horizontal',
        'vertical=paragraphs',
        'plaintext',
        'matxin',
        'epe',
      ),
    },
    { requiredKeys: ['data'] },
  )
  fc.assert(
    fc.property(fields, (call) => {
      try {
        const result = analyse(call)
        if (!(call.output ?? 'conllu').startsWith('conllu')) return
        // What came out can go in again.
        for (const sentence of readCoNLLU(result, { heads: 'parser' in call ? 'tree' : 'ignore' }))
          expect(sentence.size).toBeGreaterThan(0)
      } catch (error) {
        expect(call.tokenizer).toBe(undefined)
        expect(error).toBeInstanceOf(CoNLLUError)
        expect((error as Error).message).toMatch(/^data:\d+: .+$/)
      }
    }),
    { numRuns: 500 },
  )
})

describe('a model of the parser alone', () => {
  const alone = servedModel('alone', prepareTextModel(textModelOf(tinyPipeline().parser)), program)
  const call = (fields: Record<string, string>) =>
    readProcessRequest(new Map(Object.entries(fields)), [alone])

  test('cuts by rule, parses, and has no tagger', () => {
    const asked = call({ data: 'The dog.', tokenizer: '', parser: '' })
    const result = resultOf(new TextProcessor(alone, { program }), asked)
    expect(columns(result, 1, 6).map(([form, , upos, , , head]) => [form, upos, head === '_'])).toEqual([
      ['The', '_', false],
      ['dog', '_', false],
      ['.', '_', false],
    ])
    expect(() => call({ data: '', tagger: '' })).toThrow('the model alone has no tagger')
  })
})
