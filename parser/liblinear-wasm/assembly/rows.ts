/**
 * Inner products and sums of an instance and an f64 vector over features, for solvers 0, 1 and 7. The type parameter V is the
 * type of the values of the entries: f64, or bool if all values are 1 (then values are not read).
 */
import { firstEntry, valueOf, values } from './problem'

/** The weight of the entry at address p, times the value at `value`. */
function term<V>(p: usize, value: usize, vector: usize): f64 {
  const weight = load<f64>(vector + load<u32>(p))
  return isFloat<V>() ? load<f64>(value) * weight : weight
}

/** Computes four sums in parallel, because each addition waits for the previous addition to the same sum. */
function dotOf<V>(i: u32, vector: usize): f64 {
  let p = firstEntry(i)
  const end = firstEntry(i + 1)
  let value = valueOf(p)
  let a: f64 = 0
  let b: f64 = 0
  let c: f64 = 0
  let d: f64 = 0
  for (; p + 16 <= end; p += 16, value += 32) {
    a += term<V>(p, value, vector)
    b += term<V>(p + 4, value + 8, vector)
    c += term<V>(p + 8, value + 16, vector)
    d += term<V>(p + 12, value + 24, vector)
  }
  for (; p < end; p += 4, value += 8) a += term<V>(p, value, vector)
  return a + b + (c + d)
}

/** Inner product of instance i and the vector. */
export function dot(i: u32, vector: usize): f64 {
  return values == 0 ? dotOf<bool>(i, vector) : dotOf<f64>(i, vector)
}

function addOf<V>(i: u32, vector: usize, scale: f64): void {
  let p = firstEntry(i)
  const end = firstEntry(i + 1)
  for (let value = valueOf(p); p < end; p += 4, value += 8) {
    const at = vector + load<u32>(p)
    store<f64>(at, load<f64>(at) + (isFloat<V>() ? scale * load<f64>(value) : scale))
  }
}

/** Adds `scale` times instance i to the vector. */
export function add(i: u32, vector: usize, scale: f64): void {
  if (values == 0) addOf<bool>(i, vector, scale)
  else addOf<f64>(i, vector, scale)
}

/** Adds `scale` times the squared values of instance i to the vector. */
export function addSquares(i: u32, vector: usize, scale: f64): void {
  let p = firstEntry(i)
  const end = firstEntry(i + 1)
  for (let value = valueOf(p); p < end; p += 4, value += 8) {
    const at = vector + load<u32>(p)
    const x = values == 0 ? 1 : load<f64>(value)
    store<f64>(at, load<f64>(at) + scale * x * x)
  }
}
