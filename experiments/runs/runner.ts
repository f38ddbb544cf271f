/** Runs cells, several at a time, also in processes of their own, and shows it. One that fails does not stop the others. */
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

/** Runs cells, the longest first, timed ones alone at the end, and returns those that failed with a RunError. */
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

/** The number of characters of standard error that are kept: enough for its last line. */
const TAIL = 4096

/** Runs a command to its end, or to the abort of the signal. Throws RunError with its last line or its signal. */
export function runChild(command: readonly string[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const [program, ...args] = command
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
    const stop = (): void => void child.kill('SIGTERM')
    signal.addEventListener('abort', stop, { once: true })
    let errors = ''
    child.stderr.setEncoding('utf8')
    child.stderr.on('data', (text: string) => (errors = (errors + text).slice(-TAIL)))
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
