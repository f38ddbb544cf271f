/** Runs a plan: measures the cells without a result in parallel, and writes the report. */
import { availableParallelism } from 'node:os'
import { CallError, counted, RunError, useArguments, withOutput, Progress } from '../../src/lab-node.ts'
import type { Terminal } from '../../src/lab-node.ts'
import { writeReport } from '../reports/report.ts'
import { studiesOf } from '../studies/index.ts'
import { titleOf, type Cell } from '../cells/cell.ts'
import { runChild, runCells, type Execute, displayOf } from './runner.ts'
import { readResult, type Result, writeResult } from '../cells/store.ts'
import { CoNLLUError } from '../../src/lab.ts'
import { isMeasurement, measurements } from '../measurements/index.ts'
import { withPredictedTags } from '../measurements/predicted-tags.ts'
import { readParts } from '../cells/treebanks.ts'

export interface Run {
  readonly cells: readonly Cell[]
  /** The file of the plan, with one cell per line. */
  readonly plan: string
  readonly folder: string
  readonly terminal: Terminal
  /** The command line that starts a process for a cell. Absent: cells run in this process. */
  readonly program?: readonly string[]
}

export interface Reporting {
  /** Also print the content of results.json. Default: false. */
  readonly json?: boolean
}

/** Measures the cells without a result, and writes a report if `reporting` is given. Throws RunError if cells fail. */
export async function runPlan(run: Run, jobs?: number, reporting?: Reporting): Promise<void> {
  const areQuick = run.cells.every(({ quick }) => quick)
  const failed = await measure(run, jobs ?? (areQuick ? availableParallelism() : 1))
  if (reporting) await report(run, (await resultsOf(run)).results, reporting)
  const leftOut = reporting ? ': the report leaves them out' : ''
  if (failed > 0) throw new RunError(`${counted(failed, 'cell')} of ${run.cells.length} failed${leftOut}`)
}

/**
 * Measures the cells without a result, prints rejected result files, and returns the number of cells that still have no
 * result.
 */
async function measure(run: Run, jobs: number): Promise<number> {
  const { cells, terminal } = run
  const { results, refused: rejected } = await resultsOf(run)
  for (const problem of rejected.values()) terminal.stderr.write(`refused: ${problem}\n`)
  const remainingCells = cells.filter(({ name }) => !results.has(name) && !rejected.has(name))
  terminal.stderr.write(`${counted(cells.length, 'cell')}, ${results.size} of them measured before\n`)
  const failed = await runCells(remainingCells, jobs, executorOf(run), displayOf(terminal, remainingCells))
  return rejected.size + failed.length
}

/** Measures the cell on line `index` (from 1) of the plan. */
export async function runOne({ cells, folder, terminal, plan }: Run, index: number): Promise<void> {
  if (index > cells.length)
    throw new CallError(`${plan} has ${counted(cells.length, 'cell')}, expected --index up to that`)
  const cell = cells[index - 1]
  const isMeasuredBefore = !(await runCell(cell, folder, terminal))
  if (isMeasuredBefore) terminal.stderr.write(`measured before: ${titleOf(cell)}\n`)
}

/** Writes the report, and then throws RunError if results are missing. */
export async function collect(run: Run, reporting: Reporting): Promise<void> {
  const { cells, terminal } = run
  const { results, refused: rejected } = await resultsOf(run)
  for (const problem of rejected.values()) terminal.stderr.write(`refused: ${problem}\n`)
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
  const summary = await writeReport(folder, studiesOf(cells), cells, results, terminal)
  terminal.stderr.write(`${folder}: report.html, report.md, results.json\n`)
  if (json) await withOutput(undefined, terminal, (output) => output.write(JSON.stringify(summary) + '\n'))
}

/** The results, and the problem of each cell whose result file is invalid. */
async function resultsOf({
  cells,
  folder,
}: Run): Promise<{ readonly results: Map<string, Result>; readonly refused: Map<string, string> }> {
  const results = new Map<string, Result>()
  const rejected = new Map<string, string>()
  for (const cell of cells) {
    try {
      const result = await readResult(folder, cell)
      if (result) results.set(cell.name, result)
    } catch (error) {
      if (!(error instanceof RunError)) throw error
      rejected.set(cell.name, error.message)
    }
  }
  return { results, refused: rejected }
}

function executorOf({ cells, plan, folder, terminal, program }: Run): Execute {
  if (!program) return async (cell) => void (await runCell(cell, folder, terminal))
  const indices = new Map(cells.map((cell, i) => [cell.name, i + 1]))
  return (cell, signal) => {
    const index = String(indices.get(cell.name))
    return runChild(
      [...program, 'experiment', 'run', ...useArguments(), '--plan', plan, '--index', index, '--out', folder],
      signal,
    )
  }
}

/** Runs a cell unless it has a result. Returns whether the cell was run. Throws RunError if the cell fails. */
async function runCell(cell: Cell, folder: string, terminal: Terminal): Promise<boolean> {
  if (await readResult(folder, cell)) return false
  const { measurement } = cell
  if (!isMeasurement(measurement))
    throw new RunError(
      `unknown measurement '${measurement}', expected one of: ${Object.keys(measurements).join(', ')}`,
    )
  const progress = new Progress(terminal.stderr, titleOf(cell))
  try {
    const readTreebankParts = await readParts(cell)
    const parts = cell.settings.predictedTags
      ? withPredictedTags(readTreebankParts, cell.seed)
      : readTreebankParts
    const input = { task: cell, parts, gold: readTreebankParts.test, folder, terminal, progress }
    const measured = await measurements[measurement](input)
    await writeResult(folder, cell, measured, terminal)
    return true
  } catch (error) {
    throw failureOf(error)
  } finally {
    progress.done()
  }
}

/** Converts errors of a cell to RunError, because the data causes them and not the command line. */
function failureOf(error: unknown): unknown {
  if (error instanceof CoNLLUError || error instanceof CallError || error instanceof RangeError)
    return new RunError(error.message)
  return error
}
