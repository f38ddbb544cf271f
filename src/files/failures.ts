/** The errors of commands. Each error is printed as one line and determines the exit status. */

/** An invalid call (unknown file, invalid number): status 2. */
export class CallError extends Error {
  override readonly name = 'CallError'
}

/** Invalid data or a failed run, such as an output that cannot be written: status 1. */
export class RunError extends Error {
  override readonly name = 'RunError'
}

/** Runs `action`. Converts errors of class `kind` to RunErrors that name `place`, such as a file. */
export async function naming<T>(
  place: string,
  kind: abstract new (...args: never) => Error,
  action: () => T | Promise<T>,
): Promise<T> {
  try {
    return await action()
  } catch (error) {
    if (error instanceof kind) throw new RunError(`${place}: ${error.message}`)
    throw error
  }
}

const systemErrorTexts: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EISDIR: 'it is a directory',
  ENOENT: 'there is no such file or directory',
  ENOSPC: 'no space is left on the device',
  ENOTDIR: 'a part of its path is not a directory',
  EROFS: 'the file system is read-only',
}

/** The code of an error of the operating system, such as `ENOENT`; '' for other errors. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** A short description of an error, such as an error of the operating system. */
export function reasonOf(error: unknown): string {
  return systemErrorTexts[codeOf(error)] ?? (error instanceof Error ? error.message : String(error))
}

/** Runs `load`. Throws RunError if hono is not installed. */
export async function needingHono<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (codeOf(error) !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new RunError('the server is built on hono, expected after: npm install hono @hono/node-server')
  }
}
