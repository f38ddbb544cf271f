/** All cells of a plan, several at a time; one that fails does not keep the others from running. */
import { RunError } from '../../src/files/failures.ts'
import type { Cell } from './cell.ts'

/** Runs one cell; rejects where it fails. Is not to start anything once the signal is aborted. */
export type Execute = (cell: Cell, signal: AbortSignal) => Promise<void>

/** Is told what happens. */
export interface Watcher {
  started(cell: Cell): void
  done(cell: Cell): void
  failed(cell: Cell, problem: string): void
}

/**
 * Runs `cells`, at most `jobs` at a time, the longest first; those that take times one by one when all others are done.
 *
 * @returns the cells that failed
 * @throws what is not a RunError: then the program is at fault, and the cells that run are stopped
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

/** Acts when the program is asked to end, before it does. Returns how to stop watching. */
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
