/** Numbers texts that come as UTF-8. A text that was seen before is found by its bytes, without decoding. */
import { enlarged } from '../../parser/core/int-list.ts'
import { decode } from './utf8.ts'

/** Numbers kept for a text: its hash, and where its bytes start and end in `known`. */
const FACTS = 3

/** Ids count from 0 in the order of first sight. A hash table with open addressing and FNV-1a hashes. */
export class TextTable {
  readonly texts: string[] = []
  /** Ids plus 1; 0: nothing. */
  #slots = new Int32Array(1024)
  /** FACTS for each text, by its id. */
  #facts = new Int32Array(FACTS * 512)
  #known = new Uint8Array(1 << 13)
  #used = 0

  id(bytes: Uint8Array, start: number, end: number): number {
    const hash = hashBytes(bytes, start, end)
    const slots = this.#slots
    const facts = this.#facts
    const known = this.#known
    const mask = slots.length - 1
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const id = slots[slot] - 1
      if (id < 0) return this.#add(slot, hash, bytes, start, end)
      let k = facts[FACTS * id + 1]
      if (facts[FACTS * id] !== hash || facts[FACTS * id + 2] - k !== end - start) continue
      let i = start
      while (i < end && known[k] === bytes[i]) {
        i++
        k++
      }
      if (i === end) return id
    }
  }

  #add(slot: number, hash: number, bytes: Uint8Array, start: number, end: number): number {
    const id = this.texts.length
    const text = decode(bytes, start, end)
    const used = this.#used + end - start
    if (used > this.#known.length) this.#known = enlarged(this.#known, used)
    if (FACTS * id === this.#facts.length) this.#facts = enlarged(this.#facts, FACTS * id + FACTS)
    this.#known.set(bytes.subarray(start, end), this.#used)
    this.#facts.set([hash, this.#used, used], FACTS * id)
    this.#used = used
    this.#slots[slot] = id + 1
    this.texts.push(text)
    if (2 * this.texts.length > this.#slots.length) this.#enlarge()
    return id
  }

  #enlarge(): void {
    const slots = new Int32Array(4 * this.#slots.length)
    for (let id = 0; id < this.texts.length; id++) {
      let slot = this.#facts[FACTS * id] & (slots.length - 1)
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1)
      slots[slot] = id + 1
    }
    this.#slots = slots
  }
}

/** Decodes texts and makes values of them. Texts that repeat (tags, frequent words) are decoded only once. Memory is bounded. */
export class TextCache<Value> {
  static readonly #most = 1 << 16
  readonly #make: (text: string) => Value
  #table = new TextTable()
  #values: Value[] = []

  constructor(make: (text: string) => Value) {
    this.#make = make
  }

  value(bytes: Uint8Array, start: number, end: number): Value {
    if (this.#values.length >= TextCache.#most) {
      this.#table = new TextTable()
      this.#values = []
    }
    const id = this.#table.id(bytes, start, end)
    // More than one value is missing if the last one could not be made.
    while (this.#values.length <= id) this.#values.push(this.#make(this.#table.texts[this.#values.length]))
    return this.#values[id]
  }
}

function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5 | 0
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ bytes[i], 0x01000193)
  return hash ^ (hash >>> 15)
}
