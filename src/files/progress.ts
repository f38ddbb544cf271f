/** Progress of long work, on standard error. */
import type { TerminalStream } from './terminal.ts'

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
