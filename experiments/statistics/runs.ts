/** What was measured several times, such as a time. */
import { median } from '../../src/lab-node.ts'
import type { Interval } from './paired.ts'

export interface Runs {
  readonly runs: readonly number[]
}

export function isRuns(value: unknown): value is Runs {
  return typeof value === 'object' && value !== null && Array.isArray((value as Partial<Runs>).runs)
}

export function medianOf({ runs }: Runs): number {
  return median(runs)
}

/** From the least to the most: of 5 runs this contains the true median with a chance of 94 %, of 6 runs 97 %. */
export function rangeOf({ runs }: Runs): Interval {
  return { low: Math.min(...runs), high: Math.max(...runs) }
}
