/** What a measurement is given, and what it is. */
import type { ConlluSentence } from '../../src/index.ts'
import type { Progress } from '../../src/files/progress.ts'
import type { Terminal } from '../../src/files/terminal.ts'
import type { Wanted } from '../runs/cell.ts'
import type { Measured } from '../runs/store.ts'

/** What a measurement is given. */
export interface Setting {
  readonly wanted: Wanted
  readonly parts: { readonly train: readonly ConlluSentence[]; readonly test: readonly ConlluSentence[] }
  /** The folder of the run. */
  readonly folder: string
  readonly terminal: Terminal
  readonly progress: Progress
}

/** Figures that depend on the setting alone, and times. */
export type Measurement = (setting: Setting) => Promise<Measured>
