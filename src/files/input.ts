/** Bytes of a file or of standard input, as they come. */
import { access, constants, open, stat, type FileHandle } from 'node:fs/promises'
import { CallError, reasonOf, RunError } from './failures.ts'
import type { Terminal } from './terminal.ts'

const CHUNK = 1 << 18

export interface Input {
  /** `-` is standard input. */
  readonly path: string
  /** In bytes; undefined where it is not known. */
  readonly size: number | undefined
  readonly chunks: AsyncIterable<Uint8Array>
}

/** Opens a file, `-` for standard input. Throws CallError where it cannot be read. */
export async function openInput(path: string, terminal: Terminal): Promise<Input> {
  if (path === '-') {
    if (terminal.stdin.isTTY) terminal.stderr.write('reading from the terminal, up to Ctrl-D\n')
    return { path, size: undefined, chunks: terminal.stdin }
  }
  let handle: FileHandle
  try {
    handle = await open(path)
  } catch (error) {
    throw new CallError(`${path}: cannot be read (${reasonOf(error)}), expected a file or -`)
  }
  const found = await handle.stat()
  if (found.isDirectory()) {
    await handle.close()
    throw new CallError(`${path}: cannot be read (it is a directory), expected a file or -`)
  }
  const chunks = chunksOf(path, handle)
  // What is no file may keep us waiting for bytes that nobody wants any more.
  return found.isFile()
    ? { path, size: found.size, chunks: ahead(chunks) }
    : { path, size: undefined, chunks }
}

/** Throws what `openInput` would, and leaves nothing open: for what is read only after long work. */
export async function checkInput(path: string): Promise<void> {
  if (path === '-') return
  try {
    await access(path, constants.R_OK)
  } catch (error) {
    throw new CallError(`${path}: cannot be read (${reasonOf(error)}), expected a file or -`)
  }
  if ((await stat(path)).isDirectory())
    throw new CallError(`${path}: cannot be read (it is a directory), expected a file or -`)
}

/** The bytes of a chunk stay as they are until the chunk after the next is asked for. */
async function* chunksOf(path: string, handle: FileHandle): AsyncGenerator<Uint8Array> {
  const buffers = [new Uint8Array(CHUNK), new Uint8Array(CHUNK)]
  try {
    for (let turn = 0; ; turn = 1 - turn) {
      const { bytesRead } = await handle.read(buffers[turn], 0, CHUNK)
      if (bytesRead === 0) return
      yield buffers[turn].subarray(0, bytesRead)
    }
  } catch (error) {
    throw new RunError(`${path}: reading failed (${reasonOf(error)})`)
  } finally {
    await handle.close()
  }
}

/** The same chunks: while one is worked on, the next is on its way. */
async function* ahead(chunks: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    for (let coming = chunks.next(); ;) {
      const chunk = await coming
      if (chunk.done) return
      coming = chunks.next()
      // Whoever asks for it is told what went wrong; nobody else has to be.
      coming.catch(() => {})
      yield chunk.value
    }
  } finally {
    await chunks.return(undefined)
  }
}

/** All bytes of a file or of standard input. Throws CallError where it cannot be read. */
export async function readAll(path: string, terminal: Terminal): Promise<Uint8Array> {
  const { size, chunks } = await openInput(path, terminal)
  // A file is read into its place; what turns out to be longer is gathered.
  const bytes = new Uint8Array(size ?? 0)
  const more: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunks) {
    if (length + chunk.length <= bytes.length) bytes.set(chunk, length)
    else more.push(chunk.slice())
    length += chunk.length
  }
  if (more.length === 0) return bytes.subarray(0, length)
  const gathered = more.reduce((sum, chunk) => sum + chunk.length, 0)
  return new Uint8Array(Buffer.concat([bytes.subarray(0, length - gathered), ...more]))
}
