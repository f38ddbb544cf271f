/**
 * Files that appear under their names only when they are complete. The bytes are written to a part (a file with a random
 * name in the same folder), which then replaces the target. A failed or interrupted run removes its parts; a later run
 * removes the parts of killed processes. The target keeps its permissions and owner, and symbolic links are followed. A file
 * with several hard links is overwritten in place when the part is complete. This is not atomic: if it fails, the part is
 * kept and the error names it.
 */
import { randomBytes } from 'node:crypto'
import { rmSync, type Stats } from 'node:fs'
import { copyFile, lstat, open, readdir, readlink, realpath, rename, stat, unlink } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { codeOf, reasonOf, RunError } from './failures.ts'

/** The destination of an output. */
export interface Target {
  /** The path after all symbolic links are resolved. */
  readonly path: string
  /** The state of the file; undefined if it does not exist yet. */
  readonly found: Stats | undefined
}

const MAX_LINKS = 40
const MAX_ATTEMPTS = 8
/** A part whose process has ended is removed after this time without writes. */
const STALE_MILLISECONDS = 60_000

/** Resolves `path` to its target. Rejects with the error of the operating system. */
export async function targetOf(path: string): Promise<Target> {
  try {
    const found = await stat(path)
    return { path: found.isFile() ? await realpath(path) : path, found }
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
  let target = path
  for (let links = 0; links < MAX_LINKS && (await isLink(target)); links++)
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

  /** Opens a part for a target. Rejects with the error of the operating system. */
  static async open(target: Target): Promise<ReplacedFile> {
    await removeStaleParts(target.path)
    for (let attempt = 1; ; attempt++) {
      const part = `${target.path}.${process.pid}-${randomBytes(6).toString('hex')}.part`
      // Register the part first, because a signal can arrive before `open` returns.
      setUnfinished(part, true)
      try {
        const handle = await open(part, 'wx', target.found ? 0o600 : 0o666)
        return new ReplacedFile(handle, part, target)
      } catch (error) {
        setUnfinished(part, false)
        if (codeOf(error) !== 'EEXIST' || attempt === MAX_ATTEMPTS) throw error
      }
    }
  }

  /** Replaces the target by the part. `fsync` waits for the disk. Rejects with the error of the operating system. */
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

  /** Copies the part over a file with several names. A failed copy destroys the old content, therefore the part is then kept. */
  async #overwrite(path: string): Promise<void> {
    // Rename the part, so that neither a signal nor a later run removes it.
    const completePath = this.#part.replace(/part$/, 'whole')
    await rename(this.#part, completePath)
    try {
      await copyFile(completePath, path)
    } catch (error) {
      throw new RunError(
        `${path}: cannot be written (${reasonOf(error)}), the whole output is in ${completePath}`,
      )
    }
    await unlink(completePath)
  }

  /** Removes the part. Does nothing after `finish`. */
  abandon(): Promise<void> {
    return this.#close(async () => {
      await this.handle.close()
      await unlink(this.#part)
    })
  }

  async #close(lastAction: () => Promise<void>): Promise<void> {
    if (!this.#isOpen) return
    this.#isOpen = false
    try {
      await lastAction()
    } catch (error) {
      await this.handle.close().catch(() => {})
      rmSync(this.#part, { force: true })
      throw error
    } finally {
      setUnfinished(this.#part, false)
    }
  }
}

/** Sets the permissions of a file and, if the user is allowed to, its owner. */
async function takeOwnership(handle: FileHandle, { mode, uid, gid }: Stats): Promise<void> {
  const current = await handle.stat()
  if (current.uid !== uid || current.gid !== gid) await handle.chown(uid, gid).catch(() => {})
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

/** Removes parts of killed processes for a target, if the folder can be listed. */
async function removeStaleParts(target: string): Promise<void> {
  const folder = dirname(target)
  const prefix = `${basename(target)}.`
  for (const name of await readdir(folder).catch(() => [])) {
    const [, pid] =
      (name.startsWith(prefix) && /^(\d+)-[\da-f]{12}\.part$/.exec(name.slice(prefix.length))) || []
    const part = join(folder, name)
    if (pid === undefined || unfinishedParts.has(part) || isRunning(Number(pid))) continue
    try {
      if (Date.now() - (await stat(part)).mtimeMs > STALE_MILLISECONDS) await unlink(part)
    } catch {
      // Another process removed the part, or the user cannot remove it.
    }
  }
}

/** Whether another process with this id is running. */
function isRunning(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) !== 'ESRCH'
  }
}

const unfinishedParts = new Set<string>()
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Removes the parts of an interrupted run, and then ends the process with the signal. */
function stopOn(signal: NodeJS.Signals): void {
  for (const path of unfinishedParts) rmSync(path, { force: true })
  unfinishedParts.clear()
  watchSignals()
  process.kill(process.pid, signal)
}

function setUnfinished(path: string, isUnfinished: boolean): void {
  if (isUnfinished) unfinishedParts.add(path)
  else unfinishedParts.delete(path)
  watchSignals()
}

/** Listens to signals only while unfinished parts exist. */
function watchSignals(): void {
  for (const signal of signals) {
    process.off(signal, stopOn)
    if (unfinishedParts.size > 0) process.on(signal, stopOn)
  }
}
