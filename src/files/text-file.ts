/** Decodes UTF-8 that arrives in chunks, and finds invalid bytes. */
import { invalidByteIndex, LINE_FEED } from '../conllu/utf8.ts'
import { counted, type Terminal, type Progress } from './terminal.ts'
import { RunError, CallError, reasonOf } from './failures.ts'
import { access, constants, open, stat, type FileHandle } from 'node:fs/promises'

/** The treatment of invalid UTF-8: end the run with an error, or replace by U+FFFD. */
export const invalidUtf8Choices = ['error', 'replace'] as const
export type InvalidUtf8 = (typeof invalidUtf8Choices)[number]

/** Decodes chunks of UTF-8. Warns about replaced sequences, or throws RunError with path and line. */
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

/** Decodes UTF-8 in chunks, without a byte order mark at the beginning. */
class Utf8Decoder {
  /** The number of replaced invalid sequences. */
  replaced = 0
  readonly #path: string
  readonly #invalid: InvalidUtf8
  readonly #decoder = new TextDecoder()
  /** The first bytes of an incomplete character at the end of the previous chunk. */
  #carried = new Uint8Array(0)
  /** The number of the current line, and the number of its decoded bytes. */
  #line = 1
  #lineBytes = 0

  constructor(path: string, invalid: InvalidUtf8) {
    this.#path = path
    this.#invalid = invalid
  }

  /** Decodes a chunk: returns the text of all complete characters. */
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
    const invalidIndex = invalidByteIndex(bytes, 0, bytes.length)
    if (invalidIndex >= 0 && this.#invalid === 'error') throw this.#errorAt(bytes, invalidIndex)
    this.#count(bytes)
    const text = this.#decoder.decode(bytes, { stream: true })
    if (invalidIndex >= 0) this.replaced += occurrences(text, '\ufffd') - occurrences(bytes, '\ufffd')
    return text
  }

  #errorAt(bytes: Uint8Array, invalidIndex: number): RunError {
    this.#count(bytes.subarray(0, invalidIndex))
    const byte = bytes[invalidIndex].toString(16).toUpperCase()
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

/** The number of bytes at the end that belong to an incomplete character. */
function incompleteLength(bytes: Uint8Array): number {
  for (let length = 1; length <= Math.min(3, bytes.length); length++) {
    const byte = bytes[bytes.length - length]
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return (byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4) > length ? length : 0
  }
  return 0
}

/** The number of occurrences of `part` in a text or in UTF-8 bytes. */
function occurrences(text: string | Uint8Array, part: string): number {
  const haystack = typeof text === 'string' ? text : Buffer.from(text.buffer, text.byteOffset, text.length)
  let count = 0
  for (let at = haystack.indexOf(part); at >= 0; at = haystack.indexOf(part, at + 1)) count++
  return count
}

// Reading the bytes of a file or of standard input in chunks.

const CHUNK_BYTES = 1 << 18

export interface Input {
  /** `-` is standard input. */
  readonly path: string
  /** The size in bytes; undefined if unknown. */
  readonly size: number | undefined
  readonly chunks: AsyncIterable<Uint8Array>
}

/**
 * The bytes of a file (`-`: standard input). Opens the file when the first chunk is requested. Throws the errors of {@link
 * checkInput}.
 */
export async function openInput(path: string, terminal: Terminal): Promise<Input> {
  if (path === '-') {
    if (terminal.stdin.isTTY) terminal.stderr.write('reading from the terminal, up to Ctrl-D\n')
    return { path, size: undefined, chunks: terminal.stdin }
  }
  const size = await checkInput(path)
  // Do not read pipes ahead: the process could wait for bytes that are no longer needed.
  return { path, size, chunks: size === undefined ? chunksOf(path) : readAhead(chunksOf(path)) }
}

/** The size of a file; undefined for a pipe, a device and `-`. Throws CallError if the file cannot be read. */
export async function checkInput(path: string): Promise<number | undefined> {
  if (path === '-') return undefined
  const unreadable = (reason: string): CallError =>
    new CallError(`${path}: cannot be read (${reason}), expected a file or -`)
  try {
    await access(path, constants.R_OK)
    const stats = await stat(path)
    if (stats.isDirectory()) throw unreadable('it is a directory')
    return stats.isFile() ? stats.size : undefined
  } catch (error) {
    throw error instanceof CallError ? error : unreadable(reasonOf(error))
  }
}

/** The chunks of a file. A chunk stays valid until the chunk after the next one is requested. */
async function* chunksOf(path: string): AsyncGenerator<Uint8Array> {
  let handle: FileHandle | undefined
  const buffers = [new Uint8Array(CHUNK_BYTES), new Uint8Array(CHUNK_BYTES)]
  try {
    handle = await open(path)
    for (let turn = 0; ; turn = 1 - turn) {
      const { bytesRead } = await handle.read(buffers[turn], 0, CHUNK_BYTES)
      if (bytesRead === 0) return
      yield buffers[turn].subarray(0, bytesRead)
    }
  } catch (error) {
    throw new RunError(`${path}: reading failed (${reasonOf(error)})`)
  } finally {
    await handle?.close()
  }
}

/** Reads the next chunk while the caller processes the current chunk. */
async function* readAhead(chunks: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    for (let nextChunk = chunks.next(); ;) {
      const chunk = await nextChunk
      if (chunk.done) return
      nextChunk = chunks.next()
      // The error is thrown when the chunk is requested. Until then, Node must not report an unhandled rejection.
      nextChunk.catch(() => {})
      yield chunk.value
    }
  } finally {
    await chunks.return(undefined)
  }
}

/** Passes on the chunks of an input and shows the progress: the share of the file, and `detail`. */
export async function* shownChunks(
  { size, chunks }: Input,
  progress: Progress,
  detail?: () => string,
): AsyncGenerator<Uint8Array> {
  let read = 0
  try {
    for await (const chunk of chunks) {
      yield chunk
      read += chunk.length
      progress.at(size === undefined ? undefined : read / size, detail?.())
    }
  } finally {
    progress.done()
  }
}

/** Reads all bytes of a file or of standard input. Throws CallError if it cannot be read. */
export async function readAll(path: string, terminal: Terminal): Promise<Uint8Array> {
  const { size, chunks } = await openInput(path, terminal)
  // Read a file of known size into one array; collect further chunks in a list.
  const bytes = new Uint8Array(size ?? 0)
  const furtherChunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunks) {
    if (furtherChunks.length === 0 && length + chunk.length <= bytes.length) {
      bytes.set(chunk, length)
      length += chunk.length
    } else furtherChunks.push(chunk.slice())
  }
  const read = bytes.subarray(0, length)
  return furtherChunks.length === 0 ? read : new Uint8Array(Buffer.concat([read, ...furtherChunks]))
}
