/** One cell: read its parts, measure, write the result. */
import { ConlluError } from '../../src/index.ts'
import { CallError, RunError } from '../../src/files/failures.ts'
import { Progress } from '../../src/files/progress.ts'
import type { Terminal } from '../../src/files/terminal.ts'
import { measurements } from '../measurements/index.ts'
import { titleOf, type Cell } from './cell.ts'
import { readResult, writeResult } from './store.ts'
import { readParts } from './treebanks.ts'

/**
 * Runs a cell unless its result is there, and answers whether it had to. Throws RunError where the cell cannot be
 * measured, its result cannot be written, or what is there in its place is something else.
 */
export async function runCell(cell: Cell, folder: string, terminal: Terminal): Promise<boolean> {
  if (await readResult(folder, cell)) return false
  if (!Object.hasOwn(measurements, cell.measurement))
    throw new RunError(
      `unknown measurement '${cell.measurement}', expected one of: ${Object.keys(measurements).join(', ')}`,
    )
  const progress = new Progress(terminal.stderr, titleOf(cell))
  try {
    const parts = await readParts(cell)
    const setting = { wanted: cell, parts, folder, terminal, progress }
    const measured = await measurements[cell.measurement](setting)
    await writeResult(folder, cell, measured, terminal)
    return true
  } catch (error) {
    throw failureOf(error)
  } finally {
    progress.done()
  }
}

/** What goes wrong in a cell is the fault of its data, not of the call. */
function failureOf(error: unknown): unknown {
  if (error instanceof ConlluError || error instanceof CallError || error instanceof RangeError)
    return new RunError(error.message)
  return error
}
