/** Sentences from tokens that the caller provides instead of a text. */
import { check, isListOf } from '../../transform/arguments.ts'
import { isWord } from '../pipeline/exceptions.ts'
import { TextSentence, type TextToken } from '../sentence/text-sentence.ts'

/** The tokens of one sentence or of several sentences. */
export type GivenTokens = readonly string[] | readonly (readonly string[])[]

const areTokens = (value: unknown): boolean => isListOf(value, isWord)

export const checkInput = check(
  'a text, the tokens of a sentence or a list of them; tokens have text, and neither tabs nor line ends',
  (value) => typeof value === 'string' || areTokens(value) || isListOf(value, areTokens),
)

/** The sentences and their text, in which spaces separate tokens and line ends separate sentences. */
export function sentencesOfTokens(input: GivenTokens): {
  readonly text: string
  readonly sentences: readonly TextSentence[]
} {
  const tokenLists = (typeof input[0] === 'string' ? [input] : input) as readonly (readonly string[])[]
  const nonEmpty = tokenLists.filter(({ length }) => length > 0)
  const text = nonEmpty.map((tokens) => tokens.join(' ')).join('\n')
  let offset = 0
  const sentences = nonEmpty.map((tokens) => {
    const textTokens = tokens.map((token): TextToken => {
      const start = offset
      offset += token.length + 1
      return { start, end: start + token.length, words: [token] }
    })
    return TextSentence.ofTokens(text, textTokens)
  })
  return { text, sentences }
}
