/** What the solvers have in common, seen from outside: a training in slices. */
import type { Progress } from './options.ts'

/** A solver at work. It holds the memory of its training. */
export interface Engine {
  /** Works for some milliseconds. 'slice': go on; 'pass': go on, a pass has ended; 'solved': done. */
  readonly step: () => 'slice' | 'pass' | 'solved'
  readonly progress: () => Progress
  /** Writes the feature's weights, one for each vector, to target from `offset`, which must be zero there. */
  readonly writeRow: (feature: number, target: Float32Array | Float64Array, offset: number) => void
  /** All weights, `[feature * vectors + vector]`. */
  readonly weights: () => Float32Array | Float64Array
  /** Whether all that is done came within the tolerance. */
  readonly converged: () => boolean
  /** The value that LIBLINEAR prints: of the dual problem (solvers 1, 4 and 7) or of the primal one (0). */
  readonly objective: () => number
}
