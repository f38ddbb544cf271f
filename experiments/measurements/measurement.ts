/** A measurement: what it is given and what it returns. */
import type { Progress, Terminal } from '../../src/lab-node.ts'
import type { Task } from '../cells/cell.ts'
import type { Measured } from '../cells/store.ts'
import type { TreebankParts } from '../cells/treebanks.ts'

export interface MeasurementInput {
  readonly task: Task
  /** The sentences that the parser reads. Their tags, FEATS and lemmas are predicted if the settings say so. */
  readonly parts: TreebankParts
  /** The test part as it is in the treebank. */
  readonly gold: TreebankParts['test']
  readonly folder: string
  readonly terminal: Terminal
  readonly progress: Progress
}

export type Measurement = (input: MeasurementInput) => Promise<Measured>
