/** Numbers texts that come as UTF-8. A text that was seen before is found by its bytes, without decoding. */
import { decode } from './utf8.ts'

interface Entry {
  readonly id: number
  readonly hash: number
  readonly bytes: Uint8Array
}

/** Ids count from 0 in the order of first sight. A hash table with open addressing and FNV-1a hashes. */
export class TextTable {
  readonly texts: string[] = []
  #slots = emptySlots(256)

  /** The id of the text `bytes[start..end)`. */
  id(bytes: Uint8Array, start: number, end: number): number {
    const hash = hashBytes(bytes, start, end)
    const slots = this.#slots
    const mask = slots.length - 1
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const entry = slots[slot]
      if (!entry) return this.#add(slot, { id: this.texts.length, hash, bytes: bytes.slice(start, end) })
      if (entry.hash === hash && isEqual(entry.bytes, bytes, start, end)) return entry.id
    }
  }

  #add(slot: number, entry: Entry): number {
    this.#slots[slot] = entry
    this.texts.push(decode(entry.bytes))
    if (2 * this.texts.length > this.#slots.length) this.#enlarge()
    return entry.id
  }

  #enlarge(): void {
    const slots = emptySlots(2 * this.#slots.length)
    for (const entry of this.#slots) {
      if (!entry) continue
      let slot = entry.hash & (slots.length - 1)
      while (slots[slot]) slot = (slot + 1) & (slots.length - 1)
      slots[slot] = entry
    }
    this.#slots = slots
  }
}

/** Decodes texts, and decodes texts that repeat (tags, frequent words) only once. Memory is bounded. */
export class TextCache {
  static readonly #most = 1 << 16
  #table = new TextTable()

  /** The text of `bytes[start..end)`. */
  text(bytes: Uint8Array, start: number, end: number): string {
    if (this.#table.texts.length >= TextCache.#most) this.#table = new TextTable()
    return this.#table.texts[this.#table.id(bytes, start, end)]
  }
}

function emptySlots(length: number): (Entry | undefined)[] {
  return Array.from({ length })
}

function isEqual(known: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (known.length !== end - start) return false
  for (let i = 0; i < known.length; i++) if (known[i] !== bytes[start + i]) return false
  return true
}

function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5 | 0
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ bytes[i], 0x01000193)
  return hash ^ (hash >>> 15)
}
