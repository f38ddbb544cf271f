/**
 * A cell: one measurement on one treebank with one size of training set, one seed and one set of settings. Cells depend
 * on nothing but what they name, so they can run in any order, anywhere, and an experiment is no more than a list of
 * them. A cell's name is made from a hash of all that its result depends on: the bytes of its files, its settings, and
 * the version of the program. Two experiments that need the same cell share it.
 */
import { createHash } from 'node:crypto'
import packageJson from '../../package.json' with { type: 'json' }

/** A file and what was in it when the plan was made; `path` is {@link EMBEDDED} for the embedded treebank. */
export interface FileOfPlan {
  readonly path: string
  readonly sha256: string
  readonly bytes: number
}

export const EMBEDDED = 'embedded'

export interface Treebank {
  readonly name: string
  readonly train: FileOfPlan
  /** Absent: the train file is split, a tenth for testing. */
  readonly test?: FileOfPlan
}

/** How something is measured; which settings there are is the measurement's affair. */
export type Settings = Readonly<Record<string, string | number | boolean>>

/** What an experiment asks for. */
export interface Wanted {
  readonly measurement: string
  /** For people: what sets this cell apart, without the treebank. */
  readonly title: string
  readonly treebank: Treebank
  /** How much of the training part is trained on, in percent. */
  readonly size: number
  readonly seed: number
  /** Only a few hundred sentences of each part are looked at. */
  readonly quick: boolean
  readonly settings: Settings
  /** About how long it takes, in any unit that all cells share. */
  readonly cost: number
  /** Nothing else is to run meanwhile, because it takes times. */
  readonly alone?: boolean
}

/** What is wanted, with its name: a line of a plan. */
export interface Cell extends Wanted {
  readonly name: string
  /** The version of the program that made the plan. */
  readonly version: string
  /** The experiments that need it. */
  readonly experiments: readonly string[]
}

export const VERSION = packageJson.version

/** The hash of a JSON value whose keys may be in any order, in hexadecimal digits. */
export function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value, sorted)).digest('hex')
}

function sorted(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** What the trees of training and test part depend on. */
export function dataOf({ treebank, seed, quick }: Wanted): object {
  const { train, test } = treebank
  return { train: train.sha256, test: test?.sha256 ?? 'split', seed, quick }
}

/** The name of a cell, good as the name of a file. */
export function nameOf(wanted: Wanted): string {
  const { measurement, treebank, size, settings } = wanted
  const hash = hashOf({ version: VERSION, data: dataOf(wanted), measurement, size, settings })
  const readable = treebank.name.replace(/[^A-Za-z0-9_-]+/g, '-')
  return `${measurement}-${readable}-${hash.slice(0, 16)}`
}

/** `rb, 20 % of en_ewt`: the cell in a few words. */
export function titleOf({ title, treebank, size, seed }: Wanted): string {
  return `${title}, ${size === 100 ? '' : `${size} % of `}${treebank.name}${seed === 1 ? '' : `, seed ${seed}`}`
}
