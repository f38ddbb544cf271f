/** Exceptions of a tokenizer: texts and the words that they are, whatever the model has learned. */
import type { OptionType } from '../../parser/options/types.ts'
import { isListOf, isObject } from '../../transform/arguments.ts'
import { TextSentence, type TextToken } from '../sentence/text-sentence.ts'

/** The words of texts: `{ "shouldn't've": ['should', "n't", "'ve"] }`. One word merges what would be several tokens. */
export type TokenExceptions = Readonly<Record<string, readonly string[]>>

/** Whether a value is a text that can be a word or a token. */
export const isWord = (value: unknown): boolean =>
  typeof value === 'string' && value.trim() !== '' && !/[\t\n\r]/.test(value)

export const tokenExceptions: OptionType = {
  is: (value) =>
    isObject(value) &&
    Object.entries(value).every(
      ([text, words]) => isWord(text) && isListOf(words, isWord) && words.length > 0,
    ),
  expected: 'an object with the words of texts, such as { "can\'t": ["ca", "n\'t"] }',
  notation: '',
}

/** A sentence in which each exception is one token with its words, where it is whole tokens. The longest one counts. */
export function withExceptions(
  text: string,
  sentence: TextSentence,
  exceptions: TokenExceptions,
): TextSentence {
  const tokens = sentence.textTokens()
  const keys = Object.keys(exceptions).sort((one, other) => other.length - one.length)
  const changed: TextToken[] = []
  let isChanged = false
  for (let i = 0; i < tokens.length;) {
    const { start } = tokens[i]
    const last = (key: string): number =>
      text.startsWith(key, start)
        ? tokens.findIndex((token, j) => j >= i && token.end === start + key.length)
        : -1
    const key = keys.find((one) => last(one) >= 0)
    if (key === undefined) changed.push(tokens[i])
    else changed.push({ start, end: start + key.length, words: exceptions[key] })
    isChanged ||= key !== undefined
    i = key === undefined ? i + 1 : last(key) + 1
  }
  return isChanged ? TextSentence.ofTokens(text, changed) : sentence
}
