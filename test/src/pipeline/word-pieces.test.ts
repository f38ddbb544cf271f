import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readPipeline, writePipeline } from '../../../src/pipeline/pipeline-file.ts'
import { Tokenizer } from '../../../src/pipeline/tokenizer.ts'
import { trainTokenizer } from '../../../src/pipeline/tokenizer-training.ts'
import { paragraphsOf } from '../../../src/pipeline/treebank-text.ts'
import { anyText, conlluOfTokens, sentencesOf, train } from './tiny.ts'

interface Language {
  readonly words: readonly string[]
  /** What is written between words. */
  readonly glue: string
}

/** Sentences of two to five different words each, with a point: every pair of words occurs. */
function treebankOf({ words, glue }: Language): string {
  let text = ''
  for (let size = 2; size <= 5; size++)
    for (let i = 0; i < words.length; i++)
      for (let step = 1; step < words.length; step++) {
        const sentence = Array.from({ length: size }, (_, k) => words[(i + k * step) % words.length])
        const tokens = sentence.map((word, k) => (glue === ' ' && k < size - 1 ? word : `${word}|`))
        text += conlluOfTokens(...tokens, '.')
      }
  return text
}

const languages: Readonly<Record<string, Language>> = {
  'spaces inside words': { words: ['học sinh', 'tôi', 'sinh', 'là sinh viên', '3.5', 'chào Ba'], glue: ' ' },
  'no spaces between words': { words: ['学生', '我', '生', '图书馆', '3.5', '喜欢'], glue: '' },
}

describe.each(Object.entries(languages))('words of several pieces: %s', (_, language) => {
  const treebank = treebankOf(language)
  const paragraphs = paragraphsOf(sentencesOf(treebank))
  const model = trainTokenizer(paragraphs, { seed: 1 })
  const tokenizer = new Tokenizer(model)
  const tokensOf = (text: string) =>
    [...tokenizer.sentences(text)].flatMap((sentence) => sentence.textTokens())

  test('the treebank is cut as it was', () => {
    for (const { text, tokens } of paragraphs) expect(tokensOf(text)).toEqual(tokens)
  })

  test('words are whole in sentences that training has not seen', () => {
    const { words, glue } = language
    fc.assert(
      fc.property(fc.shuffledSubarray([...words], { minLength: 2 }), (sentence) => {
        expect(tokensOf(`${sentence.join(glue)}.`).flatMap((token) => token.words)).toEqual([
          ...sentence,
          '.',
        ])
      }),
    )
  })

  test('whatever the text is, tokens leave out nothing but white space, and words have single spaces', () => {
    const some = fc.array(fc.oneof(anyText, fc.constantFrom('học', ' ', '\n', 'sinh', '学', '生', '\u3000')))
    fc.assert(
      fc.property(some, (parts) => {
        const text = parts.join('')
        let at = 0
        for (const { start, end, words } of tokensOf(text)) {
          expect(text.slice(at, start)).toMatch(/^[\s\u0085]*$/)
          expect(text.slice(start, end)).toMatch(/^[^\s\u0085](?:[^]*[^\s\u0085])?$/)
          expect(words.join('').replaceAll(' ', '')).toBe(text.slice(start, end).replace(/[\s\u0085]/g, ''))
          for (const word of words) expect(word).not.toMatch(/ {2}|[^\S ]|\u0085/)
          at = end
        }
        expect(
          text
            .slice(at)
            .replace(/\u0085/g, '')
            .trim(),
        ).toBe('')
      }),
    )
  })

  test('long text of one piece takes linear time', () => {
    for (const text of ['sinh '.repeat(2e4), '生'.repeat(1e5)]) {
      const words = tokensOf(text).flatMap((token) => token.words)
      expect(words.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
    }
  })

  test('come back from a file', () => {
    const pipeline = train(treebank)
    const bytes = writePipeline(pipeline)
    const { tokenizer } = readPipeline(bytes)
    expect(tokenizer.joins).toEqual(model.joins)
    expect(writePipeline(readPipeline(bytes))).toEqual(bytes)
  })
})

test('a treebank whose words have one piece each joins nothing', () => {
  const once = conlluOfTokens('3 000', 'people|', '.')
  const paragraphs = paragraphsOf(sentencesOf(once + conlluOfTokens('the', 'dog|', '.').repeat(9)))
  expect(trainTokenizer(paragraphs, { seed: 1 }).joins).toBeUndefined()
})
