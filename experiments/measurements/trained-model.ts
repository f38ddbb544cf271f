/** Stores models in the folder of the run under a hash of everything they depend on, so that cells share equal models. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, RunError, withOutput } from '../../src/lab-node.ts'
import {
  builtInTemplates,
  Corpus,
  createEncoding,
  markSigns,
  ModelError,
  readModel,
  Symbols,
  TokenReader,
  train,
  learnerOf,
  trainingDefaults,
  trainModel,
  TreeReader,
  writeModel,
  XPOS,
} from '../../src/lab.ts'
import type { CoNLLUSentence, Model, ParserToken, Tags, Tree } from '../../src/lab.ts'
import { dataOf, hashOf, programOf, VERSION } from '../cells/cell.ts'
import { makeFolder } from '../cells/store.ts'
import { withKnownArcs } from './known-arcs.ts'
import { learnedTrees, tallyOf, type LearnedTrees, type Learning } from './learning.ts'
import type { MeasurementInput } from './measurement.ts'

/** Returns the model, and the training time in seconds if the model was not stored yet. */
export async function trainedModel(
  learning: Learning,
  input: MeasurementInput,
): Promise<{ readonly model: Model; readonly seconds?: number }> {
  const { task, parts, folder, terminal } = input
  const { search: _, ...how } = learning
  const trees = learnedTrees(learning, tallyOf(parts.train))
  const trainTimed = (): { readonly model: Model; readonly seconds: number } => {
    const began = performance.now()
    const model = learn(learning, trees, input)
    return { model, seconds: (performance.now() - began) / 1000 }
  }
  // Do not store models of transformed trees: their labels contain marks, which model files reject. Only one
  // cell needs such a model.
  if (trees.transformed) return trainTimed()
  const hash = hashOf({ program: programOf(), data: dataOf(task), size: task.size, how })
  const path = join(folder, 'models', `${learning.system}-${hash.slice(0, 16)}.rb`)
  const storedModel = await readStored(path)
  if (storedModel) return { model: storedModel }
  const trained = trainTimed()
  await makeFolder(join(folder, 'models'))
  await withOutput(path, terminal, (output) => output.write(writeModel(trained.model)))
  return trained
}

async function readStored(path: string): Promise<Model | undefined> {
  try {
    return readModel(await readFile(path))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    if (error instanceof ModelError)
      throw new RunError(`${path}: ${error.message}: move it away to train again`)
    throw error
  }
}

function learn(learning: Learning, trees: LearnedTrees, { task, parts, progress }: MeasurementInput): Model {
  const {
    steps: _,
    featuresFor,
    predictedTags: __,
    search: ___,
    knownArcs,
    knownOf = 'words',
    ...options
  } = learning
  const trainingOptions = {
    ...trainingDefaults,
    ...options,
    learner: learnerOf(options),
    tags: tagsOf(learning, parts),
    seed: task.seed,
    facts: { treebank: task.treebank.name, version: VERSION },
    onProgress: ({ detail }: { readonly detail: string }) => progress.at(undefined, detail),
  }
  const templates = builtInTemplates(learning.features, {
    ...trainingOptions,
    beam: featuresFor ?? trainingOptions.beam,
  })
  const steps = trees.steps.length > 0 ? trees.steps.join(',') : undefined
  const sentences =
    knownArcs === undefined ? parts.train : withKnownArcs(parts.train, knownArcs, knownOf, task.seed)
  if (!trees.transformed) return trainModel(sentences, { ...trainingOptions, templates, steps }).model
  if (knownArcs !== undefined)
    throw new RunError('knownArcs: transformed trees have to be whole, expected no step right-branching')
  const { corpus, labels } = transformedCorpus(parts.train, trees, trainingOptions.tags)
  return train(corpus, labels, { ...trainingOptions, templates, nonProjective: 'error', direction: 'right' })
    .model
}

/** The tags that features read: only UPOS if the test part has no XPOS. */
function tagsOf({ tags }: Learning, { test }: MeasurementInput['parts']): Tags {
  return tags === 'both' && !test.some((sentence) => sentence.hasAny(XPOS)) ? 'upos' : tags
}

/** Transformed trees for a parser without marks: the label texts contain the marks, as in a file. */
function transformedCorpus(
  sentences: readonly CoNLLUSentence[],
  { steps, transformed: direction = 'right' }: LearnedTrees,
  tags: Tags,
): { readonly corpus: Corpus; readonly labels: Symbols } {
  const reader = new TreeReader()
  const encoding = createEncoding({ labels: reader.labels, direction, steps })
  const tokens = new TokenReader()
  const labels = new Symbols()
  const corpus = new Corpus({ tags })
  for (const sentence of sentences) {
    const tree = encoding.encode(reader.original(sentence))
    if (tree)
      corpus.add(inReadingOrder(tokens.tokens(sentence), direction), unmark(tree, reader.labels, labels))
  }
  return { corpus, labels }
}

/** The words in the reading order of the parser: reversed if the direction is left. */
export function inReadingOrder(
  tokens: readonly ParserToken[],
  direction: 'right' | 'left',
): readonly ParserToken[] {
  return direction === 'left' ? tokens.toReversed() : tokens
}

function unmark(tree: Tree, from: Symbols, to: Symbols): Tree {
  for (let word = 1; word <= tree.size; word++) {
    tree.label[word] = to.add(from.text(tree.label[word]) + markSigns[tree.mark[word]])
    tree.mark[word] = 0
  }
  return tree
}
