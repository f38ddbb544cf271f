/**
 * Where results go: standard output, or a file that appears under its name only when it is complete. Until then it is
 * written beside it, and it is removed when the run fails or is interrupted.
 */
import { rmSync } from 'node:fs'
import { open, realpath, rename, stat, unlink, type FileHandle } from 'node:fs/promises'
import { CallError, codeOf, reasonOf, RunError } from './failures.ts'
import { writeTo, type Terminal } from './terminal.ts'

export interface Output {
  /**
   * Takes the next bytes, which are not to be changed any more. They may be written while the caller goes on, but no
   * more than these: what goes wrong shows with the next bytes or at the end.
   */
  write(chunk: Uint8Array | string): Promise<void>
  /** All is written: the file gets its name. */
  finish(): Promise<void>
  /** The run failed: nothing is left. Does nothing after `finish`. */
  abandon(): Promise<void>
}

/** Opens a file, standard output where `path` is undefined or `-`. Throws RunError where it cannot be written. */
export async function openOutput(path: string | undefined, terminal: Terminal): Promise<Output> {
  if (path === undefined || path === '-') return standardOutput(terminal)
  if (path === '') throw new CallError('the name of the output is empty, expected a file')
  const target = await targetOf(path)
  try {
    return target === undefined ? await deviceOutput(path) : await fileOutput(path, target)
  } catch (error) {
    throw unwritable(path, error)
  }
}

/**
 * Throws what `openOutput` would. To be called before long work that lets no signal through: while a file is open, an
 * interrupt has to wait for whoever takes the file away.
 */
export async function checkOutput(path: string | undefined, terminal: Terminal): Promise<void> {
  await (await openOutput(path, terminal)).abandon()
}

/** Runs `produce` with an output, which is finished after it, or abandoned where it throws. */
export async function withOutput<T>(
  path: string | undefined,
  terminal: Terminal,
  produce: (output: Output) => Promise<T>,
): Promise<T> {
  const output = await openOutput(path, terminal)
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
      // Whoever reads has seen enough: not a failure of ours, and told apart by its code.
      throw codeOf(error) === 'EPIPE' ? error : unwritable('standard output', error)
    }
  }
  return { write, finish: async () => {}, abandon: async () => {} }
}

/** The path of the file behind symbolic links; undefined for what is there but is no file (`/dev/null`, a pipe). */
async function targetOf(path: string): Promise<string | undefined> {
  try {
    const target = await realpath(path)
    const found = await stat(target)
    if (found.isDirectory())
      throw new RunError(`${path}: cannot be written (it is a directory), expected a file`)
    return found.isFile() ? target : undefined
  } catch (error) {
    if (error instanceof RunError) throw error
    return path
  }
}

async function deviceOutput(path: string): Promise<Output> {
  const handle = await open(path, 'w')
  const { write, written } = writingTo(path, handle)
  const close = once(() => handle.close())
  return { write, finish: () => written().finally(close), abandon: close }
}

async function fileOutput(path: string, target: string): Promise<Output> {
  const aside = `${target}.${process.pid}.part`
  // Whoever interrupts may see the file before we hear that it is there.
  unfinished.add(aside)
  watchSignals()
  const handle = await open(aside, 'wx').catch((error: unknown) => {
    unfinished.delete(aside)
    watchSignals()
    throw error
  })
  const { write, written } = writingTo(path, handle)
  let open_ = true
  const settle = async (last: () => Promise<void>): Promise<void> => {
    if (!open_) return
    open_ = false
    try {
      await handle.close()
      await last()
    } finally {
      unfinished.delete(aside)
      watchSignals()
    }
  }
  return {
    write,
    finish: async () => {
      await written()
      await settle(async () => {
        try {
          await rename(aside, target)
        } catch (error) {
          await unlink(aside)
          throw unwritable(path, error)
        }
      })
    },
    abandon: () => settle(() => unlink(aside)),
  }
}

/** Writes in order. `write` waits for the bytes before these, `written` for all. */
function writingTo(
  path: string,
  handle: FileHandle,
): { write(chunk: Uint8Array | string): Promise<void>; written(): Promise<void> } {
  let last = Promise.resolve()
  const write = (chunk: Uint8Array | string): Promise<void> => {
    const before = last
    last = before.then(() => writeAll(path, handle, chunk))
    last.catch(() => {})
    return before
  }
  return { write, written: () => last }
}

async function writeAll(path: string, handle: FileHandle, chunk: Uint8Array | string): Promise<void> {
  const bytes = typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk
  try {
    for (let at = 0; at < bytes.length;) at += (await handle.write(bytes, at)).bytesWritten
  } catch (error) {
    throw unwritable(path, error)
  }
}

function unwritable(path: string, error: unknown): Error {
  if (error instanceof RunError || error instanceof CallError) return error
  return new RunError(`${path}: cannot be written (${reasonOf(error)})`)
}

function once(action: () => Promise<void>): () => Promise<void> {
  let done = false
  return async () => {
    if (done) return
    done = true
    await action()
  }
}

const unfinished = new Set<string>()
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** An interrupted run leaves nothing behind either. */
function stopOn(signal: NodeJS.Signals): void {
  for (const path of unfinished) rmSync(path, { force: true })
  unfinished.clear()
  watchSignals()
  process.kill(process.pid, signal)
}

/** Listens to signals while there is something to take away, and leaves them to the system otherwise. */
function watchSignals(): void {
  for (const signal of signals) {
    process.off(signal, stopOn)
    if (unfinished.size > 0) process.on(signal, stopOn)
  }
}
