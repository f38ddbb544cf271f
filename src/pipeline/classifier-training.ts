/** Training of the classifiers of the tokenizer and the tagger. */
import { IntList } from '../../parser/core/int-list.ts'
import { labelOf, transitionOf } from '../../parser/core/transition-system.ts'
import { Instances } from '../../parser/learning/instances.ts'
import { classifierTask, trainClassifier } from '../../parser/learning/liblinear.ts'
import { LARGEST_WEIGHT, MOST_CLASSES, targetsFor, type ClassWeights } from './classifier.ts'

export interface LearningOptions {
  readonly seed: number
  /** Called with the number of each pass over the examples. */
  readonly onPass?: (pass: number) => void
  readonly signal?: AbortSignal
}

/** The training examples of one classifier. */
export class Examples {
  readonly #instances = new Instances()
  readonly #mostFeatures: number

  /** @param mostFeatures the largest number of features of an example */
  constructor(mostFeatures: number) {
    this.#mostFeatures = mostFeatures
  }

  /** Adds an example of class `target` with the features keys[0..count). */
  add(keys: Uint32Array, count: number, target: number): void {
    this.#instances.add(keys, count, transitionOf(0, target))
  }

  /**
   * The weights of a support vector machine (Crammer & Singer 2001).
   *
   * @param weights the cost of errors, and the level to which the largest weight, exceptions aside, is scaled
   * @throws RangeError for more than MOST_CLASSES classes; the reason of the signal
   */
  learn(
    classes: number,
    weights: { readonly cost: number; readonly levels: number },
    { seed, onPass, signal }: LearningOptions,
  ): ClassWeights {
    if (classes > MOST_CLASSES)
      throw new RangeError(`${classes} different tags or FEATS, expected ${MOST_CLASSES} at most`)
    const task = { solver: 4, C: weights.cost, seed } as const
    const learned = trainClassifier(classifierTask('', this.#instances, this.#mostFeatures, task), {
      signal,
      onPass: (_, pass) => onPass?.(pass),
    })
    const { transitions, keys, starts, values } = learned
    const targets = Uint16Array.from(learned.classes, (target) => labelOf(transitions[target]))
    return quantize({ classes, keys, starts, targets, values }, weights.levels)
  }
}

/** Scales and rounds weights so that one in a thousand is larger than `levels`, and omits those that become 0. */
function quantize(
  weights: Omit<ClassWeights, 'values' | 'targets'> & {
    readonly targets: Uint16Array
    readonly values: Int16Array
  },
  levels: number,
): ClassWeights {
  const sizes = weights.values.map(Math.abs).sort()
  const usual = Math.max(1, sizes[Math.floor(0.999 * sizes.length)] ?? 1)
  const keys = new IntList()
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
    keys.push(weights.keys[feature])
    starts.push(targets.length)
  }
  return {
    classes: weights.classes,
    keys: Uint32Array.from(keys.view()),
    starts: Uint32Array.from(starts.view()),
    targets: targetsFor(weights.classes, targets.view()),
    values: Int8Array.from(values.view()),
  }
}
