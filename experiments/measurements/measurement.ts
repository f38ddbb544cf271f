/** The types of a measurement: its input and its result. */
import type { Progress, Terminal } from '../../src/lab-node.ts'
import type { Task } from '../cells/cell.ts'
import type { Measured } from '../cells/store.ts'
import type { TreebankParts } from '../cells/treebanks.ts'

export interface MeasurementInput {
  readonly task: Task
  /** The sentences that the parser reads, with predicted tags, FEATS and lemmas if the settings require them. */
  readonly parts: TreebankParts
  /** The test part of the treebank, unchanged. */
  readonly gold: TreebankParts['test']
  readonly folder: string
  readonly terminal: Terminal
  readonly progress: Progress
}

export type Measurement = (input: MeasurementInput) => Promise<Measured>
