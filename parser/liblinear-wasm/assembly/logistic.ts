/**
 * Solver 7: logistic regression, one class against the others, by dual coordinate descent (Yu, Huang & Lin 2011,
 * algorithm 5).
 *
 *   min over 0 < alpha < C   1/2 |w|^2 + sum_i alpha_i log alpha_i + (C - alpha_i) log(C - alpha_i)
 *   with                     w = sum_i y_i alpha_i x_i
 */
import { iteration, report } from './passes'
import { alphas, cost, instances, sign, squaredNorm, tolerance, weights } from './problem'
import { add, dot } from './rows'

const MOST_NEWTON_STEPS: u32 = 100

let highest: f64 = 0
/** The number of Newton steps of this pass, and the gradient below which the steps of an instance end. */
let newtonSteps: u32 = 0
let newtonTolerance: f64 = 0

export class Logistic {
  /** `alphas` holds two f64 for each instance, alpha and C - alpha: near 0, one cannot be computed from the other. */
  start(): void {
    newtonTolerance = 1e-2
    newtonSteps = 0
    highest = 0
    const small = Math.min(1e-3 * cost, 1e-8)
    for (let i: u32 = 0; i < instances; i++) {
      const at = alphas + ((<usize>i) << 4)
      store<f64>(at, small)
      store<f64>(at, cost - small, 8)
      add(i, weights, small * sign(i))
    }
  }

  /**
   * Optimizes the alpha of instance i by Newton's method in one variable (algorithm 4): alpha or C - alpha, whichever ends
   * up in the lower half of (0, C), where its logarithm is exact. No instance is left out.
   */
  optimize(i: u32): bool {
    const at = alphas + ((<usize>i) << 4)
    const y = sign(i)
    const curvature = squaredNorm(i)
    const margin = y * dot(i, weights)
    const alpha = load<f64>(at)
    const rest = load<f64>(at, 8)
    const turned = 0.5 * curvature * (rest - alpha) + margin < 0
    const direction: f64 = turned ? -1 : 1
    const from = turned ? rest : alpha

    let z = from
    if (cost - z < 0.5 * cost) z *= 0.1
    let slope = curvature * (z - from) + direction * margin + Math.log(z / (cost - z))
    highest = Math.max(highest, Math.abs(slope))
    let steps: u32 = 0
    for (; steps < MOST_NEWTON_STEPS && Math.abs(slope) >= newtonTolerance; steps++) {
      const next = z - slope / (curvature + cost / (cost - z) / z)
      z = next <= 0 ? z * 0.1 : next
      slope = curvature * (z - from) + direction * margin + Math.log(z / (cost - z))
    }
    if (steps == 0) return true
    newtonSteps += steps
    store<f64>(at, turned ? cost - z : z)
    store<f64>(at, turned ? z : cost - z, 8)
    add(i, weights, direction * (z - from) * y)
    return true
  }

  endPass(): bool {
    report(iteration + 1, highest)
    if (highest < tolerance) return true
    if (newtonSteps <= instances / 10) {
      newtonTolerance = Math.max(0.1 * newtonTolerance, Math.min(1e-8, tolerance))
    }
    newtonSteps = 0
    highest = 0
    return false
  }
}
