/** The errors of commands: each is printed as one line, and has an exit status. */

/** The call is wrong (unknown file, bad number): status 2. */
export class CallError extends Error {
  override readonly name = 'CallError'
}

/** The data are wrong, or the run failed (also if the output cannot be written): status 1. */
export class RunError extends Error {
  override readonly name = 'RunError'
}

const reasons: Readonly<Record<string, string>> = {
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

/** The reason of an error of the operating system, in a few words. */
export function reasonOf(error: unknown): string {
  return reasons[codeOf(error)] ?? (error instanceof Error ? error.message : String(error))
}
