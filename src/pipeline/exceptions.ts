/** Exceptions of a tokenizer: texts and the words that they are, whatever the model has learned. */
import { TextSentence, type TextToken } from '../sentence/text-sentence.ts'

/** The words of texts: `{ "shouldn't've": ['should', "n't", "'ve"] }`. One word merges what would be several tokens. */
export type TokenExceptions = Readonly<Record<string, readonly string[]>>

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
