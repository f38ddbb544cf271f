import type { Tree } from './tree.ts'

/** The dependents of each head as doubly linked lists in ascending order. 0 marks the end of a list. */
export class Dependents {
  first = new Int32Array(0)
  next = new Int32Array(0)
  previous = new Int32Array(0)
  /** By head: the dependent that the last search found. The next search starts there. */
  #lastFound = new Int32Array(0)
  /** By word: the cached result of `tip`, valid if #version of the word equals #now. */
  #tip = new Int32Array(0)
  #version = new Int32Array(0)
  #now = 0

  clear(size: number): void {
    this.first = roomFor(this.first, size + 1).fill(0, 0, size + 1)
    this.#lastFound = roomFor(this.#lastFound, size + 1).fill(0, 0, size + 1)
    this.#tip = roomFor(this.#tip, size + 1)
    this.#version = roomFor(this.#version, size + 1).fill(0, 0, size + 1)
    this.#now = 1
    this.next = roomFor(this.next, size + 1)
    this.previous = roomFor(this.previous, size + 1)
  }

  /** Replaces the lists by those of a tree. Words without a head are in no list. */
  fill({ size, head }: Pick<Tree, 'size' | 'head'>): this {
    this.clear(size)
    const { first, next, previous } = this
    for (let word = size; word >= 1; word--) {
      const parent = head[word]
      if (parent < 0) continue
      const nextSibling = first[parent]
      first[parent] = word
      next[word] = nextSibling
      previous[word] = 0
      previous[nextSibling] = word
    }
    return this
  }

  /** Follows the only dependent from `word` down. Returns the first word that does not have exactly one dependent. */
  tip(word: number): number {
    let tip = word
    for (let child = this.first[tip]; child !== 0 && this.next[child] === 0; child = this.first[tip])
      tip = this.#version[tip] === this.#now ? this.#tip[tip] : child
    for (let node = word; node !== tip;) {
      const child = this.#version[node] === this.#now ? this.#tip[node] : this.first[node]
      this.#version[node] = this.#now
      this.#tip[node] = tip
      node = child
    }
    return tip
  }

  /** The nearest dependents of `head` before and after `word`. */
  around(head: number, word: number): [before: number, after: number] {
    let at = this.#lastFound[head] || this.first[head]
    while (at > word && this.previous[at] !== 0) at = this.previous[at]
    while (at !== 0 && this.next[at] !== 0 && this.next[at] <= word) at = this.next[at]
    this.#lastFound[head] = at
    if (at === word) return [this.previous[at], this.next[at]]
    return at > word ? [0, at] : [at, at === 0 ? 0 : this.next[at]]
  }

  /** Adds `word` as the first dependent, whatever its position. `around` and `add` require lists in ascending order. */
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
    if (this.#lastFound[head] === word) this.#lastFound[head] = before
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

/** `buffer` if it has room for `length` integers, else a new buffer of twice that length. The contents are undefined. */
export function roomFor(buffer: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  return buffer.length >= length ? buffer : new Int32Array(2 * length)
}
