/** Running a plan: what is not measured yet is, several cells at a time, and the report is written. */
import { CallError, RunError } from '../src/files/failures.ts'
import type { Terminal } from '../src/files/terminal.ts'
import { counted } from '../src/commands/shared.ts'
import { experiments } from './experiments.ts'
import { writeReport } from './reports/report.ts'
import { titleOf, type Cell } from './runs/cell.ts'
import { runChild } from './runs/child.ts'
import { RunDisplay } from './runs/display.ts'
import { runCell } from './runs/run-cell.ts'
import { runCells, type Execute } from './runs/runner.ts'
import { readResult, type Result } from './runs/store.ts'

export interface Run {
  readonly cells: readonly Cell[]
  /** The file that the cells stand in, a line each. */
  readonly plan: string
  /** Where results go. */
  readonly folder: string
  readonly terminal: Terminal
  /** How this program is started; absent: cells run in this process. */
  readonly program?: readonly string[]
}

/**
 * Measures every cell that has no result, and writes the report unless that is for later. Throws RunError, at the end,
 * where cells failed.
 */
export async function runPlan(run: Run, jobs: number, { report = true } = {}): Promise<void> {
  const { cells, terminal } = run
  const { results, refused } = await resultsOf(run)
  const left = cells.filter(({ name }) => !results.has(name) && !refused.has(name))
  terminal.stderr.write(`${counted(cells.length, 'cell')}, ${results.size} of them measured before\n`)
  const display = new RunDisplay(terminal, left)
  let failed: Cell[]
  try {
    failed = await runCells(left, jobs, executorOf(run), display)
  } finally {
    display.close()
  }
  const without = failed.length + refused.size
  if (report) await collect(run, { silent: true })
  if (without > 0) throw new RunError(`${counted(without, 'cell')} of ${cells.length} failed`)
}

/** Measures the cell on one line of the plan, counted from 1. */
export async function runOne({ cells, folder, terminal, plan }: Run, index: number): Promise<void> {
  if (index > cells.length)
    throw new CallError(`${plan} has ${counted(cells.length, 'cell')}, expected --index up to that`)
  const cell = cells[index - 1]
  const had = !(await runCell(cell, folder, terminal))
  if (had) terminal.stderr.write(`measured before: ${titleOf(cell)}\n`)
}

/** Writes the report. Throws RunError, after that, where results are missing, unless what is wrong has been said. */
export async function collect(run: Run, { silent = false } = {}): Promise<void> {
  const { cells, folder, terminal } = run
  const { results } = await resultsOf(run, silent)
  const wanted = experiments.filter(({ name }) => cells.some((cell) => cell.experiments.includes(name)))
  await writeReport(folder, wanted, cells, results, terminal)
  terminal.stderr.write(`${folder}/report.html, report.md, results.json\n`)
  const missing = cells.length - results.size
  if (missing > 0 && !silent)
    throw new RunError(
      `${counted(missing, 'cell')} of ${cells.length} not measured yet: the report leaves them out`,
    )
}

/** The results that are there, and the cells in whose place there is something else, which is said. */
async function resultsOf(
  { cells, folder, terminal }: Run,
  silent = false,
): Promise<{ readonly results: Map<string, Result>; readonly refused: Set<string> }> {
  const results = new Map<string, Result>()
  const refused = new Set<string>()
  for (const cell of cells) {
    try {
      const result = await readResult(folder, cell)
      if (result) results.set(cell.name, result)
    } catch (error) {
      if (!(error instanceof RunError)) throw error
      refused.add(cell.name)
      if (!silent) terminal.stderr.write(`refused: ${error.message}\n`)
    }
  }
  return { results, refused }
}

function executorOf({ cells, plan, folder, terminal, program }: Run): Execute {
  if (!program) return async (cell) => void (await runCell(cell, folder, terminal))
  const indices = new Map(cells.map((cell, i) => [cell.name, i + 1]))
  return (cell, signal) => {
    const index = String(indices.get(cell.name))
    return runChild(
      [...program, 'experiment', 'run', '--plan', plan, '--index', index, '--out', folder],
      signal,
    )
  }
}
