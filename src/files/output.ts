/** Outputs of commands: standard output, a device or pipe, or a file that appears only when it is complete. */
import { open, type FileHandle } from 'node:fs/promises'
import { resolve } from 'node:path'
import { CallError, codeOf, reasonOf, RunError } from './failures.ts'
import { writeTo, type Terminal } from './terminal.ts'
import { ReplacedFile, targetOf } from './replaced-file.ts'

export interface Output {
  /**
   * Writes bytes, which the caller must not modify. Resolves when the previous bytes are written. A later call rejects if
   * writing fails.
   */
  write(chunk: Uint8Array | string): Promise<void>
  /** Waits until all bytes are written. A file then gets its final name. */
  finish(): Promise<void>
  /** Removes the unfinished file. Does nothing after `finish`. */
  abandon(): Promise<void>
}

export interface OutputOptions {
  /** Whether to wait until the file is on the disk. Default: false. */
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
  return namingOutput(path, async () => {
    const target = await targetOf(path)
    if (target.found?.isDirectory())
      throw new RunError(`${path}: cannot be written (it is a directory), expected a file`)
    const isDevice = target.found !== undefined && !target.found.isFile()
    const file = isDevice ? await openDevice(path) : await ReplacedFile.open(target)
    let lastWrite = Promise.resolve()
    const write = (chunk: Uint8Array | string): Promise<void> => {
      const previousWrite = lastWrite
      lastWrite = previousWrite.then(() => namingOutput(path, () => writeAll(file.handle, chunk)))
      lastWrite.catch(() => {})
      return previousWrite
    }
    const finish = async (): Promise<void> => {
      await lastWrite
      await namingOutput(path, () => file.finish(fsync))
    }
    return { write, finish, abandon: () => file.abandon() }
  })
}

/** Opens a device or a pipe, which is written directly. */
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
  const inputFiles = new Set(await Promise.all(inputs.filter((path) => path !== '-').map(fileOf)))
  const outputFiles = new Set<string>()
  for (const [option, path] of Object.entries(outputs)) {
    const file = await fileOf(path)
    if (file === undefined) continue
    const conflict = inputFiles.has(file) ? 'the command reads this file' : 'the other output goes there'
    if (inputFiles.has(file) || outputFiles.has(file))
      throw new CallError(`${option} ${path}: ${conflict}, expected another file`)
    outputFiles.add(file)
  }
}

/** The identity of a file; undefined for devices and pipes, `-` for standard output. If the file cannot be examined, its path. */
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

/**
 * Checks an output. Throws the errors of `openOutput`, but leaves no file open, so that signals can still end long
 * synchronous work.
 */
export async function checkOutput(path: string | undefined, terminal: Terminal): Promise<void> {
  await (await openOutput(path, terminal)).abandon()
}

/** Runs `writeOutput` with an output, then finishes the output, or abandons it if `writeOutput` fails. */
export async function withOutput<T>(
  path: string | undefined,
  terminal: Terminal,
  writeOutput: (output: Output) => Promise<T>,
  options?: OutputOptions,
): Promise<T> {
  const output = await openOutput(path, terminal, options)
  try {
    const result = await writeOutput(output)
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
      // A closed pipe is not a failure. The caller recognizes the code.
      throw codeOf(error) === 'EPIPE' ? error : outputError('standard output', error)
    }
  }
  return { write, finish: async () => {}, abandon: async () => {} }
}

async function writeAll(handle: FileHandle, chunk: Uint8Array | string): Promise<void> {
  const bytes = typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk
  for (let offset = 0; offset < bytes.length;) offset += (await handle.write(bytes, offset)).bytesWritten
}

/** Runs `action`. Converts errors of the operating system to RunErrors that name the output. */
async function namingOutput<T>(path: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    throw outputError(path, error)
  }
}

function outputError(path: string, error: unknown): Error {
  if (error instanceof RunError || error instanceof CallError) return error
  return new RunError(`${path}: cannot be written (${reasonOf(error)})`)
}
