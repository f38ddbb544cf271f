/**
 * A front to a table of symbols that takes bytes: what was seen before is found by its bytes, without decoding.
 * Open addressing over an FNV-1a hash.
 */
import { Symbols } from '../../transform/symbols.ts'
import { decode, encode } from './utf8.ts'

export class ByteSymbols {
  readonly symbols: Symbols
  /** For each slot the entry plus one; 0 where it is free. */
  #slots = new Int32Array(256)
  /** For each entry, which is the symbol of that id: hash, start and end in #bytes. */
  #entries = new Int32Array(3 * 128)
  #count = 0
  #bytes = new Uint8Array(2048)
  #used = 0

  constructor(symbols: Symbols = new Symbols()) {
    this.symbols = symbols
  }

  /** The id of the text `bytes[start..end)`, -1 where it is not known. */
  id(bytes: Uint8Array, start: number, end: number): number {
    const id = this.#find(bytes, start, end)
    if (id >= 0 || this.#count === this.symbols.size) return id
    this.#catchUp()
    return this.#find(bytes, start, end)
  }

  /** The id of the text `bytes[start..end)`, taken up when new; -1 when new and the symbols are frozen. */
  add(bytes: Uint8Array, start: number, end: number): number {
    const known = this.#find(bytes, start, end)
    if (known >= 0) return known
    const id = this.symbols.add(decode(bytes, start, end))
    this.#catchUp()
    return id
  }

  /** Takes in the symbols that were added since. */
  #catchUp(): void {
    const texts = this.symbols.texts()
    while (this.#count < texts.length) this.#insert(encode(texts[this.#count]))
  }

  #find(bytes: Uint8Array, start: number, end: number): number {
    const hash = hashBytes(bytes, start, end)
    const slots = this.#slots
    const entries = this.#entries
    const known = this.#bytes
    for (let slot = hash & (slots.length - 1); slots[slot] !== 0; slot = (slot + 1) & (slots.length - 1)) {
      const entry = 3 * (slots[slot] - 1)
      const from = entries[entry + 1]
      if (entries[entry] !== hash || entries[entry + 2] - from !== end - start) continue
      let same = 0
      while (same < end - start && known[from + same] === bytes[start + same]) same++
      if (same === end - start) return slots[slot] - 1
    }
    return -1
  }

  #insert(text: Uint8Array): void {
    if (2 * (this.#count + 1) > this.#slots.length) this.#rehash()
    if (this.#used + text.length > this.#bytes.length)
      this.#bytes = grown(this.#bytes, this.#used + text.length)
    if (3 * (this.#count + 1) > this.#entries.length) {
      const entries = new Int32Array(2 * this.#entries.length)
      entries.set(this.#entries)
      this.#entries = entries
    }
    this.#bytes.set(text, this.#used)
    const hash = hashBytes(text, 0, text.length)
    this.#entries[3 * this.#count] = hash
    this.#entries[3 * this.#count + 1] = this.#used
    this.#used += text.length
    this.#entries[3 * this.#count + 2] = this.#used
    this.#place(hash, ++this.#count)
  }

  #place(hash: number, value: number): void {
    const slots = this.#slots
    let slot = hash & (slots.length - 1)
    while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1)
    slots[slot] = value
  }

  #rehash(): void {
    this.#slots = new Int32Array(2 * this.#slots.length)
    for (let i = 0; i < this.#count; i++) this.#place(this.#entries[3 * i], i + 1)
  }
}

function grown(bytes: Uint8Array, least: number): Uint8Array<ArrayBuffer> {
  const more = new Uint8Array(2 * least)
  more.set(bytes)
  return more
}

function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5 | 0
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ bytes[i], 0x01000193)
  return hash ^ (hash >>> 15)
}
