/**
 * Solvers 0, 1 and 7 from outside: one class after the other against the rest, or the first of two against the
 * second, each by a binary solver that is cleared for the next.
 */
import type { Engine } from './engine.ts'
import { vectorsOf } from './model.ts'
import type { Settings } from './options.ts'
import type { Problem } from './problem.ts'

/** A solver of one class against the others. */
export interface BinarySolver {
  /** Starts on a class. */
  readonly start: (positive: number) => void
  readonly run: () => 'slice' | 'pass' | 'solved'
  readonly progress: () => { iteration: number; violation: number; active: number }
  /** What the violation of the class at hand must not exceed. */
  readonly tolerance: () => number
  /** Weight of a feature for the class at hand. */
  readonly weight: (feature: number) => number
  /** Value of the class's objective. */
  readonly objective: () => number
}

/** `rows`: number of features, the bias included when there is one. */
export function oneVersusRest(
  problem: Problem,
  rows: number,
  settings: Settings,
  solver: BinarySolver,
): Engine {
  const vectors = vectorsOf(settings.solver, problem.classes)
  const length = rows * vectors
  const weights = settings.precision === 'single' ? new Float32Array(length) : new Float64Array(length)
  let done = 0
  let objective = 0
  let converged = true
  solver.start(0)

  return {
    step: () => {
      const outcome = solver.run()
      if (outcome !== 'solved') return outcome
      for (let feature = 0; feature < rows; feature++)
        weights[feature * vectors + done] = solver.weight(feature)
      objective += solver.objective()
      converged &&= solver.progress().violation <= solver.tolerance()
      done++
      if (done === vectors) return 'solved'
      solver.start(done)
      return 'pass'
    },
    progress: () => ({ ...solver.progress(), classesDone: done, classesToDo: vectors }),
    writeRow: (feature, target, offset) => {
      for (let v = 0; v < vectors; v++) target[offset + v] = weights[feature * vectors + v]!
    },
    weights: () => weights,
    converged: () => converged,
    objective: () => objective,
  }
}
