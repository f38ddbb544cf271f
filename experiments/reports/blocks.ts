/** What a report consists of, before it is Markdown, HTML, LaTeX or CSV. */

export interface Section {
  readonly name: string
  readonly title: string
  readonly intro: string
  readonly blocks: readonly Block[]
}

export type Block = ReportTable | Plot | Drawing

export interface ReportTable {
  readonly kind: 'table'
  readonly title: string
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly Cell[])[]
  readonly note?: string
  /** Whether it shows times, which differ between runs. Default: false. */
  readonly timed?: boolean
}

export interface Column {
  readonly head: string
  /** A heading that adjacent columns share. */
  readonly group?: string
  /** Names are aligned to the left, figures to the right; figures of a paper are set apart from ours. */
  readonly of: 'names' | 'ours' | 'paper'
}

export interface Cell {
  readonly text: string
  /** The figure that the text shows. */
  readonly value?: number
  /** Its standard deviation over seeds. */
  readonly deviation?: number
  /** The least and the greatest of several runs. */
  readonly low?: number
  readonly high?: number
  /** Whether the text has the mark of significance. Default: false. */
  readonly mark?: boolean
}

export interface Plot {
  readonly kind: 'plot'
  /** A valid file name. */
  readonly id: string
  readonly title: string
  /** The values in words, for readers who do not see the plot. */
  readonly description: string
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

/** The sign of a missing figure. */
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

/** A text as a part of a file name. */
export function slug(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
}
