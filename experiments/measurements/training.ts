/**
 * Models for experiments. A model depends on the training data and on how it is trained, and on nothing else, so it is
 * kept in `models/` of the run's folder under a name made from these: cells that need the same model train it once.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  builtInTemplates,
  Corpus,
  createEncoding,
  markSigns,
  ModelError,
  paperOracle,
  readModel,
  Symbols,
  TokenReader,
  train,
  trainingDefaults,
  trainModel,
  TreeReader,
  writeModel,
  type ConlluSentence,
  type Model,
  type Tags,
  type ParserToken,
  type TrainOptions,
  type Tree,
} from '../../src/index.ts'
import { codeOf, RunError } from '../../src/files/failures.ts'
import { withOutput } from '../../src/files/output.ts'
import { dataOf, hashOf, VERSION } from '../runs/cell.ts'
import { makeFolder } from '../runs/store.ts'
import type { Setting } from './setting.ts'

/** How a model is trained. */
export interface Learning {
  readonly system: string
  /** The trees to learn: as they are, or already right-branching with marks in their labels, to either side. */
  readonly trees: 'original' | 'right' | 'left'
  /** Of the systems that transform trees themselves. */
  readonly direction: TrainOptions['direction']
  readonly singleRoot: boolean
  readonly features: string
  readonly tags: Tags
  readonly solver: TrainOptions['solver']
  /** Where absent, as `rbparse train` has it for the system. */
  readonly C?: number
  /** Of the perceptron, in place of LIBLINEAR: the beam that it learns and parses with, and for how many epochs. */
  readonly learner?: 'perceptron'
  readonly beam?: number
  readonly epochs?: number
  /** When labels are chosen; with the transitions, early, where absent. */
  readonly labelling?: TrainOptions['labelling']
  /** The width of the beam that its features suit, where it is not its own. */
  readonly featuresFor?: number
}

/** The model of `learning`, and the seconds that its training took where it had to be trained. */
export async function trainedModel(
  learning: Learning,
  setting: Setting,
): Promise<{ readonly model: Model; readonly seconds?: number }> {
  const { wanted, folder, terminal } = setting
  const { size } = wanted
  const { system, trees, direction, singleRoot, features, tags, solver, C, learner, beam, epochs } = learning
  const { featuresFor, labelling } = learning
  const known = { system, trees, direction, singleRoot, features, tags, solver, C, learner, beam, epochs }
  const how = { ...known, featuresFor, labelling }
  const hash = hashOf({ version: VERSION, data: dataOf(wanted), size, how })
  const path = join(folder, 'models', `${system}-${hash.slice(0, 16)}.rb`)
  const before = await stored(path)
  if (before) return { model: before }
  const began = performance.now()
  const model = learn(learning, setting)
  const seconds = (performance.now() - began) / 1000
  await makeFolder(join(folder, 'models'))
  await withOutput(path, terminal, (output) => output.write(writeModel(model)))
  return { model, seconds }
}

async function stored(path: string): Promise<Model | undefined> {
  try {
    return readModel(await readFile(path))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    if (error instanceof ModelError)
      throw new RunError(`${path}: ${error.message}: move it away to train again`)
    throw error
  }
}

function learn(learning: Learning, { wanted, parts, progress }: Setting): Model {
  const { trees, featuresFor, ...options } = {
    labelling: 'early' as const,
    ...learning,
    tags: tagsOf(learning, parts),
  }
  // What the papers' parsers did; the rich features are used as they do best.
  const form = learning.features === 'paper' ? ('labelled' as const) : undefined
  const use = { ...trainingDefaults, ...options, form }
  const templates =
    learning.system === 'rb-oracle' && learning.features === 'paper'
      ? paperOracle
      : builtInTemplates(learning.features, { ...use, beam: featuresFor ?? use.beam })
  if (!templates) throw new RunError(`unknown feature set '${learning.features}', expected rich or paper`)
  const all = {
    ...use,
    templates,
    seed: wanted.seed,
    facts: { treebank: wanted.treebank.name, version: VERSION },
    onProgress: ({ detail }: { readonly detail: string }) => progress.at(undefined, detail),
  }
  if (trees === 'original') return trainModel(parts.train, all).model
  const { corpus, labels } = transformedCorpus(parts.train, trees, options.tags)
  return train(corpus, labels, { ...all, nonProjective: 'error' }).model
}

/** The tags that features can read: not XPOS where the test part has none. */
function tagsOf({ tags }: Learning, { test }: Setting['parts']): Tags {
  return tags === 'both' && !test.some(hasXpos) ? 'upos' : tags
}

function hasXpos(sentence: ConlluSentence): boolean {
  for (let word = 1; word <= sentence.size; word++) if (sentence.xpos(word) !== '_') return true
  return false
}

/** Right-branching trees for a parser that knows nothing of marks: they are part of the labels, as in a file. */
function transformedCorpus(
  sentences: readonly ConlluSentence[],
  direction: 'right' | 'left',
  tags: Tags,
): { readonly corpus: Corpus; readonly labels: Symbols } {
  const reader = new TreeReader()
  const encoding = createEncoding({ labels: reader.labels, direction })
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

/** The words as they are read: from the right where the direction is left. */
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
