/** How commands fail: each failure is one line for people, and a status for the shell. */

/** The call is at fault (unknown file, bad number): status 2. */
export class CallError extends Error {
  override readonly name = 'CallError'
}

/** The run or its data are at fault (unwritable output too): status 1. */
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

/** The system's error code of a failed call to it, '' where it is none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** Why a call to the system failed, in a few words. */
export function reasonOf(error: unknown): string {
  return reasons[codeOf(error)] ?? (error instanceof Error ? error.message : String(error))
}
