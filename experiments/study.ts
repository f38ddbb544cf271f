/** A study: what is measured, and what is shown and claimed of the results. */
import type { Tags, TrainOptions } from '../src/index.ts'
import type { MeasurementName } from './measurements/index.ts'
import type { Report } from './reports/blocks.ts'
import type { TreebankResults } from './reports/results.ts'
import type { Settings } from './runs/cell.ts'

/** What a user can ask of any study. A study chooses what is absent. */
export interface StudyOptions {
  /** Use only a few hundred sentences, and fewer epochs and beams. */
  readonly quick: boolean
  /** Training sizes in percent of the training part. */
  readonly sizes?: readonly number[]
  /** Beam widths. */
  readonly beams?: readonly number[]
  readonly systems?: readonly string[]
  readonly features?: string
  readonly tags?: Tags
  readonly solver?: TrainOptions['solver']
  readonly C?: number
}

/** One measurement, made on every treebank with every seed. */
export interface Condition {
  /** What distinguishes it from the other conditions, for people. */
  readonly title: string
  /** Default: `attachment`. */
  readonly measurement?: MeasurementName
  /** The settings of the measurement. */
  readonly settings: Settings
  /** In percent of the training part. Default: 100. */
  readonly size?: number
  /** The measurement takes times, so nothing else may run. Default: false. */
  readonly alone?: boolean
}

/**
 * A declaration of an experiment. The plan is made from `conditions`; the tables, plots and claims of the report are
 * made from the results by `each` and `overall`, with the builders in `reports/`.
 */
export interface Study {
  readonly name: string
  readonly title: string
  /** The paper and its tables, or what is new. */
  readonly reproduces: string
  /** What is done, in a paragraph. */
  readonly intro: string
  conditions(options: StudyOptions): readonly Condition[]
  /** The report on one treebank. Before a run has ended, results may be missing. */
  each?(results: TreebankResults): Report
  /** The report on all treebanks together. */
  overall?(all: readonly TreebankResults[]): Report | readonly Report[]
}
