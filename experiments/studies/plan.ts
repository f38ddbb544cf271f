/** Makes, prints and reads plans. A plan contains each cell of the studies once, as a line of JSON. */
import { RunError } from '../../src/lab-node.ts'
import { provenance } from '../cells/provenance.ts'
import type { StudyParser, Study, StudyOptions } from '../study.ts'
import {
  nameOf,
  parseObject,
  VERSION,
  type Cell,
  type CellSettings,
  type Task,
  type Treebank,
} from '../cells/cell.ts'

export interface Planned {
  readonly study: Study
  readonly studyParsers: readonly StudyParser[]
  /** Whether the study is not built in, so that the plan must contain it. Default: false. */
  readonly isDeclared?: boolean
}

/** Plans a cell for each parser of the studies on every treebank, size and seed. Studies share equal cells. */
export function planOf(
  studies: readonly Planned[],
  treebanks: readonly Treebank[],
  seeds: readonly number[],
  options: StudyOptions,
): Cell[] {
  const cells = new Map<string, Cell>()
  const { build } = provenance()
  for (const { study, studyParsers, isDeclared } of studies) {
    const sizes = (study.sizes && options.sizes) ?? study.sizes ?? [100]
    const combinations = treebanks.flatMap((treebank) =>
      sizes.flatMap((size) =>
        [...studyParsers.entries()]
          .filter(([, condition]) => (condition.treebank ?? treebank.name) === treebank.name)
          .flatMap((entry) => seeds.map((seed) => ({ treebank, size, entry, seed }))),
      ),
    )
    for (const { treebank, size, entry, seed } of combinations) {
      const [rank, { name: parser, measurement, settings, view, alone }] = entry
      const { quick, parses } = options
      const cost = costOf(treebank, size, quick, settings)
      const task: Task = {
        measurement,
        treebank,
        size,
        seed,
        quick,
        settings,
        cost,
        alone,
        ...(parses && { parses }),
      }
      const name = nameOf(task)
      const cell = cells.get(name) ?? { ...task, name, version: VERSION, build, uses: [] }
      const use = { study: study.name, parser, rank, view, ...(isDeclared && { declared: study }) }
      cells.set(name, { ...cell, uses: [...cell.uses, use] })
    }
  }
  return [...cells.values()]
}

/** The estimated time of a cell in seconds: constant for reading and testing, proportional to the training part for training. */
function costOf(treebank: Treebank, size: number, quick: boolean, settings: CellSettings): number {
  const megabytes = quick ? 0.5 : treebank.train.bytes / 1e6
  return 2 + megabytes * (0.3 + (size / 100) * secondsPerMegabyte(settings))
}

function secondsPerMegabyte({ solver, features, beam, epochs }: CellSettings): number {
  if (typeof beam === 'number') return Number(epochs ?? 10) * (1 + 0.5 * beam)
  if (solver === undefined) return 1
  return solver === 4 ? (features === 'paper' ? 2 : 5) : 14
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
    const { build } = provenance()
    if (cell.build !== build)
      throw new RunError(`${where}: planned by build ${cell.build}, expected ${build}: plan again`)
    if (cell.name !== nameOf(cell))
      throw new RunError(
        `${where}: the cell's name does not match its content, expected a plan as it was printed, and the same modules of --use`,
      )
    cells.push(cell)
  }
  if (cells.length === 0) throw new RunError(`${file}: there is no cell in it, expected a plan`)
  return cells
}

function isCell({ name, version, measurement, treebank, settings, uses }: Partial<Cell>): boolean {
  return (
    [name, version, measurement, treebank?.train?.sha256].every((text) => typeof text === 'string') &&
    typeof settings === 'object' &&
    Array.isArray(uses) &&
    uses.every((use) => [use?.study, use?.parser, use?.view].every((text) => typeof text === 'string'))
  )
}
