/** Solver 4 from outside: lays out its memory and reads its weights. */
import { type Engine, load, progressOf, runSlice } from './engine.ts'
import type { Settings } from './options.ts'
import type { Problem } from './problem.ts'
import { survey } from './survey.ts'

/** Weights read in one slice: some milliseconds. */
const WEIGHTS_PER_SLICE = 1 << 23

export function crammerSinger(problem: Problem, settings: Settings): Engine {
  const { classes } = problem
  const found = survey(problem, settings.bias)
  const { instances, ranks, ranked, entries } = found
  const FloatArray = settings.precision === 'single' ? Float32Array : Float64Array
  const size = FloatArray.BYTES_PER_ELEMENT
  const lanes = Math.ceil(classes / 4) * 4
  const machine = load(problem, found, settings, {
    rowBytes: lanes * size,
    regions: {
      alphas: instances * lanes * size,
      masks: instances * Math.ceil(classes / 16) * 2,
      slopes: lanes * size,
      changes: lanes * size,
      members: classes * 4,
      demands: classes * 8,
      candidates: classes * 8,
    },
    numbers: { classes, stride: lanes * size, single: size === 4 ? 1 : 0 },
  })
  // in a row, and from here on for an instance, a class goes by its lane
  const laneOf = classesByFrequency(problem.labels, classes)
  const labels = new Uint32Array(machine.buffer, machine.at.labels, instances)
  labels.forEach((label, i) => (labels[i] = laneOf[label]))
  const weights = new FloatArray(machine.buffer, machine.at.weights, ranked * lanes)
  const alphas = new FloatArray(machine.buffer, machine.at.alphas, instances * lanes)
  const budget = Math.ceil(WEIGHTS_PER_SLICE / ((1 + entries / instances) * classes))
  machine.exports.start()

  return {
    step: () => runSlice(machine, budget),
    progress: () => ({ ...progressOf(machine), classesDone: 0, classesToDo: 1 }),
    writeRow: (feature, target, offset) => {
      if (ranks[feature] < 0) return
      const from = ranks[feature] * lanes
      for (let m = 0; m < classes; m++) target[offset + m] = weights[from + laneOf[m]]
    },
    converged: () => progressOf(machine).violation < settings.eps,
    objective: () => {
      let squares = 0
      for (const weight of weights) squares += weight ** 2
      // alphas of an instance sum to zero, so those of the other classes come to minus the label's
      let linear = 0
      labels.forEach((lane, i) => (linear -= alphas[i * lanes + lane]))
      return squares / 2 + linear
    },
  }
}

/** For each class its lane in a row: frequent classes share cache lines, so that few are read for an instance. */
function classesByFrequency(labels: ArrayLike<number>, classes: number): Int32Array {
  const counts = new Int32Array(classes)
  for (let i = 0; i < labels.length; i++) counts[labels[i]]++
  const order = Array.from(counts.keys()).sort((a, b) => counts[b] - counts[a] || a - b)
  const lane = new Int32Array(classes)
  order.forEach((label, rank) => (lane[label] = rank))
  return lane
}
