/**
 * Solvers 1 and 7: dual coordinate descent for one class against the others (y = 1 or -1).
 *
 *   1  support vectors with squared hinge loss (Hsieh, Chang, Lin, Keerthi & Sundararajan 2008)
 *        min over alpha >= 0        1/2 |w|^2 + sum_i alpha_i^2 / (4 C) - sum_i alpha_i
 *   7  logistic regression (Yu, Huang & Lin 2011)
 *        min over 0 < alpha < C     1/2 |w|^2 + sum_i alpha_i log alpha_i + (C - alpha_i) log(C - alpha_i)
 *   with w = sum_i y_i alpha_i x_i
 *
 * Instances are visited in an order shuffled before every pass; each has its alpha optimized alone. Features that
 * occur in one instance only have no weight while training: their weights are y alpha times the value, so
 * together they add `own * alpha` to y w . x.
 */
import { add, dot, instances, labels, norms, own } from './rows'
import { shuffle } from './shuffle'

/** Passes after which a class is left as it is. */
const MOST_PASSES: u32 = 1000

/** Above this size a projected gradient counts as not zero. */
const NOTHING: f64 = 1e-12

let positive: u32 = 0
let cost: f64 = 0
let tolerance: f64 = 0
let weights: usize = 0
let order: usize = 0
/** One for each instance; for solver 7 two, alpha and C - alpha, as neither can be had from the other near its end. */
let alphas: usize = 0

let active: u32 = 0
let position: u32 = 0
let iteration: u32 = 0
let lastViolation: f64 = 0

/** Largest and least projected gradient (solver 1), largest gradient (solver 7) of this pass. */
let highest: f64 = 0
let lowest: f64 = 0
/** The largest of the last pass: an instance at 0 with a steeper one is left out (solver 1). */
let shrinkAbove: f64 = 0

// Newton's method within a coordinate (solver 7).
let newtonTolerance: f64 = 0
let newtonSteps: u32 = 0

export function dualIteration(): u32 {
  return iteration
}

export function dualViolation(): f64 {
  return lastViolation
}

export function dualActive(): u32 {
  return active
}

/** Starts on a class; weights are to be zero. */
function start(
  positiveClass: u32,
  costOfError: f64,
  stopAt: f64,
  weightsAt: usize,
  orderAt: usize,
  alphasAt: usize,
): void {
  positive = positiveClass
  cost = costOfError
  tolerance = stopAt
  weights = weightsAt
  order = orderAt
  alphas = alphasAt
  iteration = 0
  lastViolation = Infinity
  active = instances
  for (let i: u32 = 0; i < instances; i++) store<u32>(order + ((<usize>i) << 2), i)
  beginPass()
}

function beginPass(): void {
  shuffle(order, active)
  position = 0
  highest = -Infinity
  lowest = Infinity
  newtonSteps = 0
}

function sign(i: u32): f64 {
  return load<u32>(labels + ((<usize>i) << 2)) == positive ? 1 : -1
}

export function hingeStart(
  positiveClass: u32,
  costOfError: f64,
  stopAt: f64,
  weightsAt: usize,
  orderAt: usize,
  alphasAt: usize,
): void {
  memory.fill(alphasAt, 0, (<usize>instances) << 3)
  shrinkAbove = Infinity
  start(positiveClass, costOfError, stopAt, weightsAt, orderAt, alphasAt)
}

/** Optimizes the alpha of instance i. False when it stays 0 for now and may be left out. */
function optimizeHinge(i: u32): bool {
  const at = alphas + ((<usize>i) << 3)
  const alpha = load<f64>(at)
  const y = sign(i)
  const softness = 0.5 / cost
  const slope = y * dot(i, weights) + (load<f64>(own + ((<usize>i) << 3)) + softness) * alpha - 1
  let projected = slope
  if (alpha == 0) {
    if (slope > shrinkAbove) return false
    projected = Math.min(slope, 0)
  }
  highest = Math.max(highest, projected)
  lowest = Math.min(lowest, projected)
  if (Math.abs(projected) > NOTHING) {
    const next = Math.max(alpha - slope / (load<f64>(norms + ((<usize>i) << 3)) + softness), 0)
    store<f64>(at, next)
    add(i, weights, (next - alpha) * y)
  }
  return true
}

