/**
 * The demanded spans of one sentence as tables, and the test whether some projective tree has them beside the demanded
 * arcs (Nivre, Goldberg & McDonald 2014, section 4, made exact). It has, just when the arcs can be had alone and
 *
 * - the spans are disjoint, and either all of them have the condition `none` or none has,
 * - no span has two words that must be its root: a word with a demanded head outside or, under the condition `root`,
 *   with a demanded dependent outside,
 * - no word of a span has a demanded dependent outside under the condition `none`,
 * - the root of a span has no demanded head inside,
 * - with each span taken as one node, the arcs between the nodes have no cycle, and none reaches over the head of its
 *   head. (That they do not cross follows: arcs between different nodes cross as nodes only if they do as words.)
 *
 * Where there is one root or none under the condition `none`, some word must be left that can be it: see
 * `refuseRootless`. Everything is linear in the sentence, its arcs and its spans.
 */
import type { ArcTables } from './arcs.ts'
import { ConstraintError, type Constraints, type Span } from '../core/constraints.ts'
import { coveringHead, cycleFrom, wordOnCycle } from './heads.ts'
import { arcsText, arcText, spanText } from './wording.ts'

// The conditions of a span.
export const PLAIN_SPAN = 0
export const NONE_SPAN = 1
export const ROOT_SPAN = 2
const CONDITIONS: Record<Span['condition'], number> = { plain: PLAIN_SPAN, none: NONE_SPAN, root: ROOT_SPAN }

/** Tables by word, 0..size + 1, and by span, 1..count; span 0 is no span. Reused from sentence to sentence. */
export class SpanTables {
  count = 0
  /** Whether the condition of the spans, of all of them, is `none`. */
  none = false
  /** By word: its span, 0 without. */
  of = new Int32Array(64)
  /** By span: its first and last word, and its condition. */
  first = new Int32Array(64)
  last = new Int32Array(64)
  condition = new Uint8Array(64)
  /** By span: the word that the arcs make its root, 0 where they leave that open. */
  root = new Int32Array(64)
  /** By span: its last word with a demanded dependent left of the span, 0 without. */
  minimalRoot = new Int32Array(64)

  readonly #spans: Span[] = []
  /** By span: the arc that made `root` what it is. */
  #rootArc = new Int32Array(64)
  /** The sentence with each span taken as its first word: heads, and the arc that each of them comes from. */
  #nodeHead = new Int32Array(64)
  #nodeArc = new Int32Array(64)
  #seen = new Int32Array(64)

  /** Takes up the spans of `constraints`, whose arcs are in `arcs`. Throws ConstraintError where no tree has both. */
  fill(constraints: Constraints, arcs: ArcTables): void {
    const size = arcs.size
    this.#reset(size)
    for (const span of constraints.spans ?? []) this.#demandSpan(span, size)
    if (this.count === 0) return
    this.#findRoots(arcs)
    this.#refuseInsideHeads(arcs)
    this.#contract(arcs)
  }

  /**
   * Under the condition `none` the words of spans cannot be the only root, unless one span is the whole sentence: then
   * the demanded root must lie outside them, or a word without a head that no arc covers.
   */
  refuseRootless(arcs: ArcTables): void {
    if (!this.none || this.last[this.of[1]] === arcs.size) return
    if (arcs.rootWord !== 0) {
      const span = this.of[arcs.rootWord]
      if (span === 0) return
      throw new ConstraintError(
        `${arcText(arcs, arcs.rootWord)} makes a word of ${spanText(this.#spans[span])} the only root, with no way to the other words`,
      )
    }
    for (let word = 1; word <= arcs.size; word++) {
      if (this.of[word] === 0 && arcs.head[word] === -1 && arcs.cover[word] === 0) return
    }
    throw new ConstraintError(
      `no word is left to be the only root: all are in spans with the condition none (the first is ${spanText(this.#spans[1])}), have demanded heads or lie under demanded arcs`,
    )
  }

