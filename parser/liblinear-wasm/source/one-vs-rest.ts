/** Solvers 0, 1 and 7: each class in turn against the rest, or the first of two against the second. */
import { type Engine, load, outcomeOf } from './engine.ts'
import { vectorsOf } from './model.ts'
import type { SolverSettings } from './options.ts'
import type { Problem } from './problem.ts'
import { statisticsOf } from './problem-statistics.ts'

/** Entries read in one slice: some milliseconds. */
const ENTRIES_PER_SLICE = 1 << 21

/** Alphas of each instance: none for solver 0, alpha for solver 1, alpha and C - alpha for solver 7. */
const ALPHAS: Readonly<Record<number, number>> = { 0: 0, 1: 1, 7: 2 }

export function oneVersusRest(problem: Problem, settings: SolverSettings): Engine {
  const { solver } = settings
  const found = statisticsOf(problem, settings.bias)
  const { instances, features, ranks, ranked, entries } = found
  const regions = {
    alphas: instances * ALPHAS[solver] * 8,
    vectors: solver === 0 ? (7 * ranked + 2 * instances) * 8 : 0,
  }
  const layout = { rowBytes: 8, regions, numbers: { vectorBytes: ranked * 8 } }
  const { buffer, at, exports, set } = load(problem, found, settings, layout)
  const trained = new Float64Array(buffer, at.weights, ranked)
  const alphas = new Float64Array(buffer, at.alphas, instances * ALPHAS[solver])
  const budget = Math.ceil(ENTRIES_PER_SLICE / (10 + entries / instances))
  const vectors = vectorsOf(solver, problem.classes)
  const weights = new (settings.precision === 'single' ? Float32Array : Float64Array)(features * vectors)
  let [tolerance, done, objective, converged] = [0, 0, 0, true]

  function start(): void {
    tolerance = toleranceOf(problem, settings, done)
    set({ positive: done, tolerance })
    trained.fill(0)
    exports.start()
  }

  start()
  return {
    step: () => {
      const outcome = outcomeOf(exports.run(budget))
      if (outcome !== 'solved') return outcome
      ranks.forEach((rank, feature) => {
        if (rank >= 0) weights[feature * vectors + done] = trained[rank]
      })
      objective += solver === 0 ? exports.primalValue.value : dualObjective(settings, trained, alphas)
      converged &&= exports.violation.value <= tolerance
      if (++done === vectors) return 'solved'
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

/** LIBLINEAR asks more of rare classes with solver 0: their gradient at zero is mostly that of the other classes. */
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
