/**
 * Solver 4: the multi-class support vector machine of Crammer & Singer (2001) by the sequential dual method of
 * Keerthi, Sundararajan, Chang, Hsieh & Lin (2008).
 *
 *   dual    min over alpha   1/2 sum_m |w_m|^2 + sum_i sum_{m != y_i} alpha_i^m
 *           subject to       sum_m alpha_i^m = 0,  alpha_i^m <= C if m = y_i, else <= 0
 *           with             w_m = sum_i alpha_i^m x_i
 *
 * One instance is optimized exactly at a time, the others held fixed. Its gradient
 * G^m = w_m . x_i + [m != y_i] is a sum of weight rows (weights lie feature-major, a row holds every class), so
 * the class loop runs over vectors of classes. What differs from a textbook version:
 *
 * - A feature that occurs in one instance only needs no row: its weights are x times that instance's alpha, so
 *   all of them together add `own * alpha` to the gradient, `own` being the sum of their squared values.
 * - The classes an instance still competes for are bits, 16 to a block; a block without any is not summed.
 * - The threshold of the sub-problem is found by throwing out classes below it until none is (Michelot 1986)
 *   instead of by sorting all classes.
 *
 * Generic in the type of weights and alphas: f32 for usual tolerances, f64 for very tight ones.
 */
import { shuffle } from './shuffle'

/** Passes after which the weights are left as they are. */
const MOST_PASSES: u32 = 100000

/**
 * Where LIBLINEAR's rule stops, the primal value still wavers by some tenths of a percent. Passes over the few
 * active instances cost little and go on until their violation is this part of the tolerance.
 */
const SETTLED: f64 = 0.6

/** Classes to a block: one cache line of f32. */
const BLOCK: u32 = 16

let instances: u32 = 0
let classes: u32 = 0
let stride: usize = 0
let blocks: u32 = 0
let cost: f64 = 0
let tolerance: f64 = 0

// Addresses of the arrays; layout.ts on the other side says what lies in each.
let starts: usize = 0
let rows: usize = 0
let values: usize = 0
let labels: usize = 0
let own: usize = 0
let norms: usize = 0
let order: usize = 0
let masks: usize = 0
let alphas: usize = 0
let gradient: usize = 0
let demand: usize = 0
let delta: usize = 0
let candidates: usize = 0

let active: u32 = 0
let position: u32 = 0
let iteration: u32 = 0
let violation: f64 = 0
let lastViolation: f64 = 0
let shrinkTolerance: f64 = 0
let fromAll: bool = true
let settling: bool = false

export function crammerSingerProblem(
  instanceCount: u32,
  classCount: u32,
  strideBytes: usize,
  startsAt: usize,
  rowsAt: usize,
  valuesAt: usize,
  labelsAt: usize,
  ownAt: usize,
  normsAt: usize,
): void {
  instances = instanceCount
  classes = classCount
  stride = strideBytes
  blocks = (classCount + BLOCK - 1) / BLOCK
  starts = startsAt
  rows = rowsAt
  values = valuesAt
  labels = labelsAt
  own = ownAt
  norms = normsAt
}

export function crammerSingerStart(
  costOfError: f64,
  stopAt: f64,
  orderAt: usize,
  masksAt: usize,
  alphasAt: usize,
  gradientAt: usize,
  demandAt: usize,
  deltaAt: usize,
  candidatesAt: usize,
): void {
  cost = costOfError
  tolerance = stopAt
  order = orderAt
  masks = masksAt
  alphas = alphasAt
  gradient = gradientAt
  demand = demandAt
  delta = deltaAt
  candidates = candidatesAt
  shrinkTolerance = Math.max(10 * stopAt, 1)
  iteration = 0
  for (let i: u32 = 0; i < instances; i++) store<u32>(order + ((<usize>i) << 2), i)
  activateAll()
  beginIteration()
}

export function crammerSingerIteration(): u32 {
  return iteration
}

