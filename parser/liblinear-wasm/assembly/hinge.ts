/**
 * Solver 1: the support vector machine with squared hinge loss, one class against the others, by dual coordinate
 * descent (Hsieh, Chang, Lin, Keerthi & Sundararajan 2008, algorithm 3; L2-loss: D_ii = 1 / (2 C), U = infinity).
 *
 *   min over alpha >= 0   1/2 |w|^2 + sum_i alpha_i^2 / (4 C) - sum_i alpha_i,   w = sum_i y_i alpha_i x_i
 */
import { activateAll, active, iteration, report, violation } from './passes'
import { alphas, cost, instances, sign, squaredNorm, tolerance, weights } from './problem'
import { add, dot } from './rows'

/** Smaller projected gradients are treated as 0. */
const NEGLIGIBLE: f64 = 1e-12

/** Largest and smallest projected gradient of this pass: M and m of algorithm 3. */
let highest: f64 = 0
let lowest: f64 = 0
/** An instance with alpha 0 is shrunken if its gradient is above this number: M of the previous pass. */
let shrinkAbove: f64 = 0

export class Hinge {
  /** `alphas` holds one f64 for each instance. */
  start(): void {
    memory.fill(alphas, 0, (<usize>instances) << 3)
    shrinkAbove = Infinity
    highest = -Infinity
    lowest = Infinity
  }

  /** Optimizes the alpha of instance i. False when it stays 0 for now and can be left out. */
  optimize(i: u32): bool {
    const at = alphas + ((<usize>i) << 3)
    const alpha = load<f64>(at)
    const y = sign(i)
    const diagonal = 0.5 / cost
    const slope = y * dot(i, weights) + diagonal * alpha - 1
    let projected = slope
    if (alpha == 0) {
      if (slope > shrinkAbove) return false
      projected = Math.min(slope, 0)
    }
    highest = Math.max(highest, projected)
    lowest = Math.min(lowest, projected)
    if (Math.abs(projected) > NEGLIGIBLE) {
      const next = Math.max(alpha - slope / (squaredNorm(i) + diagonal), 0)
      store<f64>(at, next)
      add(i, weights, (next - alpha) * y)
    }
    return true
  }

  endPass(): bool {
    // All projected gradients are 0 at the optimum. LIBLINEAR stops where they are equal, which a few instances of one
    // kind can be anywhere.
    report(iteration + 1, active == 0 ? 0 : Math.max(highest, 0) - Math.min(lowest, 0))
    if (violation > tolerance) {
      shrinkAbove = highest <= 0 ? Infinity : highest
    } else {
      if (active == instances) return true
      activateAll()
      shrinkAbove = Infinity
    }
    highest = -Infinity
    lowest = Infinity
    return false
  }
}
