/** Running a plan: what is not measured yet is, several cells at a time, and the report is written. */
import { CallError, RunError } from '../src/files/failures.ts'
import { withOutput } from '../src/files/output.ts'
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

export interface Reporting {
  /** Print what is in results.json, too. */
  readonly json?: boolean
}

/** Measures every cell that has no result. Throws RunError, at the end, where cells failed. */
export async function runPlan(run: Run, jobs: number): Promise<void> {
  const failed = await measure(run, jobs)
  if (failed > 0) throw new RunError(`${counted(failed, 'cell')} of ${run.cells.length} failed`)
}

/** The same, and writes the report in any case. */
export async function runAndReport(run: Run, jobs: number, reporting: Reporting): Promise<void> {
  const failed = await measure(run, jobs)
  await report(run, (await resultsOf(run)).results, reporting)
  if (failed > 0)
    throw new RunError(`${counted(failed, 'cell')} of ${run.cells.length} failed: the report leaves them out`)
}

/** Measures what is left, says what is refused, and answers how many cells have no result after that. */
async function measure(run: Run, jobs: number): Promise<number> {
  const { cells, terminal } = run
  const { results, refused } = await resultsOf(run)
  for (const problem of refused.values()) terminal.stderr.write(`refused: ${problem}\n`)
  const left = cells.filter(({ name }) => !results.has(name) && !refused.has(name))
  terminal.stderr.write(`${counted(cells.length, 'cell')}, ${results.size} of them measured before\n`)
  const display = new RunDisplay(terminal, left)
  try {
    return refused.size + (await runCells(left, jobs, executorOf(run), display)).length
  } finally {
    display.close()
  }
}

/** Measures the cell on one line of the plan, counted from 1. */
export async function runOne({ cells, folder, terminal, plan }: Run, index: number): Promise<void> {
  if (index > cells.length)
    throw new CallError(`${plan} has ${counted(cells.length, 'cell')}, expected --index up to that`)
  const cell = cells[index - 1]
  const had = !(await runCell(cell, folder, terminal))
  if (had) terminal.stderr.write(`measured before: ${titleOf(cell)}\n`)
}

/** Writes the report. Throws RunError, after that, where results are missing. */
export async function collect(run: Run, reporting: Reporting): Promise<void> {
  const { cells, terminal } = run
  const { results, refused } = await resultsOf(run)
  for (const problem of refused.values()) terminal.stderr.write(`refused: ${problem}\n`)
  await report(run, results, reporting)
  const missing = cells.length - results.size
  if (missing > 0)
    throw new RunError(
      `${counted(missing, 'cell')} of ${cells.length} not measured: the report leaves them out`,
    )
}

async function report(
  { cells, folder, terminal }: Run,
  results: Map<string, Result>,
  { json }: Reporting,
): Promise<void> {
  const wanted = experiments.filter(({ name }) => cells.some((cell) => cell.experiments.includes(name)))
  const summary = await writeReport(folder, wanted, cells, results, terminal)
  terminal.stderr.write(`${folder}: report.html, report.md, results.json\n`)
  if (json) await withOutput(undefined, terminal, (output) => output.write(JSON.stringify(summary) + '\n'))
}

/** The results that are there, and the cells in whose place there is something else, with what is wrong with it. */
async function resultsOf({
  cells,
  folder,
}: Run): Promise<{ readonly results: Map<string, Result>; readonly refused: Map<string, string> }> {
  const results = new Map<string, Result>()
  const refused = new Map<string, string>()
  for (const cell of cells) {
    try {
      const result = await readResult(folder, cell)
      if (result) results.set(cell.name, result)
    } catch (error) {
      if (!(error instanceof RunError)) throw error
      refused.set(cell.name, error.message)
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
