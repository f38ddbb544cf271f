/** Learns the weights of classifiers. A separate module, so that parsing does not load the training code. */
import { transitionOf } from '../../parser/core/transition-system.ts'
import { Instances } from '../../parser/learning/instances.ts'
import { classifierTask, frequentFeatures, trainClassifier } from '../../parser/learning/liblinear.ts'
import { IntList } from '../../parser/core/int-list.ts'
import { sortTransitions, type ClassifierWeights } from '../../parser/core/classifier-weights.ts'

export interface LearningOptions {
  readonly seed: number
  /** Called after each pass over the examples with its number and the finished share of the training, 0..1. */
  readonly onPass?: (pass: number, share: number) => void
  readonly signal?: AbortSignal
}

/** The options for part `index` of a training of `count` parts that take about the same time. */
export function partOf<Options extends LearningOptions>(
  options: Options,
  index: number,
  count: number,
): Options {
  return { ...options, onPass: (pass, share) => options.onPass?.(pass, (index + share) / count) }
}

/** The cost of errors, and the minimum absolute weight that is kept. */
export interface WeightOptions {
  readonly cost: number
  readonly least: number
}

/**
 * The maximum number of bytes for training: one weight for each class and feature, and one dual variable for each class and
 * example.
 */
const MAX_TRAINING_BYTES = 3 * 2 ** 30
/** The maximum number of classes that are trained together, and of classes in a file. */
const MAX_CLASSES_TOGETHER = 4096
const MAX_CLASSES = 65535

export class Examples {
  readonly #instances = new Instances()
  /** The group of each example. */
  readonly #groups = new IntList()
  #mostFeatures = 0

  /**
   * Adds an example with class `target` and features keys[0..count).
   *
   * @param group the group of the example. Groups share no features, and each decision chooses between the classes of one
   * group
   */
  add(keys: Uint32Array, count: number, target: number, group = 0): void {
    this.#mostFeatures = Math.max(this.#mostFeatures, count)
    this.#instances.add(keys, count, transitionOf(0, target))
    this.#groups.push(group)
  }

  /**
   * Learns the weights (Crammer & Singer 2001). If all examples together require too much memory, each group is trained
   * separately; if a group still requires too much, its rarest classes get no weights. Throws the reason of the signal.
   */
  learn(weights: WeightOptions, options: LearningOptions): ClassifierWeights {
    const instances = this.#instances
    if (instances.transitions.length <= maxClassesFor(instances))
      return this.#learn(instances, weights, options)
    const isCommon = isMostFrequentClass(instances, MAX_CLASSES)
    const rowsOf = new Map<number, number[]>()
    for (const [row, group] of this.#groups.view().entries()) {
      if (!isCommon[instances.labels.items[row]]) continue
      const rows = rowsOf.get(group)
      if (rows) rows.push(row)
      else rowsOf.set(group, [row])
    }
    const groupWeights = [...rowsOf.values()].map((rows, index) => {
      const part = selectRows(instances, rows)
      const isKeptClass = isMostFrequentClass(part, maxClassesFor(part))
      const keptRows = [...rows.keys()].filter((row) => isKeptClass[part.labels.items[row]])
      const examples = keptRows.length < rows.length ? selectRows(part, keptRows) : part
      return this.#learn(examples, weights, partOf(options, index, rowsOf.size))
    })
    return joinGroups(groupWeights)
  }

  #learn(
    instances: Instances,
    { cost, least }: WeightOptions,
    { seed, onPass, signal }: LearningOptions,
  ): ClassifierWeights {
    const settings = { solver: 4, C: cost, seed, least } as const
    return trainClassifier(classifierTask('', instances, this.#mostFeatures, settings), {
      signal,
      onPass: (pass, _, share) => onPass?.(pass, share),
    })
  }
}

/** The maximum number of classes for training these examples. */
function maxClassesFor(examples: Instances): number {
  const features = frequentFeatures(examples.columns.view(), examples.keys().length)
  return Math.min(
    MAX_CLASSES_TOGETHER,
    Math.floor(MAX_TRAINING_BYTES / (4 * (features + examples.labels.length + 1))),
  )
}

/** For each class: whether it is among the `limit` most frequent classes. */
function isMostFrequentClass({ labels, transitions }: Instances, limit: number): boolean[] {
  const counts = new Int32Array(transitions.length)
  for (const label of labels.view()) counts[label]++
  const order = [...counts.keys()].sort((a, b) => counts[b] - counts[a])
  const frequent = new Set(order.slice(0, limit))
  return transitions.map((_, label) => frequent.has(label))
}

/** Selects examples by row. */
function selectRows(examples: Instances, rows: readonly number[]): Instances {
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
 * Joins the weights of all groups to one classifier. Keys are hashes, so two groups can have the same key; the key then has
 * weights for the classes of both groups, and a decision reads only the classes of its group.
 */
function joinGroups(parts: readonly ClassifierWeights[]): ClassifierWeights {
  const foundTransitions = new Set(parts.flatMap(({ transitions }) => [...transitions]))
  const { sorted: transitions } = sortTransitions([...foundTransitions])
  const classOf = new Map([...transitions].map((transition, c) => [transition, c]))
  const rows = new Map<number, Map<number, number>>()
  for (const part of parts)
    part.keys.forEach((key, feature) => {
      const row = rows.get(key) ?? new Map<number, number>()
      rows.set(key, row)
      for (let i = part.starts[feature]; i < part.starts[feature + 1]; i++) {
        const c = classOf.get(part.transitions[part.classes[i]])!
        // If both groups have the class, keep the weight with the larger absolute value.
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
