/** Learns the weights of classifiers. A module of its own, so that a parser does not load what learns. */
import { transitionOf } from '../../parser/core/transition-system.ts'
import { Instances } from '../../parser/learning/instances.ts'
import { classifierTask, frequentFeatures, trainClassifier } from '../../parser/learning/liblinear.ts'
import { IntList } from '../../parser/core/int-list.ts'
import { sortTransitions, type ClassifierWeights } from '../../parser/model/model.ts'

export interface LearningOptions {
  readonly seed: number
  /** Called with the number of each pass over the examples. */
  readonly onPass?: (pass: number) => void
  readonly signal?: AbortSignal
}

/** The cost of errors, and the smallest weight. */
export interface WeightOptions {
  readonly cost: number
  readonly least: number
}

/** The most bytes of a training, for a weight of each class and feature, and for a dual variable of each class and example. */
const MOST_BYTES = 3 * 2 ** 30
/** The most classes of a training, and of a file. */
const MOST_TOGETHER = 4096
const MOST_CLASSES = 65535

export class Examples {
  readonly #instances = new Instances()
  /** By example: its group. */
  readonly #groups = new IntList()
  #mostFeatures = 0

  /**
   * Adds an example of class `target` with the features keys[0..count).
   *
   * @param group examples of different groups share no feature, and every choice is between the classes of one group
   */
  add(keys: Uint32Array, count: number, target: number, group = 0): void {
    this.#mostFeatures = Math.max(this.#mostFeatures, count)
    this.#instances.add(keys, count, transitionOf(0, target))
    this.#groups.push(group)
  }

  /**
   * The weights (Crammer & Singer 2001). If all examples together take too much memory, each group learns alone; if a group
   * does, its rarest classes have no weights. Throws the reason of the signal.
   */
  learn(weights: WeightOptions, options: LearningOptions): ClassifierWeights {
    const all = this.#instances
    if (all.transitions.length <= mostTogether(all)) return this.#learn(all, weights, options)
    const isCommon = commonest(all, MOST_CLASSES)
    const rowsOf = new Map<number, number[]>()
    for (const [row, group] of this.#groups.view().entries()) {
      if (!isCommon[all.labels.items[row]]) continue
      const rows = rowsOf.get(group)
      if (rows) rows.push(row)
      else rowsOf.set(group, [row])
    }
    const learned = [...rowsOf.values()].map((rows) => {
      const part = selected(all, rows)
      const isKept = commonest(part, mostTogether(part))
      const kept = [...rows.keys()].filter((row) => isKept[part.labels.items[row]])
      return this.#learn(kept.length < rows.length ? selected(part, kept) : part, weights, options)
    })
    return joined(learned)
  }

  #learn(
    instances: Instances,
    { cost, least }: WeightOptions,
    { seed, onPass, signal }: LearningOptions,
  ): ClassifierWeights {
    const settings = { solver: 4, C: cost, seed, least } as const
    return trainClassifier(classifierTask('', instances, this.#mostFeatures, settings), {
      signal,
      onPass: (_, pass) => onPass?.(pass),
    })
  }
}

/** The most classes that these examples can be trained with. */
function mostTogether(examples: Instances): number {
  const features = frequentFeatures(examples.columns.view(), examples.keys().length)
  return Math.min(MOST_TOGETHER, Math.floor(MOST_BYTES / (4 * (features + examples.labels.length + 1))))
}

/** By class: whether it is one of the `most` classes that most examples have. */
function commonest({ labels, transitions }: Instances, most: number): boolean[] {
  const counts = new Int32Array(transitions.length)
  for (const label of labels.view()) counts[label]++
  const order = [...counts.keys()].sort((a, b) => counts[b] - counts[a])
  const kept = new Set(order.slice(0, most))
  return transitions.map((_, label) => kept.has(label))
}

/** Some of the examples, by their rows. */
function selected(examples: Instances, rows: readonly number[]): Instances {
  const known = examples.keys()
  const [starts, columns, labels] = [examples.starts.view(), examples.columns.view(), examples.labels.view()]
  const part = new Instances()
  for (const row of rows) {
    const keys = Uint32Array.from(columns.subarray(starts[row], starts[row + 1]), (feature) => known[feature])
    part.add(keys, keys.length, examples.transitions[labels[row]])
  }
  return part
}

/**
 * The weights of all groups as those of one classifier. Keys are hashes, so that two groups can have the same one: then the
 * classes of both have weights there, of which a choice reads those of its own group.
 */
function joined(parts: readonly ClassifierWeights[]): ClassifierWeights {
  const found = new Set(parts.flatMap(({ transitions }) => [...transitions]))
  const { sorted: transitions } = sortTransitions([...found])
  const classOf = new Map([...transitions].map((transition, c) => [transition, c]))
  const rows = new Map<number, Map<number, number>>()
  for (const part of parts)
    part.keys.forEach((key, feature) => {
      const row = rows.get(key) ?? new Map<number, number>()
      rows.set(key, row)
      for (let i = part.starts[feature]; i < part.starts[feature + 1]; i++) {
        const c = classOf.get(part.transitions[part.classes[i]])!
        // A class of two groups: the stronger group has the weight.
        if (Math.abs(part.values[i]) > Math.abs(row.get(c) ?? 0)) row.set(c, part.values[i])
      }
    })
  const keys = Uint32Array.from(rows.keys()).sort()
  const entries = Array.from(keys, (key) => [...rows.get(key)!].sort(([a], [b]) => a - b))
  const starts = new Uint32Array(keys.length + 1)
  entries.forEach((row, feature) => (starts[feature + 1] = starts[feature] + row.length))
  return {
    transitions,
    keys,
    starts,
    classes: Uint16Array.from(entries.flat(), ([c]) => c),
    values: Int16Array.from(entries.flat(), ([, value]) => value),
    scale: 1,
  }
}
