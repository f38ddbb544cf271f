/** Runs the cells of a plan, several at a time. A cell that fails does not stop the others. */
import { RunError } from '../../src/files/command-line.ts'
import type { Cell } from './cell.ts'

/** Runs one cell and rejects if it fails. It must not start anything after the signal is aborted. */
export type Execute = (cell: Cell, signal: AbortSignal) => Promise<void>

/** Gets the events of a run. */
export interface Watcher {
  started(cell: Cell): void
  done(cell: Cell): void
  failed(cell: Cell, problem: string): void
}

/**
 * Runs `cells`, at most `jobs` at a time, the longest first. Cells that measure times run one by one at the end.
 *
 * @returns the cells that failed
 * @throws any error that is not a RunError, after stopping the running cells
 */
export async function runCells(
  cells: readonly Cell[],
  jobs: number,
  execute: Execute,
  watcher: Watcher,
): Promise<Cell[]> {
  const failed: Cell[] = []
  const abort = new AbortController()
  const unwatch = onSignals(() => abort.abort())
  const run = async (cell: Cell): Promise<void> => {
    watcher.started(cell)
    try {
      await execute(cell, abort.signal)
      watcher.done(cell)
    } catch (error) {
      if (!(error instanceof RunError)) throw error
      failed.push(cell)
      watcher.failed(cell, error.message)
    }
  }
  const work = async (queue: Cell[]): Promise<void> => {
    for (let cell = queue.shift(); cell; cell = queue.shift()) await run(cell)
  }
  const byCost = cells.toSorted((a, b) => b.cost - a.cost)
  try {
    const queue = byCost.filter((cell) => !cell.alone)
    await Promise.all(Array.from({ length: Math.min(jobs, queue.length) }, () => work(queue)))
    await work(byCost.filter((cell) => cell.alone))
  } finally {
    abort.abort()
    unwatch()
  }
  return failed
}

/** Calls `act` when a signal ends the program. Returns a function that stops watching. */
function onSignals(act: () => void): () => void {
  const watched = (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map((signal) => {
    const end = (): void => {
      act()
      process.kill(process.pid, signal)
    }
    process.once(signal, end)
    return () => process.off(signal, end)
  })
  return () => watched.forEach((unwatch) => unwatch())
}
