/** Outputs: standard output, a device or pipe, or a file that appears only when it is complete. */
import { open, type FileHandle } from 'node:fs/promises'
import { resolve } from 'node:path'
import { CallError, codeOf, reasonOf, RunError } from './failures.ts'
import { writeTo, type Terminal } from './terminal.ts'
import { ReplacedFile, targetOf } from './replaced-file.ts'

export interface Output {
  /** Writes bytes, which must not change. Resolves when those before are written; a later call throws the error. */
  write(chunk: Uint8Array | string): Promise<void>
  /** Waits until all bytes are written. Then the file gets its name. */
  finish(): Promise<void>
  /** Removes what was written to a file. Does nothing after `finish`. */
  abandon(): Promise<void>
}

export interface OutputOptions {
  /** Wait until a file is on the disk. Default: false. */
  readonly fsync?: boolean
}

/** Opens a file, or standard output for undefined or `-`. Throws RunError if it cannot be written. */
export async function openOutput(
  path: string | undefined,
  terminal: Terminal,
  { fsync = false }: OutputOptions = {},
): Promise<Output> {
  if (path === undefined || path === '-') return standardOutput(terminal)
  if (path === '') throw new CallError('the name of the output is empty, expected a file')
  return failingFor(path, async () => {
    const target = await targetOf(path)
    if (target.found?.isDirectory())
      throw new RunError(`${path}: cannot be written (it is a directory), expected a file`)
    const isDevice = target.found !== undefined && !target.found.isFile()
    const file = isDevice ? await openDevice(path) : await ReplacedFile.open(target)
    let last = Promise.resolve()
    const write = (chunk: Uint8Array | string): Promise<void> => {
      const before = last
      last = before.then(() => failingFor(path, () => writeAll(file.handle, chunk)))
      last.catch(() => {})
      return before
    }
    const finish = async (): Promise<void> => {
      await last
      await failingFor(path, () => file.finish(fsync))
    }
    return { write, finish, abandon: () => file.abandon() }
  })
}

/** A device or a pipe, which is written to directly. */
async function openDevice(path: string): Promise<Pick<ReplacedFile, 'handle' | 'finish' | 'abandon'>> {
  const handle = await open(path, 'w')
  let closed: Promise<void> | undefined
  const close = (): Promise<void> => (closed ??= handle.close())
  return { handle, finish: close, abandon: close }
}

/**
 * Throws CallError if an output would replace an input or another output. Links to one file are the same file.
 *
 * @param outputs the paths by the names of their options
 */
export async function checkDistinct(
  outputs: Readonly<Record<string, string | undefined>>,
  inputs: readonly (string | undefined)[],
): Promise<void> {
  const read = new Set(await Promise.all(inputs.filter((path) => path !== '-').map(fileOf)))
  const written = new Set<string>()
  for (const [option, path] of Object.entries(outputs)) {
    const file = await fileOf(path)
    if (file === undefined) continue
    const found = read.has(file) ? 'the command reads this file' : 'the other output goes there'
    if (read.has(file) || written.has(file))
      throw new CallError(`${option} ${path}: ${found}, expected another file`)
    written.add(file)
  }
}

/** The identity of a file; undefined for devices and pipes, `-` for standard output. A file that cannot be looked at has its path. */
async function fileOf(path: string | undefined): Promise<string | undefined> {
  if (path === undefined || path === '-') return path
  try {
    const target = await targetOf(path)
    if (target.found === undefined) return resolve(target.path)
    return target.found.isFile() ? `${target.found.dev} ${target.found.ino}` : undefined
  } catch {
    return resolve(path)
  }
}

/** Throws as `openOutput`, but leaves nothing open, so that signals still end long synchronous work. */
export async function checkOutput(path: string | undefined, terminal: Terminal): Promise<void> {
  await (await openOutput(path, terminal)).abandon()
}

/** Runs `produce` with an output, then finishes the output, or abandons it if `produce` fails. */
export async function withOutput<T>(
  path: string | undefined,
  terminal: Terminal,
  produce: (output: Output) => Promise<T>,
  options?: OutputOptions,
): Promise<T> {
  const output = await openOutput(path, terminal, options)
  try {
    const result = await produce(output)
    await output.finish()
    return result
  } catch (error) {
    await output.abandon()
    throw error
  }
}

function standardOutput(terminal: Terminal): Output {
  const write = async (chunk: Uint8Array | string): Promise<void> => {
    if (chunk.length === 0) return
    try {
      await writeTo(terminal.stdout, chunk)
    } catch (error) {
      // A reader that has closed the pipe is not a failure. The caller recognizes the code.
      throw codeOf(error) === 'EPIPE' ? error : unwritable('standard output', error)
    }
  }
  return { write, finish: async () => {}, abandon: async () => {} }
}

async function writeAll(handle: FileHandle, chunk: Uint8Array | string): Promise<void> {
  const bytes = typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk
  for (let at = 0; at < bytes.length;) at += (await handle.write(bytes, at)).bytesWritten
}

/** Runs `action`; an error of the operating system becomes a RunError that names the output. */
async function failingFor<T>(path: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    throw unwritable(path, error)
  }
}

function unwritable(path: string, error: unknown): Error {
  if (error instanceof RunError || error instanceof CallError) return error
  return new RunError(`${path}: cannot be written (${reasonOf(error)})`)
}
