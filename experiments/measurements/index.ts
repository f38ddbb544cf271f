/** The measurements that cells can name. */
import { measureAttachment } from './attachment.ts'
import { measureConstraints } from './constraints.ts'
import { measureFragments } from './fragments.ts'
import type { Measurement } from './setting.ts'
import { measureShape } from './shape.ts'
import { measureSpeed } from './speed.ts'

export const measurements: Readonly<Record<string, Measurement>> = Object.freeze({
  attachment: measureAttachment,
  constraints: measureConstraints,
  fragments: measureFragments,
  shape: measureShape,
  speed: measureSpeed,
})
