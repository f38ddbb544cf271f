/** The treebanks of a run: found, hashed for the plan, and read for the cells. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { CallError, reasonOf, RunError } from '../../src/lab-node.ts'
import { embeddedDev, embeddedTrain, readCoNLLU, type CoNLLUSentence } from '../../src/lab.ts'
import { foldOf, sample, split } from '../statistics/summary.ts'
import { EMBEDDED, type PlannedFile, type Task, type Treebank } from './cell.ts'

/** Where the treebanks are. All absent: the embedded treebank. */
export interface TreebankOptions {
  readonly train?: string
  readonly test?: string
  /** Folders with `train.conllu` and `dev.conllu` (or names that end so), or with such folders in them. */
  readonly treebank?: readonly string[]
}

const EMBEDDED_TRAIN = `${EMBEDDED}/train`
const EMBEDDED_DEV = `${EMBEDDED}/dev`
/** The fewest sentences for training. */
const FEWEST = 10
const QUICK_TRAIN = 200
const QUICK_TEST = 100

const files = new Map<string, Promise<Uint8Array>>()

/** The treebanks of a call, in order. Throws CallError if one is missing. */
export async function findTreebanks(options: TreebankOptions): Promise<Treebank[]> {
  const { train, test, treebank } = options
  if (train !== undefined && treebank !== undefined)
    throw new CallError('--train and --treebank exclude each other, expected one of them')
  if (test !== undefined && train === undefined)
    throw new CallError('--test needs something to train on, expected --train FILE with it')
  const found: Treebank[] = []
  if (train !== undefined) found.push(await treebankOf(nameOfFile(train), train, test))
  else if (treebank === undefined) found.push(await treebankOf(EMBEDDED, EMBEDDED_TRAIN, EMBEDDED_DEV))
  else for (const folder of treebank) found.push(...(await treebanksIn(folder)))
  checkNames(found)
  return found
}

/** Throws CallError if two treebanks have the same name. */
export function checkNames(found: readonly Treebank[]): void {
  const twice = found.find(({ name }, i) => found.findIndex((other) => other.name === name) < i)
  if (twice)
    throw new CallError(`two treebanks are called '${twice.name}', expected folders with names of their own`)
}

async function treebankOf(name: string, train: string, test?: string): Promise<Treebank> {
  const planned = { name, train: await fingerprint(train) }
  return test === undefined ? planned : { ...planned, test: await fingerprint(test) }
}

/** The treebank in a folder, or those in its folders, by name. */
async function treebanksIn(folder: string): Promise<Treebank[]> {
  const own = await treebankIn(folder)
  if (own) return [own]
  const found: Treebank[] = []
  for (const entry of (await readdir(folder)).sort()) {
    const inner = join(folder, entry)
    const one = (await stat(inner)).isDirectory() ? await treebankIn(inner) : undefined
    if (one) found.push(one)
  }
  if (found.length > 0) return found
  throw new CallError(
    `${folder}: there is no treebank in it, expected train.conllu and dev.conllu, or one of them`,
  )
}

/** The treebank in a folder. If there is only a dev part, that is the part to split. */
async function treebankIn(folder: string): Promise<Treebank | undefined> {
  let names: string[]
  try {
    names = (await readdir(folder)).sort()
  } catch (error) {
    throw new CallError(`${folder}: cannot be read (${reasonOf(error)}), expected a folder with a treebank`)
  }
  const part = (end: string): string | undefined => {
    const name = names.find((entry) => entry.endsWith(`${end}.conllu`))
    return name === undefined ? undefined : join(folder, name)
  }
  const [train, dev] = [part('train'), part('dev')]
  const name = basename(resolve(folder))
  if (train !== undefined) return treebankOf(name, train, dev)
  return dev === undefined ? undefined : treebankOf(name, dev)
}

/** `en_ewt` for `…/en_ewt/train.conllu`, `sample` for `sample.conllu`. */
function nameOfFile(path: string): string {
  const name = basename(path).replace(/\.conllu$/, '')
  return /^(train|dev|test)$/.test(name) ? basename(dirname(resolve(path))) : name
}

/** A file, by its absolute path, and its content. Throws CallError if it cannot be read. */
export async function fingerprint(path: string): Promise<PlannedFile> {
  const bytes = await bytesOf(path)
  const isEmbedded = [EMBEDDED_TRAIN, EMBEDDED_DEV].includes(path)
  return { path: isEmbedded ? path : resolve(path), sha256: sha256(bytes), bytes: bytes.length }
}

/** The first of some paths where there is something, or the last. */
export function firstThere(...paths: readonly string[]): string {
  return paths.find((path) => existsSync(path)) ?? paths[paths.length - 1]
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function bytesOf(path: string): Promise<Uint8Array> {
  let bytes = files.get(path)
  if (!bytes) files.set(path, (bytes = readBytes(path)))
  return bytes
}

async function readBytes(path: string): Promise<Uint8Array> {
  if (path === EMBEDDED_TRAIN) return new TextEncoder().encode(embeddedTrain())
  if (path === EMBEDDED_DEV) return new TextEncoder().encode(embeddedDev())
  try {
    return await readFile(path)
  } catch (error) {
    throw new CallError(`${path}: cannot be read (${reasonOf(error)}), expected a treebank`)
  }
}

/** The bytes of a planned file. Throws RunError if the file has changed since the plan was made. */
export async function readPlanned({
  path,
  sha256: expected,
}: Omit<PlannedFile, 'bytes'>): Promise<Uint8Array> {
  const bytes = await bytesOf(path)
  if (sha256(bytes) !== expected)
    throw new RunError(`${path}: changed since the plan was made, expected a new plan`)
  return bytes
}

export interface TreebankParts {
  readonly train: readonly CoNLLUSentence[]
  readonly test: readonly CoNLLUSentence[]
}

/** A name of the part that is for testing: tasks on a treebank with the same name have the same test sentences. */
export function testPartOf({ treebank, seed }: Task): string {
  return treebank.test ? 'test' : `fold ${foldOf(seed)}`
}

/** Reads the parts of a treebank. Throws RunError if there are too few, CoNLLUError for a bad sentence. */
export async function readParts({ treebank, size, seed, quick }: Task): Promise<TreebankParts> {
  const all = await sentencesOf(treebank.train)
  if (!treebank.test && all.length < FEWEST)
    throw new RunError(
      `${treebank.train.path}: too small to split (${all.length} sentences), expected at least ${FEWEST}`,
    )
  const parts = treebank.test
    ? { train: all, test: await sentencesOf(treebank.test) }
    : split(all, foldOf(seed))
  const full = quick ? sample(parts.train, QUICK_TRAIN, seed) : parts.train
  const train = sample(full, Math.round((size / 100) * full.length), seed)
  // The same with all seeds, so that no sentence counts twice.
  const test = quick ? sample(parts.test, QUICK_TEST, 1) : parts.test
  if (train.length < FEWEST)
    throw new RunError(
      `${treebank.train.path}: ${size} % of ${full.length} sentences are too few to train on, expected at least ${FEWEST}`,
    )
  if (test.length === 0)
    throw new RunError(
      `${treebank.test?.path ?? treebank.train.path}: no sentence to test on, expected at least one`,
    )
  return { train, test }
}

async function sentencesOf(file: PlannedFile): Promise<CoNLLUSentence[]> {
  return [...readCoNLLU(await readPlanned(file), { file: file.path })]
}
