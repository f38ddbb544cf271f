/**
 * Solver 0: L2-regularized logistic regression in the primal, one class against the others, by a trust-region
 * Newton method (Lin, Weng & Keerthi 2008) whose conjugate gradients are preconditioned with a mixture of the
 * Hessian's diagonal and the identity (Hsia, Chiang & Lin 2018).
 *
 *   f(w) = 1/2 |w|^2 + C sum_i log(1 + exp(-y_i w . x_i))
 *
 * Every pass over the data is cut into slices, so the method is written as a machine of three kinds of pass:
 * LOSS at a candidate, then GRADIENT where it is accepted, then one CURVATURE (Hessian times direction) for each
 * step of the conjugate gradients, whose result is the next candidate.
 */
import { add, addSquares, dot, instances, labels } from './rows'

const LOSS: u32 = 0
const GRADIENT: u32 = 1
const CURVATURE: u32 = 2

const MOST_ITERATIONS: u32 = 1000
/** The diagonal's share in the preconditioner. */
const DIAGONAL_SHARE: f64 = 0.01
/** Conjugate gradients end when the residual has shrunk to this part of the gradient. */
const RESIDUAL: f64 = 0.1

let positive: u32 = 0
let cost: f64 = 0
let tolerance: f64 = 0
let size: usize = 0

// Addresses of f64 vectors over features, then of two over instances.
let weights: usize = 0
let candidate: usize = 0
let gradient: usize = 0
let preconditioner: usize = 0
let step: usize = 0
let residual: usize = 0
let direction: usize = 0
let curved: usize = 0
/** y w . x at the candidate. */
let margins: usize = 0
/** Probability of the right side at the weights. */
let rights: usize = 0

let phase: u32 = LOSS
let position: u32 = 0
let iteration: u32 = 0
let losses: f64 = 0
let value: f64 = 0
let radius: f64 = 0
let firstNorm: f64 = 0
let gradientNorm: f64 = 0
/** Residual's and gradient's squared norm, in the preconditioner's inverse. */
let residualSquare: f64 = 0
let gradientSquare: f64 = 0
let atBoundary: bool = false

export function newtonIteration(): u32 {
  return iteration
}

/** Norm of the gradient as a part of what it was at zero. */
export function newtonViolation(): f64 {
  return firstNorm > 0 ? gradientNorm / firstNorm : 0
}

/** Value of f at the weights. */
export function newtonValue(): f64 {
  return value
}

/** Starts on a class. Eight vectors over features lie at `vectorsAt`, `bytes` bytes each, then two over instances. */
export function newtonStart(
  positiveClass: u32,
  costOfError: f64,
  stopAt: f64,
  vectorsAt: usize,
  bytes: usize,
): void {
  positive = positiveClass
  cost = costOfError
  tolerance = stopAt
  size = bytes
  weights = vectorsAt
  candidate = weights + bytes
  gradient = candidate + bytes
  preconditioner = gradient + bytes
  step = preconditioner + bytes
  residual = step + bytes
  direction = residual + bytes
  curved = direction + bytes
  margins = curved + bytes
  rights = margins + ((<usize>instances) << 3)
  memory.fill(weights, 0, 2 * bytes)
  iteration = 0
  gradientNorm = Infinity
  firstNorm = 0
  begin(LOSS)
}

function begin(next: u32): void {
  phase = next
  position = 0
  losses = 0
}

function sign(i: u32): f64 {
  return load<u32>(labels + ((<usize>i) << 2)) == positive ? 1 : -1
}

function inner(left: usize, right: usize): f64 {
  let sum: f64 = 0
  for (let at: usize = 0; at < size; at += 8) sum += load<f64>(left + at) * load<f64>(right + at)
  return sum
}

/** left . right in the metric of the preconditioner. */
function innerScaled(left: usize, right: usize): f64 {
  let sum: f64 = 0
  for (let at: usize = 0; at < size; at += 8) {
    sum += load<f64>(left + at) * load<f64>(right + at) * load<f64>(preconditioner + at)
  }
  return sum
}

/** Squared norm in the metric of the preconditioner's inverse. */
function squareUnscaled(vector: usize): f64 {
  let sum: f64 = 0
  for (let at: usize = 0; at < size; at += 8) {
    sum += (load<f64>(vector + at) * load<f64>(vector + at)) / load<f64>(preconditioner + at)
  }
  return sum
}

