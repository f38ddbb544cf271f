/** Shows a run to people: a line when a cell starts and when it ends, with the estimated end of the run. */
import type { Terminal } from '../../src/files/command-line.ts'
import { titleOf, type Cell } from './cell.ts'
import type { Watcher } from './runner.ts'

/** @param cells the cells to run */
export function displayOf({ stderr }: Terminal, cells: readonly Cell[]): Watcher {
  const since = new Map<Cell, number>()
  const costOf = (some: readonly Cell[]): number => some.reduce((sum, { cost }) => sum + cost, 0)
  const began = performance.now()
  const ended: Cell[] = []
  const seconds = (from: number): number => (performance.now() - from) / 1000
  /** The number of cells that are done, and the time left, estimated from the costs. */
  const outlook = (): string => {
    const counts = `${ended.length} of ${cells.length}`
    const left = (seconds(began) * (costOf(cells) - costOf(ended))) / costOf(ended)
    return ended.length === cells.length ? counts : `${counts}, about ${durationOf(left)} left`
  }
  return {
    started(cell) {
      since.set(cell, performance.now())
      stderr.write(`runs: ${titleOf(cell)} (${since.size} of ${cells.length})\n`)
    },
    done(cell) {
      ended.push(cell)
      const took = durationOf(seconds(since.get(cell) ?? began))
      stderr.write(`done: ${titleOf(cell)}, ${took}; ${outlook()}\n`)
    },
    failed(cell, problem) {
      ended.push(cell)
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
