/**
 * The data of a training. The host (source/machine.ts) sets these globals by name: addresses of regions, and numbers.
 * Instance i has the entries starts[i] to starts[i + 1] - 1. Entry p has the byte offset `rows[p]` of the weight of its
 * feature, and the value `values[p]`.
 */

/** The number of the solver in LIBLINEAR: 0, 1, 4 or 7. */
export let solver: u32 = 0
export let instances: u32 = 0
/** Cost of errors, C. */
export let cost: f64 = 1
/** The violation at which training stops. */
export let tolerance: f64 = 0.1
/** The class that is trained against the others; not used by solver 4. */
export let positive: u32 = 0

/** u32 for each instance and one more: its first entry. */
export let starts: usize = 0
export let rows: usize = 0
/** f64 for each entry; the address is 0 if all values are 1. */
export let values: usize = 0
/** u32 for each instance: its class. */
export let labels: usize = 0
/** f64 for each instance: the sum of its squared values. */
export let norms: usize = 0
/** The weights, all 0 at the start: f64 for each feature; for solver 4 a row of classes for each feature. */
export let weights: usize = 0
/** The dual variables of each instance. Their layout depends on the solver. */
export let alphas: usize = 0

/** The label y of instance i: 1 for the positive class, -1 for the others. */
export function sign(i: u32): f64 {
  return load<u32>(labels + ((<usize>i) << 2)) == positive ? 1 : -1
}

/** The address of the first entry of instance i in `rows`. Instance i ends at the first entry of instance i + 1. */
export function firstEntry(i: u32): usize {
  return rows + ((<usize>load<u32>(starts + ((<usize>i) << 2))) << 2)
}

/** Address of the value of the entry at address p. */
export function valueOf(p: usize): usize {
  return values + ((p - rows) << 1)
}

export function squaredNorm(i: u32): f64 {
  return load<f64>(norms + ((<usize>i) << 3))
}
