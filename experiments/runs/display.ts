/** Shows a run to people: what runs, what is done, what failed, and the estimated end. */
import { Progress, type Terminal } from '../../src/files/command-line.ts'
import { titleOf, type Cell } from './cell.ts'
import type { Watcher } from './runner.ts'

const DRAW_EVERY = 200

/** Draws a progress bar on a terminal; elsewhere prints a line when a cell starts and when it ends. */
export class RunDisplay implements Watcher {
  readonly #terminal: Terminal
  readonly #progress: Progress
  readonly #running = new Map<string, { readonly cell: Cell; readonly since: number }>()
  readonly #total: number
  readonly #costOfAll: number
  readonly #began = performance.now()
  #ended = 0
  #costEnded = 0
  #timer: ReturnType<typeof setInterval> | undefined

  /** @param cells the cells to run */
  constructor(terminal: Terminal, cells: readonly Cell[]) {
    this.#terminal = terminal
    this.#progress = new Progress(terminal.stderr, 'experiment')
    this.#total = cells.length
    this.#costOfAll = cells.reduce((sum, cell) => sum + cell.cost, 0)
    if (terminal.stderr.isTTY) this.#timer = setInterval(() => this.#draw(), DRAW_EVERY)
  }

  started(cell: Cell): void {
    this.#running.set(cell.name, { cell, since: performance.now() })
    this.#line(`runs: ${titleOf(cell)} (${this.#running.size + this.#ended} of ${this.#total})`)
  }

  done(cell: Cell): void {
    const seconds = this.#end(cell)
    this.#line(`done: ${titleOf(cell)}, ${durationOf(seconds)}; ${this.#outlook()}`)
  }

  failed(cell: Cell, problem: string): void {
    this.#end(cell)
    this.#progress.done()
    this.#terminal.stderr.write(`failed: ${titleOf(cell)}: ${problem}\n`)
  }

  close(): void {
    clearInterval(this.#timer)
    this.#progress.done()
  }

  #end(cell: Cell): number {
    const since = this.#running.get(cell.name)?.since ?? performance.now()
    this.#running.delete(cell.name)
    this.#ended++
    this.#costEnded += cell.cost
    return (performance.now() - since) / 1000
  }

  #line(text: string): void {
    if (!this.#terminal.stderr.isTTY) this.#terminal.stderr.write(text + '\n')
  }

  #draw(): void {
    const running = [...this.#running.values()].map(
      ({ cell, since }) => `${titleOf(cell)} ${durationOf((performance.now() - since) / 1000)}`,
    )
    this.#progress.at(this.#costEnded / this.#costOfAll, `${this.#outlook()}; ${running.join(' | ')}`)
  }

  /** The number of cells that are done, and the time left, estimated from the costs. */
  #outlook(): string {
    const counts = `${this.#ended} of ${this.#total}`
    if (this.#costEnded === 0 || this.#ended === this.#total) return counts
    const elapsed = (performance.now() - this.#began) / 1000
    const left = (elapsed * (this.#costOfAll - this.#costEnded)) / this.#costEnded
    return `${counts}, about ${durationOf(left)} left`
  }
}

/** `45 s`, `12 min`, `1 h 20 min`. */
export function durationOf(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
