/**
 * The types of a study. A study is JSON data: parsers to measure, comparisons, and the tables, plots and claims that show
 * the results. In references to parsers, `/` begins a regular expression that must match the whole name.
 */
import type { TrainingValues } from '../src/lab.ts'
import type { MeasurementName } from './measurements/index.ts'
import type { CellSettings } from './cells/cell.ts'

/** The options of a user for any study. The study determines absent options. */
export interface StudyOptions {
  /** Use only a few hundred sentences, and fewer epochs and beams. */
  readonly quick: boolean
  /** Keep the parses of every cell. Default: false. */
  readonly parses?: boolean
  /** Training sizes in percent of the training part. */
  readonly sizes?: readonly number[]
  readonly beams?: readonly number[]
  readonly systems?: readonly string[]
  readonly features?: string
  readonly tags?: TrainingValues['tags']
  readonly solver?: TrainingValues['solver']
  readonly C?: number
}

type Scalar = string | number | boolean

/**
 * A parser that is measured on every treebank, size and seed. Other keys are settings of the measurement. A setting with a
 * list declares one parser for each value; `{beam}` in the name, the view and the steps is replaced by the value of `beam`.
 */
export interface ParserDeclaration {
  readonly name: string
  /** Default: `attachment`. Parsers with different measurements can have the same name. */
  readonly measurement?: MeasurementName
  /** The path (keys joined by dots) of the figures to show in the result of the measurement. Default: `final`. */
  readonly view?: string
  /** Whether the cell runs alone, because it measures times. Default: false. */
  readonly alone?: boolean
  /** Lists that declare one parser for each value, but are no settings. */
  readonly each?: Readonly<Record<string, readonly string[]>>
  /** The steps that encode trees before training. */
  readonly steps?: readonly string[]
  readonly [setting: string]: unknown
}

/** A parser of a study, with one value for each setting. */
export interface StudyParser extends Required<
  Pick<ParserDeclaration, 'name' | 'measurement' | 'view' | 'alone'>
> {
  readonly settings: CellSettings
  /** The name of the only treebank on which the parser is measured. Default: all treebanks. */
  readonly treebank?: string
}

/** Two parsers to compare. If the first is a regular expression, `$1` in the second is its first group. */
export type Pair = readonly [one: string, other: string]

/** The coordinates of a figure in the results. */
export interface Place {
  readonly treebank: string
  /** In percent of the training part. */
  readonly size: number
  readonly parser: string
  readonly metric: string
  /** Absent: all seeds. */
  readonly seed?: number
}

/** A dimension of the results. */
export type Dimension = keyof Place

/**
 * A table. Unless rows or columns contain the dimension: each treebank has its own table, only the largest size is shown,
 * and figures are means over all seeds.
 */
export interface TableLayout {
  readonly title: string
  readonly rows: readonly Dimension[]
  readonly columns: readonly Dimension[]
  /** Default: all parsers. */
  readonly parsers?: string
  /** `own`: all figures directly in the views. Default: the metrics of the study. */
  readonly metrics?: readonly string[] | 'own'
  /** Add the differences between the pairs of the study as parsers. Default: false. */
  readonly differences?: boolean
  readonly note?: string
}

/** A plot. Dimensions without an axis are treated as in tables. */
export interface PlotLayout {
  readonly title: string
  readonly mark: 'bar' | 'point' | 'line'
  /** For bars and points: the dimension along the axis (default: treebanks), and the dimension shown by colours. */
  readonly groups?: Dimension
  readonly series?: Dimension
  /** For lines: the setting or metric of the x axis. The first word of a parser's name is its series. */
  readonly x?: string
  /** Default: the first metric of the study. */
  readonly metrics?: readonly string[]
  /** Default: all parsers. */
  readonly parsers?: string
}

/**
 * `open`: the interval contains values that agree with the claim and values that do not. `not applicable`: a condition of
 * the claim is not met, for example there is no gain that could be lost.
 */
export type Verdict =
  'held, and more' | 'held' | 'partly held' | 'not held' | 'open' | 'not applicable' | 'not measured'

export interface Finding {
  readonly verdict: Verdict
  readonly evidence: string
}

/**
 * The expected value of a difference or a figure. `above`, `below`: significantly above or below 0, after Holm's correction.
 * A range must contain the whole interval: `{ "from": -0.5 }` means not worse by more than 0.5. A figure without a test and
 * without runs is judged by its value.
 */
export type Expectation = 'above' | 'below' | { readonly from?: number; readonly to?: number }

