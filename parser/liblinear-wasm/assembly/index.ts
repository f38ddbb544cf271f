/** What the binary exports. It holds one training; a fresh instance is made for the next one. */
export {
  crammerSingerProblem,
  crammerSingerStart,
  crammerSingerRun32,
  crammerSingerRun64,
  crammerSingerIteration,
  crammerSingerViolation,
  crammerSingerActive,
} from './crammer-singer'
export {
  dualIteration,
  dualViolation,
  dualActive,
  hingeStart,
  hingeRun,
  logisticStart,
  logisticRun,
} from './dual'
export { newtonStart, newtonRun, newtonIteration, newtonViolation, newtonValue } from './newton'
export { rowsOfProblem } from './rows'
export { seedShuffle } from './shuffle'

/** First byte that the binary does not use itself. */
export const heapBase: u32 = <u32>__heap_base
