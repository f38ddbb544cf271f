/** The exports of the binary: the globals of its training, `start` and `run`. */
import { CrammerSinger, single } from './crammer-singer'
import { Hinge } from './hinge'
import { Logistic } from './logistic'
import { runNewton, startNewton } from './newton'
import { runPasses, startPasses } from './passes'
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
export { order, violation } from './passes'
export {
  classes,
  stride,
  single,
  masks,
  slopes,
  demands,
  members,
  changes,
  candidates,
} from './crammer-singer'
export { primalValue, vectorBytes, vectors } from './newton'
export { seedShuffle } from './shuffle'

/** The first byte that the binary does not use. */
export const heapBase: u32 = <u32>__heap_base

/** The maximum number of passes of a training, as in LIBLINEAR. */
const MOST_PASSES: u32 = 1000
const MOST_PASSES_OF_CRAMMER_SINGER: u32 = 100000

const hinge = new Hinge()
const logistic = new Logistic()
const crammerSinger32 = new CrammerSinger<f32>()
const crammerSinger64 = new CrammerSinger<f64>()

/** Starts the training of a positive class. All weights must be 0. */
export function start(): void {
  if (solver == 0) startNewton()
  else if (solver == 1) startPasses(hinge)
  else if (solver == 7) startPasses(logistic)
  else startPasses(crammerSinger32)
}

/** Processes up to `budget` instances. Returns a constant of passes.ts. */
export function run(budget: u32): u32 {
  if (solver == 0) return runNewton(budget)
  if (solver == 1) return runPasses(hinge, budget, MOST_PASSES)
  if (solver == 7) return runPasses(logistic, budget, MOST_PASSES)
  if (single != 0) return runPasses(crammerSinger32, budget, MOST_PASSES_OF_CRAMMER_SINGER)
  return runPasses(crammerSinger64, budget, MOST_PASSES_OF_CRAMMER_SINGER)
}
