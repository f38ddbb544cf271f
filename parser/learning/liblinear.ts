/** Learning one classifier with LIBLINEAR. */
import { Training, type TrainingOptions } from 'liblinear-wasm'
import type { Transition } from '../core/transition-system.ts'
import { BIAS_KEY } from '../core/hash.ts'
import type { ClassifierWeights } from '../core/classifier-weights.ts'
import type { Instances } from './instances.ts'
import { quantize } from './quantize.ts'

/** The settings of one classifier. */
export interface LinearSettings extends Omit<TrainingOptions, 'precision'> {
  /** Features with fewer instances are left out. Default: {@link CUTOFF}. */
  readonly cutoff?: number
  /** Weights with a smaller absolute value are left out. Default: 0. */
  readonly least?: number
  /** The number of classes to keep (the most frequent classes). Default: all. */
  readonly classes?: number
}

/** Observes and aborts a solver. */
export interface Watch {
  /**
   * Called after each pass with the number of passes, the distance from the optimum, and the finished share of the work
   * (0..1). The share is an estimate for solver 4, whose distance shrinks by about the same factor in each second, else 0.
   */
  readonly onPass?: (pass: number, violation: number, share: number) => void
  /** Aborts the solver, which then throws the reason of the signal. */
  readonly signal?: AbortSignal
}

/** A classifier to train, as plain data that can be sent to a thread. */
export interface ClassifierTask {
  /** The name of the classifier, for reports. */
  readonly name: string
  /** The transitions, by class. */
  readonly transitions: readonly Transition[]
  /** The feature keys, by id. */
  readonly keys: Uint32Array<ArrayBuffer>
  /** Row i has the feature ids columns[starts[i]..starts[i + 1]) and the class labels[i]. */
  readonly starts: Int32Array<ArrayBuffer>
  readonly columns: Int32Array<ArrayBuffer>
  readonly labels: Int32Array<ArrayBuffer>
  /** The maximum number of features of a row. */
  readonly most: number
  readonly settings: LinearSettings
}

/** Features with one instance are left out: half the model size, 79.9 LAS, else 79.7 (4,000 sentences of English EWT, dev). */
const CUTOFF = 2

/** The task of a classifier. @param most the maximum number of features of a row, with the bias */
export function classifierTask(
  name: string,
  instances: Instances,
  most: number,
  settings: LinearSettings,
): ClassifierTask {
  const { transitions, starts, columns, labels } = instances
  const rows = { starts: starts.view(), columns: columns.view(), labels: labels.view() }
  return { name, transitions, keys: instances.keys(), ...rows, most, settings }
}

/** Trains one classifier. Throws RangeError for invalid settings and above 4 GiB. If the signal aborts, throws its reason. */
export function trainClassifier(task: ClassifierTask, watch: Watch = {}): ClassifierWeights {
  const { transitions, most, settings } = task
  const { keys, starts, columns } = withoutRareFeatures(task, settings.cutoff ?? CUTOFF)
  if (transitions.length < 2)
    return quantize({ transitions, keys: keys.subarray(0, 0), readRow: () => undefined }, { most })
  const { solver, C, eps, bias = -1, seed } = settings
  const problem = { rows: { starts, columns }, labels: task.labels }
  const training = new Training(
    { ...problem, classes: transitions.length, features: keys.length },
    { solver, C, eps, bias, seed },
  )
  solve(training, watch)
  const rowKeys = new Uint32Array(training.rows)
  rowKeys.set(keys)
  if (bias >= 0) rowKeys[keys.length] = BIAS_KEY
  const kept = mostFrequentClasses(task, settings.classes ?? transitions.length)
  const weights = new Float64Array(transitions.length)
  const readRow = (feature: number, row: Float64Array): void => {
    training.writeRow(feature, weights)
    const unit = feature === keys.length ? bias : 1
    for (let c = 0; c < kept.length; c++) row[c] = weights[kept[c]] * unit
  }
  return quantize(
    { transitions: kept.map((c) => transitions[c]), keys: rowKeys, readRow },
    { most, least: settings.least },
  )
}

function solve(training: Training, { onPass, signal }: Watch): void {
  let first = 0
  let share = 0
  for (let outcome = training.step(), pass = 0; ; outcome = training.step()) {
    signal?.throwIfAborted()
    if (outcome === 'slice') continue
    const { violation, settings } = training
    if (++pass === 1) first = violation
    const { solver, eps } = settings
    // The other solvers begin anew for each class.
    if (solver === 4 && first > eps)
      share = Math.max(share, Math.min(1, Math.log(first / violation) / Math.log(first / eps)))
    onPass?.(pass, violation, share)
    if (outcome === 'solved') return
  }
}

/** The `count` most frequent classes. */
function mostFrequentClasses({ transitions, labels }: ClassifierTask, count: number): number[] {
  const counts = new Int32Array(transitions.length)
  for (const label of labels) counts[label]++
  return [...transitions.keys()].sort((a, b) => counts[b] - counts[a]).slice(0, count)
}

/** The number of features with at least CUTOFF instances. @param features the number of all features */
export function frequentFeatures(columns: Int32Array, features: number): number {
  const counts = new Int32Array(features)
  for (const feature of columns) counts[feature]++
  return counts.reduce((sum, count) => sum + (count >= CUTOFF ? 1 : 0), 0)
}

/** The rows of a task without the features of fewer than `least` rows. */
function withoutRareFeatures(
  { keys: oldKeys, starts: oldStarts, columns: oldColumns, labels }: ClassifierTask,
  least: number,
): { keys: Uint32Array<ArrayBuffer>; starts: Int32Array; columns: Int32Array } {
  const keys = oldKeys.slice()
  const counts = new Int32Array(keys.length)
  for (const feature of oldColumns) counts[feature]++
  const newIds = new Int32Array(keys.length).fill(-1)
  let kept = 0
  for (let feature = 0; feature < keys.length; feature++) {
    if (counts[feature] < least) continue
    keys[kept] = keys[feature]
    newIds[feature] = kept++
  }
  const starts = new Int32Array(oldStarts.length)
  const columns = new Int32Array(oldColumns.length)
  let end = 0
  for (let row = 0; row < labels.length; row++) {
    for (let i = oldStarts[row]; i < oldStarts[row + 1]; i++) {
      if (newIds[oldColumns[i]] >= 0) columns[end++] = newIds[oldColumns[i]]
    }
    starts[row + 1] = end
  }
  return { keys: keys.slice(0, kept), starts, columns: columns.subarray(0, end) }
}
