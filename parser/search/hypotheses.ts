/** The hypotheses of a beam beside one another. */
import { Registers } from './registers.ts'

/** By hypothesis: */
export interface Hypotheses {
  readonly registers: Registers
  readonly scores: Float64Array
  /** The last entry in the history. */
  readonly entries: Int32Array
  /** 1 if the derivation has ended. */
  readonly ended: Uint8Array
}

/** Room for `width` hypotheses. */
export function hypotheses(width: number): Hypotheses {
  return {
    registers: new Registers(width),
    scores: new Float64Array(width),
    entries: new Int32Array(width),
    ended: new Uint8Array(width),
  }
}
