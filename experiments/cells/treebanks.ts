/** Finds the treebanks of a run, hashes them for the plan, and reads them for cells. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { CallError, reasonOf, RunError } from '../../src/lab-node.ts'
import { embeddedDev, embeddedTrain, readCoNLLU, type CoNLLUSentence } from '../../src/lab.ts'
import { foldOf, sample, split } from '../statistics/summary.ts'
import { EMBEDDED, type PlannedFile, type Task, type Treebank } from './cell.ts'

/** The locations of the treebanks. All absent: the embedded treebank. */
export interface TreebankOptions {
  readonly train?: string
  readonly test?: string
  /** Folders that contain `train.conllu` and `dev.conllu` (or file names with these endings), or folders of such folders. */
  readonly treebank?: readonly string[]
}

const EMBEDDED_TRAIN = `${EMBEDDED}/train`
const EMBEDDED_DEV = `${EMBEDDED}/dev`
/** The minimum number of sentences for training. */
const MIN_SENTENCES = 10
const QUICK_TRAIN_SENTENCES = 200
const QUICK_TEST_SENTENCES = 100

const bytesByPath = new Map<string, Promise<Uint8Array>>()

/** The treebanks of a call, in order. Throws CallError if one is missing. */
export async function findTreebanks(options: TreebankOptions): Promise<Treebank[]> {
  const { train, test, treebank } = options
  if (train !== undefined && treebank !== undefined)
    throw new CallError('--train and --treebank exclude each other, expected one of them')
  if (test !== undefined && train === undefined)
    throw new CallError('--test needs something to train on, expected --train FILE with it')
  const treebanks: Treebank[] = []
  if (train !== undefined) treebanks.push(await treebankOf(nameOfFile(train), train, test))
  else if (treebank === undefined) treebanks.push(await treebankOf(EMBEDDED, EMBEDDED_TRAIN, EMBEDDED_DEV))
  else for (const folder of treebank) treebanks.push(...(await treebanksIn(folder)))
  checkNames(treebanks)
  return treebanks
}

/** Throws CallError if two treebanks have the same name. */
export function checkNames(treebanks: readonly Treebank[]): void {
  const duplicate = treebanks.find(({ name }, i) => treebanks.findIndex((other) => other.name === name) < i)
  if (duplicate)
    throw new CallError(
      `two treebanks are called '${duplicate.name}', expected folders with names of their own`,
    )
}

async function treebankOf(name: string, train: string, test?: string): Promise<Treebank> {
  const plannedTreebank = { name, train: await fingerprint(train) }
  return test === undefined ? plannedTreebank : { ...plannedTreebank, test: await fingerprint(test) }
}

/** The treebank in a folder, or the treebanks in its subfolders, sorted by name. */
async function treebanksIn(folder: string): Promise<Treebank[]> {
  const treebankHere = await treebankIn(folder)
  if (treebankHere) return [treebankHere]
  const treebanks: Treebank[] = []
  for (const entry of (await readdir(folder)).sort()) {
    const inner = join(folder, entry)
    const innerTreebank = (await stat(inner)).isDirectory() ? await treebankIn(inner) : undefined
    if (innerTreebank) treebanks.push(innerTreebank)
  }
  if (treebanks.length > 0) return treebanks
  throw new CallError(
    `${folder}: there is no treebank in it, expected train.conllu and dev.conllu, or one of them`,
  )
}

/** The treebank in a folder. If there is only a dev part, it is split. */
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

/** The name of the treebank of a file: `en_ewt` for `…/en_ewt/train.conllu`, `sample` for `sample.conllu`. */
function nameOfFile(path: string): string {
  const name = basename(path).replace(/\.conllu$/, '')
  return /^(train|dev|test)$/.test(name) ? basename(dirname(resolve(path))) : name
}

/** The absolute path, hash and size of a file. Throws CallError if the file cannot be read. */
export async function fingerprint(path: string): Promise<PlannedFile> {
  const bytes = await bytesOf(path)
  const isEmbedded = [EMBEDDED_TRAIN, EMBEDDED_DEV].includes(path)
  return { path: isEmbedded ? path : resolve(path), sha256: sha256(bytes), bytes: bytes.length }
}

/** The first path that exists, or else the last path. */
export function firstExisting(...paths: readonly string[]): string {
  return paths.find((path) => existsSync(path)) ?? paths[paths.length - 1]
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function bytesOf(path: string): Promise<Uint8Array> {
  let bytes = bytesByPath.get(path)
  if (!bytes) bytesByPath.set(path, (bytes = readBytes(path)))
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

/** The bytes of a planned file. Throws RunError if the file has changed since planning. */
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

/** The name of the test part. Tasks on the same treebank with the same name have the same test sentences. */
export function testPartOf({ treebank, seed }: Task): string {
  return treebank.test ? 'test' : `fold ${foldOf(seed)}`
}

/** Reads the parts of a treebank. Throws RunError if there are too few sentences, CoNLLUError for an invalid sentence. */
export async function readParts({ treebank, size, seed, quick }: Task): Promise<TreebankParts> {
  const sentences = await sentencesOf(treebank.train)
  if (!treebank.test && sentences.length < MIN_SENTENCES)
    throw new RunError(
      `${treebank.train.path}: too small to split (${sentences.length} sentences), expected at least ${MIN_SENTENCES}`,
    )
  const parts = treebank.test
    ? { train: sentences, test: await sentencesOf(treebank.test) }
    : split(sentences, foldOf(seed))
  const trainPool = quick ? sample(parts.train, QUICK_TRAIN_SENTENCES, seed) : parts.train
  const train = sample(trainPool, Math.round((size / 100) * trainPool.length), seed)
  // Use the same sample for all seeds, so that no sentence counts twice.
  const test = quick ? sample(parts.test, QUICK_TEST_SENTENCES, 1) : parts.test
  if (train.length < MIN_SENTENCES)
    throw new RunError(
      `${treebank.train.path}: ${size} % of ${trainPool.length} sentences are too few to train on, expected at least ${MIN_SENTENCES}`,
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
