/**
 * What the binary exports: the globals that describe a training, `start` and `run`. It holds one training; the host makes
 * a fresh instance for the next one.
 */
import { endCrammerSingerPass, optimizeCrammerSinger, startCrammerSinger } from './crammer-singer'
import { endHingePass, optimizeHinge, startHinge } from './hinge'
import { endLogisticPass, optimizeLogistic, startLogistic } from './logistic'
import { runNewton, startNewton } from './newton'
import { advance, beginPass, currentInstance, iteration, passEnded, startPasses } from './passes'
import { solver } from './problem'

export {
  solver,
  instances,
  cost,
  tolerance,
  positive,
  starts,
  rows,
  values,
  labels,
  norms,
  weights,
  alphas,
} from './problem'
export { order, active, iteration, violation } from './passes'
export { classes, stride, single, masks, slopes, demands, members, changes } from './crammer-singer'
export { primalValue, vectorBytes, vectors } from './newton'
export { seedShuffle } from './shuffle'

/** First byte that the binary does not use itself. */
export const heapBase: u32 = <u32>__heap_base

/** Passes after which a training stops without a solution: LIBLINEAR's limits. */
const MOST_PASSES: u32 = 1000
const MOST_PASSES_OF_CRAMMER_SINGER: u32 = 100000

/** What `run` returns: it used up its budget, a pass ended, or training is over. */
const WITHIN_PASS: u32 = 0
const PASS_ENDED: u32 = 1
const SOLVED: u32 = 2

/** Starts a training, or that of the next positive class; weights must be 0. */
export function start(): void {
  startPasses()
  if (solver == 0) startNewton()
  else if (solver == 1) startHinge()
  else if (solver == 4) startCrammerSinger()
  else startLogistic()
  if (solver != 0) beginPass()
}

/** Optimizes up to `budget` instances. */
export function run(budget: u32): u32 {
  if (solver == 0) return runNewton(budget)
  for (let left = budget; left > 0; left--) {
    if (passEnded()) return endPass()
    const i = currentInstance()
    let keep = true
    if (solver == 1) keep = optimizeHinge(i)
    else if (solver == 4) keep = optimizeCrammerSinger(i)
    else optimizeLogistic(i)
    advance(keep)
  }
  return WITHIN_PASS
}

function endPass(): u32 {
  let solved = false
  if (solver == 1) solved = endHingePass()
  else if (solver == 4) solved = endCrammerSingerPass()
  else solved = endLogisticPass()
  const most = solver == 4 ? MOST_PASSES_OF_CRAMMER_SINGER : MOST_PASSES
  if (solved || iteration >= most) return SOLVED
  beginPass()
  return PASS_ENDED
}
