/** The value of the primal problem at a model's weights, for comparing models whoever trained them. */
import { type Model, decisionValues } from './model.ts'
import type { Solver } from './options.ts'
import { type Problem, checkProblem } from './problem.ts'

/** log(1 + exp(-margin)) without overflow. */
function logisticLoss(margin: number): number {
  return margin > 0 ? Math.log1p(Math.exp(-margin)) : Math.log1p(Math.exp(margin)) - margin
}

function binaryLoss(solver: Solver, margin: number): number {
  return solver === 1 ? Math.max(0, 1 - margin) ** 2 : logisticLoss(margin)
}

/**
 * Half the sum of squared weights, and C times the loss of each instance; where classes are trained one by one,
 * the sum of that over classes.
 * @throws RangeError for a malformed problem.
 */
export function primalObjective(model: Model, problem: Problem, C: number): number {
  checkProblem(problem)
  const { vectors, solver, weights } = model
  const scores = decisionValues(model, problem.rows)
  let squares = 0
  for (const weight of weights) squares += weight * weight
  let losses = 0
  for (let i = 0; i < problem.labels.length; i++) {
    const label = problem.labels[i]!
    const own = scores[i * vectors + label]!
    if (solver === 4) {
      let highest = own
      for (let v = 0; v < vectors; v++) {
        if (v !== label) highest = Math.max(highest, scores[i * vectors + v]! + 1)
      }
      losses += highest - own
    } else if (vectors === 1) {
      losses += binaryLoss(solver, label === 0 ? scores[i]! : -scores[i]!)
    } else {
      for (let v = 0; v < vectors; v++) {
        const score = scores[i * vectors + v]!
        losses += binaryLoss(solver, v === label ? score : -score)
      }
    }
  }
  return squares / 2 + C * losses
}
