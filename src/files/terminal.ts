/** The standard streams and signals of a process, and the display of progress. */
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

/** Resolves when the chunk is written. Rejects if writing fails, with the code EPIPE if the reader closed the pipe. */
export function writeTo(stream: TerminalStream, chunk: Uint8Array | string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(chunk, (error) => (error ? reject(error) : resolve()))
  })
}

/** Resolves with the first signal. A second signal ends the process at once. */
export function nextSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    const signals = ['SIGTERM', 'SIGINT'] as const
    const onSignal = (signal: NodeJS.Signals): void => {
      for (const name of signals) process.off(name, onSignal)
      resolve(signal)
    }
    for (const name of signals) process.on(name, onSignal)
  })
}

// Progress of long work on standard error. Times are in milliseconds.

const FIRST_DISPLAY_MILLISECONDS = 1000
const LINE_INTERVAL_MILLISECONDS = 5000
const DRAW_INTERVAL_MILLISECONDS = 100
const BAR_WIDTH = 24

export class Progress {
  readonly #stream: TerminalStream
  readonly #what: string
  readonly #began = performance.now()
  #next = this.#began + FIRST_DISPLAY_MILLISECONDS
  #drawn = false
  #stage = ''
  #stageBegan = this.#began

  /** @param activity the activity in one or two words */
  constructor(stream: TerminalStream, activity: string) {
    this.#stream = stream
    this.#what = activity
  }

  /**
   * Shows a stage of the work, such as `stage 2 of 8, tagger`. Without a terminal, the start of a stage prints a line.
   *
   * @param share the finished share of the stage (0..1), used to estimate the remaining time; undefined if unknown
   */
  stage(stage: string, detail: string, share?: number): void {
    const now = performance.now()
    if (stage !== this.#stage) {
      this.#stage = stage
      this.#stageBegan = now
      if (!this.#stream.isTTY) this.#next = Math.min(this.#next, now)
    }
    const remaining = share ? ((now - this.#stageBegan) / share) * (1 - share) : 0
    const scope = stage === '' ? '' : ' in this stage'
    const remainingText = remaining > 1000 ? `about ${(remaining / 1000).toFixed(0)} s left${scope}` : ''
    this.at(undefined, [stage, detail, remainingText].filter(Boolean).join(', '))
  }

  /** @param share the finished share of the work (0..1); undefined if unknown */
  at(share: number | undefined, detail = ''): void {
    const now = performance.now()
    if (now < this.#next) return
    const percent = share === undefined ? '' : `${Math.floor(100 * Math.min(1, share))} %`
    if (this.#stream.isTTY) {
      this.#next = now + DRAW_INTERVAL_MILLISECONDS
      const filled = Math.round(BAR_WIDTH * Math.min(1, share ?? 0))
      const bar = share === undefined ? '' : `[${'='.repeat(filled)}${' '.repeat(BAR_WIDTH - filled)}] `
      const line = [this.#what, bar + percent, detail]
        .filter(Boolean)
        .join(' ')
        .slice(0, (this.#stream.columns ?? 80) - 1)
      this.#stream.write(`\r${line}\u001b[K`)
      this.#drawn = true
    } else {
      this.#next = now + LINE_INTERVAL_MILLISECONDS
      const seconds = `${((now - this.#began) / 1000).toFixed(0)} s`
      this.#stream.write(`${this.#what}: ${[percent, detail, seconds].filter(Boolean).join(', ')}\n`)
    }
  }

  done(): void {
    if (this.#drawn) this.#stream.write('\r\u001b[K')
    this.#drawn = false
  }
}

/** A count with its noun: `1 sentence`, `12,544 sentences`. */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  // Do not use Intl.NumberFormat: loading it takes longer than parsing a short sentence.
  let grouped = String(count)
  for (let at = grouped.length - 3; at > 0; at -= 3) grouped = `${grouped.slice(0, at)},${grouped.slice(at)}`
  return `${grouped} ${count === 1 ? singular : plural}`
}
