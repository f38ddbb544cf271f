/** Tokenizer exceptions: texts with fixed words, which override the model. */
import type { OptionType } from '../../parser/options/types.ts'
import { isListOf, isObject } from '../../transform/arguments.ts'
import { TextSentence, type TextToken } from '../sentence/text-sentence.ts'

/** The words of each text: `{ "shouldn't've": ['should', "n't", "'ve"] }`. A single word merges several tokens. */
export type TokenExceptions = Readonly<Record<string, readonly string[]>>

/** Whether a value is a valid word or token. */
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

/** Replaces each exception that consists of whole tokens by one token with its words. The longest exception has priority. */
export function withExceptions(
  text: string,
  sentence: TextSentence,
  exceptions: TokenExceptions,
): TextSentence {
  const tokens = sentence.textTokens()
  const keys = Object.keys(exceptions).sort((one, other) => other.length - one.length)
  const newTokens: TextToken[] = []
  let isChanged = false
  for (let i = 0; i < tokens.length;) {
    const { start } = tokens[i]
    const last = (key: string): number =>
      text.startsWith(key, start)
        ? tokens.findIndex((token, j) => j >= i && token.end === start + key.length)
        : -1
    const key = keys.find((one) => last(one) >= 0)
    if (key === undefined) newTokens.push(tokens[i])
    else newTokens.push({ start, end: start + key.length, words: exceptions[key] })
    isChanged ||= key !== undefined
    i = key === undefined ? i + 1 : last(key) + 1
  }
  return isChanged ? TextSentence.ofTokens(text, newTokens) : sentence
}
