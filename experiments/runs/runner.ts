/** Runs cells in parallel, also in separate processes, and shows the progress. A failed cell does not stop the others. */
import { RunError, Progress, type Terminal } from '../../src/lab-node.ts'
import { type Cell, titleOf } from '../cells/cell.ts'
import { spawn } from 'node:child_process'

/** Runs one cell and rejects if it fails. It must not start anything after the signal is aborted. */
export type Execute = (cell: Cell, signal: AbortSignal) => Promise<void>

export interface Watcher {
  started(cell: Cell): void
  done(cell: Cell): void
  failed(cell: Cell, problem: string): void
}

/** Runs cells in descending order of cost, then timed cells one by one. Returns the cells that failed with a RunError. */
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

/** Calls `act` when a signal ends the program. Returns a function that removes the signal handlers. */
function onSignals(onSignal: () => void): () => void {
  const removers = (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map((signal) => {
    const end = (): void => {
      onSignal()
      process.kill(process.pid, signal)
    }
    process.once(signal, end)
    return () => process.off(signal, end)
  })
  return () => removers.forEach((unwatch) => unwatch())
}

/** The number of characters kept of the standard error of a child process, enough for the last line. */
const STDERR_TAIL_CHARACTERS = 4096

/**
 * Runs a command until it ends or the signal aborts. Throws RunError with the last line of standard error, or with the
 * signal that killed it.
 */
export function runChild(command: readonly string[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const [program, ...args] = command
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
    const stop = (): void => void child.kill('SIGTERM')
    signal.addEventListener('abort', stop, { once: true })
    let errors = ''
    child.stderr.setEncoding('utf8')
    child.stderr.on('data', (text: string) => (errors = (errors + text).slice(-STDERR_TAIL_CHARACTERS)))
    child.on('error', (error) => reject(new RunError(`cannot be started (${error.message})`)))
    child.on('close', (code, killedBy) => {
      signal.removeEventListener('abort', stop)
      if (code === 0) resolve()
      else if (killedBy) reject(new RunError(`its process was killed (${killedBy})`))
      else reject(new RunError(errors.trim().split('\n').at(-1) || `its process ended with status ${code}`))
    })
  })
}

export function displayOf({ stderr }: Terminal, cells: readonly Cell[]): Watcher {
  const startTimes = new Map<Cell, number>()
  const costOf = (cellSubset: readonly Cell[]): number => cellSubset.reduce((sum, { cost }) => sum + cost, 0)
  const firstStartTime = performance.now()
  const endedCells: Cell[] = []
  const bar = new Progress(stderr, 'experiment')
  const seconds = (from: number): number => (performance.now() - from) / 1000
  /** The number of finished cells, and the remaining time, estimated from the costs. */
  const outlook = (): string => {
    const counts = `${endedCells.length} of ${cells.length}`
    const left = (seconds(firstStartTime) * (costOf(cells) - costOf(endedCells))) / costOf(endedCells)
    return endedCells.length === cells.length ? counts : `${counts}, about ${durationOf(left)} left`
  }
  /** @param text the line to print if standard error is no terminal */
  const show = (cell: Cell, text: string): void => {
    if (!stderr.isTTY) stderr.write(text)
    else if (endedCells.length === cells.length) bar.done()
    else
      bar.at(costOf(endedCells) / costOf(cells), `${endedCells.length} of ${cells.length}; ${titleOf(cell)}`)
  }
  return {
    started(cell) {
      startTimes.set(cell, performance.now())
      show(cell, `runs: ${titleOf(cell)} (${startTimes.size} of ${cells.length})\n`)
    },
    done(cell) {
      endedCells.push(cell)
      const duration = durationOf(seconds(startTimes.get(cell) ?? firstStartTime))
      show(cell, `done: ${titleOf(cell)}, ${duration}; ${outlook()}\n`)
    },
    failed(cell, problem) {
      endedCells.push(cell)
      bar.done()
      stderr.write(`failed: ${titleOf(cell)}: ${problem}\n`)
    },
  }
}

/** Formats a duration, for example `45 s`, `12 min` or `1 h 20 min`. */
function durationOf(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
