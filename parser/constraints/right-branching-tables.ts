/**
 * What constraints say of one sentence, in the terms of right-branching parsing; all of it by word or by span, linear
 * in the sentence. The heads of the original tree are meant throughout: what is demanded of it, a derivation has to
 * foresee while it still reorders its words.
 *
 * A word that stands on the stack can come to lie in the subtree of a word after it: the *next head* of its true token.
 * Which words can be next heads is what the lists of {@link Candidates} are for. Without spans they are the words
 * under the same innermost demanded arc
 *
 *   - `free`: that have no demanded head,
 *   - `open`: that have no demanded head before them.
 *
 * Spans leave out some of these for words outside: under NONE all words of the span; words behind the one that must be
 * the root of the span; and of `free`, under ROOT of `open` too, all but the last one that can be the root.
 */
import type { Rooting } from './arcs.ts'
import { ConstraintError, type Constraints } from '../core/constraints.ts'
import { Candidates } from './right-branching-candidates.ts'
import { NONE_SPAN, PLAIN_SPAN, ROOT_SPAN } from './spans.ts'
import { ConstraintTables } from './tables.ts'

export class RightBranchingTables extends ConstraintTables {
  /** Whether some arc is demanded with its label. */
  labelled = false
  /** Where the chain of demanded heads that stand after their dependents leads from the word. */
  chainEnd = new Int32Array(64)
  /**
   * The same as seen from outside the spans: from a span the chain goes on at the root that the arcs give it; without
   * one, or where that has no demanded head after the span, it ends there. And the last word that is then above or
   * below its end for certain: the end itself, or the last word of its span.
   */
  outerEnd = new Int32Array(64)
  outerLimit = new Int32Array(64)
  /** The candidates as a word sees them from outside their span, and from inside it. */
  readonly outerFree = new Candidates()
  readonly outerOpen = new Candidates()
  readonly innerFree = new Candidates()
  readonly innerOpen = new Candidates()
  /** By word of a span: the last candidates in the span under the same arc, -1 (or a word before it) without. */
  spanFree = new Int32Array(64)
  spanOpen = new Int32Array(64)
  /**
   * By span: its last candidate, that is its last word that can be its root: the root that the arcs give it, or the
   * last open word that no demanded arc inside covers; -1 without.
   */
  lastRoot = new Int32Array(64)

  /** As `ConstraintTables.fill`, for the root at the left. Throws ConstraintError on labels demanded without a head. */
  fillLeftRooted(size: number, constraints: Constraints, rooting: Rooting, baseOf?: Int32Array): void {
    this.fill(size, constraints, 0, rooting, baseOf)
    if (this.empty) return
    this.#makeRoom(size + 2)
    this.#scanLabels()
    this.#findChains()
    this.#findLastRoots()
    this.#fillCandidates()
  }

  /**
   * Whether `head`, as the next head of a word outside its span, fits the condition of the span: under NONE no word
   * does, and under ROOT the root alone.
   */
  mayLeadOutside(head: number): boolean {
    const { of, condition, root } = this.spans
    const span = of[head]
    if (span === 0 || condition[span] === PLAIN_SPAN) return true
    if (condition[span] === NONE_SPAN) return false
    if (root[span] !== 0 && root[span] !== head) return false
    const above = this.arcs.head[head]
    return above === -1 || of[above] !== span
  }

  #makeRoom(length: number): void {
    if (this.chainEnd.length >= length) return
    const room = 2 * length
    this.chainEnd = new Int32Array(room)
    this.outerEnd = new Int32Array(room)
    this.outerLimit = new Int32Array(room)
    this.spanFree = new Int32Array(room)
    this.spanOpen = new Int32Array(room)
    this.lastRoot = new Int32Array(room)
  }

  #scanLabels(): void {
    const { size, head, label } = this.arcs
    this.labelled = false
    for (let word = 1; word <= size; word++) {
      if (label[word] === -1) continue
      if (head[word] === -1) {
        throw new ConstraintError(
          `label of word ${word}: right-branching parsing takes a demanded label only with a demanded head`,
        )
      }
      this.labelled = true
    }
  }

  #findChains(): void {
    const { size, head } = this.arcs
    const { of, last, root } = this.spans
    for (let word = size; word >= 1; word--) {
      this.chainEnd[word] = head[word] > word ? this.chainEnd[head[word]] : word
      const span = of[word]
      const leaving = span === 0 ? word : root[span]
      const end = span === 0 ? word : last[span]
      if (leaving !== 0 && head[leaving] > end) {
        this.outerEnd[word] = this.outerEnd[head[leaving]]
        this.outerLimit[word] = this.outerLimit[head[leaving]]
      } else {
        this.outerEnd[word] = leaving !== 0 ? leaving : this.chainEnd[word]
        this.outerLimit[word] = end
      }
    }
  }

  #findLastRoots(): void {
    const { size, head, cover, left, right } = this.arcs
    const { count, of, first, last, root } = this.spans
    for (let span = 1; span <= count; span++) this.lastRoot[span] = root[span] !== 0 ? root[span] : -1
    for (let word = 1; word <= size; word++) {
      const span = of[word]
      if (span === 0 || root[span] !== 0 || (head[word] !== -1 && head[word] < word)) continue
      const arc = cover[word]
      if (left[arc] < first[span] && right[arc] > last[span]) this.lastRoot[span] = word
    }
  }

  #fillCandidates(): void {
    const { size, head, cover } = this.arcs
    const { of, first, last } = this.spans
    for (const list of [this.outerFree, this.outerOpen, this.innerFree, this.innerOpen]) list.reset(size)
    for (let word = 1; word <= size; word++) {
      const arc = cover[word]
      const isFree = head[word] === -1
      const isOpen = isFree || head[word] > word
      this.innerFree.add(word, arc, isFree)
      this.innerOpen.add(word, arc, isOpen)
      this.outerFree.add(word, arc, isFree && this.#isSeenOutside(word, true))
      this.outerOpen.add(word, arc, isOpen && this.#isSeenOutside(word, false))
      const span = of[word]
      if (span === 0 || word < last[span]) continue
      for (let member = first[span]; member <= word; member++) {
        this.spanFree[member] = this.innerFree.last(cover[member])
        this.spanOpen[member] = this.innerOpen.last(cover[member])
      }
    }
  }

  #isSeenOutside(word: number, isFree: boolean): boolean {
    const { of, condition, root } = this.spans
    const span = of[word]
    if (span === 0) return true
    if (condition[span] === NONE_SPAN) return false
    if (!isFree && condition[span] !== ROOT_SPAN) return root[span] === 0 || word <= root[span]
    return word === this.lastRoot[span]
  }
}