/** A claim, which is judged on each treebank. */
export interface ClaimDeclaration {
  readonly claim: string
  /** The author of the claim. Default: this project. */
  readonly source?: string
  /** Whether the claim is about times, which differ between runs. Default: false. */
  readonly timed?: boolean
  /** The pairs of parsers whose difference is judged. */
  readonly compare?: readonly Pair[]
  /** The parsers whose figures are judged. */
  readonly parsers?: readonly string[]
  /** Default: the first metric of the study. */
  readonly metrics?: readonly string[]
  /** The training size, one of the sizes of the study. Default: the largest. */
  readonly size?: 'smallest' | 'largest'
  readonly expected?: Expectation
  /** A count that must be large enough for the first parser to judge the claim. */
  readonly basis?: string
  /** A pair whose difference must be significantly above 0, for example a gain that is lost according to the claim. */
  readonly gain?: Pair
  /** Restricts the claim to treebanks on which a figure is in the range above `from` up to and including `to`. */
  readonly if?: {
    readonly parser: string
    readonly metric: string
    readonly from?: number
    readonly to?: number
  }
}

export interface Figure {
  readonly value: number
  /** The standard deviation over the seeds, if there are several. */
  readonly deviation?: number
  /** The minimum and the maximum of several runs, for a time that was measured with one seed. */
  readonly low?: number
  readonly high?: number
}

/** The test of the difference between two systems in a score or a count. */
export interface Test {
  /** In percentage points, or in the unit of the figure. */
  readonly difference: number
  /** The 95 % bootstrap interval. */
  readonly low: number
  readonly high: number
  /** The p value of the paired permutation test. */
  readonly p: number
  /** The p value corrected for the number of comparisons of the study in the same metric (Holm 1979). */
  readonly corrected: number
  /** Whether the corrected value is below .05. */
  readonly significant: boolean
  /** The number of sentences that both systems parsed. */
  readonly sentences: number
  /** The reduction of the other system's errors in percent; absent if it made no errors. */
  readonly errorReduction?: number
  /** Cohen's d of the differences (in words) of the sentences; absent if all differences are equal. */
  readonly effectSize?: number
}

/**
 * The difference between two parsers in a figure: with a test if the figure is counted by sentence, with the range of the
 * differences between runs if it is a time.
 */
export type Comparison = Omit<Place, 'seed'> & { readonly against: string } & Pick<Test, 'difference'> &
  Partial<Test>

/** The dimensions of breakdowns of LAS. */
export const breakdowns = ['relation', 'tag', 'direction', 'distance', 'length', 'confusion'] as const
export type Breakdown = (typeof breakdowns)[number]

export interface Study {
  readonly name: string
  /** Default: the name. */
  readonly title?: string
  /** The paper and its tables, or the new question. */
  readonly reproduces?: string
  /** A description of the study, one paragraph. */
  readonly intro?: string
  /** Default: the treebanks of the command line. */
  readonly treebanks?: readonly { readonly name: string; readonly train: string; readonly test?: string }[]
  readonly defaults?: Readonly<Record<string, Scalar>>
  /** Settings that replace those of the parsers in a quick run. An empty list leaves out the parsers with a list. */
  readonly quick?: Readonly<Record<string, Scalar | readonly Scalar[]>>
  readonly parsers: readonly ParserDeclaration[]
  /** Whether `--systems` can select systems that the study does not list. Default: false. */
  readonly anySystem?: boolean
  /** Training sizes in percent. Default: 100 only. */
  readonly sizes?: readonly number[]
  /** Default: 1 only. */
  readonly seeds?: readonly number[]
  /** Scores (`LAS`, `UAS`, `LA`) or names of figures of the measurement. Default: LAS and UAS. */
  readonly metrics?: readonly string[]
  /** The pairs of parsers to compare. Pairs with a parser that is not measured are left out. */
  readonly compare?: readonly Pair[]
  /** Default: see `reports/defaults.ts`. */
  readonly tables?: readonly TableLayout[]
  /**
   * Additional tables (see `reports/defaults.ts`): LAS by these dimensions, and the most frequent confusions of relations.
   * Default: none.
   */
  readonly breakdowns?: readonly Breakdown[]
  readonly plots?: readonly PlotLayout[]
  readonly claims?: readonly ClaimDeclaration[]
  /** Figures that a paper prints. The other keys name the place; `treebank` is the start of the name of the treebank. */
  readonly printed?: readonly { readonly [key: string]: number | string | undefined }[]
}
