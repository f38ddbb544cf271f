/** Numbers texts that come as UTF-8. A text that was seen before is found by its bytes, without decoding. */
import { enlarged } from '../../parser/core/int-list.ts'
import { decode } from './utf8.ts'

/** A text that the table knows: `known[start..end)` of its bytes. */
interface Entry {
  readonly id: number
  readonly hash: number
  readonly start: number
  readonly end: number
}

/** Ids count from 0 in the order of first sight. A hash table with open addressing and FNV-1a hashes. */
export class TextTable {
  readonly texts: string[] = []
  #slots = emptySlots(1024)
  #known = new Uint8Array(1 << 13)
  #used = 0

  id(bytes: Uint8Array, start: number, end: number): number {
    const hash = hashBytes(bytes, start, end)
    const slots = this.#slots
    const mask = slots.length - 1
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const entry = slots[slot]
      if (!entry) return this.#add(slot, hash, bytes, start, end)
      if (entry.hash === hash && this.#isEqual(entry, bytes, start, end)) return entry.id
    }
  }

  #isEqual(entry: Entry, bytes: Uint8Array, start: number, end: number): boolean {
    if (entry.end - entry.start !== end - start) return false
    const known = this.#known
    for (let i = start, k = entry.start; i < end; i++, k++) if (known[k] !== bytes[i]) return false
    return true
  }

  #add(slot: number, hash: number, bytes: Uint8Array, start: number, end: number): number {
    const id = this.texts.length
    const used = this.#used
    if (used + end - start > this.#known.length) this.#known = enlarged(this.#known, used + end - start)
    for (let i = start; i < end; i++) this.#known[this.#used++] = bytes[i]
    this.#slots[slot] = { id, hash, start: used, end: this.#used }
    this.texts.push(decode(bytes, start, end))
    if (2 * this.texts.length > this.#slots.length) this.#enlarge()
    return id
  }

  #enlarge(): void {
    const slots = emptySlots(4 * this.#slots.length)
    for (const entry of this.#slots) {
      if (!entry) continue
      let slot = entry.hash & (slots.length - 1)
      while (slots[slot]) slot = (slot + 1) & (slots.length - 1)
      slots[slot] = entry
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
    if (id === this.#values.length) this.#values.push(this.#make(this.#table.texts[id]))
    return this.#values[id]
  }
}

function emptySlots(length: number): (Entry | undefined)[] {
  return Array.from({ length })
}

function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5 | 0
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ bytes[i], 0x01000193)
  return hash ^ (hash >>> 15)
}
