/** Learning to relabel finished trees: each arc of the gold trees is an instance. */
import { TreeFeatures } from '../labelling/arc-features.ts'
import { transitionOf } from '../core/transition-system.ts'
import { Sentence } from '../core/sentence.ts'
import type { ClassifierWeights } from '../model/weights.ts'
import type { Corpus } from './corpus.ts'
import { Instances } from './instances.ts'
import { classifierTask, trainClassifier, type Watch } from './liblinear.ts'

/** Crammer & Singer's support vector machine, with the cost of the highest LAS on dev. */
const [SOLVER, COST] = [4, 0.1] as const

/** Trains the classifier of labels. Throws RangeError as `compileRelabelling`, and the signal's reason. */
export function learnRelabelling(
  corpus: Corpus,
  templates: readonly string[],
  seed: number,
  watch: Watch,
): ClassifierWeights {
  const instances = new Instances()
  const features = new TreeFeatures(templates)
  const sentence = new Sentence({ tags: corpus.tags })
  for (let index = 0; index < corpus.size; index++) {
    const tree = corpus.tree(index)
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
