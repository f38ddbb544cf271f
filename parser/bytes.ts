/** Little binary pieces: a writer that grows, a reader that checks its bounds, and the checksum of both. */

/** Writes integers of variable length (seven bits a byte, low ones first) and raw bytes. */
export class ByteWriter {
  #bytes = new Uint8Array(1 << 16)
  length = 0

  byte(value: number): void {
    if (this.length === this.#bytes.length) this.#grow(1)
    this.#bytes[this.length++] = value
  }

  /** A whole number from 0 to 2^32 - 1. */
  unsigned(value: number): void {
    while (value > 127) {
      this.byte((value & 127) | 128)
      value >>>= 7
    }
    this.byte(value)
  }

  /** A whole number of 31 bits and a sign: 0, -1, 1, -2, … become 0, 1, 2, 3, …. */
  signed(value: number): void {
    this.unsigned(((value << 1) ^ (value >> 31)) >>> 0)
  }

  bytes(bytes: Uint8Array): void {
    if (this.length + bytes.length > this.#bytes.length) this.#grow(bytes.length)
    this.#bytes.set(bytes, this.length)
    this.length += bytes.length
  }

  finish(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.length)
  }

  #grow(more: number): void {
    const bytes = new Uint8Array(2 * Math.max(this.length + more, this.#bytes.length))
    bytes.set(this.#bytes)
    this.#bytes = bytes
  }
}

/** Reads what {@link ByteWriter} wrote. Throws RangeError at the end of the bytes. */
export class ByteReader {
  readonly #bytes: Uint8Array
  at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get left(): number {
    return this.#bytes.length - this.at
  }

  unsigned(): number {
    let value = 0
    for (let shift = 0; shift < 35; shift += 7) {
      if (this.at >= this.#bytes.length) throw new RangeError('the bytes end too early')
      const byte = this.#bytes[this.at++]
      value |= (byte & 127) << shift
      if (byte < 128) return value >>> 0
    }
    throw new RangeError('a number is too long')
  }

  signed(): number {
    const value = this.unsigned()
    return (value >>> 1) ^ -(value & 1)
  }
}

let table: Uint32Array | undefined

/** CRC-32 (ISO 3309, as in zip and PNG). */
export function checksum(bytes: Uint8Array): number {
  table ??= Uint32Array.from({ length: 256 }, (_, n) => {
    for (let bit = 0; bit < 8; bit++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1
    return n
  })
  let sum = 0xffffffff
  for (let i = 0; i < bytes.length; i++) sum = table[(sum ^ bytes[i]) & 255] ^ (sum >>> 8)
  return ~sum >>> 0
}
