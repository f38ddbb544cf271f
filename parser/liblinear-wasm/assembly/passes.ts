/**
 * Passes over the instances: in an order that is shuffled before each pass, some instances left out for now
 * ("shrinking", Hsieh et al. 2008, section 3.2). Solvers 1, 4 and 7 visit the instances in this way.
 */
import { instances } from './problem'
import { shuffle } from './shuffle'

/** u32 for each instance: those that passes visit come first, then those that are left out. */
export let order: usize = 0
/** How many instances passes visit. */
export let active: u32 = 0
/** Number of whole passes so far. */
export let iteration: u32 = 0
/** How far the last whole pass was from the optimum. */
export let violation: f64 = Infinity

let position: u32 = 0

/** Before the first pass over all instances. */
export function startPasses(): void {
  report(0, Infinity)
  for (let i: u32 = 0; i < instances; i++) store<u32>(order + ((<usize>i) << 2), i)
  activateAll()
}

/** Lets passes visit every instance again. */
export function activateAll(): void {
  active = instances
}

export function beginPass(): void {
  shuffle(order, active)
  position = 0
}

export function passEnded(): bool {
  return position == active
}

/** Says how many passes there were, and how far the last one was from the optimum. */
export function report(passes: u32, distance: f64): void {
  iteration = passes
  violation = distance
}

/** The instance to visit. */
export function currentInstance(): u32 {
  return load<u32>(order + ((<usize>position) << 2))
}

/** Goes on to the next instance; passes visit the one before it again if `keep`. */
export function advance(keep: bool): void {
  if (keep) {
    position++
    return
  }
  active--
  const at = order + ((<usize>position) << 2)
  const last = order + ((<usize>active) << 2)
  const leftOut = load<u32>(at)
  store<u32>(at, load<u32>(last))
  store<u32>(last, leftOut)
}
