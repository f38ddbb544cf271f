import type { Tree } from './tree.ts'

/** The dependents of each head as doubly linked lists, in ascending order. 0 ends a list. */
export class Dependents {
  first = new Int32Array(0)
  next = new Int32Array(0)
  previous = new Int32Array(0)
  /** By head: the member that was found last; searches start there. */
  #finger = new Int32Array(0)
  /** By word: what `tip` returned at the time #version, which is out of date as soon as a list changes. */
  #tip = new Int32Array(0)
  #version = new Int32Array(0)
  #now = 0

  clear(size: number): void {
    this.first = roomFor(this.first, size + 1).fill(0, 0, size + 1)
    this.#finger = roomFor(this.#finger, size + 1).fill(0, 0, size + 1)
    this.#tip = roomFor(this.#tip, size + 1)
    this.#version = roomFor(this.#version, size + 1).fill(0, 0, size + 1)
    this.#now = 1
    this.next = roomFor(this.next, size + 1)
    this.previous = roomFor(this.previous, size + 1)
  }

  /** Makes the lists those of a tree; words without a head are in none. */
  fill({ size, head }: Pick<Tree, 'size' | 'head'>): this {
    this.clear(size)
    const { first, next, previous } = this
    for (let word = size; word >= 1; word--) {
      const above = head[word]
      if (above < 0) continue
      const after = first[above]
      first[above] = word
      next[word] = after
      previous[word] = 0
      previous[after] = word
    }
    return this
  }

  /** The first word at or below `word` that does not have exactly one dependent. */
  tip(word: number): number {
    let tip = word
    for (let child = this.first[tip]; child !== 0 && this.next[child] === 0; child = this.first[tip])
      tip = this.#version[tip] === this.#now ? this.#tip[tip] : child
    for (let node = word; node !== tip;) {
      const below = this.#version[node] === this.#now ? this.#tip[node] : this.first[node]
      this.#version[node] = this.#now
      this.#tip[node] = tip
      node = below
    }
    return tip
  }

  /** The nearest dependents of `head` before and after `word`. */
  around(head: number, word: number): [before: number, after: number] {
    let at = this.#finger[head] || this.first[head]
    while (at > word && this.previous[at] !== 0) at = this.previous[at]
    while (at !== 0 && this.next[at] !== 0 && this.next[at] <= word) at = this.next[at]
    this.#finger[head] = at
    if (at === word) return [this.previous[at], this.next[at]]
    return at > word ? [0, at] : [at, at === 0 ? 0 : this.next[at]]
  }

  /** Adds `word` as the first dependent; `around` and `add` are for lists without such words. */
  prepend(head: number, word: number): void {
    this.#link(head, word, this.first[head])
    this.#link(head, 0, word)
  }

  add(head: number, word: number): void {
    const [before, after] = this.around(head, word)
    this.#link(head, before, word)
    this.#link(head, word, after)
  }

  remove(head: number, word: number): void {
    const [before, after] = [this.previous[word], this.next[word]]
    this.#link(head, before, after)
    if (this.#finger[head] === word) this.#finger[head] = before
  }

  /** Writes the nodes from 0 to `order`, heads before their dependents. */
  topDown(order: Int32Array): void {
    order[0] = 0
    for (let i = 0, end = 1; i < end; i++)
      for (let word = this.first[order[i]]; word !== 0; word = this.next[word]) order[end++] = word
  }

  #link(head: number, before: number, after: number): void {
    this.#now++
    if (before === 0) this.first[head] = after
    else this.next[before] = after
    if (after !== 0) this.previous[after] = before
  }
}

/** `buffer` if it has room for `length` integers, else a new one of twice that length. The contents are undefined. */
export function roomFor(buffer: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  return buffer.length >= length ? buffer : new Int32Array(2 * length)
}
