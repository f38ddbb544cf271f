/** Shows a run to people: a bar on a terminal, otherwise a line when a cell starts and when it ends. */
import { Progress, type Terminal } from '../../src/files/command-line.ts'
import { titleOf, type Cell } from './cell.ts'
import type { Watcher } from './runner.ts'

export function displayOf({ stderr }: Terminal, cells: readonly Cell[]): Watcher {
  const since = new Map<Cell, number>()
  const costOf = (some: readonly Cell[]): number => some.reduce((sum, { cost }) => sum + cost, 0)
  const began = performance.now()
  const ended: Cell[] = []
  const bar = new Progress(stderr, 'experiment')
  const seconds = (from: number): number => (performance.now() - from) / 1000
  /** The number of cells that are done, and the time left, estimated from the costs. */
  const outlook = (): string => {
    const counts = `${ended.length} of ${cells.length}`
    const left = (seconds(began) * (costOf(cells) - costOf(ended))) / costOf(ended)
    return ended.length === cells.length ? counts : `${counts}, about ${durationOf(left)} left`
  }
  /** @param text the line where there is no bar */
  const show = (cell: Cell, text: string): void => {
    if (!stderr.isTTY) stderr.write(text)
    else if (ended.length === cells.length) bar.done()
    else bar.at(costOf(ended) / costOf(cells), `${ended.length} of ${cells.length}; ${titleOf(cell)}`)
  }
  return {
    started(cell) {
      since.set(cell, performance.now())
      show(cell, `runs: ${titleOf(cell)} (${since.size} of ${cells.length})\n`)
    },
    done(cell) {
      ended.push(cell)
      const took = durationOf(seconds(since.get(cell) ?? began))
      show(cell, `done: ${titleOf(cell)}, ${took}; ${outlook()}\n`)
    },
    failed(cell, problem) {
      ended.push(cell)
      bar.done()
      stderr.write(`failed: ${titleOf(cell)}: ${problem}\n`)
    },
  }
}

/** `45 s`, `12 min`, `1 h 20 min`. */
function durationOf(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
