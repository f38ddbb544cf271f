/** The types of the example. */
import type { StepKind } from '../../src/lab.ts'

export const steps: readonly StepKind[]
