/** The measurements that a cell can name. */
import { measureAttachment } from './attachment.ts'
import { measureChoices } from './choices.ts'
import { measureConstraints } from './constraints.ts'
import { measureDecoding } from './decoding.ts'
import { measureFragments } from './fragments.ts'
import type { Measurement } from './measurement.ts'
import { measureOutput } from './output.ts'
import { measureShape } from './shape.ts'
import { measureSpeed } from './speed.ts'

export const measurements = Object.freeze({
  attachment: measureAttachment,
  choices: measureChoices,
  constraints: measureConstraints,
  decoding: measureDecoding,
  fragments: measureFragments,
  output: measureOutput,
  shape: measureShape,
  speed: measureSpeed,
}) satisfies Readonly<Record<string, Measurement>>

export type MeasurementName = keyof typeof measurements

/** The figures that a measurement returns. */
export type FiguresOf<Name extends MeasurementName> = Awaited<
  ReturnType<(typeof measurements)[Name]>
>['figures']

export function isMeasurement(name: string): name is MeasurementName {
  return Object.hasOwn(measurements, name)
}
