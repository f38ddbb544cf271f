import type { Rooting } from './arcs.ts'
import { ConstraintError, type Constraints } from '../core/constraints.ts'
import { LastHeads } from './last-heads.ts'
import { ConstraintTables } from './tables.ts'
import { spanText } from './wording.ts'

// The flags of a word of a span.
/**
 * It is not to be pushed unless the span so far is connected: nothing that comes after it in the span can connect what
 * is left apart. Such are the last word of the span, its demanded root, and a word from which demanded right arcs lead
 * to the last word or beyond.
 */
export const CLOSES = 1
/**
 * It can be the root of its span: no other word has to be, its demanded head, if any, is outside, and no word after it
 * in the span has a demanded dependent left of the span, which could not be reached from below it.
 */
export const CAN_BE_ROOT = 2

/** What one sentence is constrained to, as the arc-eager systems read it. */
export class ArcEagerTables extends ConstraintTables {
  /** Under the condition `none`: how long a word without a head can wait for one. */
  readonly lastHeads = new LastHeads()
  /** By word: CLOSES and CAN_BE_ROOT. */
  flags = new Uint8Array(64)
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
    if (this.spans.none) this.lastHeads.fill(this, !rootIsRight)
    this.#flag()
  }

  #flag(): void {
    const { size, head, rightmost } = this.arcs
    const { of, last, root, minimalRoot } = this.spans
    if (this.flags.length < size + 2) {
      this.flags = new Uint8Array(2 * (size + 2))
      this.#reach = new Int32Array(2 * (size + 2))
    }
    const reach = this.#reach
    reach[size + 1] = size + 1
    for (let word = size; word >= 1; word--) {
      const span = of[word]
      reach[word] = rightmost[word] > word ? reach[rightmost[word]] : word
      const closes = word === root[span] || reach[word] >= last[span]
      const headInside = head[word] !== -1 && of[head[word]] === span
      const canBeRoot = (word === root[span] || root[span] === 0) && !headInside && word >= minimalRoot[span]
      this.flags[word] = span === 0 ? 0 : (closes ? CLOSES : 0) | (canBeRoot ? CAN_BE_ROOT : 0)
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
