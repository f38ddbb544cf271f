/**
 * Solver 0: L2-regularized logistic regression in the primal, one class against the others, by a trust-region Newton method
 * (Lin, Weng & Keerthi 2008, algorithms 1 and 2) whose conjugate gradients are preconditioned with a mixture of the
 * Hessian's diagonal and the identity (Hsia, Chiang & Lin 2018).
 *
 *   f(w) = 1/2 |w|^2 + C sum_i log(1 + exp(-y_i w . x_i))
 *
 * A pass over the data can be interrupted anywhere, so the method is a machine of three kinds of pass: LOSS at a candidate,
 * then GRADIENT if the candidate is accepted, then one CURVATURE (Hessian times direction) for each step of the conjugate
 * gradients, whose result is the next candidate.
 */
import { PASS_ENDED, SOLVED, WITHIN_PASS, iteration, report, violation } from './passes'
import { cost, instances, sign, tolerance, weights } from './problem'
import { add, addSquares, dot } from './rows'

const LOSS: u32 = 0
const GRADIENT: u32 = 1
const CURVATURE: u32 = 2

const MOST_ITERATIONS: u32 = 1000
/** The weight of the diagonal in the preconditioner. The identity has the remaining weight. */
const DIAGONAL_SHARE: f64 = 0.01
/** Conjugate gradients end if the residual is at most this fraction of the gradient, or after one step for each feature. */
const RESIDUAL: f64 = 0.1
/** The maximum number of steps with fewer features: exact arithmetic requires one for each, floating point a few more. */
const LEAST_STEPS: u32 = 5

/** Bytes of a vector over features. The host sets this and the address of the vectors. */
export let vectorBytes: usize = 0
/** Seven f64 vectors over features, then two over instances. */
export let vectors: usize = 0
export let primalValue: f64 = 0

let candidate: usize = 0
let gradient: usize = 0
let preconditioner: usize = 0
let step: usize = 0
let residual: usize = 0
let direction: usize = 0
let curved: usize = 0
/** By instance: y w . x at the candidate. */
let margins: usize = 0
/** By instance: the probability of its class with the present weights. */
let rights: usize = 0

let phase: u32 = LOSS
let position: u32 = 0
let losses: f64 = 0
/** Radius of the trust region, in the metric of the preconditioner. */
let radius: f64 = 0
/** Norm of the gradient at zero. */
let firstNorm: f64 = 0
/** Squared norms of the residual and the gradient, in the metric of the preconditioner's inverse. */
let residualSquare: f64 = 0
let gradientSquare: f64 = 0
let atBoundary: bool = false
/** The number of completed steps of the conjugate gradients. */
let steps: u32 = 0

export function startNewton(): void {
  report(0, Infinity)
  candidate = vectors
  gradient = candidate + vectorBytes
  preconditioner = gradient + vectorBytes
  step = preconditioner + vectorBytes
  residual = step + vectorBytes
  direction = residual + vectorBytes
  curved = direction + vectorBytes
  margins = curved + vectorBytes
  rights = margins + ((<usize>instances) << 3)
  memory.fill(candidate, 0, vectorBytes)
  begin(LOSS)
}

function begin(next: u32): void {
  phase = next
  position = 0
  losses = 0
}

function inner(left: usize, right: usize): f64 {
  let sum: f64 = 0
  for (let at: usize = 0; at < vectorBytes; at += 8) sum += load<f64>(left + at) * load<f64>(right + at)
  return sum
}

/** left . right in the metric of the preconditioner. */
function innerScaled(left: usize, right: usize): f64 {
  let sum: f64 = 0
  for (let at: usize = 0; at < vectorBytes; at += 8) {
    sum += load<f64>(left + at) * load<f64>(right + at) * load<f64>(preconditioner + at)
  }
  return sum
}

/** Squared norm in the metric of the preconditioner's inverse. */
function squareUnscaled(vector: usize): f64 {
  let sum: f64 = 0
  for (let at: usize = 0; at < vectorBytes; at += 8) {
    sum += (load<f64>(vector + at) * load<f64>(vector + at)) / load<f64>(preconditioner + at)
  }
  return sum
}

function addTo(target: usize, scale: f64, vector: usize): void {
  for (let at: usize = 0; at < vectorBytes; at += 8) {
    store<f64>(target + at, load<f64>(target + at) + scale * load<f64>(vector + at))
  }
}

/** Visits up to `budget` instances of the current pass. For the caller, a pass ends when the weights improve. */
export function runNewton(budget: u32): u32 {
  const end = <u32>Math.min(<f64>position + <f64>budget, <f64>instances)
  if (phase == LOSS) {
    for (let i = position; i < end; i++) {
      const margin = sign(i) * dot(i, candidate)
      store<f64>(margins + ((<usize>i) << 3), margin)
      losses += margin > 0 ? Math.log1p(Math.exp(-margin)) : Math.log1p(Math.exp(margin)) - margin
    }
  } else if (phase == GRADIENT) {
    for (let i = position; i < end; i++) {
      const right = 1 / (1 + Math.exp(-load<f64>(margins + ((<usize>i) << 3))))
      store<f64>(rights + ((<usize>i) << 3), right)
      add(i, gradient, cost * (right - 1) * sign(i))
      addSquares(i, preconditioner, cost * right * (1 - right))
    }
  } else {
    for (let i = position; i < end; i++) {
      const right = load<f64>(rights + ((<usize>i) << 3))
      add(i, curved, cost * right * (1 - right) * dot(i, direction))
    }
  }
  position = end
  if (position < instances) return WITHIN_PASS
  if (phase == LOSS) return endLoss()
  if (phase == GRADIENT) return endGradient()
  return endCurvature()
}

