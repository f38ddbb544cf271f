/**
 * Solver 4: the multi-class support vector machine of Crammer & Singer (2001) by the sequential dual method of
 * Keerthi, Sundararajan, Chang, Hsieh & Lin (2008, section 3), in the form of the appendix of Fan et al. 2008.
 *
 *   dual    min over alpha   1/2 sum_m |w_m|^2 + sum_i sum_{m != y_i} alpha_i^m
 *           subject to       sum_m alpha_i^m = 0,  alpha_i^m <= C if m = y_i, else <= 0
 *           with             w_m = sum_i alpha_i^m x_i
 *
 * One instance is optimized exactly at a time, the others held fixed. Its gradient G^m = w_m . x_i + [m != y_i] is a sum
 * of weight rows: weights lie feature-major, a row holds every class, and the class loop runs over SIMD vectors. Two
 * things differ from a textbook version:
 *
 * - The classes that an instance still competes for are bits, 16 to a block; a block without any is not summed.
 * - The threshold of the sub-problem is found by throwing out classes below it until none is (Michelot 1986) instead of
 *   by sorting all classes.
 *
 * The type parameter T is the type of weights and alphas, f32 for usual tolerances and f64 for very small ones; V is the
 * type of the values, bool where all are 1.
 */
import { activateAll, iteration, report } from './passes'
import {
  alphas,
  cost,
  firstEntry,
  instances,
  labels,
  squaredNorm,
  tolerance,
  valueOf,
  values,
} from './problem'

/** LIBLINEAR stops while the primal value still varies. Fast passes continue until this fraction of the tolerance. */
const SETTLED: f64 = 0.6

/** Smaller differences of gradients and steps are ignored. */
const NEGLIGIBLE: f64 = 1e-12

/** The number of classes of a block: one cache line of f32. */
const BLOCK: u32 = 16

// The host sets these globals.
export let classes: u32 = 0
/** The number of bytes of a row of classes, padded to complete 16-byte vectors. */
export let stride: usize = 0
/** 1: T is f32, 0: f64. */
export let single: u32 = 0
/** u16 for each block of each instance: the active classes of the instance. */
export let masks: usize = 0
/** T for each class: the gradient of the current instance. */
export let slopes: usize = 0
/** T for each class: the change of the alpha of the current instance; 0 between instances. */
export let changes: usize = 0
/** u32 for each active class of the current instance. */
export let members: usize = 0
/** f64 for each member: D of the appendix of Fan et al. 2008. */
export let demands: usize = 0
/** f64 for each class: the demands above the current threshold. */
export let candidates: usize = 0

let blocks: u32 = 0
/** The largest violation of the instances of this pass. */
let highest: f64 = 0
let shrinkTolerance: f64 = 0
/** Whether the pass started with all instances and classes. */
let fromAll: bool = false
let settling: bool = false

function startCrammerSinger(): void {
  blocks = (classes + BLOCK - 1) / BLOCK
  shrinkTolerance = Math.max(10 * tolerance, 1)
  highest = 0
  settling = false
  competeForAll()
}

/** Makes every class active again for every instance. */
function competeForAll(): void {
  activateAll()
  fromAll = true
  const last = <u16>(((<u32>1) << (classes - (blocks - 1) * BLOCK)) - 1)
  for (let i: u32 = 0; i < instances; i++) {
    const mask = masks + ((<usize>i * blocks) << 1)
    for (let block: u32 = 0; block + 1 < blocks; block++) store<u16>(mask + ((<usize>block) << 1), 0xffff)
    store<u16>(mask + ((<usize>(blocks - 1)) << 1), last)
  }
}

/** The shrinking and stopping rules of LIBLINEAR, then a few fast passes over the active instances. True if solved. */
function endCrammerSingerPass(): bool {
  const gap = highest
  highest = 0
  report(iteration + 1, gap)
  if (!settling) {
    if (gap >= shrinkTolerance) {
      fromAll = false
      return false
    }
    if (gap >= tolerance || !fromAll) {
      competeForAll()
      shrinkTolerance = Math.max(shrinkTolerance / 2, tolerance)
      return false
    }
    settling = true
  }
  return gap < SETTLED * tolerance
}

function accumulate<T, V>(sum: v128, value: v128, row: v128): v128 {
  return v128.add<T>(sum, isFloat<V>() ? v128.mul<T>(value, row) : row)
}

/** The value of the entry at address p, in each lane. */
function valueAt<T, V>(p: usize): v128 {
  return isFloat<V>() ? v128.splat<T>(<T>load<f64>(valueOf(p))) : v128.splat<T>(<T>1)
}

/** Slopes of the 64 bytes of classes from byte `at` of a row: 1 + the sum of the weight rows of entries p to end. */
function sumBlock<T, V>(first: usize, end: usize, at: usize): void {
  let a = v128.splat<T>(<T>1)
  let b = a
  let c = a
  let d = a
  for (let p = first; p < end; p += 4) {
    const row = <usize>load<u32>(p) + at
    const value = valueAt<T, V>(p)
    a = accumulate<T, V>(a, value, v128.load(row))
    b = accumulate<T, V>(b, value, v128.load(row, 16))
    c = accumulate<T, V>(c, value, v128.load(row, 32))
    d = accumulate<T, V>(d, value, v128.load(row, 48))
  }
  v128.store(slopes + at, a)
  v128.store(slopes + at, b, 16)
  v128.store(slopes + at, c, 32)
  v128.store(slopes + at, d, 48)
}

function sumVector<T, V>(first: usize, end: usize, at: usize): void {
  let sum = v128.splat<T>(<T>1)
  for (let p = first; p < end; p += 4) {
    sum = accumulate<T, V>(sum, valueAt<T, V>(p), v128.load(<usize>load<u32>(p) + at))
  }
  v128.store(slopes + at, sum)
}

