import type { Rooting } from './arcs.ts'
import { ConstraintError, type Constraints } from './constraints.ts'
import { LastHeads } from './last-heads.ts'
import { ConstraintTables } from './tables.ts'
import { spanText } from './wording.ts'

/** What one sentence is constrained to, as the arc-eager systems read it: all tables are by word. */
export class ArcEagerTables extends ConstraintTables {
  /** Under the condition `none`: how long a word without a head can wait for one. */
  readonly waiting = new LastHeads()
  /**
   * 1 where a word of a span that is not its first is to be pushed only when the span so far is connected: nothing
   * that comes after the word in the span can connect what is left apart. These are the last word of the span, the
   * root that the arcs give it, and a word from which demanded right arcs lead to the last word or beyond.
   */
  closes = new Uint8Array(64)
  /** Where the demanded right arcs from the word lead, following from each dependent its own rightmost one. */
  #reach = new Int32Array(64)

  /**
   * Makes the tables for a system in which the node `root` (0 or size + 1) stands for the artificial root. A root at
   * the right end takes every word that has no head by then, so that there the demanded root of a sentence also has
   * to be the root of the whole sentence as a span. Throws ConstraintError as `ConstraintTables.fill` does.
   */
  override fill(
    size: number,
    constraints: Constraints,
    root: number,
    rooting: Rooting,
    baseOf?: Int32Array,
  ): void {
    const rootIsRight = root > size
    const all = rootIsRight && constraints.root !== undefined ? withWholeSpan(size, constraints) : constraints
    super.fill(size, all, root, rooting, baseOf)
    if (this.spans.count === 0) return
    if (this.spans.none) this.waiting.fill(this, !rootIsRight)
    this.#findCloses()
  }

  #findCloses(): void {
    const { size, rightmost } = this.arcs
    const { of, first, last, root } = this.spans
    if (this.closes.length < size + 2) {
      this.closes = new Uint8Array(2 * (size + 2))
      this.#reach = new Int32Array(2 * (size + 2))
    }
    const reach = this.#reach
    reach[size + 1] = size + 1
    for (let word = size; word >= 1; word--) {
      reach[word] = rightmost[word] > word ? reach[rightmost[word]] : word
      const span = of[word]
      const closes = word === root[span] || reach[word] >= last[span]
      this.closes[word] = span !== 0 && word !== first[span] && closes ? 1 : 0
    }
  }
}

/** The constraints and, beside the demanded root, the span of all words. */
function withWholeSpan(size: number, constraints: Constraints): Constraints {
  const spans = constraints.spans ?? []
  if (spans.some((span) => span.first === 1 && span.last === size)) return constraints
  if (spans.length > 0) {
    throw new ConstraintError(
      `root ${constraints.root} and ${spanText(spans[0])}: with the root at the right end, the demanded root makes a span of the whole sentence, and spans must not be nested`,
    )
  }
  return { ...constraints, spans: [{ first: 1, last: size, condition: 'plain' }] }
}
