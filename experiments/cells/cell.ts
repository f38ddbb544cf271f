/**
 * A task is one measurement on one treebank, with one size of the training set, one seed and one set of settings; a cell is
 * a task in a plan. Cells do not depend on each other. The name of a cell contains a hash of everything that its result
 * depends on: the bytes of its files, its settings, the build of the program and the modules of `--use`. Studies share equal
 * cells.
 */
import { createHash } from 'node:crypto'
import packageJson from '../../package.json' with { type: 'json' }
import { provenance } from './provenance.ts'

/** A file with the hash of its content at planning time. For the embedded treebank, `path` starts with {@link EMBEDDED}. */
export interface PlannedFile {
  readonly path: string
  readonly sha256: string
  readonly bytes: number
}

export const EMBEDDED = 'embedded'

export interface Treebank {
  readonly name: string
  readonly train: PlannedFile
  /** The test file. Absent: a tenth of the train file is the test part. */
  readonly test?: PlannedFile
}

/** The settings of a measurement. Each measurement documents its settings. */
export type CellSettings = Readonly<Record<string, string | number | boolean | undefined>>

export interface Task {
  readonly measurement: string
  readonly treebank: Treebank
  /** The used part of the training set in percent. */
  readonly size: number
  readonly seed: number
  /** Whether to use only a few hundred sentences of each part. */
  readonly quick: boolean
  readonly settings: CellSettings
  /** The estimated time, in the same unit for all tasks. */
  readonly cost: number
  /** Whether to keep the parses as CoNLL-U, in `parses/NAME.conllu`. Default: false. */
  readonly parses?: boolean
  /** Whether the task runs alone, because it measures times. Default: false. */
  readonly alone?: boolean
}

/** The use of a task in a study. */
export interface Use {
  readonly study: string
  /** The name of the parser, and its index among the parsers of the study. */
  readonly parser: string
  readonly rank: number
  /** The path (keys joined by dots) of the figures to show. */
  readonly view: string
  /** The study, if it is not built into the program. */
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

/** The data on which training and test sentences depend, for hashes. */
export function dataOf({ treebank, seed, quick }: Task): object {
  const { train, test } = treebank
  return { train: train.sha256, test: test?.sha256 ?? 'split', seed, quick }
}

/** The identity of the program, for hashes. */
export function programOf(): object {
  const { build, modules } = provenance()
  return { version: VERSION, build, modules: modules.map(({ sha256 }) => sha256) }
}

export function nameOf(task: Task): string {
  const { measurement, treebank, size, settings, parses } = task
  // Leave out the path, because the result depends only on the content of the file.
  const { path: _, ...settingsWithoutPath } = settings
  const measurementKey = { measurement, size, settings: settingsWithoutPath, ...(parses && { parses }) }
  const hash = hashOf({ program: programOf(), data: dataOf(task), ...measurementKey })
  const readable = treebank.name.replace(/[^A-Za-z0-9_-]+/g, '-')
  return `${measurement}-${readable}-${hash.slice(0, 16)}`
}

/** A short title of a cell, for example `rb, 20 % of en_ewt`. */
export function titleOf({ uses, treebank, size, seed }: Cell): string {
  const parserNames = uses.filter(({ study }) => study === uses[0].study).map(({ parser }) => parser)
  return `${parserNames.length > 3 ? uses[0].study : parserNames.join(' and ')}, ${size === 100 ? '' : `${size} % of `}${treebank.name}${seed === 1 ? '' : `, seed ${seed}`}`
}

/** Parses a JSON object; undefined if the text contains no object or the object is not complete. */
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
