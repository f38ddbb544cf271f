/**
 * Dependency trees and the transforms between them.
 *
 * @module right-branching/transform
 */
export { findFlaw, type Flaw, isProjective, isRightBranching, nonProjectiveArcs } from './check.ts'
export * from './lifting/deprojectivize.ts'
export * from './direction.ts'
export { drawText, type View } from './drawing/draw.ts'
export { drawSvg, type SvgOptions, drawSvgRows } from './drawing/svg.ts'
export {
  inSentenceOrder,
  nonProjectiveChoices,
  type Decode,
  type Decoded,
  type NonProjective,
} from './decoding.ts'
export * from './encoding.ts'
export * from './label.ts'
export * from './lifting/lifts.ts'
export * from './lifting/projectivize.ts'
export * from './right-branching.ts'
export type { Step, StepKind } from './steps/step.ts'
export { makeStep, planSteps, stepKinds, type StepPlan } from './steps/plan.ts'
export * from './symbols.ts'
export * from './tree.ts'
