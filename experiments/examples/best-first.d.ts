/** The types of the example. */
import type { Extension } from '../../src/lab.ts'

export const searches: NonNullable<Extension['searches']>
