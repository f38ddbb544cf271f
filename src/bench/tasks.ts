/** What is timed: the way of a treebank through every part, in memory. */
import type { Constraints } from '../../parser/constraints/constraints.ts'
import { registered, registry } from '../../parser/registry.ts'
import type { Model } from '../../parser/model.ts'
import { Parser } from '../../parser/parse.ts'
import { fillSentence } from '../../parser/sentence.ts'
import { createEncoding } from '../../transform/encoding.ts'
import { isProjective } from '../../transform/projectivity.ts'
import { reverse, transform } from '../../transform/right-branching.ts'
import { createTree, type Tree } from '../../transform/tree.ts'
import { readConllu } from '../conllu/read.ts'
import type { ConlluSentence } from '../conllu/sentence.ts'
import { TokenReader } from '../conllu/tokens.ts'
import { DeprelBytes, TreeReader } from '../conllu/trees.ts'
import { ConlluWriter, WRITE_SIZE } from '../conllu/writer.ts'
import { trainModel } from '../training/training.ts'
import type { StartThread } from '../jobs/thread.ts'
import type { Task } from './interleave.ts'
import { parsingByThreads } from './threads.ts'

export interface BenchOptions {
  /** Names of the registry. */
  readonly systems: readonly string[]
  readonly runs: number
  readonly trainingRuns: number
  /** How many threads parse. */
  readonly jobs: number
}

const CHUNK = 1 << 18

/** The systems that can be timed: one that is told the gold tree cannot parse. */
export function timedSystems(): string[] {
  return registry.filter(({ make }) => !make({ singleRoot: true }).reveal).map(({ name }) => name)
}

/** The tasks, in an order in which parsing comes after the training that it needs. */
export function benchTasks(treebank: Uint8Array, options: BenchOptions, start: StartThread): Task[] {
  const { runs, trainingRuns, systems, jobs } = options
  const sentences = [...readConllu(treebank)]
  const words = sentences.reduce((sum, { size }) => sum + size, 0)
  const task = (group: string, name: string, times: number, run: () => void): Task => ({
    group,
    name,
    words,
    runs: times,
    run,
  })
  const models = new Map<string, Model>()
  const trees = treeTasks(sentences)
  return [
    task('files', 'read', runs, () => readAll(treebank)),
    task('files', 'write', runs, writing(sentences)),
    task('trees', 'transform', runs, trees.transform),
    task('trees', 'reverse', runs, trees.reverse),
    task('trees', 'encode', runs, trees.encode),
    task('trees', 'decode', runs, trees.decode),
    ...systems.map((system) =>
      task('training', `train ${system}`, trainingRuns, () =>
        models.set(system, trainModel(sentences, { system }).model),
      ),
    ),
    ...systems.flatMap((system) => {
      const run = parsing(sentences, () => models.get(system)!)
      const parse = task('parsing', `parse ${system}`, runs, run)
      if (!registered(system).constrained) return [parse]
      const bound = parsing(sentences, () => models.get(system)!, everyTenthArc)
      return [parse, task('parsing', `parse ${system}, constrained`, runs, bound)]
    }),
    ...[1, jobs].map((jobs): Task => {
      const [system] = systems
      const threads = parsingByThreads(treebank, () => models.get(system)!, jobs, start)
      const name = `parse ${system}, ${jobs} ${jobs === 1 ? 'job' : 'jobs'}`
      return { group: 'jobs', name, words, runs, ...threads }
    }),
  ]
}

function readAll(treebank: Uint8Array): void {
  for (const sentence of readConllu(chunksOf(treebank))) void sentence.size
}

function* chunksOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.subarray(at, at + CHUNK)
}

function writing(sentences: readonly ConlluSentence[]): () => void {
  const reader = new TreeReader()
  const trees = sentences.map((sentence) => reader.original(sentence))
  const deprels = new DeprelBytes(reader.labels)
  return () => {
    const writer = new ConlluWriter()
    sentences.forEach((sentence, i) => {
      writer.tree(sentence, trees[i], deprels)
      if (writer.size >= WRITE_SIZE) writer.take()
    })
  }
}

/** `transform` and `reverse` alone, on projective trees; `encode` and `decode` with all that goes with them. */
function treeTasks(
  sentences: readonly ConlluSentence[],
): Record<'transform' | 'reverse' | 'encode' | 'decode', () => void> {
  const reader = new TreeReader()
  const trees = sentences.map((sentence) => reader.original(sentence))
  const lifting = createEncoding({ labels: reader.labels, transforms: false })
  const projective = trees.map((tree) => lifting.encode(tree)!)
  const encoding = createEncoding({ labels: reader.labels })
  const encoded = trees.map((tree) => encoding.encode(tree)!)
  const room = new Map<number, Tree>()
  for (const { size } of trees) if (!room.has(size)) room.set(size, createTree(size))
  return {
    transform: () => projective.forEach((tree) => void transform(tree, room.get(tree.size))),
    reverse: () => encoded.forEach((tree) => void reverse(tree, room.get(tree.size))),
    encode: () => trees.forEach((tree) => void encoding.encode(tree)),
    decode: () => encoded.forEach((tree) => void encoding.decode(tree)),
  }
}

/** Features, scoring, transitions and reversal, for words that are there as text; under constraints, if any. */
function parsing(
  sentences: readonly ConlluSentence[],
  model: () => Model,
  demand?: (tree: Tree) => Constraints,
): () => void {
  const reader = new TokenReader()
  const tokens = sentences.map((sentence) => reader.tokens(sentence))
  const trees = new TreeReader()
  const constraints = demand && sentences.map((sentence) => demand(trees.original(sentence)))
  let parser: Parser | undefined
  return () => {
    parser ??= new Parser(model())
    const sentence = parser.sentence()
    tokens.forEach((words, i) => void parser!.parse(fillSentence(sentence, words), constraints?.[i]))
  }
}

/** Demands a tenth of the arcs of a projective tree, and nothing of another. */
function everyTenthArc(tree: Tree): Constraints {
  if (!isProjective(tree)) return {}
  const arcs = []
  for (let dependent = 5; dependent <= tree.size; dependent += 10) {
    arcs.push({ head: tree.head[dependent], dependent, label: -1 })
  }
  return { arcs: arcs.filter(({ head }) => head > 0) }
}
