/** Solver 4: the layout of its memory, and the access to its weights. */
import { type Engine, load, outcomeOf } from './engine.ts'
import type { SolverSettings } from './options.ts'
import type { Problem } from './problem.ts'
import { statisticsOf } from './problem-statistics.ts'

/** Number of weights processed in one slice (a few milliseconds of work). */
const WEIGHTS_PER_SLICE = 1 << 23

export function crammerSinger(problem: Problem, settings: SolverSettings): Engine {
  const { classes } = problem
  const statistics = statisticsOf(problem, settings.bias)
  const { instances, ranks, ranked, entries } = statistics
  const FloatArray = settings.precision === 'single' ? Float32Array : Float64Array
  const size = FloatArray.BYTES_PER_ELEMENT
  const lanes = Math.ceil(classes / 4) * 4
  const { buffer, at, exports } = load(problem, statistics, settings, {
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
  // In the machine, the number of a class is its lane.
  const laneOf = classesByFrequency(problem.labels, classes)
  const labels = new Uint32Array(buffer, at.labels, instances)
  labels.forEach((label, i) => (labels[i] = laneOf[label]))
  const weights = new FloatArray(buffer, at.weights, ranked * lanes)
  const alphas = new FloatArray(buffer, at.alphas, instances * lanes)
  const budget = Math.ceil(WEIGHTS_PER_SLICE / ((1 + entries / instances) * classes))
  exports.start()

  return {
    step: () => outcomeOf(exports.run(budget)),
    violation: () => exports.violation.value,
    writeRow: (feature, target, offset) => {
      if (ranks[feature] < 0) return
      const from = ranks[feature] * lanes
      for (let m = 0; m < classes; m++) target[offset + m] = weights[from + laneOf[m]]
    },
    converged: () => exports.violation.value < settings.eps,
    objective: () => {
      let squares = 0
      for (const weight of weights) squares += weight ** 2
      // The alphas of an instance sum to zero: the sum over all other classes is minus the alpha of the label.
      let linear = 0
      labels.forEach((lane, i) => (linear -= alphas[i * lanes + lane]))
      return squares / 2 + linear
    },
  }
}

/** By class: the lane in a row. Frequent classes share cache lines, so that an instance reads few lines. */
function classesByFrequency(labels: ArrayLike<number>, classes: number): Int32Array {
  const counts = new Int32Array(classes)
  for (let i = 0; i < labels.length; i++) counts[labels[i]]++
  const lane = new Int32Array(classes)
  const order = Array.from(counts.keys()).sort((a, b) => counts[b] - counts[a] || a - b)
  order.forEach((label, rank) => (lane[label] = rank))
  return lane
}