  #reset(size: number): void {
    const length = size + 2
    if (this.of.length < length) {
      const room = 2 * length
      this.of = new Int32Array(room)
      this.first = new Int32Array(room)
      this.last = new Int32Array(room)
      this.condition = new Uint8Array(room)
      this.root = new Int32Array(room)
      this.minimalRoot = new Int32Array(room)
      this.#rootArc = new Int32Array(room)
      this.#nodeHead = new Int32Array(room)
      this.#nodeArc = new Int32Array(room)
      this.#seen = new Int32Array(room)
    }
    this.count = 0
    this.none = false
    this.of.fill(0, 0, length)
    this.#spans.length = 1
  }

  #demandSpan(span: Span, size: number): void {
    const { first, last } = span
    if (!Number.isInteger(first) || !Number.isInteger(last) || first < 1 || last > size) {
      throw new ConstraintError(`${spanText(span)} leaves the sentence of ${size} words`)
    }
    if (first > last) throw new ConstraintError(`${spanText(span)} ends before it starts`)
    const known = this.of[first]
    if (known !== 0 && this.first[known] === first && this.last[known] === last) {
      if (this.#spans[known].condition === span.condition) return
      throw new ConstraintError(`${spanText(this.#spans[known])} and ${spanText(span)} are the same words`)
    }
    for (let word = first; word <= last; word++) {
      if (this.of[word] !== 0) this.#refuseClash(this.#spans[this.of[word]], span)
    }
    const none = span.condition === 'none'
    if (this.count > 0 && none !== this.none) {
      throw new ConstraintError(
        `${spanText(this.#spans[1])} and ${spanText(span)}: the condition none is for all spans of a sentence or for none`,
      )
    }
    this.none = none
    const id = ++this.count
    this.#spans.push(span)
    this.of.fill(id, first, last + 1)
    this.first[id] = first
    this.last[id] = last
    this.condition[id] = CONDITIONS[span.condition]
    this.root[id] = 0
    this.minimalRoot[id] = 0
  }

  #refuseClash(one: Span, other: Span): never {
    const nested =
      (one.first <= other.first && other.last <= one.last) ||
      (other.first <= one.first && one.last <= other.last)
    throw new ConstraintError(`${spanText(one)} and ${spanText(other)} ${nested ? 'are nested' : 'overlap'}`)
  }

  /** Which words the arcs make roots of spans. */
  #findRoots(arcs: ArcTables): void {
    for (let dependent = 1; dependent <= arcs.size; dependent++) {
      const head = arcs.head[dependent]
      if (head === -1) continue
      const inner = this.of[dependent]
      const outer = this.of[head]
      if (inner === outer) continue
      if (inner !== 0) this.#fixRoot(inner, dependent, dependent, arcs)
      if (outer === 0) continue
      if (this.condition[outer] === NONE_SPAN) {
        throw new ConstraintError(
          `${arcText(arcs, dependent)} gives ${spanText(this.#spans[outer])} a dependent outside`,
        )
      }
      if (this.condition[outer] === ROOT_SPAN) this.#fixRoot(outer, head, dependent, arcs)
      if (dependent < this.first[outer] && head > this.minimalRoot[outer]) this.minimalRoot[outer] = head
    }
  }

  #fixRoot(span: number, word: number, arc: number, arcs: ArcTables): void {
    const known = this.root[span]
    if (known !== 0 && known !== word) {
      throw new ConstraintError(
        `${spanText(this.#spans[span])} cannot have two roots: ${known} by ${arcText(arcs, this.#rootArc[span])}, and ${word} by ${arcText(arcs, arc)}`,
      )
    }
    this.root[span] = word
    this.#rootArc[span] = arc
  }

  #refuseInsideHeads(arcs: ArcTables): void {
    for (let span = 1; span <= this.count; span++) {
      const root = this.root[span]
      if (root === 0 || arcs.head[root] === -1 || this.of[arcs.head[root]] !== span) continue
      throw new ConstraintError(
        `${spanText(this.#spans[span])}: ${arcText(arcs, root)} is inside, but ${arcText(arcs, this.#rootArc[span])} makes ${root} its root`,
      )
    }
  }

  /** The tests on the sentence with each span taken as one node, for which its first word stands. */
  #contract(arcs: ArcTables): void {
    const size = arcs.size
    const nodeHead = this.#nodeHead
    nodeHead.fill(-1, 0, size + 2)
    for (let dependent = 1; dependent <= size; dependent++) {
      const head = arcs.head[dependent]
      if (head === -1) continue
      const inner = this.of[dependent]
      const outer = this.of[head]
      if (inner !== 0 && inner === outer) continue
      const node = inner === 0 ? dependent : this.first[inner]
      nodeHead[node] = outer === 0 ? head : this.first[outer]
      this.#nodeArc[node] = dependent
    }
    const start = wordOnCycle(nodeHead, size, this.#seen)
    if (start !== 0) {
      const cycle = cycleFrom(nodeHead, start).map((node) => this.#nodeArc[node])
      throw new ConstraintError(
        `${arcsText(arcs, cycle)} make a cycle through ${this.#spansText(cycle, arcs)}`,
      )
    }
    const node = coveringHead(nodeHead, size)
    if (node === 0) return
    const pair = [this.#nodeArc[node], this.#nodeArc[nodeHead[node]]]
    throw new ConstraintError(
      `${arcText(arcs, pair[0])} reaches over the head that ${arcText(arcs, pair[1])} demands for ${this.#spansText(pair, arcs)}`,
    )
  }

  /** The spans that these arcs start or end in. */
  #spansText(dependents: readonly number[], arcs: ArcTables): string {
    const spans = new Set<number>()
    for (const dependent of dependents) spans.add(this.of[dependent]).add(this.of[arcs.head[dependent]])
    spans.delete(0)
    return [...spans].map((span) => spanText(this.#spans[span])).join(', ')
  }
}
