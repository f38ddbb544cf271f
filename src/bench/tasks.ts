/** The tasks that `rbparse bench` times: each part of the program processes a treebank in memory. */
import type { Constraints } from '../../parser/core/constraints.ts'
import { registered, registry } from '../../parser/registry.ts'
import type { Model } from '../../parser/model/model.ts'
import { Parser } from '../../parser/parse.ts'
import { readModel, writeModel } from '../../parser/model/model-file.ts'
import { fillSentence } from '../../parser/core/sentence.ts'
import type { ParserToken } from '../../parser/core/word-attributes.ts'
import { createEncoding } from '../../transform/encoding.ts'
import { isProjective } from '../../transform/check.ts'
import { reverse, transform } from '../../transform/right-branching.ts'
import { createTree, type Tree } from '../../transform/tree.ts'
import { readCoNLLU } from '../conllu/reader.ts'
import type { CoNLLUSentence } from '../conllu/conllu-sentence.ts'
import { TokenReader, DeprelBytes, TreeReader } from '../conllu/trees.ts'
import { CoNLLUWriter, WRITE_BYTES } from '../conllu/writer.ts'
import { trainModel } from '../training/train-model.ts'
import { cutBlocks } from '../conllu/blocks.ts'
import { prepareTextModel, textModelOf } from '../pipeline/text-model.ts'
import { BLOCK_BYTES, parseBlocks, startBlockPool, type BlockPool } from '../jobs/parse-blocks.ts'
import type { StartThread } from '../threads/thread-pool.ts'
import type { Task } from './interleave.ts'

export interface BenchOptions {
  readonly systems: readonly string[]
  readonly runs: number
  readonly trainingRuns: number
  /** The number of threads of the last task. */
  readonly jobs: number
}

const CHUNK_BYTES = 1 << 18
/** The lengths of artificial sentences, which show how the time per word grows, and the number of words for each length. */
const SENTENCE_LENGTHS = [10, 100, 1000, 10000]
const WORDS_PER_LENGTH = 100000

/** The systems that can be timed: all except those that read the gold tree, which cannot parse. */
export function timedSystems(): string[] {
  return registry.filter(({ traits }) => !traits.readsGold).map(({ name }) => name)
}

/** The tasks in order: training precedes parsing, which needs the trained model. */
export function benchTasks(treebank: Uint8Array, options: BenchOptions, start: StartThread): Task[] {
  const { runs, trainingRuns, systems, jobs } = options
  const sentences = [...readCoNLLU(treebank)]
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
  const reader = new TokenReader()
  const tokens = sentences.map((sentence) => reader.tokens(sentence))
  const firstModel = (): Model => models.get(systems[0])!
  const treeReader = new TreeReader()
  const arcConstraints = sentences.map((sentence) => everyTenthArc(treeReader.original(sentence)))
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
      const model = (): Model => models.get(system)!
      const parse = task('parsing', `parse ${system}`, runs, parsing(tokens, model))
      if (!registered(system).constrained) return [parse]
      const constrainedRun = parsing(tokens, model, arcConstraints)
      return [parse, task('parsing', `parse ${system}, constrained`, runs, constrainedRun)]
    }),
    task('parsing', `parse ${systems[0]}, with loading`, runs, loading(tokens, firstModel)),
    ...SENTENCE_LENGTHS.map((size) => {
      const longSentences = sentencesOf(tokens.flat().slice(0, WORDS_PER_LENGTH), size)
      const name = `parse ${systems[0]}, ${size} words a sentence`
      return {
        ...task('lengths', name, runs, parsing(longSentences, firstModel)),
        words: longSentences.flat().length,
      }
    }),
    ...[1, jobs].map((jobs): Task => {
      const name = `parse ${systems[0]}, ${jobs} ${jobs === 1 ? 'job' : 'jobs'}`
      return { group: 'jobs', name, words, runs, ...parsingByThreads(treebank, firstModel, jobs, start) }
    }),
  ]
}

