/** Tokens in place of text, and exceptions of the tokenizer. */
import { describe, expect, test } from 'vitest'
import { TextParser } from '../../../src/api/text-parser.ts'
import { tinyPipeline } from '../pipeline/tiny.ts'
import { tinyParser } from './parsers.ts'

/** An array that lacks its first item. */
function holed<Item>(item: Item): Item[] {
  const list: Item[] = []
  list[1] = item
  return list
}

describe('tokens', () => {
  const parser = tinyParser()

  test('of a sentence: each is a word, and the tree is that of the text', () => {
    const document = parser.parse(['The', 'dog', 'saw', 'a', 'cat', '.'])
    const [sentence] = document.sentences
    expect(document.text).toBe('The dog saw a cat .')
    expect(sentence.words.map(String)).toEqual(['The', 'dog', 'saw', 'a', 'cat', '.'])
    const tagged = (words: typeof sentence.words): unknown[] =>
      words.map(({ upos, lemma, deprel, head }) => [upos, lemma, deprel, head?.id])
    expect(tagged(sentence.words)).toEqual(tagged(parser.parse('The dog saw a cat.').sentences[0].words))
    for (const word of sentence) expect(document.text.slice(word.start, word.end)).toBe(word.form)
  })

  test('of several sentences, also with spaces in tokens; empty ones are none', () => {
    const document = parser.parse([['The', 'New York', 'dog'], [], ['A', 'cat.']])
    expect(document.sentences.map(({ words }) => words.map(String))).toEqual([
      ['The', 'New York', 'dog'],
      ['A', 'cat.'],
    ])
    expect(document.text).toBe('The New York dog\nA cat.')
    expect(document.wordAt(document.text.length - 1)?.form).toBe('cat.')
    expect(parser.parse([]).sentences).toEqual([])
    expect(parser.parse([[]]).sentences).toEqual([])
  })

  test.each([
    [[1]],
    [['a', ' ']],
    [['a\tb']],
    [[['a'], 'b']],
    [{}],
    [undefined],
    [holed('a')],
    [holed(['a'])],
  ])('%j is an error', (wrong) => {
    expect(() => parser.parse(wrong as never)).toThrow(
      /^text is .*, expected a text, the tokens of a sentence or a list of them/,
    )
  })
})

describe('exceptions', () => {
  const tokensOf = (exceptions: Record<string, string[]>): string[][] =>
    new TextParser(tinyPipeline(), { exceptions })
      .parse('The dog saw a cat.')
      .sentences.flatMap(({ tokens }) => tokens.map((token) => [token.text, ...token.words.map(String)]))

  test('are tokens with these words', () => {
    expect(tokensOf({ dog: ['do', 'g'] })).toContainEqual(['dog', 'do', 'g'])
    expect(tokensOf({})).toContainEqual(['dog', 'dog'])
  })

  test('merge tokens, the longest first', () => {
    const found = tokensOf({ 'a cat': ['a cat'], 'a cat.': ['cat'], saw: ['saw'] })
    expect(found.slice(2)).toEqual([
      ['saw', 'saw'],
      ['a cat.', 'cat'],
    ])
  })

  test('are whole tokens: parts of words are left alone', () => {
    expect(tokensOf({ do: ['x'], 'The do': ['x'], 'g saw': ['x'] })).toEqual(tokensOf({}))
  })

  test.each([[{ a: 'b' }], [{ a: [] }], [{ '': ['a'] }], [{ a: ['\t'] }], [['a']]])(
    '%j is an error',
    (wrong) => {
      expect(() => new TextParser(tinyPipeline(), { exceptions: wrong as never })).toThrow(
        'options.exceptions',
      )
    },
  )
})
