/** A measurement: what it is given and what it returns. */
import type { Progress, Terminal } from '../../src/files/command-line.ts'
import type { Task } from '../runs/cell.ts'
import type { Parts } from '../runs/treebanks.ts'

export interface MeasurementInput {
  readonly task: Task
  readonly parts: Parts
  readonly folder: string
  readonly terminal: Terminal
  readonly progress: Progress
}

/** What a measurement returns. The figures are the same in every run, the times are not. */
export interface Measured {
  readonly figures: object
  readonly times: object
  readonly trees?: object
}

export type Measurement = (input: MeasurementInput) => Promise<Measured>
