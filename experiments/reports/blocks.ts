/** What a report is made of, before it is Markdown or HTML. */

/** What came of an experiment. */
export interface Report {
  readonly blocks: readonly Block[]
  readonly claims: readonly Claim[]
  readonly comparisons: readonly Comparison[]
}

/** Where nothing was measured. */
export const nothing: Report = Object.freeze({ blocks: [], claims: [], comparisons: [] })

/** One report of several, in their order. */
export function joined(reports: readonly Report[]): Report {
  return {
    blocks: reports.flatMap(({ blocks }) => blocks),
    claims: reports.flatMap(({ claims }) => claims),
    comparisons: reports.flatMap(({ comparisons }) => comparisons),
  }
}

/** All of an experiment. */
export interface Section extends Report {
  /** The experiment's name. */
  readonly name: string
  readonly title: string
  /** Paragraphs. */
  readonly intro: readonly string[]
}

export type Block = Table | Plot | Drawing

export interface Table {
  readonly kind: 'table'
  readonly title: string
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly string[])[]
  readonly note?: string
}

export interface Column {
  readonly head: string
  /** What it has in common with the columns beside it. */
  readonly group?: string
  /** Names stand at the left; figures at the right, those of a paper set apart from ours. */
  readonly of: 'names' | 'ours' | 'paper'
}

export interface Plot {
  readonly kind: 'plot'
  /** Good as the name of a file. */
  readonly id: string
  readonly title: string
  /** In words, for those who do not see it. */
  readonly description: string
  /** Vega-Lite. */
  readonly spec: object
}

/** Trees of one sentence. */
export interface Drawing {
  readonly kind: 'drawing'
  readonly title: string
  readonly caption: string
  /** Each a complete element, with what it shows. */
  readonly drawings: readonly { readonly svg: string; readonly text: string; readonly caption: string }[]
}

/** Something that a paper says, or that we say, and whether it is so here. */
export interface Claim {
  readonly claim: string
  /** Whose claim it is. */
  readonly source: string
  readonly treebank: string
  readonly verdict: Verdict
  /** The figures that it was judged by. */
  readonly evidence: string
  /** Whether it was judged by times, which are not the same in every run. */
  readonly timed?: boolean
}

export type Verdict = 'held' | 'partly held' | 'not held' | 'not measured'

/** The difference between two systems in a score, in percentage points, with its test and interval. */
export interface Comparison {
  readonly what: string
  readonly treebank: string
  readonly score: string
  readonly difference: number
  readonly low: number
  readonly high: number
  readonly p: number
  readonly significant: boolean
}

export const NONE = '—'

/** A figure with so many digits; a dash where there is none. */
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

export function names(head: string): Column {
  return { head, of: 'names' }
}

export function ours(head: string, group?: string): Column {
  return { head, group, of: 'ours' }
}

export function paper(head: string, group = 'the paper'): Column {
  return { head, group, of: 'paper' }
}
