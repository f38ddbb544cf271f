/** The standard streams and the signals of a process. */
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

// Progress of long work, on standard error.

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
  #stage = ''
  #stageBegan = this.#began

  /** @param what what is done, in a word or two */
  constructor(stream: TerminalStream, what: string) {
    this.#stream = stream
    this.#what = what
  }

  /**
   * A stage of the work, such as `stage 2 of 8, tagger`. Its beginning is a line where there is no terminal.
   *
   * @param share the share of the stage that is done, 0..1, from which the time that is left follows; undefined if it is
   *   unknown
   */
  stage(stage: string, detail: string, share?: number): void {
    const now = performance.now()
    if (stage !== this.#stage) {
      this.#stage = stage
      this.#stageBegan = now
      if (!this.#stream.isTTY) this.#next = Math.min(this.#next, now)
    }
    const left = share ? ((now - this.#stageBegan) / share) * (1 - share) : 0
    const rest = left > 1000 ? `about ${(left / 1000).toFixed(0)} s left` : ''
    this.at(undefined, [stage, detail, rest].filter(Boolean).join(', '))
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

/** `1 sentence`, `12,544 sentences`. */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  // Intl.NumberFormat takes longer to load than a short sentence takes to parse.
  let grouped = String(count)
  for (let at = grouped.length - 3; at > 0; at -= 3) grouped = `${grouped.slice(0, at)},${grouped.slice(at)}`
  return `${grouped} ${count === 1 ? singular : plural}`
}
