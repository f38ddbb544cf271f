/**
 * For arc-eager parsing under spans with the condition `none`: up to which word a word without a head can wait for one.
 * Most words can wait until the input ends, or until something else makes them have a head; but where the words to come
 * are in such spans, or are demanded to hang elsewhere, there may be none left that could be the head. The answers
 * depend on the tables alone, and a few passes find them.
 */
import { NEVER } from './arcs.ts'
import type { ConstraintTables } from './tables.ts'

export class LastHeads {
  /**
   * By word: the last word on the right that may become its head, if that hurries, and no word after it where there is
   * none; NEVER where nothing hurries. A word that has a demanded head to come can wait for that at least.
   */
  last = new Int32Array(64)
  /** By arc: the last word outside of spans right under it without a demanded head; of 0, right under no arc. */
  #taker = new Int32Array(64)

  /**
   * @param leftoversMeet whether two words that are left without a head must end up one under the other, as with
   *   Unshift, rather than both under the root
   */
  fill(tables: ConstraintTables, leftoversMeet: boolean): void {
    const { size, head, cover, left, right } = tables.arcs
    const { of, first, last } = tables.spans
    if (this.last.length < size + 2) {
      this.last = new Int32Array(2 * (size + 2))
      this.#taker = new Int32Array(2 * (size + 2))
    }
    const taker = this.#taker
    taker.fill(0, 0, size + 1)
    for (let word = 1; word <= size; word++) {
      if (of[word] === 0 && head[word] === -1) taker[cover[word]] = word
    }
    this.last.fill(NEVER, 0, size + 1)
    let span = 0
    let inside = 0
    for (let word = 1; word <= size; word++) {
      if (of[word] !== span) {
        span = of[word]
        inside = span === 0 ? 0 : takerWithin(tables, span)
      }
      const arc = cover[word]
      // Under an arc within its span, the word can have the right end for its head.
      if (span !== 0 && arc !== 0 && left[arc] >= first[span] && right[arc] <= last[span]) continue
      const end = span === 0 ? word : last[span]
      const hurries = arc === 0 ? leftoversMeet && span !== 0 && end < size : of[right[arc]] !== 0
      if (hurries) this.last[word] = taker[arc] > end ? taker[arc] : inside
    }
  }
}

/** The last word of a span that can take what waits in it: one that no arc inside covers or leads to. */
function takerWithin({ arcs, spans }: ConstraintTables, span: number): number {
  const { head, cover, left, right } = arcs
  const first = spans.first[span]
  const last = spans.last[span]
  for (let word = last; ; word--) {
    const arc = cover[word]
    const covered = arc !== 0 && left[arc] >= first && right[arc] <= last
    const headInside = head[word] >= first && head[word] <= last
    if (!covered && !headInside) return word
  }
}
