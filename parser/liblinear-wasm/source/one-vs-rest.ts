/** Solvers 0, 1 and 7: train each class against the rest, one after another, or the first of two classes against the second. */
import { type Engine, load, outcomeOf } from './engine.ts'
import { vectorsOf } from './model.ts'
import type { SolverSettings } from './options.ts'
import type { Problem } from './problem.ts'
import { statisticsOf } from './problem-statistics.ts'

/** Number of entries processed in one slice (a few milliseconds of work). */
const ENTRIES_PER_SLICE = 1 << 21

/** The number of alphas of each instance: none for solver 0, alpha for solver 1, alpha and C - alpha for solver 7. */
const ALPHA_COUNTS: Readonly<Record<number, number>> = { 0: 0, 1: 1, 7: 2 }

export function oneVersusRest(problem: Problem, settings: SolverSettings): Engine {
  const { solver } = settings
  const statistics = statisticsOf(problem, settings.bias)
  const { instances, features, ranks, ranked, entries } = statistics
  const regions = {
    alphas: instances * ALPHA_COUNTS[solver] * 8,
    vectors: solver === 0 ? (7 * ranked + 2 * instances) * 8 : 0,
  }
  const layout = { rowBytes: 8, regions, numbers: { vectorBytes: ranked * 8 } }
  const { buffer, at, exports, set } = load(problem, statistics, settings, layout)
  const currentWeights = new Float64Array(buffer, at.weights, ranked)
  const alphas = new Float64Array(buffer, at.alphas, instances * ALPHA_COUNTS[solver])
  const budget = Math.ceil(ENTRIES_PER_SLICE / (10 + entries / instances))
  const vectors = vectorsOf(solver, problem.classes)
  const weights = new (settings.precision === 'single' ? Float32Array : Float64Array)(features * vectors)
  let [tolerance, solvedCount, objective, converged] = [0, 0, 0, true]

  function start(): void {
    tolerance = toleranceOf(problem, settings, solvedCount)
    set({ positive: solvedCount, tolerance })
    currentWeights.fill(0)
    exports.start()
  }

  start()
  return {
    step: () => {
      const outcome = outcomeOf(exports.run(budget))
      if (outcome !== 'solved') return outcome
      ranks.forEach((rank, feature) => {
        if (rank >= 0) weights[feature * vectors + solvedCount] = currentWeights[rank]
      })
      objective += solver === 0 ? exports.primalValue.value : dualObjective(settings, currentWeights, alphas)
      converged &&= exports.violation.value <= tolerance
      if (++solvedCount === vectors) return 'solved'
      start()
      return 'pass'
    },
    violation: () => exports.violation.value,
    writeRow: (feature, target, offset) =>
      target.set(weights.subarray(feature * vectors, (feature + 1) * vectors), offset),
    converged: () => converged,
    objective: () => objective,
  }
}

/** With solver 0, LIBLINEAR uses a smaller tolerance for rare classes: other classes cause most of the gradient at zero. */
function toleranceOf({ labels }: Problem, { solver, eps }: SolverSettings, label: number): number {
  if (solver !== 0) return eps
  let positive = 0
  for (let i = 0; i < labels.length; i++) if (labels[i] === label) positive++
  return eps * (Math.max(1, Math.min(positive, labels.length - positive)) / labels.length)
}

function dualObjective({ solver, C }: SolverSettings, weights: Float64Array, alphas: Float64Array): number {
  let squares = 0
  for (const weight of weights) squares += weight * weight
  let terms = 0
  for (const alpha of alphas) {
    if (solver === 1) terms += (alpha * alpha) / (4 * C) - alpha
    else if (alpha > 0) terms += alpha * Math.log(alpha)
  }
  return squares / 2 + terms - (solver === 7 ? (alphas.length / 2) * C * Math.log(C) : 0)
}
