import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ConlluError } from '../../../src/conllu/error.ts'
import { readConllu } from '../../../src/conllu/reader.ts'
import { embeddedDev } from '../../../src/embedded/treebank.ts'
import { modelsOf } from '../../../src/jobs/models.ts'
import { TextProcessor } from '../../../src/server/text-processor.ts'
import { readProcessRequest, type ProcessRequest } from '../../../src/server/process-request.ts'
import { servedModel } from '../../../src/server/served-models.ts'
import { anyText, tinyPipeline } from '../pipeline/tiny.ts'
import { program, tinyServed } from './serving.ts'

const served = tinyServed()
const processor = new TextProcessor(served, program)
const analyse = (fields: Record<string, string>): string =>
  resultOf(processor, readProcessRequest(new Map(Object.entries(fields)), [served]))

function resultOf(one: TextProcessor, request: ProcessRequest): string {
  let result = ''
  one.process(request, (piece) => (result += piece))
  return result
}

const text = "The dog sleeps. I don't see (much).\n\nThe  cat sees the dog."
const head = `# generator = ${program}\n# model = tiny-en\n`

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
    expect(out('plaintext')).toBe("The dog sleeps.\nI don't see (much).\nThe cat sees the dog.\n")
    const untitled = analyse({ data: text, tokenizer: '' }).replaceAll(/^#.*\n/gm, '')
    expect(analyse({ data: untitled, output: 'plaintext' })).toBe(out('plaintext'))
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
      input: fc.constantFrom('conllu', 'horizontal', 'vertical', 'generic_tokenizer'),
      output: fc.constantFrom('conllu', 'horizontal', 'vertical', 'plaintext'),
    },
    { requiredKeys: ['data'] },
  )
  fc.assert(
    fc.property(fields, (call) => {
      try {
        const result = analyse(call)
        if ((call.output ?? 'conllu') !== 'conllu') return
        // What came out can go in again.
        for (const sentence of readConllu(result, { heads: 'parser' in call ? 'tree' : 'ignore' }))
          expect(sentence.size).toBeGreaterThan(0)
      } catch (error) {
        expect(call.tokenizer).toBe(undefined)
        expect(error).toBeInstanceOf(ConlluError)
        expect((error as Error).message).toMatch(/^data:\d+: .+$/)
      }
    }),
    { numRuns: 500 },
  )
})

describe('a model of the parser alone', () => {
  const alone = servedModel('alone', modelsOf(tinyPipeline().parser), program)
  const call = (fields: Record<string, string>) =>
    readProcessRequest(new Map(Object.entries(fields)), [alone])

  test('cuts by rule, parses, and has no tagger', () => {
    const asked = call({ data: 'The dog.', tokenizer: '', parser: '' })
    const result = resultOf(new TextProcessor(alone, program), asked)
    expect(columns(result, 1, 6).map(([form, , upos, , , head]) => [form, upos, head === '_'])).toEqual([
      ['The', '_', false],
      ['dog', '_', false],
      ['.', '_', false],
    ])
    expect(() => call({ data: '', tagger: '' })).toThrow('the model alone has no tagger')
  })
})
