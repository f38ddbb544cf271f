/** Stores results in a file for each cell, `cells/NAME.json`. Rejects results of other versions or cells. */
import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf, reasonOf, RunError, withOutput, type Terminal } from '../../src/lab-node.ts'
import { provenance } from './provenance.ts'
import { nameOf, parseObject, VERSION, type Cell } from './cell.ts'

/** The result of a measurement. Figures are the same in every run; times differ. */
export interface Measured {
  readonly figures: object
  readonly times: object
  readonly trees?: object
}

export interface Result extends Measured {
  readonly format: typeof FORMAT
  readonly version: string
  readonly build: string
  readonly cell: Cell
}

const FORMAT = 'result of a right-branching experiment'

export function pathOf(folder: string, cell: Cell): string {
  return join(folder, 'cells', `${cell.name}.json`)
}

/** The result of a cell; undefined if there is none yet. Throws RunError if the file is not a result of the cell. */
export async function readResult(folder: string, cell: Cell): Promise<Result | undefined> {
  const path = pathOf(folder, cell)
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw new RunError(`${path}: cannot be read (${reasonOf(error)})`)
  }
  const result = parseObject<Result>(text, isResult)
  const remedy = 'move it away to measure again'
  if (!result)
    throw new RunError(`${path}: not a result, expected what 'rbparse experiment run' writes: ${remedy}`)
  if (result.version !== VERSION)
    throw new RunError(`${path}: measured by version ${result.version}, expected ${VERSION}: ${remedy}`)
  const { build } = provenance()
  if (result.build !== build)
    throw new RunError(`${path}: measured by build ${result.build}, expected ${build}: ${remedy}`)
  if (nameOf(result.cell) !== cell.name) throw new RunError(`${path}: the result of another cell: ${remedy}`)
  return result
}

function isResult({ format, version, cell, figures, times }: Partial<Result>): boolean {
  return (
    format === FORMAT &&
    typeof version === 'string' &&
    [cell, figures, times].every((part) => typeof part === 'object')
  )
}

/** Writes the result of a cell. Throws RunError if writing fails. */
export async function writeResult(
  folder: string,
  cell: Cell,
  measured: Measured,
  terminal: Terminal,
): Promise<void> {
  await makeFolder(join(folder, 'cells'))
  const result: Result = { format: FORMAT, version: VERSION, build: provenance().build, cell, ...measured }
  await withOutput(pathOf(folder, cell), terminal, (output) => output.write(JSON.stringify(result) + '\n'))
}

/** Throws RunError if a folder contains a run of another version. */
export async function checkFolder(folder: string): Promise<void> {
  const path = join(folder, 'results.json')
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch {
    return
  }
  const version = /^[ \t]*"version": "([^"]*)"/m.exec(text)?.[1]
  if (version !== VERSION)
    throw new RunError(
      `${path}: of ${version === undefined ? 'something else' : `version ${version}`}, expected a folder without results, or with those of version ${VERSION}`,
    )
}

/** Makes a folder and its parents. Throws RunError if this fails. */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true })
  } catch (error) {
    const reason = reasonOf(await failureOf(path, error))
    throw new RunError(`${path}: cannot be made (${reason}), expected a folder to write to`)
  }
}

/**
 * The error that prevents making a folder. With `recursive`, Node reports ENOENT if the file system is read-only, therefore
 * this retries without `recursive`.
 */
async function failureOf(path: string, error: unknown): Promise<unknown> {
  if (codeOf(error) !== 'ENOENT' || dirname(path) === path) return error
  try {
    await mkdir(path)
    return error
  } catch (cause) {
    return failureOf(dirname(path), cause)
  }
}
