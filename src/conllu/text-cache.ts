/** Bytes to strings, with the ones that keep coming back (tags, frequent words) decoded once. Memory is bounded. */
import { Symbols } from '../../transform/symbols.ts'
import { ByteSymbols } from './byte-symbols.ts'

const MOST = 1 << 16

export class TextCache {
  #symbols = new ByteSymbols()

  /** The text of `bytes[start..end)`. */
  text(bytes: Uint8Array, start: number, end: number): string {
    if (this.#symbols.symbols.size >= MOST) this.#symbols = new ByteSymbols(new Symbols())
    return this.#symbols.symbols.text(this.#symbols.add(bytes, start, end))
  }
}
