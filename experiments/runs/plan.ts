/** A plan: the cells of some studies, each once, as lines of JSON. */
import { RunError } from '../../src/files/command-line.ts'
import { nameOf, parseObject, VERSION, type Cell, type Task } from './cell.ts'

/** Names the tasks of studies. Studies share equal tasks. */
export function planOf(
  studies: readonly { readonly name: string; readonly tasks: readonly Task[] }[],
): Cell[] {
  const cells = new Map<string, Cell>()
  for (const { name: study, tasks } of studies) {
    for (const task of tasks) {
      const name = nameOf(task)
      const known = cells.get(name)
      const others = known?.experiments ?? []
      if (others.includes(study)) continue
      cells.set(name, { ...(known ?? task), name, version: VERSION, experiments: [...others, study] })
    }
  }
  return [...cells.values()]
}

export function printPlan(cells: readonly Cell[]): string {
  return cells.map((cell) => `${JSON.stringify(cell)}\n`).join('')
}

/** Reads a plan. Throws RunError with file and line if it is not a plan of this version. */
export function readPlan(text: string, file: string): Cell[] {
  const cells: Cell[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const where = `${file}:${index + 1}`
    const cell = parseObject<Cell>(line, isCell)
    if (!cell) throw new RunError(`${where}: not a cell, expected a line of 'rbparse experiment plan'`)
    if (cell.version !== VERSION)
      throw new RunError(`${where}: planned by version ${cell.version}, expected ${VERSION}: plan again`)
    if (cell.name !== nameOf(cell))
      throw new RunError(
        `${where}: the cell's name does not fit what it says, expected a plan as it was printed`,
      )
    cells.push(cell)
  }
  if (cells.length === 0) throw new RunError(`${file}: there is no cell in it, expected a plan`)
  return cells
}

function isCell({ name, version, measurement, treebank, settings, experiments }: Partial<Cell>): boolean {
  return (
    [name, version, measurement, treebank?.train?.sha256].every((text) => typeof text === 'string') &&
    typeof settings === 'object' &&
    Array.isArray(experiments)
  )
}
