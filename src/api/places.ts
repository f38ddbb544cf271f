/** Where words lie in the text that they were cut from. Offsets count UTF-16 code units. */

/** A stretch of a text: `text.slice(start, end)`. */
export interface Characters {
  readonly start: number
  readonly end: number
}

/** A token, as a tokenizer gives it: where it lies, and the words that it is made of. */
export interface CutToken extends Characters {
  readonly words: readonly string[]
}

/**
 * The places of the words of `tokens`, in order. A word of a multiword token has a place of its own where the token is
 * just its words written together (`don't` from `do` and `n't`); where it is not (`au` from `à` and `le`), all of its
 * words have the place of the token.
 *
 * @param offset of the text's first character
 */
export function placesOf(text: string, tokens: Iterable<CutToken>, offset = 0): Characters[] {
  const places: Characters[] = []
  for (const { start, end, words } of tokens) {
    const isPieced = words.length > 1 && words.join('') === text.slice(start - offset, end - offset)
    let from = start
    for (const { length } of words) {
      places.push(isPieced ? { start: from, end: from + length } : { start, end })
      from += length
    }
  }
  return places
}
