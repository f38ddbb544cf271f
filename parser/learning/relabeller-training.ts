/** Learning to relabel finished trees: each arc of the gold trees is an instance. */
import type { CompiledTemplates } from '../features/templates.ts'
import { TreeFeatures } from '../labelling/arc-features.ts'
import { relabellingTemplates, structureRelabelling } from '../labelling/arc-templates.ts'
import type { Labelling } from '../labelling/relabeller.ts'
import { transitionOf, type TransitionSystem } from '../core/transition-system.ts'
import { Sentence } from '../core/sentence.ts'
import type { ClassifierWeights } from '../model/weights.ts'
import type { Tree } from '../../transform/tree.ts'
import type { Corpus } from './corpus.ts'
import { Instances } from './instances.ts'
import { classifierTask, trainClassifier, type Watch } from './liblinear.ts'

/** Crammer & Singer's support vector machine, with the cost of the highest LAS on dev. */
const [SOLVER, COST] = [4, 0.1] as const

/** Greedy parsers relabel if they learn from fewer words than this: it gains 0.2 to 3 LAS, and halves their speed. */
const SMALL_TREEBANK = 100_000

/** The templates of a model's relabeller; undefined if it has none. */
export function relabellingFor(
  { family }: TransitionSystem,
  corpus: Corpus,
  options: { labelling?: Labelling; beam?: number; templates: CompiledTemplates },
): readonly string[] | undefined {
  const { labelling, beam = 1, templates } = options
  const gains = family === 'right-branching' && (beam > 1 || corpus.words < SMALL_TREEBANK)
  if (labelling === 'early' || (labelling === undefined && !gains)) return undefined
  const readsStructure = templates.used.includes('feats')
  return readsStructure ? [...relabellingTemplates, ...structureRelabelling] : relabellingTemplates
}

/**
 * Trains the relabeller on the trees of `treeOf`. Throws RangeError as `compileRelabelling`, and the signal's reason.
 */
export function learnRelabelling(
  corpus: Corpus,
  treeOf: (index: number) => Tree,
  templates: readonly string[],
  { seed, ...watch }: Watch & { readonly seed: number },
): ClassifierWeights {
  const instances = new Instances()
  const features = new TreeFeatures(templates)
  const sentence = new Sentence({ tags: corpus.tags })
  for (let index = 0; index < corpus.size; index++) {
    const tree = treeOf(index)
    features.begin(corpus.sentence(index, sentence), tree)
    for (let word = 1; word <= tree.size; word++) {
      if (tree.head[word] === 0) continue
      features.extract(word)
      instances.add(features.keys, templates.length, transitionOf(0, tree.label[word]))
    }
  }
  const settings = { solver: SOLVER, C: COST, seed }
  return trainClassifier(
    classifierTask('labels of finished trees', instances, templates.length, settings),
    watch,
  )
}