/** Runs up to `budget` instances of solver 1. 0: within a pass, 1: a pass ended, 2: solved. */
export function hingeRun(budget: u32): u32 {
  for (let left = budget; left > 0; left--) {
    if (position == active) return endHingePass()
    const at = order + ((<usize>position) << 2)
    const i = load<u32>(at)
    if (optimizeHinge(i)) {
      position++
    } else {
      active--
      const last = order + ((<usize>active) << 2)
      store<u32>(at, load<u32>(last))
      store<u32>(last, i)
    }
  }
  return 0
}

function endHingePass(): u32 {
  iteration++
  // At the optimum all slopes are 0. LIBLINEAR stops where they are alike, which a few rows of one kind can be anywhere.
  lastViolation = active == 0 ? 0 : Math.max(highest, 0) - Math.min(lowest, 0)
  if (iteration >= MOST_PASSES) return 2
  if (lastViolation <= tolerance) {
    if (active == instances) return 2
    active = instances
    shrinkAbove = Infinity
  } else {
    shrinkAbove = highest <= 0 ? Infinity : highest
  }
  beginPass()
  return 1
}

export function logisticStart(
  positiveClass: u32,
  costOfError: f64,
  stopAt: f64,
  weightsAt: usize,
  orderAt: usize,
  alphasAt: usize,
): void {
  start(positiveClass, costOfError, stopAt, weightsAt, orderAt, alphasAt)
  newtonTolerance = 1e-2
  const small = Math.min(1e-3 * cost, 1e-8)
  for (let i: u32 = 0; i < instances; i++) {
    const at = alphas + ((<usize>i) << 4)
    store<f64>(at, small)
    store<f64>(at, cost - small, 8)
    add(i, weights, small * sign(i))
  }
}

/**
 * Optimizes the alpha of instance i by Newton's method, in whichever of alpha and C - alpha ends up in the lower
 * half of (0, C), where its logarithm is exact.
 */
function optimizeLogistic(i: u32): void {
  const at = alphas + ((<usize>i) << 4)
  const y = sign(i)
  const curvature = load<f64>(norms + ((<usize>i) << 3))
  const alpha = load<f64>(at)
  const margin = y * dot(i, weights) + load<f64>(own + ((<usize>i) << 3)) * alpha
  const rest = load<f64>(at, 8)
  const turned = 0.5 * curvature * (rest - alpha) + margin < 0
  const direction: f64 = turned ? -1 : 1
  const from = turned ? rest : alpha

  let z = from
  if (cost - z < 0.5 * cost) z *= 0.1
  let slope = curvature * (z - from) + direction * margin + Math.log(z / (cost - z))
  highest = Math.max(highest, Math.abs(slope))
  let steps: u32 = 0
  for (; steps < 100 && Math.abs(slope) >= newtonTolerance; steps++) {
    const next = z - slope / (curvature + cost / (cost - z) / z)
    z = next <= 0 ? z * 0.1 : next
    slope = curvature * (z - from) + direction * margin + Math.log(z / (cost - z))
  }
  if (steps == 0) return
  newtonSteps += steps
  store<f64>(at, turned ? cost - z : z)
  store<f64>(at, turned ? z : cost - z, 8)
  add(i, weights, direction * (z - from) * y)
}

/** Runs up to `budget` instances of solver 7. 0: within a pass, 1: a pass ended, 2: solved. */
export function logisticRun(budget: u32): u32 {
  for (let left = budget; left > 0; left--) {
    if (position == active) {
      iteration++
      lastViolation = highest
      if (highest < tolerance || iteration >= MOST_PASSES) return 2
      if (newtonSteps <= instances / 10)
        newtonTolerance = Math.max(0.1 * newtonTolerance, Math.min(1e-8, tolerance))
      beginPass()
      return 1
    }
    optimizeLogistic(load<u32>(order + ((<usize>position) << 2)))
    position++
  }
  return 0
}
