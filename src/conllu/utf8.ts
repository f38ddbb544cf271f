/** Encodes, decodes and checks UTF-8, and assigns ids to texts by their bytes. Most CoNLL-U bytes are never decoded. */

import { enlarged } from '../../parser/core/int-list.ts'
export const LINE_FEED = 0x0a
export const CARRIAGE_RETURN = 0x0d

// Created on first use, so that runtimes without TextDecoder and TextEncoder can import the library.
let decoder: TextDecoder | undefined
let encoder: TextEncoder | undefined

/** The text of `bytes[start..end)`, which must be well-formed UTF-8. */
export function decode(bytes: Uint8Array, start = 0, end = bytes.length): string {
  decoder ??= new TextDecoder('utf-8', { ignoreBOM: true })
  return decoder.decode(bytes.subarray(start, end))
}

export function encode(text: string): Uint8Array {
  encoder ??= new TextEncoder()
  return encoder.encode(text)
}

/** The offset of the first byte that is not well-formed UTF-8 (Unicode, table 3-7) in `bytes[start..end)`, or -1. */
export function invalidByteIndex(bytes: Uint8Array, start: number, end: number): number {
  for (let i = start; i < end;) {
    const lead = bytes[i]
    if (lead < 0x80) {
      i++
      continue
    }
    if (lead < 0xc2 || lead > 0xf4) return i
    const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
    // Four lead bytes narrow the range of the second byte.
    const minSecond = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80
    const maxSecond = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf
    if (i + 1 >= end || bytes[i + 1] < minSecond || bytes[i + 1] > maxSecond) return i
    for (let k = 2; k < length; k++) if (i + k >= end || (bytes[i + k] & 0xc0) !== 0x80) return i
    i += length
  }
  return -1
}

/** The length of the byte order mark at `start`: 3, or 0 if there is none. */
export function markLength(bytes: Uint8Array, start = 0): number {
  return bytes[start] === 0xef && bytes[start + 1] === 0xbb && bytes[start + 2] === 0xbf ? 3 : 0
}

/** The number of integers per text: hash, start and end of its bytes in `#known`. */
const ENTRY_LENGTH = 3

/**
 * Assigns ids to UTF-8 texts. Finds a known text by its bytes, without decoding. Ids count from 0 in order of first
 * occurrence. A hash table with open addressing and FNV-1a hashes.
 */
export class TextTable {
  readonly texts: string[] = []
  /** Each slot contains an id plus 1, or 0 if it is empty. */
  #slots = new Int32Array(1024)
  /** ENTRY_LENGTH integers for each text, by id. */
  #facts = new Int32Array(ENTRY_LENGTH * 512)
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
      let k = facts[ENTRY_LENGTH * id + 1]
      if (facts[ENTRY_LENGTH * id] !== hash || facts[ENTRY_LENGTH * id + 2] - k !== end - start) continue
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
    if (ENTRY_LENGTH * id === this.#facts.length)
      this.#facts = enlarged(this.#facts, ENTRY_LENGTH * id + ENTRY_LENGTH)
    this.#known.set(bytes.subarray(start, end), this.#used)
    this.#facts.set([hash, this.#used, used], ENTRY_LENGTH * id)
    this.#used = used
    this.#slots[slot] = id + 1
    this.texts.push(text)
    if (2 * this.texts.length > this.#slots.length) this.#enlarge()
    return id
  }

  #enlarge(): void {
    const slots = new Int32Array(4 * this.#slots.length)
    for (let id = 0; id < this.texts.length; id++) {
      let slot = this.#facts[ENTRY_LENGTH * id] & (slots.length - 1)
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1)
      slots[slot] = id + 1
    }
    this.#slots = slots
  }
}

/**
 * Decodes texts and caches a value for each text, so that repeated texts (tags, frequent words) are decoded only once.
 * Memory is bounded.
 */
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
    // Several values are missing if `#make` threw for the previous text.
    while (this.#values.length <= id) this.#values.push(this.#make(this.#table.texts[this.#values.length]))
    return this.#values[id]
  }
}

function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5 | 0
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ bytes[i], 0x01000193)
  return hash ^ (hash >>> 15)
}
