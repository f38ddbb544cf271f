/**
 * Solvers 0, 1 and 7 from outside: one class after the other against the rest, or the first of two against the second.
 * One machine trains them all; its weights are cleared for the next class.
 */
import { type Engine, load, progressOf, runSlice } from './engine.ts'
import { vectorsOf } from './model.ts'
import type { Settings, Solver } from './options.ts'
import type { Problem } from './problem.ts'
import { survey } from './survey.ts'

/** Entries read in one slice: some milliseconds. */
const ENTRIES_PER_SLICE = 1 << 21

/** Alphas of each instance: none for solver 0, alpha for solver 1, alpha and C - alpha for solver 7. */
const ALPHAS: Readonly<Record<Exclude<Solver, 4>, number>> = { 0: 0, 1: 1, 7: 2 }

export function oneVersusRest(problem: Problem, settings: Settings, solver: Exclude<Solver, 4>): Engine {
  const { labels } = problem
  const { C, eps } = settings
  const found = survey(problem, settings.bias)
  const { instances, features, ranks, ranked, entries } = found
  const perInstance = ALPHAS[solver]
  const machine = load(problem, found, settings, {
    rowBytes: 8,
    regions: {
      alphas: instances * perInstance * 8,
      vectors: solver === 0 ? (7 * ranked + 2 * instances) * 8 : 0,
    },
    numbers: { vectorBytes: ranked * 8 },
  })
  const { buffer, at, exports, set } = machine
  const trained = new Float64Array(buffer, at.weights, ranked)
  const alphas = new Float64Array(buffer, at.alphas, instances * perInstance)
  const budget = Math.ceil(ENTRIES_PER_SLICE / (10 + entries / instances))

  const vectors = vectorsOf(solver, problem.classes)
  const FloatArray = settings.precision === 'single' ? Float32Array : Float64Array
  const weights = new FloatArray(features * vectors)
  let tolerance = eps
  let done = 0
  let objective = 0
  let converged = true

  function start(): void {
    // LIBLINEAR asks more of rare classes with solver 0: their gradient at zero is mostly that of the others
    if (solver === 0) {
      let positive = 0
      for (let i = 0; i < instances; i++) if (labels[i] === done) positive++
      tolerance = eps * (Math.max(1, Math.min(positive, instances - positive)) / instances)
    }
    set({ positive: done, tolerance })
    trained.fill(0)
    exports.start()
  }

  /** The value of the class's problem: of the dual one, or of the primal one (solver 0). */
  function classObjective(): number {
    if (solver === 0) return exports.primalValue.value
    let squares = 0
    for (const weight of trained) squares += weight * weight
    let terms = 0
    for (const alpha of alphas) {
      if (solver === 1) terms += (alpha * alpha) / (4 * C) - alpha
      else if (alpha > 0) terms += alpha * Math.log(alpha)
    }
    return squares / 2 + terms - (solver === 7 ? instances * C * Math.log(C) : 0)
  }

  start()
  return {
    step: () => {
      const outcome = runSlice(machine, budget)
      if (outcome !== 'solved') return outcome
      ranks.forEach((rank, feature) => {
        if (rank >= 0) weights[feature * vectors + done] = trained[rank]
      })
      objective += classObjective()
      converged &&= progressOf(machine).violation <= tolerance
      done++
      if (done === vectors) return 'solved'
      start()
      return 'pass'
    },
    progress: () => ({ ...progressOf(machine), classesDone: done, classesToDo: vectors }),
    writeRow: (feature, target, offset) => {
      for (let v = 0; v < vectors; v++) target[offset + v] = weights[feature * vectors + v]
    },
    converged: () => converged,
    objective: () => objective,
  }
}