/** Accepts or rejects the candidate by its value, and sets the radius by the error of the prediction. */
function endLoss(): u32 {
  const next = 0.5 * inner(candidate, candidate) + cost * losses
  if (iteration == 0) {
    primalValue = next
    beginGradient()
    return WITHIN_PASS
  }
  const slope = inner(gradient, step)
  const predicted = -0.5 * (slope - inner(step, residual))
  const gained = primalValue - next
  const length = Math.sqrt(innerScaled(step, step))
  if (iteration == 1) radius = Math.min(radius, length)

  // minimum of the parabola through both values with the known slope, in lengths of the step
  const bend = next - primalValue - slope
  const best = (bend <= 0 ? 4 : Math.max(0.25, -0.5 * (slope / bend))) * length
  if (gained < 1e-4 * predicted) radius = Math.min(best, 0.5 * radius)
  else if (gained < 0.25 * predicted) radius = Math.max(0.25 * radius, Math.min(best, 0.5 * radius))
  else if (gained < 0.75 * predicted) radius = Math.max(0.25 * radius, Math.min(best, 4 * radius))
  else if (atBoundary) radius *= 4
  else radius = Math.max(radius, Math.min(best, 4 * radius))

  const exhausted =
    Math.abs(gained) <= 1e-12 * Math.abs(primalValue) && Math.abs(predicted) <= 1e-12 * Math.abs(primalValue)
  if (gained > 1e-4 * predicted) {
    memory.copy(weights, candidate, vectorBytes)
    primalValue = next
    if (exhausted) return SOLVED
    beginGradient()
    return PASS_ENDED
  }
  if (exhausted || isNaN(next) || iteration >= MOST_ITERATIONS) return SOLVED
  beginConjugate()
  return WITHIN_PASS
}

function beginGradient(): void {
  begin(GRADIENT)
  memory.copy(gradient, weights, vectorBytes)
  for (let at: usize = 0; at < vectorBytes; at += 8) store<f64>(preconditioner + at, 1)
}

function endGradient(): u32 {
  for (let at: usize = 0; at < vectorBytes; at += 8) {
    store<f64>(preconditioner + at, 1 + DIAGONAL_SHARE * (load<f64>(preconditioner + at) - 1))
  }
  const norm = Math.sqrt(inner(gradient, gradient))
  gradientSquare = squareUnscaled(gradient)
  if (iteration == 0) {
    firstNorm = norm
    radius = Math.sqrt(gradientSquare)
  }
  report(iteration, firstNorm == 0 ? 0 : norm / firstNorm)
  if (norm <= tolerance * firstNorm || iteration >= MOST_ITERATIONS) return SOLVED
  beginConjugate()
  return WITHIN_PASS
}

/** Conjugate gradients from a zero step: the residual is minus the gradient. */
function beginConjugate(): void {
  report(iteration + 1, violation)
  memory.fill(step, 0, vectorBytes)
  for (let at: usize = 0; at < vectorBytes; at += 8) {
    const fall = -load<f64>(gradient + at)
    store<f64>(residual + at, fall)
    store<f64>(direction + at, fall / load<f64>(preconditioner + at))
  }
  residualSquare = gradientSquare
  atBoundary = false
  steps = 0
  beginCurvature()
}

function beginCurvature(): void {
  begin(CURVATURE)
  memory.copy(curved, direction, vectorBytes)
}

/** One step of the conjugate gradients, cut off at the boundary of the trust region. */
function endCurvature(): u32 {
  let length = residualSquare / inner(direction, curved)
  addTo(step, length, direction)
  if (Math.sqrt(innerScaled(step, step)) > radius) {
    addTo(step, -length, direction)
    length = toBoundary()
    addTo(step, length, direction)
    atBoundary = true
  }
  addTo(residual, -length, curved)
  const square = squareUnscaled(residual)
  if (isNaN(square)) return SOLVED // numbers too large for floating point
  const most = <u32>Math.max(<f64>LEAST_STEPS, <f64>(vectorBytes >> 3))
  if (atBoundary || square <= RESIDUAL * RESIDUAL * gradientSquare || ++steps >= most) {
    for (let at: usize = 0; at < vectorBytes; at += 8) {
      store<f64>(candidate + at, load<f64>(weights + at) + load<f64>(step + at))
    }
    begin(LOSS)
    return WITHIN_PASS
  }
  const share = square / residualSquare
  residualSquare = square
  for (let at: usize = 0; at < vectorBytes; at += 8) {
    const fall = load<f64>(residual + at) / load<f64>(preconditioner + at)
    store<f64>(direction + at, fall + share * load<f64>(direction + at))
  }
  beginCurvature()
  return WITHIN_PASS
}

/** The multiple of the direction that leads from the step to the boundary of the trust region. */
function toBoundary(): f64 {
  const cross = innerScaled(step, direction)
  const square = innerScaled(direction, direction)
  const room = radius * radius - innerScaled(step, step)
  const root = Math.sqrt(cross * cross + square * room)
  return cross >= 0 ? room / (cross + root) : (root - cross) / square
}
