/** Reads the bytes of a file or of standard input in chunks. */
import { access, constants, open, stat, type FileHandle } from 'node:fs/promises'
import { CallError, reasonOf, RunError } from './failures.ts'
import type { Progress } from './progress.ts'
import type { Terminal } from './terminal.ts'

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
