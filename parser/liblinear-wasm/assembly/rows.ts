/**
 * The sparse rows that solvers of one class at a time share, and the two things they do with a row: its inner
 * product with a dense f64 vector, and adding a multiple of it to one. Entries of a row are byte offsets into
 * such a vector.
 */

export let instances: u32 = 0
/** Address of each instance's class. */
export let labels: usize = 0
/** Address of each instance's sum of squared values of features that no other instance has. */
export let own: usize = 0
/** Address of each instance's sum of all squared values. */
export let norms: usize = 0

let starts: usize = 0
let rows: usize = 0
/** Address of the entries' values; 0 when all are 1. */
let values: usize = 0

export function rowsOfProblem(
  instanceCount: u32,
  startsAt: usize,
  rowsAt: usize,
  valuesAt: usize,
  labelsAt: usize,
  ownAt: usize,
  normsAt: usize,
): void {
  instances = instanceCount
  starts = startsAt
  rows = rowsAt
  values = valuesAt
  labels = labelsAt
  own = ownAt
  norms = normsAt
}

/** Inner product of instance i and the vector. Four sums run side by side, as additions wait for each other. */
export function dot(i: u32, vector: usize): f64 {
  let p = rows + ((<usize>load<u32>(starts + ((<usize>i) << 2))) << 2)
  const end = rows + ((<usize>load<u32>(starts + ((<usize>i) << 2), 4)) << 2)
  let a: f64 = 0
  let b: f64 = 0
  let c: f64 = 0
  let d: f64 = 0
  if (values == 0) {
    for (; p + 16 <= end; p += 16) {
      a += load<f64>(vector + load<u32>(p))
      b += load<f64>(vector + load<u32>(p, 4))
      c += load<f64>(vector + load<u32>(p, 8))
      d += load<f64>(vector + load<u32>(p, 12))
    }
    for (; p < end; p += 4) a += load<f64>(vector + load<u32>(p))
  } else {
    let value = values + ((p - rows) << 1)
    for (; p + 16 <= end; p += 16, value += 32) {
      a += load<f64>(value) * load<f64>(vector + load<u32>(p))
      b += load<f64>(value, 8) * load<f64>(vector + load<u32>(p, 4))
      c += load<f64>(value, 16) * load<f64>(vector + load<u32>(p, 8))
      d += load<f64>(value, 24) * load<f64>(vector + load<u32>(p, 12))
    }
    for (; p < end; p += 4, value += 8) a += load<f64>(value) * load<f64>(vector + load<u32>(p))
  }
  return a + b + (c + d)
}

/** Adds `scale` times instance i to the vector. */
export function add(i: u32, vector: usize, scale: f64): void {
  let p = rows + ((<usize>load<u32>(starts + ((<usize>i) << 2))) << 2)
  const end = rows + ((<usize>load<u32>(starts + ((<usize>i) << 2), 4)) << 2)
  if (values == 0) {
    for (; p < end; p += 4) {
      const at = vector + load<u32>(p)
      store<f64>(at, load<f64>(at) + scale)
    }
  } else {
    let value = values + ((p - rows) << 1)
    for (; p < end; p += 4, value += 8) {
      const at = vector + load<u32>(p)
      store<f64>(at, load<f64>(at) + scale * load<f64>(value))
    }
  }
}

/** Adds `scale` times instance i, its values squared, to the vector. */
export function addSquares(i: u32, vector: usize, scale: f64): void {
  let p = rows + ((<usize>load<u32>(starts + ((<usize>i) << 2))) << 2)
  const end = rows + ((<usize>load<u32>(starts + ((<usize>i) << 2), 4)) << 2)
  let value = values + ((p - rows) << 1)
  for (; p < end; p += 4, value += 8) {
    const at = vector + load<u32>(p)
    const x = values == 0 ? 1 : load<f64>(value)
    store<f64>(at, load<f64>(at) + scale * x * x)
  }
}