export function crammerSingerViolation(): f64 {
  return lastViolation
}

export function crammerSingerActive(): u32 {
  return active
}

/** Every instance competes for every class again. */
function activateAll(): void {
  active = instances
  fromAll = true
  const lastBits = classes - (blocks - 1) * BLOCK
  const last = <u32>((1 << lastBits) - 1)
  for (let i: u32 = 0; i < instances; i++) {
    const mask = masks + ((<usize>i * blocks) << 1)
    for (let block: u32 = 0; block + 1 < blocks; block++) store<u16>(mask + ((<usize>block) << 1), 0xffff)
    store<u16>(mask + ((<usize>(blocks - 1)) << 1), <u16>last)
  }
}

function beginIteration(): void {
  shuffle(order, active)
  position = 0
  violation = 0
}

/**
 * Shrinking and stopping rule of LIBLINEAR, and a few quick passes over what is left active then. True when the
 * solution is found, or is not going to be.
 */
function endIteration(): bool {
  iteration++
  lastViolation = violation
  if (iteration == MOST_PASSES) return true
  if (settling) return violation < SETTLED * tolerance
  if (violation >= shrinkTolerance) {
    fromAll = false
  } else {
    if (violation < tolerance && fromAll) {
      settling = true
      return violation < SETTLED * tolerance
    }
    activateAll()
    shrinkTolerance = Math.max(shrinkTolerance / 2, tolerance)
  }
  return false
}

/** Sum of the instance's weight rows for one full block of classes, onto own * alpha + 1. */
function sumBlock<T>(first: usize, end: usize, lane: usize, alpha: usize, ownSquares: T): void {
  const sums = gradient + lane
  if (ASC_FEATURE_SIMD) {
    const scale = v128.splat<T>(ownSquares)
    const one = v128.splat<T>(<T>1)
    for (let half: usize = 0; half < 16 * sizeof<T>(); half += 64) {
      const at = lane + half
      let a = v128.add<T>(one, v128.mul<T>(scale, v128.load(alpha + at)))
      let b = v128.add<T>(one, v128.mul<T>(scale, v128.load(alpha + at, 16)))
      let c = v128.add<T>(one, v128.mul<T>(scale, v128.load(alpha + at, 32)))
      let d = v128.add<T>(one, v128.mul<T>(scale, v128.load(alpha + at, 48)))
      if (values == 0) {
        for (let p = first; p < end; p += 4) {
          const row = <usize>load<u32>(rows + p) + at
          a = v128.add<T>(a, v128.load(row))
          b = v128.add<T>(b, v128.load(row, 16))
          c = v128.add<T>(c, v128.load(row, 32))
          d = v128.add<T>(d, v128.load(row, 48))
        }
      } else {
        for (let p = first; p < end; p += 4) {
          const row = <usize>load<u32>(rows + p) + at
          const value = v128.splat<T>(<T>load<f64>(values + (p << 1)))
          a = v128.add<T>(a, v128.mul<T>(value, v128.load(row)))
          b = v128.add<T>(b, v128.mul<T>(value, v128.load(row, 16)))
          c = v128.add<T>(c, v128.mul<T>(value, v128.load(row, 32)))
          d = v128.add<T>(d, v128.mul<T>(value, v128.load(row, 48)))
        }
      }
      v128.store(sums + half, a)
      v128.store(sums + half, b, 16)
      v128.store(sums + half, c, 32)
      v128.store(sums + half, d, 48)
    }
  } else {
    sumLanes<T>(first, end, lane, alpha, ownSquares, 16 * sizeof<T>())
  }
}

