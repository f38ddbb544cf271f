/** Learns the weights of classifiers. A module of its own, so that a parser does not load what learns. */
import { transitionOf } from '../../parser/core/transition-system.ts'
import { Instances } from '../../parser/learning/instances.ts'
import { classifierTask, trainClassifier } from '../../parser/learning/liblinear.ts'
import { EIGHT_BITS, type ClassifierWeights } from '../../parser/model/weights.ts'
import { MOST_CLASSES } from './classifier.ts'

export interface LearningOptions {
  readonly seed: number
  /** Called with the number of each pass over the examples. */
  readonly onPass?: (pass: number) => void
  readonly signal?: AbortSignal
}

export class Examples {
  readonly #instances = new Instances()
  #most = 0

  /** Adds an example of class `target` with the features keys[0..count). */
  add(keys: Uint32Array, count: number, target: number): void {
    this.#most = Math.max(this.#most, count)
    this.#instances.add(keys, count, transitionOf(0, target))
  }

  /** The weights (Crammer & Singer 2001). Throws RangeError for too many classes, and the reason of the signal. */
  learn(
    { cost, least }: { readonly cost: number; readonly least: number },
    { seed, onPass, signal }: LearningOptions,
  ): ClassifierWeights {
    const found = this.#instances.transitions.length
    if (found > MOST_CLASSES)
      throw new RangeError(
        `${found} different tags, FEATS or edits to lemmas, expected ${MOST_CLASSES} at most`,
      )
    const task = { solver: 4, C: cost, seed, least, largest: EIGHT_BITS } as const
    return trainClassifier(classifierTask('', this.#instances, this.#most, task), {
      signal,
      onPass: (_, pass) => onPass?.(pass),
    })
  }
}
