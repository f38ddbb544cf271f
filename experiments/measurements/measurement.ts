/** A measurement: what it is given and what it returns. */
import type { Progress, Terminal } from '../../src/command-line.ts'
import type { Task } from '../cells/cell.ts'
import type { Measured } from '../cells/store.ts'
import type { TreebankParts } from '../cells/treebanks.ts'

export interface MeasurementInput {
  readonly task: Task
  readonly parts: TreebankParts
  readonly folder: string
  readonly terminal: Terminal
  readonly progress: Progress
}

export type Measurement = (input: MeasurementInput) => Promise<Measured>