/** target += scale * vector */
function addTo(target: usize, scale: f64, vector: usize): void {
  for (let at: usize = 0; at < size; at += 8) {
    store<f64>(target + at, load<f64>(target + at) + scale * load<f64>(vector + at))
  }
}

/** Runs up to `budget` instances of the pass at hand. 0: go on, 1: weights were improved, 2: solved. */
export function newtonRun(budget: u32): u32 {
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
  if (position < instances) return 0
  if (phase == LOSS) return endLoss()
  if (phase == GRADIENT) return endGradient()
  return endCurvature()
}

/** The value at the candidate is known: takes it over or not, and sets the radius by how well it was foreseen. */
function endLoss(): u32 {
  const next = 0.5 * inner(candidate, candidate) + cost * losses
  if (iteration == 0) {
    value = next
    beginGradient()
    return 0
  }
  const slope = inner(gradient, step)
  const foreseen = -0.5 * (slope - inner(step, residual))
  const gained = value - next
  const length = Math.sqrt(innerScaled(step, step))
  if (iteration == 1) radius = Math.min(radius, length)

  // minimum of the parabola through both values with the known slope, in lengths of the step
  const bend = next - value - slope
  const best = (bend <= 0 ? 4 : Math.max(0.25, -0.5 * (slope / bend))) * length
  if (gained < 1e-4 * foreseen) radius = Math.min(best, 0.5 * radius)
  else if (gained < 0.25 * foreseen) radius = Math.max(0.25 * radius, Math.min(best, 0.5 * radius))
  else if (gained < 0.75 * foreseen) radius = Math.max(0.25 * radius, Math.min(best, 4 * radius))
  else if (atBoundary) radius *= 4
  else radius = Math.max(radius, Math.min(best, 4 * radius))

  const exhausted =
    Math.abs(gained) <= 1e-12 * Math.abs(value) && Math.abs(foreseen) <= 1e-12 * Math.abs(value)
  if (gained > 1e-4 * foreseen) {
    memory.copy(weights, candidate, size)
    value = next
    if (exhausted) return 2
    beginGradient()
    return 1
  }
  if (exhausted) return 2
  beginConjugate()
  return 0
}

function beginGradient(): void {
  begin(GRADIENT)
  memory.copy(gradient, weights, size)
  for (let at: usize = 0; at < size; at += 8) store<f64>(preconditioner + at, 1)
}

function endGradient(): u32 {
  for (let at: usize = 0; at < size; at += 8) {
    store<f64>(preconditioner + at, 1 + DIAGONAL_SHARE * (load<f64>(preconditioner + at) - 1))
  }
  gradientNorm = Math.sqrt(inner(gradient, gradient))
  gradientSquare = squareUnscaled(gradient)
  if (iteration == 0) {
    firstNorm = gradientNorm
    radius = Math.sqrt(gradientSquare)
  }
  if (gradientNorm <= tolerance * firstNorm || iteration == MOST_ITERATIONS) return 2
  beginConjugate()
  return 0
}

/** Conjugate gradients from a zero step: the residual is minus the gradient. */
function beginConjugate(): void {
  iteration++
  memory.fill(step, 0, size)
  for (let at: usize = 0; at < size; at += 8) {
    const fall = -load<f64>(gradient + at)
    store<f64>(residual + at, fall)
    store<f64>(direction + at, fall / load<f64>(preconditioner + at))
  }
  residualSquare = gradientSquare
  atBoundary = false
  beginCurvature()
}

function beginCurvature(): void {
  begin(CURVATURE)
  memory.copy(curved, direction, size)
}

/** One step of the conjugate gradients, cut off where it leaves the trust region. */
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
  if (atBoundary || square <= RESIDUAL * RESIDUAL * gradientSquare) {
    for (let at: usize = 0; at < size; at += 8) {
      store<f64>(candidate + at, load<f64>(weights + at) + load<f64>(step + at))
    }
    begin(LOSS)
    return 0
  }
  const share = square / residualSquare
  residualSquare = square
  for (let at: usize = 0; at < size; at += 8) {
    const fall = load<f64>(residual + at) / load<f64>(preconditioner + at)
    store<f64>(direction + at, fall + share * load<f64>(direction + at))
  }
  beginCurvature()
  return 0
}

/** How many directions lead from the step to the edge of the trust region. */
function toBoundary(): f64 {
  const cross = innerScaled(step, direction)
  const square = innerScaled(direction, direction)
  const room = radius * radius - innerScaled(step, step)
  const root = Math.sqrt(cross * cross + square * room)
  return cross >= 0 ? room / (cross + root) : (root - cross) / square
}
