import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CoNLLUSentence } from '../../../src/conllu/conllu-sentence.ts'
import { DEPREL, FORM } from '../../../src/sentence/annotated-sentence.ts'
import { CoNLLUError } from '../../../src/conllu/error.ts'
import { readCoNLLU, streamCoNLLU, CoNLLUReader, type ReadOptions } from '../../../src/conllu/reader.ts'
import { file, sentenceOf } from './files.ts'

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
const decode = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)

/** What reading `text` comes to: the message, or the number of sentences. */
function outcome(text: string | Uint8Array, heads?: ReadOptions['heads']): string | number {
  try {
    return [...readCoNLLU(text, { file: 'f.conllu', heads })].length
  } catch (error) {
    if (error instanceof CoNLLUError) return error.message
    throw error
  }
}

describe('what is read', () => {
  const text =
    '# text = vámonos al mar\n# newpar\n1-2\tVámonos\t_\t_\t_\t_\t_\t_\t_\t_\n' +
    '1\tVamos\tir\tVERB\tv\tMood=Imp\t0\troot\t_\tA=1\n2\tnos\tyo\tPRON\t_\t_\t1\texpl:pv\t_\t_\n' +
    '2.1\tx\t_\t_\t_\t_\t_\t_\t1:dep\t_\n3\tmar\tmar\tNOUN\t_\t_\t1\tobl\t_\t_\n\n'

  test('columns, heads, comments, multiword tokens', () => {
    const [sentence] = readCoNLLU(text)
    expect(sentence.size).toBe(3)
    expect([...sentence.head]).toEqual([-1, 0, 1, 1])
    expect([1, 2, 3].map((word) => sentence.form(word))).toEqual(['Vamos', 'nos', 'mar'])
    expect([sentence.lemma(2), sentence.upos(2), sentence.xpos(1), sentence.feats(1)]).toEqual([
      'yo',
      'PRON',
      'v',
      'Mood=Imp',
    ])
    expect([sentence.deprel(2), sentence.misc(1)]).toEqual(['expl:pv', 'A=1'])
    expect(sentence.isEmpty(3, FORM)).toBe(false)
    expect(sentence.isEmpty(2, DEPREL - 2)).toBe(true)
    expect(sentence.comments()).toEqual(['# text = vámonos al mar', '# newpar'])
    expect(sentence.commentValues('text')).toEqual(['vámonos al mar'])
    expect(sentence.multiwordTokens()).toEqual([{ first: 1, last: 2, form: 'Vámonos', misc: '_' }])
    expect(sentence.lineOf(3)).toBe(7)
    expect(sentence.conllu()).toBe(text)
  })

  test('lines and bytes count on from sentence to sentence', () => {
    const sentences = [...readCoNLLU('\ufeff' + text + '\n\n' + text)]
    expect(sentences.map((sentence) => sentence.lineOf(1))).toEqual([4, 14])
    expect(sentences.map((sentence) => sentence.comments().length)).toEqual([2, 2])
  })

  test('columns of a multiword token and empty nodes before it are kept', () => {
    const row = (id: string, rest: string): string => `${id}\tw\t${rest}\n`
    const filled = 'l\tX\tY\tA=B\t1\tdep\t1:dep\tM=1'
    const lines = [row('1', filled.replace('1\tdep', '0\troot')), row('1.1', filled), row('2-3', filled)]
    const all = [...lines, row('2', filled), row('3', filled), '\n'].join('')
    expect([...readCoNLLU(all)].map((sentence) => sentence.conllu())).toEqual([all])
  })

  test('are the comments, columns, heads and lines of the lines', () => {
    fc.assert(
      fc.property(file, (text) => {
        const lines = text.replace('\ufeff', '').split(/\r?\n/)
        const found = [...readCoNLLU(text)].flatMap((sentence) => {
          const words = Array.from({ length: sentence.size }, (_, i) => i + 1)
          for (const line of sentence.comments()) {
            const { start, end } = sentence.findComment(encode(line))!
            expect(decode(sentence.block.subarray(start, end)).trimEnd()).toBe(line.trimEnd())
          }
          for (const word of words)
            expect(sentence.findComment(encode(lines[sentence.lineOf(word) - 1]))).toBeUndefined()
          return [
            ...sentence.comments(),
            ...words.map((word) => {
              const columns = Array.from({ length: 10 }, (_, column) => sentence.column(word, column))
              expect(lines[sentence.lineOf(word) - 1]).toBe(columns.join('\t'))
              expect(columns[6]).toBe(`${sentence.head[word]}`)
              return columns.join('\t')
            }),
          ]
        })
        expect(found).toEqual(lines.filter((line) => /^(?:#|\d+\t)/.test(line)))
      }),
    )
  })

  test.each([1, 2, 3, 4, 5, 6, 7])('thousands of sentences of %i words', (size) => {
    const text = sentenceOf(...Array.from({ length: size }, (_, i) => `w ${i} dep`))
    const sentences = [...readCoNLLU(text.repeat(20_000 / size))]
    const isWrong = (sentence: CoNLLUSentence): boolean =>
      sentence.deprel(size) !== 'dep' || sentence.head.some((head, word) => head !== word - 1)
    expect(sentences.length).toBeGreaterThan(2_000)
    expect(sentences.filter(isWrong)).toEqual([])
  })

  test('an empty file has no sentences', () => {
    for (const nothing of ['', '\n', '\r\n\n', '\ufeff', '\ufeff\n']) expect(outcome(nothing)).toBe(0)
  })

  test('a sentence of 10,000 words, a chain', () => {
    const words = Array.from({ length: 10_000 }, (_, i) => `w ${i} dep`)
    const [sentence, other] = readCoNLLU(sentenceOf(...words) + sentenceOf('a 0 root'))
    expect(sentence.size).toBe(10_000)
    expect(sentence.head[10_000]).toBe(9_999)
    expect(sentence.deprel(10_000)).toBe('dep')
    expect(other.form(1)).toBe('a')
  })

  test('a stream of chunks', async () => {
    async function* chunks(): AsyncGenerator<Uint8Array> {
      for (const byte of encode(text + text)) yield Uint8Array.of(byte)
    }
    const sentences: CoNLLUSentence[] = []
    for await (const sentence of streamCoNLLU(chunks())) sentences.push(sentence)
    expect(sentences.map((sentence) => sentence.conllu())).toEqual([text, text])
  })
})

describe('what is rejected, with file and line', () => {
  const word = (id: string, head: string, deprel = 'dep') =>
    [id, 'w', '_', '_', '_', '_', head, deprel, '_', '_'].join('\t') + '\n'
  const cases: [string, string | Uint8Array, string][] = [
    ['too few columns', '# c\n1\tw\n\n', 'f.conllu:2: 2 columns, expected 10 separated by tabs'],
    ['spaces for tabs', '1 w _\n\n', 'f.conllu:1: 1 column, expected 10 separated by tabs'],
    [
      'too many columns',
      word('1', '0').trim() + '\t_\n',
      'f.conllu:1: 11 columns, expected 10 separated by tabs',
    ],
    [
      'an ID left out',
      word('1', '0') + word('3', '1'),
      'f.conllu:2: the ID is 3, expected 2: words are numbered 1, 2, 3, …',
    ],
    [
      'an ID twice',
      word('1', '0') + word('1', '0'),
      'f.conllu:2: the ID is 1, expected 2: words are numbered 1, 2, 3, …',
    ],
    [
      'an ID that is none',
      word('x', '0'),
      "f.conllu:1: the ID is 'x', expected a word, a range such as 2-3 or an empty node such as 8.1",
    ],
    [
      'a range in the wrong place',
      word('1', '0') + word('3-4', '_'),
      'f.conllu:2: the range is 3-4, expected one that begins with word 2',
    ],
    [
      'a range backwards',
      word('1', '0') + word('2-1', '_'),
      'f.conllu:2: the range is 2-1, expected one that begins with word 2',
    ],
    [
      'ranges that overlap',
      word('1-2', '_') + word('1', '0') + word('2-3', '_'),
      'f.conllu:3: the range is 2-3, expected one that begins with word 3',
    ],
    [
      'a range without its words',
      word('1-2', '_') + word('1', '0'),
      'f.conllu:2: the sentence ends with word 1, expected 2, the end of a range',
    ],
    [
      'an empty node in the wrong place',
      word('1', '0') + word('2.1', '_'),
      'f.conllu:2: the empty node is 2.1, expected 1.1 here',
    ],
    [
      'an ID with leading zeros',
      word('01', '0'),
      "f.conllu:1: the ID is '01', expected a word, a range such as 2-3 or an empty node such as 8.1",
    ],
    [
      'a range with leading zeros',
      word('1-02', '_') + word('1', '0') + word('2', '1'),
      "f.conllu:1: the ID is '1-02', expected a word, a range such as 2-3 or an empty node such as 8.1",
    ],
    [
      'an empty form',
      word('1', '0') + word('2', '1').replace('w', ''),
      "f.conllu:2: the form of '2' is empty, expected text or _",
    ],
    [
      'an empty form of a range',
      word('1-2', '_').replace('w', ''),
      "f.conllu:1: the form of '1-2' is empty, expected text or _",
    ],
    [
      'an empty node between a range and its first word',
      word('1', '0') + word('2-3', '_') + word('1.1', '_') + word('2', '1') + word('3', '1'),
      'f.conllu:3: the empty node 1.1 is between a range and its first word, expected before the range',
    ],
    [
      'a head behind the sentence',
      word('1', '0') + word('2', '3') + '\n',
      'f.conllu:2: the head of word 2 is 3, expected 0 or another word, 1 to 2',
    ],
    ['a head that is no number', word('1', '_'), "f.conllu:1: the head of word 1 is '_', expected a number"],
    [
      'a head beyond all words',
      word('1', '12345678901'),
      'f.conllu:1: the head of word 1 is 12345678901, expected 0 or another word',
    ],
    [
      'a head with leading zeros',
      word('1', '02') + word('2', '0'),
      "f.conllu:1: the head of word 1 is '02', expected a number without leading zeros",
    ],
    [
      'a root with leading zeros',
      word('1', '00'),
      "f.conllu:1: the head of word 1 is '00', expected a number without leading zeros",
    ],
    ['a negative head', word('1', '-1'), "f.conllu:1: the head of word 1 is '-1', expected a number"],
    [
      'a word that heads itself',
      word('1', '0') + word('2', '2'),
      'f.conllu:2: word 2 is its own head, expected another word or 0',
    ],
    [
      'a cycle',
      word('1', '0') + word('2', '3') + word('3', '2'),
      'f.conllu:2: cycle 2 → 3 → 2, expected a tree',
    ],
    [
      'no root',
      word('1', '2') + word('2', '1'),
      'f.conllu:1: no root: no word has head 0 (cycle 1 → 2 → 1), expected a tree',
    ],
    [
      'no words',
      '# only a comment\n\n',
      'f.conllu:2: a sentence without words, expected words before the blank line',
    ],
  ]
  test.each(cases)('%s', (_, text, message) => {
    expect(outcome(text)).toBe(message)
  })

  test('bad UTF-8 is named by its line and its place, wherever it is', () => {
    const text = `# c\n${sentenceOf('a 0 root', 'b 1 x')}`
    for (let at = 0; at < text.length; at++) {
      if (text[at] === '\n') continue
      const before = text.slice(0, at).split('\n')
      const place = `${before.length}: bad UTF-8 (byte C3 at place ${before.at(-1)!.length + 1} of the line)`
      expect(outcome(encode(text).with(at, 0xc3))).toBe(`f.conllu:${place}, expected text in UTF-8`)
    }
  })

  test('heads are read as far as they are wanted', () => {
    const open = word('1', '_') + word('2', '1')
    const cycle = word('1', '2') + word('2', '1')
    const nonsense = word('1', 'x') + word('2', '77')
    expect([open, cycle, nonsense].map((text) => outcome(text, 'partial'))).toEqual([
      1,
      1,
      "f.conllu:1: the head of word 1 is 'x', expected a number or _",
    ])
    expect([open, cycle, nonsense].map((text) => outcome(text, 'ignore'))).toEqual([1, 1, 1])
    const openCycle = cycle + word('3', '_')
    expect([open, cycle, openCycle].map((text) => outcome(text, 'known'))).toEqual([
      1,
      'f.conllu:1: no root: no word has head 0 (cycle 1 → 2 → 1), expected a tree',
      'f.conllu:1: cycle 1 → 2 → 1, expected a tree',
    ])
    const [sentence] = readCoNLLU(open, { heads: 'partial' })
    expect([...sentence.head]).toEqual([-1, -1, 1])
  })

  test('bad sentences are skipped and named on request', () => {
    const good = sentenceOf('a 0 root')
    const errors: string[] = []
    const skip = (error: CoNLLUError) => errors.push(error.message)
    const text = good + '1\tw\n2\tw\n\n' + good + word('1', '1') + '\n' + good + '# lost'
    expect([...readCoNLLU(text, { file: 'f', skip })]).toHaveLength(3)
    expect(errors).toEqual([
      'f:3: 2 columns, expected 10 separated by tabs',
      'f:8: word 1 is its own head, expected another word or 0',
      'f:12: a sentence without words, expected words before the blank line',
    ])
  })
})

describe('laws', () => {
  test('the sentences and the rest are the file, wherever its chunks end', () => {
    fc.assert(
      fc.property(file, fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1 }), (text, sizes) => {
        const bytes = encode(text)
        const reader = new CoNLLUReader()
        let seen = ''
        const take = () => {
          for (let s = reader.next(); s; s = reader.next()) seen += s.conllu()
        }
        for (let at = 0, i = 0; at < bytes.length; at += sizes[i++ % sizes.length]) {
          reader.push(bytes.subarray(at, at + sizes[i % sizes.length]))
          take()
        }
        reader.end()
        take()
        seen += new TextDecoder('utf-8', { ignoreBOM: true }).decode(reader.rest)
        expect(seen).toBe(text)
      }),
    )
  })

  test('errors are the same wherever chunks end', () => {
    const outcomeIn = (bytes: Uint8Array, size: number): string | number => {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
        bytes.subarray(i * size, (i + 1) * size),
      )
      try {
        return [...readCoNLLU(chunks, { file: 'f.conllu' })].length
      } catch (error) {
        return (error as Error).message
      }
    }
    const row = sentenceOf('word 0 root', 'é 1 dep', '😀 1 dep')
    for (const bad of [[0xff], [0xf0, 0x9f, 0x98], [9], [10], [13, 10, 10], [48]])
      for (let at = 0; at <= encode(row).length; at += 3) {
        const bytes = encode(row + row)
        const changed = Uint8Array.of(...bytes.subarray(0, at), ...bad, ...bytes.subarray(at))
        const whole = outcomeIn(changed, changed.length)
        for (const size of [1, 2, 3, 7, 40]) expect(outcomeIn(changed, size)).toBe(whole)
      }
  })

  test('a file with some bytes changed is read or rejected with a line that it has', () => {
    const changes = fc.array(
      fc.tuple(fc.nat(), fc.constantFrom(9, 10, 13, 35, 45, 46, 48, 50, 57, 95, 128, 200, 255)),
    )
    fc.assert(
      fc.property(file, changes, (text, list) => {
        const bytes = encode(text)
        for (const [at, byte] of list) if (bytes.length > 0) bytes[at % bytes.length] = byte
        const result = outcome(bytes)
        if (typeof result === 'number') return
        const line = Number(/^f\.conllu:(\d+): .+, expected .+$/.exec(result)?.[1])
        expect(line).toBeGreaterThanOrEqual(1)
        expect(line).toBeLessThanOrEqual(bytes.filter((byte) => byte === 10).length + 1)
      }),
    )
  })

  test.each(['\r', '\u2028', '\u2029', '\u001b'])(
    'a head with the control character %j is shown in one line',
    (control) => {
      const text = `1\tx\tx\tX\tX\t_\t${control}0\troot\t_\t_\n\n`
      expect(outcome(encode(text))).toMatch(
        /^f\.conllu:1: the head of word 1 is '\\u\{[0-9a-f]+\}0', expected .+$/,
      )
    },
  )

  test('memory is that of the sentence, not of the file', () => {
    const reader = new CoNLLUReader()
    const chunk = encode(sentenceOf('a 0 root', 'b 1 dep').repeat(1000) + '# the next one begins')
    let largest = 0
    for (let i = 0; i < 200; i++) {
      reader.push(chunk)
      reader.push(encode('\n'))
      for (let s = reader.next(); s; s = reader.next()) largest = Math.max(largest, s.block.buffer.byteLength)
    }
    expect(largest).toBeLessThan(2 ** 20)
  })
})
