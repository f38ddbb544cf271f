/** The LIBLINEAR learner: instances of the static oracle's derivations, then one classifier for each state. */
import { Training, type Solver } from 'liblinear-wasm'
import type { Classifiers } from '../model/classifiers.ts'
import { Configuration } from '../core/configuration.ts'
import { BIAS_KEY, type FeatureExtractor } from '../features/extractor.ts'
import type { ClassifierWeights } from '../model/weights.ts'
import { quantize } from './quantize.ts'
import type { Sentence } from '../core/sentence.ts'
import { derive, type Guide, type Transition, type TransitionSystem } from '../core/transition-system.ts'
import type { Tree } from '../../transform/tree.ts'
import { collector, Instances } from './instances.ts'
import type { TrainingSet } from './training-set.ts'

/** What is learned, and how: it can be sent elsewhere. */
export interface LinearSettings {
  /** LIBLINEAR's number: 0, 1, 4 or 7. */
  readonly solver: Solver
  readonly C: number
  /** The stopping tolerance; LIBLINEAR's own for the solver where it is absent. */
  readonly eps?: number
  /** The value of a feature that is always there; absent or negative: there is none. */
  readonly bias?: number
  readonly seed: number
  /** Features of fewer instances of a state are left out; {@link CUTOFF} where absent. */
  readonly cutoff?: number
  /** Weights that are smaller are left out; none where absent. */
  readonly least?: number
  /** How many classes are kept, those of most instances; all where absent. */
  readonly classes?: number
  /** The largest integer that a weight becomes; 32767 where absent. */
  readonly largest?: number
}

/** Who follows a solver. */
export interface Watch {
  /** Told after each pass of a solver: the state, the passes so far, the distance from the optimum. */
  readonly onPass?: (state: string, pass: number, violation: number) => void
  readonly signal?: AbortSignal
}

/** The instances of one classifier, and what is made of them, as they can be sent elsewhere. */
export interface ClassifierTask {
  readonly name: string
  /** By class. */
  readonly transitions: readonly Transition[]
  /** By feature. */
  readonly keys: Uint32Array<ArrayBuffer>
  /** Row i has the features columns[starts[i]..starts[i + 1]), and is of class labels[i]. */
  readonly starts: Int32Array<ArrayBuffer>
  readonly columns: Int32Array<ArrayBuffer>
  readonly labels: Int32Array<ArrayBuffer>
  /** The largest number of features of a row. */
  readonly most: number
  readonly settings: LinearSettings
}

/**
 * Features that only one instance has let it be learned by heart: without them models are half as large and better
 * (4,000 sentences of English EWT: 79.9 LAS on dev, against 79.7).
 */
const CUTOFF = 2

/** The instances of every classifier, from the oracle's derivations of the whole set. */
export function collectInstances(
  system: TransitionSystem,
  classifiers: Classifiers,
  set: TrainingSet,
  extractor: FeatureExtractor,
  sentence: Sentence,
): Instances[] {
  const instances = classifiers.names.map(() => new Instances())
  const c = new Configuration()
  let gold: Tree
  const oracle: Guide = { next: (configuration) => system.oracle(configuration, gold) }
  const guide = collector(system, classifiers, extractor, instances, sentence, oracle)
  for (let index = 0; index < set.size; index++) {
    gold = set.load(index, sentence)
    system.reveal?.(gold)
    system.start(c, gold.size)
    derive(system, c, guide)
  }
  return instances
}

export function classifierTask(
  name: string,
  { transitions, features, starts, columns, labels }: Instances,
  most: number,
  settings: LinearSettings,
): ClassifierTask {
  const rows = { starts: starts.view(), columns: columns.view(), labels: labels.view() }
  return { name, transitions, keys: features.keys(), ...rows, most, settings }
}

/**
 * Trains one classifier. One without instances learns nothing, one with a single class has nothing to choose.
 *
 * @throws RangeError for settings that make no sense or a problem that needs more than 4 GiB; the signal's reason
 */
export function trainClassifier(task: ClassifierTask, watch: Watch = {}): ClassifierWeights {
  const { transitions, most, settings } = task
  const { keys, starts, columns } = frequent(task, settings.cutoff ?? CUTOFF)
  if (transitions.length < 2) return quantize(transitions, keys.subarray(0, 0), () => undefined, most)
  const training = new Training(
    {
      rows: { starts, columns },
      labels: task.labels,
      classes: transitions.length,
      features: keys.length,
    },
    { solver: settings.solver, C: settings.C, eps: settings.eps, bias: settings.bias, seed: settings.seed },
  )
  for (let outcome = training.step(), pass = 0; ; outcome = training.step()) {
    watch.signal?.throwIfAborted()
    if (outcome === 'slice') continue
    watch.onPass?.(task.name, ++pass, training.progress().violation)
    if (outcome === 'solved') break
  }
  const bias = settings.bias ?? -1
  const rowKeys = new Uint32Array(training.rows)
  rowKeys.set(keys)
  if (bias >= 0) rowKeys[keys.length] = BIAS_KEY
  const readRow = (feature: number, row: Float64Array): void => {
    training.writeRow(feature, row)
    if (feature === keys.length) for (let c = 0; c < row.length; c++) row[c] *= bias
  }
  const kept = commonest(task, settings.classes ?? transitions.length)
  const whole = new Float64Array(transitions.length)
  const readKept = (feature: number, row: Float64Array): void => {
    readRow(feature, whole)
    for (let c = 0; c < kept.length; c++) row[c] = whole[kept[c]]
  }
  const keptMoves = kept.map((c) => transitions[c])
  return quantize(keptMoves, rowKeys, readKept, most, settings.least, settings.largest)
}

/** The `count` classes that most instances are of. */
function commonest({ transitions, labels }: ClassifierTask, count: number): number[] {
  const counts = new Int32Array(transitions.length)
  for (const label of labels) counts[label]++
  return [...transitions.keys()].sort((a, b) => counts[b] - counts[a]).slice(0, count)
}

/** The rows of a task with only the features that stand in at least `least` of them. */
function frequent(
  { keys: known, starts: oldStarts, columns: oldColumns, labels }: ClassifierTask,
  least: number,
): { keys: Uint32Array<ArrayBuffer>; starts: Int32Array; columns: Int32Array } {
  const keys = known.slice()
  const counts = new Int32Array(keys.length)
  for (const feature of oldColumns) counts[feature]++
  const place = new Int32Array(keys.length).fill(-1)
  let kept = 0
  for (let feature = 0; feature < keys.length; feature++) {
    if (counts[feature] < least) continue
    keys[kept] = keys[feature]
    place[feature] = kept++
  }
  const starts = new Int32Array(oldStarts.length)
  const columns = new Int32Array(oldColumns.length)
  let end = 0
  for (let row = 0; row < labels.length; row++) {
    for (let i = oldStarts[row]; i < oldStarts[row + 1]; i++) {
      if (place[oldColumns[i]] >= 0) columns[end++] = place[oldColumns[i]]
    }
    starts[row + 1] = end
  }
  return { keys: keys.slice(0, kept), starts, columns: columns.subarray(0, end) }
}
