/** The measurements that cells can name. */
import { measureAttachment } from './attachment.ts'
import { measureBacktracking } from './backtracking.ts'
import { measureConstraints } from './constraints.ts'
import { measureDecoding } from './decoding.ts'
import { measureFragments } from './fragments.ts'
import { measureLabelling } from './labelling.ts'
import type { Measurement } from './setting.ts'
import { measureShape } from './shape.ts'
import { measureSpeed } from './speed.ts'

export const measurements: Readonly<Record<string, Measurement>> = Object.freeze({
  attachment: measureAttachment,
  backtracking: measureBacktracking,
  constraints: measureConstraints,
  decoding: measureDecoding,
  fragments: measureFragments,
  labelling: measureLabelling,
  shape: measureShape,
  speed: measureSpeed,
})