/** The slopes of instance i for the classes of blocks with an active class. */
function sumRows<T, V>(i: u32, mask: usize): void {
  const first = firstEntry(i)
  const end = firstEntry(i + 1)
  const blockBytes: usize = BLOCK * sizeof<T>()
  for (let block: u32 = 0; block < blocks; block++) {
    if (load<u16>(mask + ((<usize>block) << 1)) == 0) continue
    let at = <usize>block * blockBytes
    const stop = <usize>Math.min(<f64>(at + blockBytes), <f64>stride)
    for (; at + 64 <= stop; at += 64) sumBlock<T, V>(first, end, at)
    for (; at < stop; at += 16) sumVector<T, V>(first, end, at)
  }
}

/** Adds the changes times instance i to the weight rows, only for vectors with a change, and clears the changes. */
function addChanges<T, V>(i: u32): void {
  const first = firstEntry(i)
  const end = firstEntry(i + 1)
  for (let at: usize = 0; at < stride; at += 16) {
    const change = v128.load(changes + at)
    if (!v128.any_true(change)) continue
    for (let p = first; p < end; p += 4) {
      const row = <usize>load<u32>(p) + at
      v128.store(row, accumulate<T, V>(v128.load(row), valueAt<T, V>(p), change))
    }
    v128.store(changes + at, v128.splat<u64>(0))
  }
}

/** The largest alpha of class m for an instance of class `label`. */
function boundOf(m: u32, label: u32): f64 {
  return m == label ? cost : 0
}

/** The threshold that the first `count` demands exceed by `supply` in sum. @param lower a lower bound of the threshold */
function threshold(count: u32, lower: f64, supply: f64): f64 {
  let limit = lower
  let left = count
  let from = demands
  while (true) {
    let kept: u32 = 0
    let sum: f64 = 0
    for (let k: u32 = 0; k < left; k++) {
      const demand = load<f64>(from + ((<usize>k) << 3))
      if (demand <= limit) continue
      store<f64>(candidates + ((<usize>kept) << 3), demand)
      sum += demand
      kept++
    }
    if (kept == 0 || (kept == left && from == candidates)) return limit
    left = kept
    from = candidates
    limit = (sum - supply) / <f64>left
  }
}

/** Optimizes the alphas of instance i. Returns false if the instance has at most one active class and can be shrunken. */
function optimize<T>(i: u32): bool {
  const norm = squaredNorm(i)
  if (norm <= 0) return true
  const mask = masks + ((<usize>i * blocks) << 1)
  const alpha = alphas + <usize>i * stride
  const label = load<u32>(labels + ((<usize>i) << 2))
  if (values == 0) sumRows<T, bool>(i, mask)
  else sumRows<T, f64>(i, mask)
  const labelAt = slopes + <usize>label * sizeof<T>()
  store<T>(labelAt, load<T>(labelAt) - <T>1)

  let count: u32 = 0
  let largest: f64 = -Infinity
  let smallest: f64 = Infinity
  for (let block: u32 = 0; block < blocks; block++) {
    for (let bits = <u32>load<u16>(mask + ((<usize>block) << 1)); bits != 0; bits &= bits - 1) {
      const m = block * BLOCK + ctz(bits)
      store<u32>(members + ((<usize>count) << 2), m)
      count++
      const slope = <f64>load<T>(slopes + <usize>m * sizeof<T>())
      if (slope > largest) largest = slope
      const bound = <T>boundOf(m, label)
      if (slope < smallest && load<T>(alpha + <usize>m * sizeof<T>()) < bound) smallest = slope
    }
  }

  let remaining: u32 = 0
  let most: f64 = -Infinity
  for (let k: u32 = 0; k < count; k++) {
    const m = load<u32>(members + ((<usize>k) << 2))
    const slope = <f64>load<T>(slopes + <usize>m * sizeof<T>())
    const weight = <f64>load<T>(alpha + <usize>m * sizeof<T>())
    const bound = <f64>(<T>boundOf(m, label))
    if (weight == bound && slope < smallest) {
      const at = mask + ((<usize>(m / BLOCK)) << 1)
      store<u16>(at, load<u16>(at) ^ (<u16>((<u32>1) << (m % BLOCK))))
      continue
    }
    const demand = slope + norm * (bound - weight)
    if (demand > most) most = demand
    store<u32>(members + ((<usize>remaining) << 2), m)
    store<f64>(demands + ((<usize>remaining) << 3), demand)
    remaining++
  }
  if (remaining <= 1) return false
  if (largest - smallest <= NEGLIGIBLE) return true
  highest = Math.max(highest, largest - smallest)

  const supply = norm * cost
  const limit = threshold(remaining, most - supply, supply)
  let changed = false
  for (let k: u32 = 0; k < remaining; k++) {
    const m = load<u32>(members + ((<usize>k) << 2))
    const at = <usize>m * sizeof<T>()
    const excess = Math.max(load<f64>(demands + ((<usize>k) << 3)) - limit, 0)
    const next = <T>(boundOf(m, label) - excess / norm)
    const change = next - load<T>(alpha + at)
    if (Math.abs(<f64>change) < NEGLIGIBLE) continue
    store<T>(alpha + at, next)
    store<T>(changes + at, change)
    changed = true
  }
  if (!changed) return true
  if (values == 0) addChanges<T, bool>(i)
  else addChanges<T, f64>(i)
  return true
}

export class CrammerSinger<T> {
  start(): void {
    startCrammerSinger()
  }

  optimize(i: u32): bool {
    return optimize<T>(i)
  }

  endPass(): bool {
    return endCrammerSingerPass()
  }
}
