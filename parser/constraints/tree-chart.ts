/**
 * A test for constraints that no table of a sentence decides: forbidden arcs, and spans that share words. All words that are
 * left determine whether a tree is still possible, so each transition is tested: it is allowed if there is a projective tree of
 * the items on the stack and in the buffer. The test uses the chart of Eisner (1996) with truth values. It takes O(n³), O(n⁴)
 * for a sentence.
 *
 * In a projective tree each gap between two neighbours (0 and 1, 1 and 2, …) has its own arc: the one with which the chart joins
 * the words before the gap and the words after it. So a span is connected exactly if the arcs of all gaps in it have both
 * ends in it. Under the condition `none` no arc leads from a word of the span to one outside; under `root` no word with a head in
 * the span dominates a word outside.
 */
import { ConstraintError, type Constraints, type Span } from '../core/constraints.ts'
import { ANY_LABEL, arcsText, type ArcTables } from './arc-tables.ts'
import { spanText } from './span-tables.ts'

// What is known about the arc of the gap between an item and the previous one.
/** Nothing, but that no transition builds arcs between two items of the stack. */
export const FREE = 0
/** It leads from the previous item to this one. */
export const ATTACHED = 1
/** It leads from the previous item to the word that will dominate this one, perhaps the word of this item. */
export const DESCENDS = 2
/** It leads to the previous item from a word of the buffer, on which the word depends that will dominate this item. */
export const BESIDE = 3
/** As BESIDE, and this item depends on that word itself. */
export const WAITS = 4

/** The types of `allowed` that are possible. A type that is alone is not tested: some tree is always left. */
export function possibleTypes(allowed: number, isPossible: (type: number) => boolean): number {
  if ((allowed & (allowed - 1)) === 0) return allowed
  let possible = 0
  for (let rest = allowed; rest !== 0; rest &= rest - 1) {
    const type = 31 - Math.clz32(rest & -rest)
    if (isPossible(type)) possible |= 1 << type
  }
  return possible
}

/** With a beam of 8, a sentence of 240 words would take 100 seconds. */
const LONGEST = 128

export class TreeChart {
  readonly #arcs: ArcTables
  /** By head · (size + 2) + dependent: 1 if the tree must not have the arc. */
  readonly #forbidden: Uint8Array
  /** By word: the first and the last word of the spans over the gap after it. */
  readonly #low: Int32Array
  readonly #high: Int32Array
  readonly #rootSpans: readonly Span[]
  // The items from left to right: #stacked items of the stack, then words of the buffer.
  #count = 0
  #stacked = 0
  /** By item: its word, the first of the words that it dominates or that precede it, and its gap. */
  readonly #words: Int32Array
  readonly #firsts: Int32Array
  readonly #gaps: Uint8Array
  /** By item: the label of the arc into the word that will dominate it, and 1 if it gets no dependents on the right. */
  readonly #labels: Int32Array
  readonly #isFull: Uint8Array
  /** The chart of closed parts, by head item · room + end item: the head dominates all items up to the end. */
  readonly #closed: Uint8Array
  /** The chart of open parts, by head item · room + dependent item. */
  readonly #open: Uint8Array

  /** Throws ConstraintError for malformed forbidden arcs, for long sentences, and if no tree satisfies the constraints. */
  constructor({ forbidden = [], spans = [] }: Constraints, arcs: ArcTables) {
    const { size, root } = arcs
    if (size > LONGEST)
      throw new ConstraintError(
        `a sentence of ${size} words with forbidden arcs, or with spans that share words or of which only some are none, expected at most ${LONGEST}`,
      )
    this.#arcs = arcs
    const room = size + 2
    this.#forbidden = new Uint8Array(room * room)
    this.#low = new Int32Array(room)
    this.#high = new Int32Array(room).fill(size + 1)
    this.#words = new Int32Array(room)
    this.#firsts = new Int32Array(room)
    this.#gaps = new Uint8Array(room)
    this.#labels = new Int32Array(room)
    this.#isFull = new Uint8Array(room)
    this.#closed = new Uint8Array(room * room)
    this.#open = new Uint8Array(room * room)
    for (const arc of forbidden) this.#forbid(arc)
    for (const span of spans) this.#demand(span)
    this.#rootSpans = spans.filter(({ condition }) => condition === 'root')
    if (root === 0) this.push(0)
    this.beginBuffer(1)
    if (this.hasTree()) return
    const arcsOrNone = arcsText(
      [...forbidden.keys()],
      (i) => `${forbidden[i].head}→${forbidden[i].dependent}`,
    )
    const spansOrNone = arcsText([...spans.keys()], (i) => spanText(spans[i]))
    const what = [
      forbidden.length > 0 && `without the forbidden arcs ${arcsOrNone}`,
      spansOrNone && `with ${spansOrNone}`,
    ]
    throw new ConstraintError(`no tree ${what.filter(Boolean).join(' and ')} satisfies the other constraints`)
  }

