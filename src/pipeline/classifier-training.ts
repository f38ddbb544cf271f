/** Training of the classifiers of tokenizer and tagger; what only parses needs none of it. */
import { IntList } from '../../parser/core/int-list.ts'
import { Instances } from '../../parser/learning/instances.ts'
import { classifierTask, trainClassifier } from '../../parser/learning/liblinear.ts'
import { labelOf, transitionOf } from '../../parser/core/transition-system.ts'
import { LARGEST_WEIGHT, MOST_CLASSES, targetsFor, type ClassWeights } from './classifier.ts'

/** What a classifier is to learn from. */
export class Examples {
  readonly #instances = new Instances()

  get size(): number {
    return this.#instances.size
  }

  /** The features keys[0..count) call for class `target`. */
  add(keys: Uint32Array, count: number, target: number): void {
    this.#instances.add(keys, count, transitionOf(0, target))
  }

  /** The weights, by Crammer and Singer's support vector machine. Throws RangeError for more than MOST_CLASSES. */
  learn(classes: number, options: LearningOptions): ClassWeights {
    if (classes > MOST_CLASSES)
      throw new RangeError(`${classes} different tags or FEATS, expected ${MOST_CLASSES} at most`)
    const {
      transitions,
      keys,
      starts,
      classes: targets,
      values,
    } = trainClassifier(
      classifierTask('', this.#instances, options.most, { solver: 4, C: options.C, seed: options.seed }),
      { signal: options.signal, onPass: (_, pass) => options.onPass?.(pass) },
    )
    const wanted = Uint16Array.from(targets, (target) => labelOf(transitions[target]))
    return coarsen({ classes, keys, starts, targets: wanted, values }, options.levels)
  }
}

export interface LearningOptions {
  /** The cost of errors. */
  readonly C: number
  readonly seed: number
  /** The largest number of features of an example. */
  readonly most: number
  /** The weights are rounded so that the largest that is not an exception becomes this. */
  readonly levels: number
  readonly onPass?: (pass: number) => void
  readonly signal?: AbortSignal
}

/** Rounds weights so that one in a thousand is larger than `levels`, and leaves out what rounds to 0. */
function coarsen(
  weights: Omit<ClassWeights, 'values' | 'targets'> & {
    readonly targets: Uint16Array
    readonly values: Int16Array
  },
  levels: number,
): ClassWeights {
  const sizes = weights.values.map(Math.abs).sort()
  const usual = Math.max(1, sizes[Math.floor(0.999 * sizes.length)] ?? 1)
  const kept = new IntList()
  const starts = new IntList()
  const targets = new IntList()
  const values = new IntList()
  starts.push(0)
  for (let feature = 0; feature < weights.keys.length; feature++) {
    const before = targets.length
    for (let i = weights.starts[feature]; i < weights.starts[feature + 1]; i++) {
      const value = Math.round((weights.values[i] * levels) / usual)
      if (value === 0) continue
      targets.push(weights.targets[i])
      values.push(Math.max(-LARGEST_WEIGHT, Math.min(LARGEST_WEIGHT, value)))
    }
    if (targets.length === before) continue
    kept.push(weights.keys[feature])
    starts.push(targets.length)
  }
  return {
    classes: weights.classes,
    keys: Uint32Array.from(kept.view()),
    starts: Uint32Array.from(starts.view()),
    targets: targetsFor(weights.classes, targets.view()),
    values: Int8Array.from(values.view()),
  }
}
