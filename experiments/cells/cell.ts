/**
 * A task is one measurement on one treebank, with one size of the training set, one seed and one set of settings; a cell is
 * a task in a plan. Cells do not depend on each other. A cell's name contains a hash of everything that its result depends
 * on: the bytes of its files, its settings, the program's build and the modules of `--use`. Studies share equal cells.
 */
import { createHash } from 'node:crypto'
import packageJson from '../../package.json' with { type: 'json' }
import { provenance } from './provenance.ts'

/** A file and its content when the plan was made; `path` starts with {@link EMBEDDED} for the embedded treebank. */
export interface PlannedFile {
  readonly path: string
  readonly sha256: string
  readonly bytes: number
}

export const EMBEDDED = 'embedded'

export interface Treebank {
  readonly name: string
  readonly train: PlannedFile
  /** Absent: the train file is split, and a tenth of it is for testing. */
  readonly test?: PlannedFile
}

/** The settings of a measurement. Each measurement documents its own. */
export type CellSettings = Readonly<Record<string, string | number | boolean | undefined>>

export interface Task {
  readonly measurement: string
  readonly treebank: Treebank
  /** The part of the training set that is used, in percent. */
  readonly size: number
  readonly seed: number
  /** Use only a few hundred sentences of each part. */
  readonly quick: boolean
  readonly settings: CellSettings
  /** The estimated time, in a unit that all tasks share. */
  readonly cost: number
  /** Keep the parses as CoNLL-U, in `parses/NAME.conllu`. Default: false. */
  readonly parses?: boolean
  /** Run nothing else at the same time, because the task measures times. Default: false. */
  readonly alone?: boolean
}

/** The part of a task in a study. */
export interface Use {
  readonly study: string
  /** The name of the parser, and its place among those of the study. */
  readonly parser: string
  readonly rank: number
  /** The figures to show, as a path with dots. */
  readonly view: string
  /** The study, if the program does not have it. */
  readonly declared?: object
}

export interface Cell extends Task {
  readonly name: string
  /** The version and the build of the program that made the plan. */
  readonly version: string
  readonly build: string
  readonly uses: readonly Use[]
}

export const VERSION = packageJson.version

/** The SHA-256 of a JSON value in hexadecimal digits. The order of keys does not matter. */
export function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value, sortKeys)).digest('hex')
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** What the training and test sentences depend on. */
export function dataOf({ treebank, seed, quick }: Task): object {
  const { train, test } = treebank
  return { train: train.sha256, test: test?.sha256 ?? 'split', seed, quick }
}

/** What measures, for hashes. */
export function programOf(): object {
  const { build, modules } = provenance()
  return { version: VERSION, build, modules: modules.map(({ sha256 }) => sha256) }
}

export function nameOf(task: Task): string {
  const { measurement, treebank, size, settings, parses } = task
  // A file among the settings is the same one wherever it is.
  const { path: _, ...kept } = settings
  const what = { measurement, size, settings: kept, ...(parses && { parses }) }
  const hash = hashOf({ program: programOf(), data: dataOf(task), ...what })
  const readable = treebank.name.replace(/[^A-Za-z0-9_-]+/g, '-')
  return `${measurement}-${readable}-${hash.slice(0, 16)}`
}

/** A cell in a few words: `rb, 20 % of en_ewt`. */
export function titleOf({ uses, treebank, size, seed }: Cell): string {
  const own = uses.filter(({ study }) => study === uses[0].study).map(({ parser }) => parser)
  return `${own.length > 3 ? uses[0].study : own.join(' and ')}, ${size === 100 ? '' : `${size} % of `}${treebank.name}${seed === 1 ? '' : `, seed ${seed}`}`
}

/** The object that a JSON text contains; undefined if it contains something else or the object is not complete. */
export function parseObject<T extends object>(
  text: string,
  isComplete: (value: Partial<T>) => boolean,
): T | undefined {
  try {
    const value = JSON.parse(text) as Partial<T> | null
    return value !== null && isComplete(value) ? (value as T) : undefined
  } catch {
    return undefined
  }
}