/** The same for `bytes` bytes of classes, a lane at a time: the rest of a row, and machines without SIMD. */
function sumLanes<T>(first: usize, end: usize, lane: usize, alpha: usize, ownSquares: T, bytes: usize): void {
  for (let at = lane; at < lane + bytes; at += sizeof<T>()) {
    let sum = <T>1 + ownSquares * load<T>(alpha + at)
    if (values == 0) {
      for (let p = first; p < end; p += 4) sum += load<T>(<usize>load<u32>(rows + p) + at)
    } else {
      for (let p = first; p < end; p += 4) {
        sum += <T>load<f64>(values + (p << 1)) * load<T>(<usize>load<u32>(rows + p) + at)
      }
    }
    store<T>(gradient + at, sum)
  }
}

/** Gradient of instance i for the classes in blocks that have an active one. */
function sumRows<T>(i: u32, mask: usize, alpha: usize): void {
  const first = (<usize>load<u32>(starts + ((<usize>i) << 2))) << 2
  const end = (<usize>load<u32>(starts + ((<usize>i) << 2), 4)) << 2
  const ownSquares = <T>load<f64>(own + ((<usize>i) << 3))
  const blockBytes: usize = 16 * sizeof<T>()
  for (let block: u32 = 0; block < blocks; block++) {
    if (load<u16>(mask + ((<usize>block) << 1)) == 0) continue
    const lane = <usize>block * blockBytes
    if (lane + blockBytes <= stride) sumBlock<T>(first, end, lane, alpha, ownSquares)
    else sumLanes<T>(first, end, lane, alpha, ownSquares, stride - lane)
  }
  const label = <usize>load<u32>(labels + ((<usize>i) << 2)) * sizeof<T>()
  store<T>(gradient + label, load<T>(gradient + label) - <T>1)
}

/** Adds delta times the instance to its weight rows, only in vectors that have a change, and clears delta. */
function addDelta<T>(i: u32): void {
  const first = (<usize>load<u32>(starts + ((<usize>i) << 2))) << 2
  const end = (<usize>load<u32>(starts + ((<usize>i) << 2), 4)) << 2
  for (let at: usize = 0; at < stride; at += 16) {
    if ((load<u64>(delta + at) | load<u64>(delta + at, 8)) == 0) continue
    if (ASC_FEATURE_SIMD) {
      const change = v128.load(delta + at)
      if (values == 0) {
        for (let p = first; p < end; p += 4) {
          const row = <usize>load<u32>(rows + p) + at
          v128.store(row, v128.add<T>(v128.load(row), change))
        }
      } else {
        for (let p = first; p < end; p += 4) {
          const row = <usize>load<u32>(rows + p) + at
          const value = v128.splat<T>(<T>load<f64>(values + (p << 1)))
          v128.store(row, v128.add<T>(v128.load(row), v128.mul<T>(value, change)))
        }
      }
    } else {
      for (let p = first; p < end; p += 4) {
        const row = <usize>load<u32>(rows + p) + at
        const value = values == 0 ? <T>1 : <T>load<f64>(values + (p << 1))
        for (let lane: usize = 0; lane < 16; lane += sizeof<T>()) {
          store<T>(row + lane, load<T>(row + lane) + value * load<T>(delta + at + lane))
        }
      }
    }
    store<u64>(delta + at, 0)
    store<u64>(delta + at, 0, 8)
  }
}

/** The threshold that the demands must exceed by `supply` in sum. */
function threshold(count: u32, supply: f64): f64 {
  let sum: f64 = 0
  for (let c: u32 = 0; c < count; c++) sum += load<f64>(candidates + ((<usize>c) << 3))
  let left = count
  while (true) {
    const limit = (sum - supply) / <f64>left
    let kept: u32 = 0
    let keptSum: f64 = 0
    for (let c: u32 = 0; c < left; c++) {
      const value = load<f64>(candidates + ((<usize>c) << 3))
      if (value > limit) {
        store<f64>(candidates + ((<usize>kept) << 3), value)
        keptSum += value
        kept++
      }
    }
    if (kept == left || kept == 0) return limit
    left = kept
    sum = keptSum
  }
}

