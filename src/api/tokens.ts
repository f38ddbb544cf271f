/** The tokens of a sentence. */
import type { ParsedSentence } from '../pipeline/pipeline.ts'

/** A token: a piece of text between white space and punctuation. Offsets count UTF-16 code units of the whole text. */
export interface TokenOf<Word> {
  /** The token as it stands in the text. */
  readonly text: string
  readonly start: number
  readonly end: number
  /** Whether white space or the end of the text follows. */
  readonly spaceAfter: boolean
  /** The words of the token: more than one for a multiword token. */
  readonly words: readonly Word[]
}

/** @param offset the offset of the parsed text in the whole text */
export function tokensOf<Word>(
  parsed: ParsedSentence,
  words: readonly Word[],
  offset: number,
): TokenOf<Word>[] {
  return parsed.tokens.map(({ start, end, spaceAfter, first, last }) => ({
    text: parsed.text.slice(start - parsed.start, end - parsed.start),
    start: start + offset,
    end: end + offset,
    spaceAfter,
    words: words.slice(first - 1, last),
  }))
}
