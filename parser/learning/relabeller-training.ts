/** Trains the relabeller of finished trees: each arc of the gold trees is an instance. */
import type { CompiledTemplates } from '../features/templates.ts'
import { TreeFeatures, type Labelling } from '../labelling/relabeller.ts'
import { relabellingTemplates, structureRelabelling } from '../features/arc-templates.ts'
import { transitionOf, type SystemTraits } from '../core/transition-system.ts'
import { ParserSentence } from '../core/sentence.ts'
import type { ClassifierWeights } from '../core/classifier-weights.ts'
import type { Tree } from '../../transform/tree.ts'
import type { Corpus } from './corpus.ts'
import { Instances } from './instances.ts'
import { SMALL_TREEBANK } from './learner-options.ts'
import { classifierTask, trainClassifier, type Watch } from './liblinear.ts'

/** Crammer & Singer's support vector machine, with the cost of the highest LAS on dev. */
const [SOLVER, COST] = [4, 0.1] as const

/** Smaller weights are left out: half the size at the same LAS (English EWT). For small treebanks, proportional to their words. */
const MIN_WEIGHT = 0.02

/** Whether a model relabels. */
export function relabels(
  { labelsBeforeHeads = false }: SystemTraits,
  { words }: Corpus,
  { labelling, beam = 1 }: { labelling?: Labelling; beam?: number },
): boolean {
  if (labelling !== undefined) return labelling === 'late'
  return labelsBeforeHeads && (beam > 1 || words < SMALL_TREEBANK)
}

/** The templates of relabelling for a model with these templates. */
export function relabellingFor({ used }: CompiledTemplates): readonly string[] {
  return used.includes('feats') ? [...relabellingTemplates, ...structureRelabelling] : relabellingTemplates
}

/**
 * Trains the relabeller on the trees of `treeOf`. Throws RangeError as `compileRelabelling`. If the signal aborts, throws its
 * reason.
 */
export function learnRelabelling(
  corpus: Corpus,
  treeOf: (index: number) => Tree,
  templates: readonly string[],
  { seed, ...watch }: Watch & { readonly seed: number },
): ClassifierWeights {
  const instances = new Instances()
  const features = new TreeFeatures(templates)
  const sentence = new ParserSentence({ tags: corpus.tags })
  for (let index = 0; index < corpus.size; index++) {
    const tree = treeOf(index)
    features.begin(corpus.sentence(index, sentence), tree)
    for (let word = 1; word <= tree.size; word++) {
      if (tree.head[word] === 0) continue
      features.extract(word)
      instances.add(features.keys, templates.length, transitionOf(0, tree.label[word]))
    }
  }
  const least = MIN_WEIGHT * Math.min(1, corpus.words / SMALL_TREEBANK)
  const settings = { solver: SOLVER, C: COST, seed, least }
  return trainClassifier(
    classifierTask('labels of finished trees', instances, templates.length, settings),
    watch,
  )
}