  #forbid({ head, dependent }: NonNullable<Constraints['forbidden']>[number]): void {
    const { size, root, head: demanded, text: textOf } = this.#arcs
    const text = `forbidden arc ${head}→${dependent}`
    const areWords = [head, dependent].every((word) => Number.isInteger(word) && word >= 0 && word <= size)
    if (!areWords) throw new ConstraintError(`${text} leaves the sentence of ${size} words`)
    if (dependent === 0 || head === dependent)
      throw new ConstraintError(`${text} is in no tree, expected a head and another word`)
    const node = head === 0 ? root : head
    if (demanded[dependent] === node)
      throw new ConstraintError(`${textOf(dependent)} is demanded and forbidden`)
    this.#forbidden[node * (size + 2) + dependent] = 1
  }

  #demand({ first, last, condition }: Span): void {
    const { size } = this.#arcs
    for (let word = first; word < last; word++) {
      this.#low[word] = Math.max(this.#low[word], first)
      this.#high[word] = Math.min(this.#high[word], last)
    }
    if (condition !== 'none') return
    for (let head = first; head <= last; head++)
      for (let word = 1; word <= size; word++)
        if (word < first || word > last) this.#forbidden[head * (size + 2) + word] = 1
  }

  /** Begins another test. Add the items of the stack, from the lowest, then the buffer. */
  clear(): void {
    this.#count = 0
  }

  /**
   * Adds an item. @param first the first of the words that it dominates; all words before it belong to items before it
   * @param isFull whether it gets no more dependents on the right
   */
  push(word: number, first = word, gap = FREE, label = ANY_LABEL, isFull = false): void {
    this.#words[this.#count] = word
    this.#firsts[this.#count] = first
    this.#labels[this.#count] = label
    this.#isFull[this.#count] = isFull ? 1 : 0
    this.#gaps[this.#count++] = gap
  }

  /** Adds the words of the buffer. @param first the first of the words that the front dominates */
  beginBuffer(front: number, first = front): void {
    const { size, root } = this.#arcs
    this.#stacked = this.#count
    const last = Math.max(size, root)
    if (front <= last) this.push(front, first)
    for (let word = front + 1; word <= last; word++) this.push(word)
  }

  /** Whether some tree of the items satisfies the constraints. */
  hasTree(): boolean {
    const { root, singleRoot } = this.#arcs
    const last = this.#count - 1
    this.#fill()
    if (root !== 0) return this.#isClosed(last, 0)
    if (!singleRoot || last === 0) return this.#isClosed(0, last)
    for (let top = 1; top <= last; top++)
      if (this.#canJoin(0, top, 0) && this.#isClosed(top, 1) && this.#isClosed(top, last)) return true
    return false
  }

  /** Whether the arc into the word may have the label. */
  fits(word: number, label: number): boolean {
    return label === ANY_LABEL || this.#arcs.fits(word, label)
  }

  /** Whether the tree may have the arc between two words. @param gap the word before the gap of the arc */
  mayAttach(head: number, dependent: number, gap: number): boolean {
    const { size, root, rootWord, singleRoot, head: demanded, leaf } = this.#arcs
    if (dependent === root || leaf[head] === 1) return false
    if (demanded[dependent] !== -1 && demanded[dependent] !== head) return false
    if (head === root && singleRoot && rootWord !== 0 && rootWord !== dependent) return false
    const [low, high] = [this.#low[gap], this.#high[gap]]
    if (Math.min(head, dependent) < low || Math.max(head, dependent) > high) return false
    return this.#forbidden[head * (size + 2) + dependent] === 0
  }

  /** Whether the dependent of an arc may dominate all words up to `end`. */
  mayReach(head: number, dependent: number, end: number): boolean {
    return this.#rootSpans.every(
      ({ first, last }) =>
        (Math.min(head, dependent, end) >= first && Math.max(head, dependent, end) <= last) ||
        Math.min(head, dependent) < first ||
        Math.max(head, dependent) > last,
    )
  }

  #isClosed(head: number, end: number): boolean {
    return this.#closed[head * this.#words.length + end] === 1
  }

  /** The last word before the next item. */
  #lastOf(item: number): number {
    return item + 1 < this.#count ? this.#firsts[item + 1] - 1 : this.#words[item]
  }

  #fill(): void {
    const room = this.#words.length
    const [closed, open] = [this.#closed, this.#open]
    const count = this.#count
    for (let item = 0; item < count; item++) closed[item * room + item] = 1
    for (let length = 1; length < count; length++)
      for (let first = 0; first + length < count; first++) {
        const last = first + length
        let [right, left] = [0, 0]
        for (let split = first; split < last && !(right === 1 && left === 1); split++) {
          if (closed[first * room + split] === 0 || closed[last * room + split + 1] === 0) continue
          if (right === 0 && this.#canJoin(first, last, split)) right = 1
          if (left === 0 && this.#canJoin(last, first, split)) left = 1
        }
        open[first * room + last] = right
        open[last * room + first] = left
        closed[first * room + last] = this.#closes(first, last) ? 1 : 0
        closed[last * room + first] = this.#closes(last, first) ? 1 : 0
      }
  }

  /** Whether `head` is or can become the head of `dependent`, with the arc over the gap after the item `split`. */
  #canJoin(head: number, dependent: number, split: number): boolean {
    const after = split + 1
    const gap = this.#gaps[after]
    if (gap === ATTACHED) return head === split && dependent === after
    if (gap === DESCENDS) {
      if (head !== split || !this.fits(this.#words[dependent], this.#labels[after])) return false
    } else if (gap !== FREE && (dependent !== split || !this.#hasDominated(head, after))) return false
    const areStacked = head < this.#stacked && dependent < this.#stacked
    if (areStacked && !(gap === DESCENDS && dependent === after)) return false
    if (head < dependent && this.#isFull[head] === 1) return false
    return this.mayAttach(this.#words[head], this.#words[dependent], this.#lastOf(split))
  }

  /** Whether the relocated item and `head` on its right can be as its gap says. */
  #hasDominated(head: number, item: number): boolean {
    if (head < item) return false
    if (this.#gaps[item] === WAITS) return this.#dominates(head, item, item)
    // An item with relocated words after it gets its own next head, which depends on `head` or is dominated by its dependent.
    const next = item + 1 < this.#count ? this.#gaps[item + 1] : FREE
    const climbs = next === BESIDE || next === WAITS
    for (let dependent = climbs ? item + 1 : item; dependent < head; dependent++)
      if (this.fits(this.#words[dependent], this.#labels[item]) && this.#dominates(head, dependent, item))
        return true
    return false
  }

  /** Whether `head` can dominate all items up to `end`, through its outermost dependent on this side. */
  #closes(head: number, end: number): boolean {
    const step = head < end ? 1 : -1
    for (let dependent = head + step; ; dependent += step) {
      if (this.#dominates(head, dependent, end)) return true
      if (dependent === end) return false
    }
  }

  /** Whether the arc is possible and its dependent can dominate all items up to `end`. */
  #dominates(head: number, dependent: number, end: number): boolean {
    const room = this.#words.length
    if (this.#open[head * room + dependent] === 0 || this.#closed[dependent * room + end] === 0) return false
    const last = head < end ? this.#lastOf(end) : this.#firsts[end]
    return this.mayReach(this.#words[head], this.#words[dependent], last)
  }
}