/** Optimizes instance i. False when it has no more than one class to compete for and may be left out. */
function optimize<T>(i: u32): bool {
  const norm = load<f64>(norms + ((<usize>i) << 3))
  if (norm <= 0) return true
  const mask = masks + ((<usize>i * blocks) << 1)
  const alpha = alphas + <usize>i * stride
  const label = load<u32>(labels + ((<usize>i) << 2))
  sumRows<T>(i, mask, alpha)

  let largest: f64 = -Infinity
  let smallest: f64 = Infinity
  for (let block: u32 = 0; block < blocks; block++) {
    for (let bits = <u32>load<u16>(mask + ((<usize>block) << 1)); bits != 0; bits &= bits - 1) {
      const m = block * BLOCK + ctz(bits)
      const slope = <f64>load<T>(gradient + <usize>m * sizeof<T>())
      if (slope > largest) largest = slope
      const bound = m == label ? cost : 0
      if (slope < smallest && <f64>load<T>(alpha + <usize>m * sizeof<T>()) < <f64>(<T>bound)) smallest = slope
    }
  }

  let remaining: u32 = 0
  let highest: f64 = -Infinity
  for (let block: u32 = 0; block < blocks; block++) {
    const before = <u32>load<u16>(mask + ((<usize>block) << 1))
    let after = before
    for (let bits = before; bits != 0; bits &= bits - 1) {
      const m = block * BLOCK + ctz(bits)
      const at = <usize>m * sizeof<T>()
      const slope = <f64>load<T>(gradient + at)
      const weight = <f64>load<T>(alpha + at)
      const bound = <f64>(<T>(m == label ? cost : 0))
      if (weight == bound && slope < smallest) {
        after ^= bits & -bits
        continue
      }
      remaining++
      const wanted = slope + norm * (bound - weight)
      store<f64>(demand + ((<usize>m) << 3), wanted)
      if (wanted > highest) highest = wanted
    }
    if (after != before) store<u16>(mask + ((<usize>block) << 1), <u16>after)
  }
  if (remaining <= 1) return false
  if (largest - smallest <= 1e-12) return true
  if (largest - smallest > violation) violation = largest - smallest

  const supply = norm * cost
  let count: u32 = 0
  for (let block: u32 = 0; block < blocks; block++) {
    for (let bits = <u32>load<u16>(mask + ((<usize>block) << 1)); bits != 0; bits &= bits - 1) {
      const wanted = load<f64>(demand + ((<usize>(block * BLOCK + ctz(bits))) << 3))
      if (wanted > highest - supply) {
        store<f64>(candidates + ((<usize>count) << 3), wanted)
        count++
      }
    }
  }
  const limit = count == 0 ? highest - supply : threshold(count, supply)

  let changed = false
  for (let block: u32 = 0; block < blocks; block++) {
    for (let bits = <u32>load<u16>(mask + ((<usize>block) << 1)); bits != 0; bits &= bits - 1) {
      const m = block * BLOCK + ctz(bits)
      const at = <usize>m * sizeof<T>()
      const bound = m == label ? cost : 0
      const next = <T>(bound - Math.max(load<f64>(demand + ((<usize>m) << 3)) - limit, 0) / norm)
      const step = next - load<T>(alpha + at)
      if (Math.abs(<f64>step) < 1e-12) continue
      store<T>(alpha + at, next)
      store<T>(delta + at, step)
      changed = true
    }
  }
  if (changed) addDelta<T>(i)
  return true
}

/** Optimizes up to `budget` instances. 0: within an iteration, 1: an iteration ended, 2: solved. */
function run<T>(budget: u32): u32 {
  for (let left = budget; left > 0; left--) {
    if (position == active) {
      const solved = endIteration()
      if (solved) return 2
      beginIteration()
      return 1
    }
    const at = order + ((<usize>position) << 2)
    const i = load<u32>(at)
    if (optimize<T>(i)) {
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

export function crammerSingerRun32(budget: u32): u32 {
  return run<f32>(budget)
}

export function crammerSingerRun64(budget: u32): u32 {
  return run<f64>(budget)
}
