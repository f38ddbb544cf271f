/** The parts of a report, independent of the output format (Markdown, HTML, LaTeX, CSV). */

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
  /** Whether the table shows times, which differ between runs. Default: false. */
  readonly timed?: boolean
}

export interface Column {
  readonly head: string
  /** A common heading of adjacent columns. */
  readonly group?: string
  /** The kind of content: names (left-aligned), our figures, or figures of a paper (both right-aligned). */
  readonly of: 'names' | 'ours' | 'paper'
}

export interface Cell {
  readonly text: string
  /** The figure that the text shows. */
  readonly value?: number
  /** The standard deviation of the figure over seeds. */
  readonly deviation?: number
  /** The minimum and maximum of several runs. */
  readonly low?: number
  readonly high?: number
  /** Whether the text contains the significance mark. Default: false. */
  readonly mark?: boolean
}

export interface Plot {
  readonly kind: 'plot'
  /** A valid file name. */
  readonly id: string
  readonly title: string
  /** The values as text, for readers who cannot see the plot. */
  readonly description: string
  readonly spec: object
}

/** Trees of one sentence. */
export interface Drawing {
  readonly kind: 'drawing'
  readonly title: string
  readonly caption: string
  /** For each drawing: a complete SVG element, the same drawing as text, and a caption. */
  readonly drawings: readonly { readonly svg: string; readonly text: string; readonly caption: string }[]
}

/** The sign of a missing figure. */
export const MISSING_FIGURE = '—'

/** A figure with `digits` decimal places; a dash for a missing figure. */
export function figure(value: number | undefined, digits = 2): string {
  return value === undefined || Number.isNaN(value) ? MISSING_FIGURE : value.toFixed(digits)
}

/** A whole number with thousands separators, `12,544`. */
export function count(value: number | undefined): string {
  return value === undefined ? MISSING_FIGURE : Math.round(value).toLocaleString('en-US')
}

/** A figure with its sign, `+0.42` or `−1.20`. */
export function signed(value: number | undefined, digits = 2): string {
  if (value === undefined) return MISSING_FIGURE
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(digits)}`
}

/** A text in a form that is valid in a file name. */
export function slug(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
}
