import { enlarged } from './int-list.ts'

/** A hash table, at most half full, that numbers tuples of 32-bit integers: 0, 1, 2, … in the order of addition. */
export class TupleIndex {
  size = 0
  /** The consecutive tuples: tuple i is items[i * width..(i + 1) * width). */
  items: Uint32Array<ArrayBuffer>
  readonly width: number
  /** By slot: the number of a tuple plus 1; 0 if the slot is empty. */
  #slots = new Int32Array(2048)

  constructor(width: number) {
    this.width = width
    this.items = new Uint32Array(1024 * width)
  }

  /** The number of the tuple values[at..at + width). Adds the tuple if it is new. */
  add(values: Uint32Array, at = 0): number {
    const mask = this.#slots.length - 1
    let slot = this.#hash(values, at) & mask
    for (; this.#slots[slot] !== 0; slot = (slot + 1) & mask) {
      if (this.#isAt(this.#slots[slot] - 1, values, at)) return this.#slots[slot] - 1
    }
    const number = this.size
    const start = number * this.width
    if (start === this.items.length) this.items = enlarged(this.items, start + this.width)
    for (let i = 0; i < this.width; i++) this.items[start + i] = values[at + i]
    this.#slots[slot] = number + 1
    this.size++
    if (2 * this.size > this.#slots.length) this.#grow()
    return number
  }

  clear(): void {
    this.size = 0
    this.#slots.fill(0)
  }

  #isAt(number: number, values: Uint32Array, at: number): boolean {
    const start = number * this.width
    for (let i = 0; i < this.width; i++) if (this.items[start + i] !== values[at + i]) return false
    return true
  }

  #hash(values: Uint32Array, at: number): number {
    let hash = values[at]
    for (let i = 1; i < this.width; i++) {
      hash = Math.imul(hash ^ Math.imul(values[at + i], 0x9e3779b1), 0x85ebca6b)
      hash ^= hash >>> 15
    }
    return hash
  }

  #grow(): void {
    const slots = new Int32Array(2 * this.#slots.length)
    const mask = slots.length - 1
    for (let number = 0; number < this.size; number++) {
      let slot = this.#hash(this.items, number * this.width) & mask
      while (slots[slot] !== 0) slot = (slot + 1) & mask
      slots[slot] = number + 1
    }
    this.#slots = slots
  }
}
