/**
 * For arc-eager parsing under spans with the condition `none`: up to which word a word without a head can still wait
 * for one. Most words can wait until the input ends, but where the words to come are in such spans, or are demanded to
 * hang elsewhere, there may be none left that could become a head. The answers depend on the tables alone.
 */
import { NEVER } from './arcs.ts'
import type { ConstraintTables } from './tables.ts'

export class LastHeads {
  /**
   * By word: the last word that may still become its head on the right (size + 1: the end of the input will do), 0
   * where it cannot wait at all. Of 0, which waits for nothing, NEVER.
   */
  last = new Int32Array(64)
  /** By arc, 0 included: the last word outside of spans right under it that may take a head that waits. */
  #taker = new Int32Array(64)

  /**
   * @param leftoversMeet whether two words that are left without a head must end up one under the other, as with
   *   Unshift, rather than both under the root
   */
  fill(tables: ConstraintTables, leftoversMeet: boolean): void {
    const { arcs, spans } = tables
    const { size, head, cover, left, right } = arcs
    if (this.last.length < size + 2) {
      this.last = new Int32Array(2 * (size + 2))
      this.#taker = new Int32Array(2 * (size + 2))
    }
    this.#findTakers(tables)
    this.last[0] = NEVER
    let span = 0
    let waitingOutside = 0
    let taker = 0
    for (let word = 1; word <= size; word++) {
      if (spans.of[word] !== span) {
        span = spans.of[word]
        if (span !== 0) {
          waitingOutside = this.#outsideSpan(tables, span, leftoversMeet)
          taker = takerWithin(tables, span)
        }
      }
      if (head[word] !== -1) {
        this.last[word] = head[word] > word ? head[word] : 0
      } else if (span === 0) {
        this.last[word] = this.#outside(tables, cover[word], word)
      } else {
        const arc = cover[word]
        const root = spans.root[span]
        const inside = taker > word ? taker : 0
        if (arc !== 0 && left[arc] >= spans.first[span] && right[arc] <= spans.last[span]) {
          this.last[word] = right[arc]
        } else if (root !== 0 && root !== word) {
          this.last[word] = word < root ? root : inside
        } else {
          this.last[word] = waitingOutside || inside
        }
      }
    }
  }

  #findTakers(tables: ConstraintTables): void {
    const { size, head, cover } = tables.arcs
    this.#taker.fill(0, 0, size + 1)
    for (let word = 1; word <= size; word++) {
      if (tables.spans.of[word] !== 0) continue
      const arc = cover[word]
      if (head[word] === -1 || head[word] > word || (arc === 0 && head[word] === 0)) this.#taker[arc] = word
    }
  }

  /** How long a span without a head can wait for one. */
  #outsideSpan(tables: ConstraintTables, span: number, leftoversMeet: boolean): number {
    const { arcs, spans } = tables
    const last = spans.last[span]
    let arc = arcs.cover[spans.first[span]]
    while (arc !== 0 && arcs.right[arc] <= last) arc = arcs.enclosing[arc]
    if (arc === 0 && leftoversMeet && last < arcs.size && this.#taker[0] <= last) return 0
    return this.#outside(tables, arc, last)
  }

  /** How long what ends at `last`, right under `arc`, can wait for a head: the arc's right end if that may have it. */
  #outside(tables: ConstraintTables, arc: number, last: number): number {
    const end = tables.arcs.right[arc]
    if (tables.spans.of[end] === 0) return end
    return this.#taker[arc] > last ? this.#taker[arc] : 0
  }
}

/** The last word of a span that may take a head within it that waits for one, 0 where there is none. */
function takerWithin(tables: ConstraintTables, span: number): number {
  const { head, cover, left, right } = tables.arcs
  const first = tables.spans.first[span]
  const last = tables.spans.last[span]
  for (let word = last; word >= first; word--) {
    const arc = cover[word]
    if (arc !== 0 && left[arc] >= first && right[arc] <= last) continue
    if (head[word] < first || head[word] > word) return word
  }
  return 0
}
