/** Artificial tasks, cells and results for tests. */
import { nameOf, VERSION, type Cell, type Task } from '../../experiments/cells/cell.ts'
import { provenance } from '../../experiments/cells/provenance.ts'
import type { Result } from '../../experiments/cells/store.ts'

/** The shape of a treebank without a test part, unless `more` says something else. */
export function taskOf(more: Partial<Task> = {}): Task {
  const treebank = { name: 'aa', train: { path: 'x', sha256: '1', bytes: 1 } }
  const rest = { measurement: 'shape', treebank, size: 100, seed: 1, quick: false }
  return { ...rest, settings: {}, cost: 1, ...more }
}

/** A cell of this build; its name is the one that its task has, unless `more` has one. */
export function cellOf(more: Partial<Cell> = {}): Cell {
  const task = taskOf(more)
  return { name: nameOf(task), version: VERSION, build: provenance().build, uses: [], ...task, ...more }
}

export function resultOf(cell: Cell, figures: object): Result {
  const { version, build } = cell
  return { format: 'result of a right-branching experiment', version, build, cell, figures, times: {} }
}
