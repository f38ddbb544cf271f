/**
 * A study is data, as JSON: what is measured, what is compared with what, and which tables, plots and claims show it. Where
 * a parser is named, `/` begins a regular expression that the whole name has to match.
 */
import type { TrainingValues } from '../src/lab.ts'
import type { MeasurementName } from './measurements/index.ts'
import type { CellSettings } from './cells/cell.ts'

/** What a user can ask of any study. A study chooses what is absent. */
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
 * A parser, or something else that is measured on every treebank, at every size, with every seed. The keys that are not
 * named here are settings of the measurement. One with a list stands for a parser with each value: `{beam}` in the name,
 * the view and the steps stands for the value of `beam`.
 */
export interface ParserDeclaration {
  readonly name: string
  /** Default: `attachment`. Parsers of several measurements can have one name. */
  readonly measurement?: MeasurementName
  /** The figures to show, as a path with dots into what the measurement returns. Default: `final`. */
  readonly view?: string
  /** The measurement takes times, so nothing else may run. Default: false. */
  readonly alone?: boolean
  /** Values of which there is a parser each, but which are no settings. */
  readonly each?: Readonly<Record<string, readonly string[]>>
  /** The steps that encode trees before training. */
  readonly steps?: readonly string[]
  readonly [setting: string]: unknown
}

/** A parser with one value for each setting. */
export interface StudyParser extends Required<
  Pick<ParserDeclaration, 'name' | 'measurement' | 'view' | 'alone'>
> {
  readonly settings: CellSettings
  /** The name of the only treebank on which it is measured. Default: all treebanks. */
  readonly treebank?: string
}

/** The first is compared with the second. `$1` in the second: the first group of the first, if it is an expression. */
export type Pair = readonly [one: string, other: string]

/** Where a figure is. */
export interface Place {
  readonly treebank: string
  /** In percent of the training part. */
  readonly size: number
  readonly parser: string
  readonly metric: string
  /** Absent: all seeds. */
  readonly seed?: number
}

/** What figures differ in. */
export type Dimension = keyof Place

/** A table. Treebanks that are neither in rows nor in columns have a table each; sizes: only the largest; seeds: all. */
export interface TableLayout {
  readonly title: string
  readonly rows: readonly Dimension[]
  readonly columns: readonly Dimension[]
  /** Default: all parsers. */
  readonly parsers?: string
  /** `own`: all figures of the views themselves. Default: the metrics of the study. */
  readonly metrics?: readonly string[] | 'own'
  /** Add the differences between the pairs of the study as parsers. Default: false. */
  readonly differences?: boolean
  readonly note?: string
}

/** A plot. Figures that a dimension does not name are as in tables. */
export interface PlotLayout {
  readonly title: string
  readonly mark: 'bar' | 'point' | 'line'
  /** Of bars and points: what is along the axis (treebanks by default), and what has colours. */
  readonly groups?: Dimension
  readonly series?: Dimension
  /** Of lines: a setting or a metric. The first word of a parser's name is its series. */
  readonly x?: string
  /** Default: the first metric of the study. */
  readonly metrics?: readonly string[]
  /** Default: all parsers. */
  readonly parsers?: string
}

/**
 * `open`: the interval has values that agree with the claim and others that do not. `not applicable`: what the claim is about
 * was not found, such as a gain that could be lost.
 */
export type Verdict =
  'held, and more' | 'held' | 'partly held' | 'not held' | 'open' | 'not applicable' | 'not measured'

export interface Finding {
  readonly verdict: Verdict
  readonly evidence: string
}

/**
 * What is expected of a difference or a figure. `above`, `below`: significantly above or below 0, after Holm's correction. A
 * range has to contain the whole interval, so that `{ "from": -0.5 }` means: not worse by more than 0.5. What has neither
 * test nor runs is judged by its value.
 */
export type Expectation = 'above' | 'below' | { readonly from?: number; readonly to?: number }

/** A claim about each treebank. */
export interface ClaimDeclaration {
  readonly claim: string
  /** Who makes it. Default: this project. */
  readonly source?: string
  /** Whether it is about times, which differ between runs. Default: false. */
  readonly timed?: boolean
  /** The pairs of parsers whose difference is judged. */
  readonly compare?: readonly Pair[]
  /** The parsers whose figures are judged. */
  readonly parsers?: readonly string[]
  /** Default: the first metric of the study. */
  readonly metrics?: readonly string[]
  /** The training size, of the study's. Default: the largest. */
  readonly size?: 'smallest' | 'largest'
  readonly expected?: Expectation
  /** A count of the first parser that must be large enough to judge the claim. */
  readonly basis?: string
  /** A difference that has to be significantly above 0, such as the gain that a claim says is lost. */
  readonly gain?: Pair
  /** The claim is about the treebanks on which a figure is in a range, its lower end excluded. */
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
  /** The least and the greatest of several runs, of a time that was measured with one seed. */
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
  /** Of the paired permutation test. */
  readonly p: number
  /** The same, corrected for the number of comparisons of the study in the same metric (Holm 1979). */
  readonly corrected: number
  /** Whether the corrected value is below .05. */
  readonly significant: boolean
  /** The number of sentences that both systems parsed. */
  readonly sentences: number
  /** The part of the other system's errors that are gone, in percent; absent if it made none. */
  readonly errorReduction?: number
  /** Cohen's d of the differences between sentences, in words; absent if all are equal. */
  readonly effectSize?: number
}

/**
 * The difference between two parsers in a figure. With a test if the figure is counted by sentence; with the range of the
 * differences between runs if it is a time; else only the difference.
 */
export type Comparison = Omit<Place, 'seed'> & { readonly against: string } & Pick<Test, 'difference'> &
  Partial<Test>

/** What LAS is broken down by. */
export const breakdowns = ['relation', 'tag', 'direction', 'distance', 'length', 'confusion'] as const
export type Breakdown = (typeof breakdowns)[number]

export interface Study {
  readonly name: string
  /** Default: the name. */
  readonly title?: string
  /** The paper and its tables, or what is new. */
  readonly reproduces?: string
  /** What is done, in a paragraph. */
  readonly intro?: string
  /** Default: those of the command line. */
  readonly treebanks?: readonly { readonly name: string; readonly train: string; readonly test?: string }[]
  readonly defaults?: Readonly<Record<string, Scalar>>
  /** Settings of a quick run, for the parsers that have them, too. An empty list leaves out the parsers with a list. */
  readonly quick?: Readonly<Record<string, Scalar | readonly Scalar[]>>
  readonly parsers: readonly ParserDeclaration[]
  /** Whether `--systems` can name systems that the study does not have. Default: false. */
  readonly anySystem?: boolean
  /** Training sizes in percent. Default: 100 only. */
  readonly sizes?: readonly number[]
  /** Default: 1 only. */
  readonly seeds?: readonly number[]
  /** Scores (`LAS`, `UAS`, `LA`), or names of figures that the measurement returns. Default: LAS and UAS. */
  readonly metrics?: readonly string[]
  /** Pairs with a parser that is not measured are left out. */
  readonly compare?: readonly Pair[]
  /** Default: see `reports/defaults.ts`. */
  readonly tables?: readonly TableLayout[]
  /** More tables, see `reports/defaults.ts`: LAS by these, and the relations that are confused most often. Default: none. */
  readonly breakdowns?: readonly Breakdown[]
  readonly plots?: readonly PlotLayout[]
  readonly claims?: readonly ClaimDeclaration[]
  /** Figures that a paper prints, at the places that the other keys name; the treebank by the start of its name. */
  readonly printed?: readonly { readonly [key: string]: number | string | undefined }[]
}
