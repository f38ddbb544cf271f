/**
 * Forbidden arcs in arc-eager parsing. All words determine whether a tree without forbidden arcs is still possible, so each
 * transition is tested: it is allowed if there is a projective tree of the words on the stack and in the buffer. The test
 * uses the chart of Eisner (1996) with truth values. It takes O(n³), O(n⁴) for a sentence.
 *
 * Arc-eager is arc-decomposable (Goldberg & Nivre 2013): a tree can be derived if each of its arcs can. A stack word with a
 * head depends on the next stack word below; a stack word without a head can depend on a word of the buffer; a buffer word
 * can depend on any word. Derivations then require no unshift: the gold derivation of a tree has none.
 */
import type { Configuration } from '../../core/configuration.ts'
import { ConstraintError, type Constraints } from '../../core/constraints.ts'
import { BELOW, HEAD, NO_NODE, WORD } from '../../core/node-fields.ts'
import { LEFT_ARC, REDUCE, RIGHT_ARC, SHIFT } from '../../systems/arc-eager-family.ts'
import { arcsText, type ArcTables } from '../arc-tables.ts'

export class ForbiddenArcs {
  readonly #arcs: ArcTables
  /** By head · (size + 2) + dependent: 1 if the tree must not have the arc. */
  readonly #forbidden: Uint8Array
  /** The words of the trees, from left to right: #stacked words of the stack, then the buffer. */
  readonly #items: Int32Array
  #stacked = 0
  #count = 0
  /** By item: 1 if it is a stack word with a head. */
  readonly #attached: Uint8Array
  /** The chart of closed spans, by head item · room + end item: the head dominates all items up to the end. */
  readonly #closed: Uint8Array
  /** The chart of open spans, by head item · room + dependent item. */
  readonly #open: Uint8Array

  /** Throws ConstraintError if no tree has the arcs of `arcs` and none of the forbidden ones. */
  constructor({ forbidden = [] }: Constraints, arcs: ArcTables) {
    const { size, root, head: demanded } = arcs
    this.#arcs = arcs
    const room = size + 2
    this.#forbidden = new Uint8Array(room * room)
    this.#items = new Int32Array(room)
    this.#attached = new Uint8Array(room)
    this.#closed = new Uint8Array(room * room)
    this.#open = new Uint8Array(room * room)
    for (const { head, dependent } of forbidden) {
      const text = `forbidden arc ${head}→${dependent}`
      const areWords = [head, dependent].every((word) => Number.isInteger(word) && word >= 0 && word <= size)
      if (!areWords) throw new ConstraintError(`${text} leaves the sentence of ${size} words`)
      if (dependent === 0 || head === dependent)
        throw new ConstraintError(`${text} is in no tree, expected a head and another word`)
      const node = head === 0 ? root : head
      if (demanded[dependent] === node)
        throw new ConstraintError(`${arcs.text(dependent)} is demanded and forbidden`)
      this.#forbidden[node * room + dependent] = 1
    }
    if (root === 0) this.#push(0)
    this.#stacked = this.#count
    for (let word = 1; word <= Math.max(size, root); word++) this.#push(word)
    if (this.#hasTree()) return
    const list = arcsText([...forbidden.keys()], (i) => `${forbidden[i].head}→${forbidden[i].dependent}`)
    throw new ConstraintError(`no tree without the forbidden arcs ${list} satisfies the other constraints`)
  }

  /** The types of `allowed` after which a tree is still possible. The buffer must not be empty. */
  allowed(c: Configuration, allowed: number): number {
    let left = allowed
    for (const type of [LEFT_ARC, RIGHT_ARC, REDUCE, SHIFT])
      if ((left & (1 << type)) !== 0 && !this.#leadsOn(c, type)) left &= ~(1 << type)
    return left
  }

  #leadsOn({ nodes, top, front, limit }: Configuration, type: number): boolean {
    const word = top === NO_NODE ? 0 : nodes[top + WORD]
    if (type === LEFT_ARC && !this.#may(front, word)) return false
    if (type === RIGHT_ARC && !this.#may(word, front)) return false
    this.#count = 0
    const pops = type === LEFT_ARC || type === REDUCE
    for (let node = pops ? nodes[top + BELOW] : top; node !== NO_NODE; node = nodes[node + BELOW])
      this.#push(nodes[node + WORD], nodes[node + HEAD] !== -1)
    this.#items.subarray(0, this.#count).reverse()
    this.#attached.subarray(0, this.#count).reverse()
    if (!pops) this.#push(front, type === RIGHT_ARC)
    this.#stacked = this.#count
    for (let next = pops ? front : front + 1; next <= limit; next++) this.#push(next)
    return this.#hasTree()
  }

  #push(word: number, isAttached = false): void {
    this.#attached[this.#count] = isAttached ? 1 : 0
    this.#items[this.#count++] = word
  }

  /** Whether the arc between two words is not forbidden and does not contradict a constrained arc, root or leaf. */
  #may(head: number, dependent: number): boolean {
    const { size, root, rootWord, singleRoot, head: demanded, leaf } = this.#arcs
    if (dependent === root || leaf[head] === 1) return false
    if (demanded[dependent] !== -1 && demanded[dependent] !== head) return false
    if (head === root && singleRoot && rootWord !== 0 && rootWord !== dependent) return false
    return this.#forbidden[head * (size + 2) + dependent] === 0
  }

  /** Whether an item is or can become the head of another item. */
  #canAttach(head: number, dependent: number): boolean {
    if (this.#attached[dependent] === 1) return head === dependent - 1
    const isStacked = dependent < this.#stacked
    if (isStacked && head < this.#stacked) return false
    return this.#may(this.#items[head], this.#items[dependent])
  }

  #hasTree(): boolean {
    const { root, singleRoot } = this.#arcs
    const last = this.#count - 1
    this.#fill()
    if (root !== 0) return this.#isClosed(last, 0)
    if (!singleRoot || last === 0) return this.#isClosed(0, last)
    for (let top = 1; top <= last; top++)
      if (this.#canAttach(0, top) && this.#isClosed(top, 1) && this.#isClosed(top, last)) return true
    return false
  }

  #isClosed(head: number, end: number): boolean {
    return this.#closed[head * this.#items.length + end] === 1
  }

  #fill(): void {
    const room = this.#items.length
    const [closed, open] = [this.#closed, this.#open]
    const count = this.#count
    for (let item = 0; item < count; item++) closed[item * room + item] = 1
    for (let length = 1; length < count; length++)
      for (let first = 0; first + length < count; first++) {
        const last = first + length
        let joins = false
        for (let split = first; split < last && !joins; split++)
          joins = closed[first * room + split] === 1 && closed[last * room + split + 1] === 1
        open[first * room + last] = joins && this.#canAttach(first, last) ? 1 : 0
        open[last * room + first] = joins && this.#canAttach(last, first) ? 1 : 0
        closed[first * room + last] = this.#closes(first, last) ? 1 : 0
        closed[last * room + first] = this.#closes(last, first) ? 1 : 0
      }
  }

  /** Whether `head` can dominate all items up to `end`, through its outermost dependent on this side. */
  #closes(head: number, end: number): boolean {
    const room = this.#items.length
    const step = head < end ? 1 : -1
    for (let dependent = head + step; ; dependent += step) {
      if (this.#open[head * room + dependent] === 1 && this.#closed[dependent * room + end] === 1) return true
      if (dependent === end) return false
    }
  }
}
