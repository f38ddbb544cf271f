/** Where words lie in a text. Offsets count UTF-16 code units. */

/** A range of a text: `text.slice(start, end)`. */
export interface Characters {
  readonly start: number
  readonly end: number
}

/** A token's range and the forms of its words. */
interface TokenRange extends Characters {
  readonly words: readonly string[]
}

/**
 * The ranges of the words of `tokens`, in order. If a multiword token is the concatenation of its words (`don't` of `do`
 * and `n't`), each word has a range of its own; if not (`au` of `à` and `le`), each has the range of the token.
 */
export function wordPositions(text: string, tokens: Iterable<TokenRange>): Characters[] {
  const positions: Characters[] = []
  for (const { start, end, words } of tokens) {
    const isConcatenation = words.length > 1 && words.join('') === text.slice(start, end)
    let from = start
    for (const { length } of words) {
      positions.push(isConcatenation ? { start: from, end: from + length } : { start, end })
      from += length
    }
  }
  return positions
}
