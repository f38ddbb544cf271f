/** The builder of tables: it makes the rows from the columns, and adds averages and the note about marks. */
import { meanOf } from '../statistics/summary.ts'
import type { Table } from './blocks.ts'
import type { ColumnOf } from './columns.ts'

export interface TableDeclaration<Row> {
  readonly title: string
  readonly columns: readonly ColumnOf<Row>[]
  /** What marked figures are compared with, for the note. Default: the note only says "significant". */
  readonly against?: string
  readonly note?: string
  /** Add a row of averages if there are several rows. Default: false. */
  readonly average?: boolean
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
  const texts = cells.map((row) => row.map(({ text }) => text))
  return {
    kind: 'table',
    title,
    columns: columns.map(({ head, group, of }) => ({ head, group, of })),
    rows: average && rows.length > 1 ? [...texts, averages] : texts,
    ...(notes.length > 0 && { note: notes.join(' ') }),
    comparisons: [...new Set(comparisons)],
  }
}
