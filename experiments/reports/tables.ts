/** The builder of tables: columns say how a cell is made from a row, and the builder adds averages, marks and notes. */
import type { SentenceScores } from '../measurements/scores.ts'
import { mean } from '../statistics/summary.ts'
import { count, figure, NONE, signed, type Column, type Comparison, type Table } from './blocks.ts'
import { score, type ScoreName } from './scores.ts'

export interface TableDeclaration<Row> {
  readonly title: string
  readonly columns: readonly ColumnOf<Row>[]
  /** What the marked figures are compared with, for the note about the mark. Default: the note says "significant". */
  readonly against?: string
  readonly note?: string
  /** Add a row with the averages if there are several rows. Default: false. */
  readonly average?: boolean
}

export interface ColumnOf<Row> extends Column {
  cell(row: Row): Cell
  /** Prints the average of the column. Absent: the column has none. */
  average?(mean: number | undefined): string
}

interface Cell {
  readonly text: string
  /** For the average. */
  readonly value?: number
  /** The comparison that the cell shows. */
  readonly comparison?: Comparison
}

/** The table, undefined if it has no rows. */
export function table<Row>(
  rows: readonly Row[],
  { title, columns, against, note, average = false }: TableDeclaration<Row>,
): Table | undefined {
  if (rows.length === 0) return undefined
  const cells = rows.map((row) => columns.map((column) => column.cell(row)))
  const comparisons = cells.flat().flatMap(({ comparison }) => comparison ?? [])
  const mark = against === undefined ? 'significant' : `differs significantly from ${against}`
  const notes = [...(comparisons.length > 0 ? [`* ${mark} (p < .05).`] : []), ...(note ? [note] : [])]
  const averages = columns.map((column, i) =>
    i === 0 ? 'average' : (column.average?.(meanOf(cells.map((row) => row[i].value))) ?? ''),
  )
  return {
    kind: 'table',
    title,
    columns: columns.map(({ head, group, of }) => ({ head, group, of })),
    rows: [
      ...cells.map((row) => row.map(({ text }) => text)),
      ...(average && rows.length > 1 ? [averages] : []),
    ],
    ...(notes.length > 0 && { note: notes.join(' ') }),
    comparisons: [...new Set(comparisons)],
  }
}

/** The mean of the values that are there; undefined if there are none. */
export function meanOf(values: readonly (number | undefined)[]): number | undefined {
  return mean(values.filter((value) => value !== undefined))
}

/** A difference with the mark of significance. */
export function starred(comparison: Comparison | undefined): string {
  return signed(comparison?.difference) + mark(comparison)
}

function mark(comparison: Comparison | undefined): string {
  return comparison?.significant ? '*' : ''
}

/** A column of names. */
export function textColumn<Row>(head: string, of: (row: Row) => string): ColumnOf<Row> {
  return { head, of: 'names', cell: (row) => ({ text: of(row) }) }
}

interface FigureOptions {
  readonly group?: string
  /** Default: 2. */
  readonly digits?: number
}

/** A column of figures. */
export function figureColumn<Row>(
  head: string,
  of: (row: Row) => number | undefined,
  { group, digits }: FigureOptions = {},
): ColumnOf<Row> {
  return {
    head,
    group,
    of: 'ours',
    cell: (row) => ({ text: figure(of(row), digits), value: of(row) }),
    average: (value) => figure(value, digits),
  }
}

/** A column of whole numbers. */
export function countColumn<Row>(
  head: string,
  of: (row: Row) => number | undefined,
  group?: string,
): ColumnOf<Row> {
  return {
    head,
    group,
    of: 'ours',
    cell: (row) => ({ text: count(of(row)), value: of(row) }),
    average: figure,
  }
}

/** A column of words or of figures that have no average. */
export function plainColumn<Row>(head: string, of: (row: Row) => string, group?: string): ColumnOf<Row> {
  return { head, group, of: 'ours', cell: (row) => ({ text: of(row) }) }
}

interface ScoreOptions<Row> {
  /** Default: the name of the score. */
  readonly head?: string
  readonly group?: string
  /** The comparison that marks the score. Default: no mark. */
  readonly against?: (row: Row) => Comparison | undefined
}

/** A column of scores in percent. */
export function scoreColumn<Row>(
  name: ScoreName,
  of: (row: Row) => SentenceScores | undefined,
  { head = name, group, against }: ScoreOptions<Row> = {},
): ColumnOf<Row> {
  return {
    head,
    group,
    of: 'ours',
    cell: (row) => {
      const value = score(of(row), name)
      const comparison = against?.(row)
      return { text: value === undefined ? NONE : figure(value) + mark(comparison), value, comparison }
    },
    average: figure,
  }
}

/** A column of differences between two systems, with marks. */
export function differenceColumn<Row>(
  head: string,
  of: (row: Row) => Comparison | undefined,
  group?: string,
): ColumnOf<Row> {
  return {
    head,
    group,
    of: 'ours',
    cell: (row) => {
      const comparison = of(row)
      return { text: starred(comparison), value: comparison?.difference, comparison }
    },
    average: (value) => signed(value),
  }
}

interface PaperOptions {
  /** Default: `the paper`. */
  readonly group?: string
  /** Default: 2. */
  readonly digits?: number
  /** The average that the paper prints. */
  readonly average?: number
}

/** A column of the figures that a paper prints. */
export function paperColumn<Row>(
  head: string,
  of: (row: Row) => number | string | undefined,
  { group = 'the paper', digits, average }: PaperOptions = {},
): ColumnOf<Row> {
  const text = (value: number | string | undefined): string =>
    typeof value === 'string' ? value : figure(value, digits)
  return {
    head,
    group,
    of: 'paper',
    cell: (row) => ({ text: text(of(row)) }),
    average: () => figure(average),
  }
}
