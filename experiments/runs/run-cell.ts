/** Runs one cell: reads its treebank, measures, and writes the result. */
import { CallError, Progress, RunError, type Terminal } from '../../src/files/command-line.ts'
import { ConlluError } from '../../src/index.ts'
import { isMeasurement, measurements } from '../measurements/index.ts'
import { titleOf, type Cell } from './cell.ts'
import { readResult, writeResult } from './store.ts'
import { readParts } from './treebanks.ts'

/**
 * Runs a cell unless it has a result, and returns whether it was run. Throws RunError if the cell cannot be measured, its
 * result cannot be written, or its file contains something else.
 */
export async function runCell(cell: Cell, folder: string, terminal: Terminal): Promise<boolean> {
  if (await readResult(folder, cell)) return false
  const { measurement } = cell
  if (!isMeasurement(measurement))
    throw new RunError(
      `unknown measurement '${measurement}', expected one of: ${Object.keys(measurements).join(', ')}`,
    )
  const progress = new Progress(terminal.stderr, titleOf(cell))
  try {
    const parts = await readParts(cell)
    const input = { task: cell, parts, folder, terminal, progress }
    const measured = await measurements[measurement](input)
    await writeResult(folder, cell, measured, terminal)
    return true
  } catch (error) {
    throw failureOf(error)
  } finally {
    progress.done()
  }
}

/** A problem in a cell is a problem of the data, not of the call. */
function failureOf(error: unknown): unknown {
  if (error instanceof ConlluError || error instanceof CallError || error instanceof RangeError)
    return new RunError(error.message)
  return error
}
