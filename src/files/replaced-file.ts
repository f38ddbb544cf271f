/**
 * Files that appear under their names only when they are complete. The bytes go to a part, a file with a random name in
 * the same folder, which then replaces the target. A run that fails or is interrupted removes its parts; a later run
 * removes those of killed processes. The target keeps its permissions and its owner, symbolic links are followed, and a
 * file with several hard links is overwritten in place when the part is complete, which is not atomic: if this fails, the
 * part stays, and the error names it.
 */
import { randomBytes } from 'node:crypto'
import { rmSync, type Stats } from 'node:fs'
import { copyFile, lstat, open, readdir, readlink, realpath, rename, stat, unlink } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { codeOf, reasonOf, RunError } from './failures.ts'

/** Where an output goes. */
export interface Target {
  /** The path that all symbolic links lead to. */
  readonly path: string
  /** Undefined for a file that is not there yet. */
  readonly found: Stats | undefined
}

const MOST_LINKS = 40
const MOST_ATTEMPTS = 8
/** A part whose process is gone is removed once nothing was written to it for so many milliseconds. */
const STALE_AFTER = 60_000

/** The file that `path` leads to. Rejects with the error of the system. */
export async function targetOf(path: string): Promise<Target> {
  try {
    const found = await stat(path)
    return { path: found.isFile() ? await realpath(path) : path, found }
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
  let target = path
  for (let links = 0; links < MOST_LINKS && (await isLink(target)); links++)
    target = resolve(await realpath(dirname(target)), await readlink(target))
  return { path: target, found: undefined }
}

async function isLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink()
  } catch {
    return false
  }
}

export class ReplacedFile {
  readonly handle: FileHandle
  readonly #part: string
  readonly #target: Target
  #isOpen = true

  private constructor(handle: FileHandle, part: string, target: Target) {
    this.handle = handle
    this.#part = part
    this.#target = target
  }

  /** Opens a part for a target. Rejects with the error of the system. */
  static async open(target: Target): Promise<ReplacedFile> {
    await removeStaleParts(target.path)
    for (let attempt = 1; ; attempt++) {
      const part = `${target.path}.${process.pid}-${randomBytes(6).toString('hex')}.part`
      // A signal can arrive before `open` reports that the file is there.
      setUnfinished(part, true)
      try {
        const handle = await open(part, 'wx', target.found ? 0o600 : 0o666)
        return new ReplacedFile(handle, part, target)
      } catch (error) {
        setUnfinished(part, false)
        if (codeOf(error) !== 'EEXIST' || attempt === MOST_ATTEMPTS) throw error
      }
    }
  }

  /** Puts the part in the place of the target; `fsync` waits for the disk. Rejects with the error of the system. */
  finish(fsync: boolean): Promise<void> {
    return this.#close(async () => {
      const { path, found } = this.#target
      if (found) await takeOwnership(this.handle, found)
      if (fsync) await this.handle.sync()
      await this.handle.close()
      if (found && found.nlink > 1) await this.#overwrite(path)
      else await rename(this.#part, path)
      if (fsync) for (const written of [path, dirname(path)]) await sync(written)
    })
  }

  /** Copies the part over a file with several names. A copy that fails has destroyed the old content: then the part is kept. */
  async #overwrite(path: string): Promise<void> {
    // Under this name, neither a signal nor a later run removes it.
    const whole = this.#part.replace(/part$/, 'whole')
    await rename(this.#part, whole)
    try {
      await copyFile(whole, path)
    } catch (error) {
      throw new RunError(`${path}: cannot be written (${reasonOf(error)}), the whole output is in ${whole}`)
    }
    await unlink(whole)
  }

  /** Removes the part. Does nothing after `finish`. */
  abandon(): Promise<void> {
    return this.#close(async () => {
      await this.handle.close()
      await unlink(this.#part)
    })
  }

  async #close(last: () => Promise<void>): Promise<void> {
    if (!this.#isOpen) return
    this.#isOpen = false
    try {
      await last()
    } catch (error) {
      await this.handle.close().catch(() => {})
      rmSync(this.#part, { force: true })
      throw error
    } finally {
      setUnfinished(this.#part, false)
    }
  }
}

/** Gives a file the permissions of another and, if the user may do so, its owner. */
async function takeOwnership(handle: FileHandle, { mode, uid, gid }: Stats): Promise<void> {
  const own = await handle.stat()
  if (own.uid !== uid || own.gid !== gid) await handle.chown(uid, gid).catch(() => {})
  await handle.chmod(mode & 0o7777)
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Removes the parts of a target that killed processes left, if the folder can be listed. */
async function removeStaleParts(target: string): Promise<void> {
  const folder = dirname(target)
  const prefix = `${basename(target)}.`
  for (const name of await readdir(folder).catch(() => [])) {
    const [, pid] =
      (name.startsWith(prefix) && /^(\d+)-[\da-f]{12}\.part$/.exec(name.slice(prefix.length))) || []
    const part = join(folder, name)
    if (pid === undefined || unfinished.has(part) || isRunning(Number(pid))) continue
    try {
      if (Date.now() - (await stat(part)).mtimeMs > STALE_AFTER) await unlink(part)
    } catch {
      // Another process removed it, or it is not ours to remove.
    }
  }
}

/** Whether another process has this number. */
function isRunning(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) !== 'ESRCH'
  }
}

const unfinished = new Set<string>()
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Removes the parts of an interrupted run, and then ends it as the signal would have. */
function stopOn(signal: NodeJS.Signals): void {
  for (const path of unfinished) rmSync(path, { force: true })
  unfinished.clear()
  watchSignals()
  process.kill(process.pid, signal)
}

function setUnfinished(path: string, isUnfinished: boolean): void {
  if (isUnfinished) unfinished.add(path)
  else unfinished.delete(path)
  watchSignals()
}

/** Listens to signals only while there are parts. */
function watchSignals(): void {
  for (const signal of signals) {
    process.off(signal, stopOn)
    if (unfinished.size > 0) process.on(signal, stopOn)
  }
}
