/** Decodes UTF-8 that arrives in chunks, and finds invalid bytes. */
import { badByte, LINE_FEED } from '../conllu/utf8.ts'
import { counted, type Terminal, type Progress } from './terminal.ts'
import { RunError, CallError, reasonOf } from './failures.ts'
import { access, constants, open, stat, type FileHandle } from 'node:fs/promises'

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
class Utf8Decoder {
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

// Reads the bytes of a file or of standard input in chunks.

const CHUNK = 1 << 18

export interface Input {
  /** `-` is standard input. */
  readonly path: string
  /** In bytes; undefined if it is not known. */
  readonly size: number | undefined
  readonly chunks: AsyncIterable<Uint8Array>
}

/** The bytes of a file, `-` for standard input. The file is opened when the first chunk is requested. Throws as {@link checkInput}. */
export async function openInput(path: string, terminal: Terminal): Promise<Input> {
  if (path === '-') {
    if (terminal.stdin.isTTY) terminal.stderr.write('reading from the terminal, up to Ctrl-D\n')
    return { path, size: undefined, chunks: terminal.stdin }
  }
  const size = await checkInput(path)
  // A pipe that is read ahead could keep the process waiting for bytes that nobody wants any more.
  return { path, size, chunks: size === undefined ? chunksOf(path) : ahead(chunksOf(path)) }
}

/** The size of a file; undefined for a pipe or a device, and for `-`. Throws CallError if it cannot be read. */
export async function checkInput(path: string): Promise<number | undefined> {
  if (path === '-') return undefined
  const unreadable = (reason: string): CallError =>
    new CallError(`${path}: cannot be read (${reason}), expected a file or -`)
  try {
    await access(path, constants.R_OK)
    const found = await stat(path)
    if (found.isDirectory()) throw unreadable('it is a directory')
    return found.isFile() ? found.size : undefined
  } catch (error) {
    throw error instanceof CallError ? error : unreadable(reasonOf(error))
  }
}

/** The bytes of a chunk do not change before the chunk after the next one is requested. */
async function* chunksOf(path: string): AsyncGenerator<Uint8Array> {
  let handle: FileHandle | undefined
  const buffers = [new Uint8Array(CHUNK), new Uint8Array(CHUNK)]
  try {
    handle = await open(path)
    for (let turn = 0; ; turn = 1 - turn) {
      const { bytesRead } = await handle.read(buffers[turn], 0, CHUNK)
      if (bytesRead === 0) return
      yield buffers[turn].subarray(0, bytesRead)
    }
  } catch (error) {
    throw new RunError(`${path}: reading failed (${reasonOf(error)})`)
  } finally {
    await handle?.close()
  }
}

/** The same chunks. While the caller works on one, the next one is read. */
async function* ahead(chunks: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    for (let coming = chunks.next(); ;) {
      const chunk = await coming
      if (chunk.done) return
      coming = chunks.next()
      // An error is thrown when the chunk is requested. Until then, Node must not report it as unhandled.
      coming.catch(() => {})
      yield chunk.value
    }
  } finally {
    await chunks.return(undefined)
  }
}

/** The chunks of an input, with the progress: their share of the file, and `detail` after each chunk. */
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

/** All bytes of a file or of standard input. Throws CallError if it cannot be read. */
export async function readAll(path: string, terminal: Terminal): Promise<Uint8Array> {
  const { size, chunks } = await openInput(path, terminal)
  // A file is read into one piece of memory; what follows its known size is gathered.
  const bytes = new Uint8Array(size ?? 0)
  const more: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunks) {
    if (more.length === 0 && length + chunk.length <= bytes.length) {
      bytes.set(chunk, length)
      length += chunk.length
    } else more.push(chunk.slice())
  }
  const read = bytes.subarray(0, length)
  return more.length === 0 ? read : new Uint8Array(Buffer.concat([read, ...more]))
}
