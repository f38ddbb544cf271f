/**
 * Passes over the instances of solvers 1, 4 and 7, in shuffled order and with shrinking (Hsieh et al. 2008, 3.2).
 */
import { instances } from './problem'
import { shuffle } from './shuffle'

/** u32 for each instance: first the active instances, which passes visit, then the shrunken instances. */
export let order: usize = 0
export let active: u32 = 0
export let iteration: u32 = 0
/** The distance of the last complete pass from the optimum. */
export let violation: f64 = Infinity

/** The result of a slice of work: the budget is used up, a pass has ended, or training is finished. */
export const WITHIN_PASS: u32 = 0
export const PASS_ENDED: u32 = 1
export const SOLVED: u32 = 2

let position: u32 = 0

export function activateAll(): void {
  active = instances
}

function beginPass(): void {
  shuffle(order, active)
  position = 0
}

/** Sets the number of passes and the distance of the last pass from the optimum. */
export function report(passes: u32, distance: f64): void {
  iteration = passes
  violation = distance
}

export interface Solver {
  start(): void
  /** Optimizes the alphas of instance i. Returns false if the instance can be shrunken. */
  optimize(i: u32): bool
  /** Reports the pass and prepares the next one. Returns true if the solution is found. */
  endPass(): bool
}

/** Starts the training of a class. */
export function startPasses<S extends Solver>(solver: S): void {
  report(0, Infinity)
  for (let i: u32 = 0; i < instances; i++) store<u32>(order + ((<usize>i) << 2), i)
  activateAll()
  solver.start()
  beginPass()
}

/** Visits up to `budget` instances with direct calls. Training also ends after `most` passes. */
export function runPasses<S extends Solver>(solver: S, budget: u32, most: u32): u32 {
  for (let left = budget; left > 0; left--) {
    if (position == active) {
      if (solver.endPass() || iteration >= most) return SOLVED
      beginPass()
      return PASS_ENDED
    }
    const at = order + ((<usize>position) << 2)
    const i = load<u32>(at)
    if (solver.optimize(i)) {
      position++
    } else {
      active--
      const last = order + ((<usize>active) << 2)
      store<u32>(at, load<u32>(last))
      store<u32>(last, i)
    }
  }
  return WITHIN_PASS
}
