/** What an experiment is: the cells that it wants of a treebank, and what it makes of their results. */
import type { Tags, TrainOptions } from '../src/index.ts'
import type { Report } from './reports/blocks.ts'
import type { Results } from './reports/results.ts'
import type { Treebank, Wanted } from './runs/cell.ts'

/** What a user may say of any experiment; what is absent is the experiment's own choice. */
export interface PlanOptions {
  readonly quick: boolean
  readonly seeds: readonly number[]
  /** In percent of the training part. */
  readonly sizes?: readonly number[]
  /** How wide beams are. */
  readonly beams?: readonly number[]
  readonly systems?: readonly string[]
  readonly features?: string
  readonly tags?: Tags
  readonly solver?: TrainOptions['solver']
  readonly C?: number
}

export interface Experiment {
  readonly name: string
  readonly title: string
  /** The paper and its tables. */
  readonly reproduces: string
  /** Paragraphs that say what is done. */
  readonly intro: readonly string[]
  wanted(treebank: Treebank, options: PlanOptions): readonly Wanted[]
  /** What came of it on one treebank. Results are there for some of the cells only where a run has not ended. */
  report?(results: Results, treebank: string): Report
  /** The same for all treebanks together. */
  reportAll?(results: Results): Report
}
