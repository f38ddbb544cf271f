/** Decodes UTF-8 that arrives in chunks, and finds invalid bytes. */
import { badByte, LINE_FEED } from '../conllu/utf8.ts'
import { counted } from './counted.ts'
import { RunError } from './failures.ts'
import type { Terminal } from './terminal.ts'

/** What happens to bytes that are not UTF-8: they end the run, or U+FFFD replaces them. */
export const invalidUtf8Choices = ['error', 'replace'] as const
export type InvalidUtf8 = (typeof invalidUtf8Choices)[number]

/** Decodes chunks of UTF-8. Warns of sequences that were replaced, or throws RunError with path and line. */
export async function* decoded(
  chunks: AsyncIterable<Uint8Array>,
  path: string,
  { invalidUtf8 = 'error' }: { readonly invalidUtf8?: InvalidUtf8 },
  terminal: Terminal,
): AsyncGenerator<string> {
  const decoder = new Utf8Decoder(path, invalidUtf8)
  for await (const chunk of chunks) yield decoder.decode(chunk)
  yield decoder.end()
  const { replaced } = decoder
  if (replaced > 0)
    terminal.stderr.write(
      `warning: ${path}: ${counted(replaced, 'invalid UTF-8 sequence')} replaced by U+FFFD\n`,
    )
}

/** Decodes UTF-8 that comes in chunks; a byte order mark at the beginning is left out. */
export class Utf8Decoder {
  /** The number of invalid sequences that were replaced. */
  replaced = 0
  readonly #path: string
  readonly #invalid: InvalidUtf8
  readonly #decoder = new TextDecoder()
  /** The first bytes of a character that is not complete. */
  #carried = new Uint8Array(0)
  /** The number of the current line, and how many of its bytes were decoded. */
  #line = 1
  #lineBytes = 0

  constructor(path: string, invalid: InvalidUtf8) {
    this.#path = path
    this.#invalid = invalid
  }

  /** The text of all characters that are complete with a further chunk. */
  decode(chunk: Uint8Array): string {
    const bytes = this.#carried.length === 0 ? chunk : Buffer.concat([this.#carried, chunk])
    const end = bytes.length - incompleteLength(bytes)
    this.#carried = bytes.slice(end)
    return this.#text(bytes.subarray(0, end))
  }

  end(): string {
    return this.#text(this.#carried) + this.#decoder.decode()
  }

  #text(bytes: Uint8Array): string {
    const bad = badByte(bytes, 0, bytes.length)
    if (bad >= 0 && this.#invalid === 'error') throw this.#errorAt(bytes, bad)
    this.#count(bytes)
    const text = this.#decoder.decode(bytes, { stream: true })
    if (bad >= 0) this.replaced += occurrences(text, '\ufffd') - occurrences(bytes, '\ufffd')
    return text
  }

  #errorAt(bytes: Uint8Array, bad: number): RunError {
    this.#count(bytes.subarray(0, bad))
    const byte = bytes[bad].toString(16).toUpperCase()
    const place = `byte ${byte} at place ${this.#lineBytes + 1} of the line`
    return new RunError(
      `${this.#path}:${this.#line}: bad UTF-8 (${place}), expected text in UTF-8, or --invalid-utf8 replace`,
    )
  }

  /** Counts the lines of bytes, and the bytes of the last line. */
  #count(bytes: Uint8Array): void {
    const last = bytes.lastIndexOf(LINE_FEED)
    this.#line += occurrences(bytes, '\n')
    this.#lineBytes = last < 0 ? this.#lineBytes + bytes.length : bytes.length - last - 1
  }
}

/** How many bytes at the end begin a character that is not complete. */
function incompleteLength(bytes: Uint8Array): number {
  for (let length = 1; length <= Math.min(3, bytes.length); length++) {
    const byte = bytes[bytes.length - length]
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return (byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4) > length ? length : 0
  }
  return 0
}

/** How often `part` occurs in a text, or in UTF-8. */
function occurrences(text: string | Uint8Array, part: string): number {
  const searched = typeof text === 'string' ? text : Buffer.from(text.buffer, text.byteOffset, text.length)
  let count = 0
  for (let at = searched.indexOf(part); at >= 0; at = searched.indexOf(part, at + 1)) count++
  return count
}
