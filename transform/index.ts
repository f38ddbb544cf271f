/** Trees, and the transforms between them. */
export { agreement, countAgreement, type Agreement, type Comparison } from './agreement.ts'
export { findFlaw, type Flaw } from './check.ts'
export { deprojectivize, type Lowered } from './deprojectivize.ts'
export {
  betterDirection,
  directionTally,
  LEFT_ABOVE,
  shareOfLeftArcs,
  shareOfLeftLength,
  tallyDirection,
  type Direction,
  type DirectionTally,
} from './direction.ts'
export { drawText, type View } from './drawing/draw.ts'
export {
  createEncoding,
  inSentenceOrder,
  NonProjectiveError,
  nonProjectiveChoices,
  type Decoded,
  type Encoding,
  type EncodingCounts,
  type EncodingOptions,
  type NonProjective,
} from './encoding.ts'
export {
  LIFTED,
  markSigns,
  parseLabel,
  PASSED,
  printLabel,
  reservedCharacter,
  splitMark,
  type Label,
} from './label.ts'
export { LIFTED_UNSAID, Lifts, NOT_LIFTED } from './lift-labels.ts'
export { isProjective, isRightBranching, nonProjectiveArcs } from './projectivity.ts'
export { projectivize, type Scheme } from './projectivize.ts'
export { isImage, misplacedMark, reverse, transform } from './right-branching.ts'
export { drawSvg, type SvgOptions } from './drawing/svg.ts'
export { drawSvgRows } from './drawing/svg-rows.ts'
export { Symbols } from './symbols.ts'
export {
  copyInto,
  copyTree,
  createTree,
  equalTrees,
  mirrorTree,
  PLAIN,
  RELOCATED,
  REVERSED,
  rootCount,
  treeOf,
  type Tree,
} from './tree.ts'
