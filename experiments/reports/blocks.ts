/** What a report consists of, before it is Markdown or HTML. */

/** What a study reports. Blocks that have nothing to show are undefined. */
export interface Report {
  readonly blocks: readonly (Block | undefined)[]
  /** Default: none. */
  readonly claims?: readonly ReportedClaim[]
}

/** The report of a study. */
export interface Section {
  /** The study's name. */
  readonly name: string
  readonly title: string
  readonly intro: string
  readonly blocks: readonly Block[]
  readonly claims: readonly Claim[]
  readonly comparisons: readonly Comparison[]
}

export type Block = Table | Plot | Drawing

export interface Table {
  readonly kind: 'table'
  readonly title: string
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly string[])[]
  readonly note?: string
  /** The comparisons whose results are in the cells. */
  readonly comparisons: readonly Comparison[]
}

export interface Column {
  readonly head: string
  /** A heading that adjacent columns share. */
  readonly group?: string
  /** Names are aligned to the left, figures to the right; figures of a paper are set apart from ours. */
  readonly of: 'names' | 'ours' | 'paper'
}

export interface Plot {
  readonly kind: 'plot'
  /** A valid file name. */
  readonly id: string
  readonly title: string
  /** The values in words, for readers who do not see the plot. */
  readonly description: string
  /** A Vega-Lite specification. */
  readonly spec: object
}

/** Trees of one sentence. */
export interface Drawing {
  readonly kind: 'drawing'
  readonly title: string
  readonly caption: string
  /** Each a complete SVG element, the same as text, and what it shows. */
  readonly drawings: readonly { readonly svg: string; readonly text: string; readonly caption: string }[]
}

/** A claim of a paper or of this project, and the verdict of the measurements. */
export interface Claim {
  readonly claim: string
  /** Who makes the claim. */
  readonly source: string
  readonly treebank: string
  readonly verdict: Verdict
  /** The figures on which the verdict is based. */
  readonly evidence: string
  /** Whether the verdict is based on times, which differ between runs. Default: false. */
  readonly timed?: boolean
}

/** A claim by default on the treebank of the report, and by default of this project. */
export type ReportedClaim = Omit<Claim, 'treebank' | 'source'> & Partial<Pick<Claim, 'treebank' | 'source'>>

export type Verdict = 'held' | 'partly held' | 'not held' | 'too little to judge' | 'not measured'

/** The difference between two systems in a score, in percentage points, with its test and its interval. */
export interface Comparison {
  readonly what: string
  readonly treebank: string
  readonly score: string
  readonly difference: number
  /** The 95 % bootstrap interval. */
  readonly low: number
  readonly high: number
  /** Of the paired permutation test. */
  readonly p: number
  readonly significant: boolean
  /** The number of sentences that both systems parsed. */
  readonly sentences: number
}

/** What stands for a missing figure. */
export const NONE = '—'

/** A figure with `digits` decimal places; a dash if it is missing. */
export function figure(value: number | undefined, digits = 2): string {
  return value === undefined || Number.isNaN(value) ? NONE : value.toFixed(digits)
}

/** `12,544` */
export function count(value: number | undefined): string {
  return value === undefined ? NONE : Math.round(value).toLocaleString('en-US')
}

/** `+0.42`, `−1.20` */
export function signed(value: number | undefined, digits = 2): string {
  if (value === undefined) return NONE
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(digits)}`
}

/** Part of a whole in percent; undefined if the whole is 0. */
export function percent(part: number, whole: number): number | undefined {
  return whole === 0 ? undefined : (100 * part) / whole
}