function readAll(treebank: Uint8Array): void {
  for (const sentence of readCoNLLU(chunksOf(treebank))) void sentence.size
}

function* chunksOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let offset = 0; offset < bytes.length; offset += CHUNK_BYTES)
    yield bytes.subarray(offset, offset + CHUNK_BYTES)
}

function writing(sentences: readonly CoNLLUSentence[]): () => void {
  const reader = new TreeReader()
  const trees = sentences.map((sentence) => reader.original(sentence))
  const deprels = new DeprelBytes(reader.labels)
  return () => {
    const writer = new CoNLLUWriter()
    sentences.forEach((sentence, i) => {
      writer.tree(sentence, trees[i], deprels)
      if (writer.size >= WRITE_BYTES) writer.take()
    })
  }
}

/** Tasks on trees: `transform` and `reverse` run on projective trees, `encode` and `decode` run all steps on all trees. */
function treeTasks(
  sentences: readonly CoNLLUSentence[],
): Record<'transform' | 'reverse' | 'encode' | 'decode', () => void> {
  const reader = new TreeReader()
  const trees = sentences.map((sentence) => reader.original(sentence))
  const lifting = createEncoding({ labels: reader.labels, transforms: false })
  const projective = trees.map((tree) => lifting.encode(tree)!)
  const encoding = createEncoding({ labels: reader.labels })
  const encoded = trees.map((tree) => encoding.encode(tree)!)
  const buffers = new Map<number, Tree>()
  for (const { size } of trees) if (!buffers.has(size)) buffers.set(size, createTree(size))
  return {
    transform: () => projective.forEach((tree) => void transform(tree, buffers.get(tree.size))),
    reverse: () => encoded.forEach((tree) => void reverse(tree, buffers.get(tree.size))),
    encode: () => trees.forEach((tree) => void encoding.encode(tree)),
    decode: () => encoded.forEach((tree) => void encoding.decode(tree)),
  }
}

function parsing(
  sentences: readonly (readonly ParserToken[])[],
  model: () => Model,
  constraints?: readonly Constraints[],
): () => void {
  let parser: Parser | undefined
  return () => {
    parser ??= new Parser(model())
    const sentence = parser.sentence()
    sentences.forEach((words, i) => void parser!.parse(fillSentence(sentence, words), constraints?.[i]))
  }
}

function loading(sentences: readonly (readonly ParserToken[])[], model: () => Model): () => void {
  let bytes: Uint8Array | undefined
  return () => {
    bytes ??= writeModel(model())
    const loadedModel = readModel(bytes)
    parsing(sentences, () => loadedModel)()
  }
}

/** Parses with threads as `rbparse parse --jobs` does, from CoNLL-U to CoNLL-U, but in memory. All runs share the threads. */
function parsingByThreads(
  treebank: Uint8Array,
  model: () => Model,
  jobs: number,
  start: StartThread,
): Required<Pick<Task, 'run' | 'end'>> {
  let pool: BlockPool | undefined
  return {
    run: async () => {
      pool ??= startBlockPool(prepareTextModel(textModelOf(model())), jobs, {}, start)
      await parseBlocks(pool, cutBlocks([treebank], BLOCK_BYTES), { write: async () => {} }, '-')
    },
    end: async () => pool?.close(),
  }
}

/** Cuts words into sentences of equal length; the last sentence may be shorter. */
function sentencesOf(words: readonly ParserToken[], size: number): ParserToken[][] {
  return Array.from({ length: Math.ceil(words.length / size) }, (_, i) =>
    words.slice(i * size, (i + 1) * size),
  )
}

/** Constrains every tenth arc of a projective tree; other trees have no constraints. */
function everyTenthArc(tree: Tree): Constraints {
  if (!isProjective(tree)) return {}
  const arcs = []
  for (let dependent = 5; dependent <= tree.size; dependent += 10) {
    arcs.push({ head: tree.head[dependent], dependent, label: -1 })
  }
  return { arcs: arcs.filter(({ head }) => head > 0) }
}
