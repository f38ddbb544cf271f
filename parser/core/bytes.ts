/** Reading and writing binary files: a writer, a reader with bounds checks, and a checksum. */
import { enlarged } from './int-list.ts'

/** Bytes in an ArrayBuffer: `Uint8Array<ArrayBuffer>`, or `Uint8Array` before TypeScript 5.7, which has no type argument. */
export type Bytes = ReturnType<typeof Uint8Array.from>

/** Writes integers of variable length (seven bits per byte, low bits first) and raw bytes. */
export class ByteWriter {
  #bytes = new Uint8Array(1 << 16)
  length = 0

  byte(value: number): void {
    if (this.length === this.#bytes.length) this.#bytes = enlarged(this.#bytes, this.length + 1)
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

  /** A signed 32-bit integer: 0, -1, 1, -2, … become 0, 1, 2, 3, …. */
  signed(value: number): void {
    this.unsigned(((value << 1) ^ (value >> 31)) >>> 0)
  }

  bytes(bytes: Uint8Array): void {
    const length = this.length + bytes.length
    if (length > this.#bytes.length) this.#bytes = enlarged(this.#bytes, length)
    this.#bytes.set(bytes, this.length)
    this.length = length
  }

  finish(): Bytes {
    return this.#bytes.slice(0, this.length)
  }
}

/** Reads the output of {@link ByteWriter}. Throws RangeError at the end of the bytes. */
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
    const bytes = this.#bytes
    let at = this.at
    let value = 0
    for (let shift = 0; shift < 35 && at < bytes.length; shift += 7) {
      const byte = bytes[at++]
      value |= (byte & 127) << shift
      if (byte > 127) continue
      this.at = at
      return value >>> 0
    }
    throw new RangeError(at < bytes.length ? 'a number is too long' : 'the bytes end too early')
  }

  signed(): number {
    const value = this.unsigned()
    return (value >>> 1) ^ -(value & 1)
  }
}

/** Four tables of 256 entries: the change of the sum by a byte that 0, 1, 2 or 3 other bytes follow. */
let tables: Uint32Array | undefined

function makeTables(): Uint32Array {
  const newTables = new Uint32Array(1024)
  for (let byte = 0; byte < 256; byte++) {
    let sum = byte
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? 0xedb88320 ^ (sum >>> 1) : sum >>> 1
    newTables[byte] = sum
  }
  for (let i = 256; i < 1024; i++)
    newTables[i] = (newTables[i - 256] >>> 8) ^ newTables[newTables[i - 256] & 255]
  return newTables
}

/** CRC-32 (ISO 3309, as in zip and PNG): by zlib where the runtime has it, else four bytes at a time. */
export function checksum(bytes: Uint8Array): number {
  const { process } = globalThis as {
    readonly process?: { getBuiltinModule?(name: 'zlib'): { crc32?(bytes: Uint8Array): number } | undefined }
  }
  return process?.getBuiltinModule?.('zlib')?.crc32?.(bytes) ?? checksumByTables(bytes)
}

/** {@link checksum} without zlib. */
export function checksumByTables(bytes: Uint8Array): number {
  const table = (tables ??= makeTables())
  let sum = -1
  let i = 0
  for (; i + 3 < bytes.length; i += 4) {
    sum ^= bytes[i] | (bytes[i + 1] << 8) | (bytes[i + 2] << 16) | (bytes[i + 3] << 24)
    sum =
      table[768 + (sum & 255)] ^
      table[512 + ((sum >>> 8) & 255)] ^
      table[256 + ((sum >>> 16) & 255)] ^
      table[sum >>> 24]
  }
  for (; i < bytes.length; i++) sum = table[(sum ^ bytes[i]) & 255] ^ (sum >>> 8)
  return ~sum >>> 0
}
