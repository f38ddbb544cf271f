/** The types of the example. */
import type { StepKind, Tree } from '../../src/lab.ts'

export const steps: readonly StepKind[]
export function transformAsPrinted(tree: Tree): void
export function reverseAsPrinted(tree: Tree): number
