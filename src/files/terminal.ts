/** What all commands use: the standard streams, progress, errors, and counts in words. */
export interface Terminal {
  readonly stdin: AsyncIterable<Uint8Array> & { readonly isTTY?: boolean }
  readonly stdout: TerminalStream
  readonly stderr: TerminalStream
}

/** The part of a Node stream that commands use. */
export interface TerminalStream {
  readonly isTTY?: boolean
  readonly columns?: number
  write(chunk: Uint8Array | string, done?: (error?: Error | null) => void): boolean
}

/** Resolves when the chunk is written. Rejects if that fails, with the code EPIPE if the reader has closed the pipe. */
export function writeTo(stream: TerminalStream, chunk: Uint8Array | string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(chunk, (error) => (error ? reject(error) : resolve()))
  })
}

/** Resolves with the first signal. A second signal ends the process at once. */
export function nextSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    const signals = ['SIGTERM', 'SIGINT'] as const
    const heard = (signal: NodeJS.Signals): void => {
      for (const name of signals) process.off(name, heard)
      resolve(signal)
    }
    for (const name of signals) process.on(name, heard)
  })
}

const FIRST_AFTER = 1000
const LINE_EVERY = 5000
const DRAW_EVERY = 100
const BAR = 24

export class Progress {
  readonly #stream: TerminalStream
  readonly #what: string
  readonly #began = performance.now()
  #next = this.#began + FIRST_AFTER
  #drawn = false

  /** @param what what is done, in a word or two */
  constructor(stream: TerminalStream, what: string) {
    this.#stream = stream
    this.#what = what
  }

  /** @param share the share of the work that is done, 0..1; undefined if it is unknown */
  at(share: number | undefined, detail = ''): void {
    const now = performance.now()
    if (now < this.#next) return
    const percent = share === undefined ? '' : `${Math.floor(100 * Math.min(1, share))} %`
    if (this.#stream.isTTY) {
      this.#next = now + DRAW_EVERY
      const filled = Math.round(BAR * Math.min(1, share ?? 0))
      const bar = share === undefined ? '' : `[${'='.repeat(filled)}${' '.repeat(BAR - filled)}] `
      const line = [this.#what, bar + percent, detail]
        .filter(Boolean)
        .join(' ')
        .slice(0, (this.#stream.columns ?? 80) - 1)
      this.#stream.write(`\r${line}\u001b[K`)
      this.#drawn = true
    } else {
      this.#next = now + LINE_EVERY
      const seconds = `${((now - this.#began) / 1000).toFixed(0)} s`
      this.#stream.write(`${this.#what}: ${[percent, detail, seconds].filter(Boolean).join(', ')}\n`)
    }
  }

  done(): void {
    if (this.#drawn) this.#stream.write('\r\u001b[K')
    this.#drawn = false
  }
}

/** The call is wrong (unknown file, bad number): status 2. */
export class CallError extends Error {
  override readonly name = 'CallError'
}

/** The data are wrong, or the run failed (also if the output cannot be written): status 1. */
export class RunError extends Error {
  override readonly name = 'RunError'
}

/** Runs `action`; errors of one kind become RunErrors that name the place, such as a file. */
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

/** `1 sentence`, `12,544 sentences`. */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  // Intl.NumberFormat takes longer to load than a short sentence takes to parse.
  let grouped = String(count)
  for (let at = grouped.length - 3; at > 0; at -= 3) grouped = `${grouped.slice(0, at)},${grouped.slice(at)}`
  return `${grouped} ${count === 1 ? singular : plural}`
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
