/** Columns of tables: each says how a cell is made from a row, and how the average of the column is printed. */
import type { SentenceScores } from '../measurements/scores.ts'
import { count, figure as figureText, NONE, signed, type Column, type Comparison } from './blocks.ts'
import { score as scoreOf, type ScoreName } from './scores.ts'

export interface ColumnOf<Row> extends Column {
  cell(row: Row): Cell
  /** Prints the average of the column. Absent: it has none. */
  average?(mean: number | undefined): string
}

export interface Cell {
  readonly text: string
  /** For the average. */
  readonly value?: number
  /** The comparison that the cell shows. */
  readonly comparison?: Comparison
}

type Of<Row, Value> = (row: Row) => Value | undefined

/** Names, aligned to the left. */
export function names<Row>(head: string, of: (row: Row) => string): ColumnOf<Row> {
  return { head, of: 'names', cell: (row) => ({ text: of(row) }) }
}

/** Other texts. */
export function text<Row>(head: string, of: (row: Row) => string, group?: string): ColumnOf<Row> {
  return { head, group, of: 'ours', cell: (row) => ({ text: of(row) }) }
}

function numbers<Row>(
  head: string,
  group: string | undefined,
  of: Of<Row, number>,
  print: (value?: number) => string,
  average = print,
): ColumnOf<Row> {
  return { head, group, of: 'ours', cell: (row) => ({ text: print(of(row)), value: of(row) }), average }
}

/** Figures with `digits` decimal places (2 by default). */
export function figure<Row>(head: string, of: Of<Row, number>, group?: string, digits = 2): ColumnOf<Row> {
  return numbers(head, group, of, (value) => figureText(value, digits))
}

/** Whole numbers. */
export function whole<Row>(head: string, of: Of<Row, number>, group?: string): ColumnOf<Row> {
  return numbers(head, group, of, count, (value) => figureText(value))
}

/** A score in percent, marked by a comparison if there is one. */
export function score<Row>(
  name: ScoreName,
  { head, group }: { readonly head: string; readonly group?: string },
  of: Of<Row, SentenceScores>,
  against?: Of<Row, Comparison>,
): ColumnOf<Row> {
  const cell = (row: Row): Cell => {
    const [value, comparison] = [scoreOf(of(row), name), against?.(row)]
    return { text: value === undefined ? NONE : figureText(value) + markOf(comparison), value, comparison }
  }
  return { head, group, of: 'ours', cell, average: (value) => figureText(value) }
}

/** A column for each score of one parser. */
export function scores<Row>(
  scoreNames: readonly ScoreName[],
  of: Of<Row, SentenceScores>,
  group?: string,
  against?: (row: Row, name: ScoreName) => Comparison | undefined,
): ColumnOf<Row>[] {
  return scoreNames.map((name) =>
    score(name, { head: name, group }, of, against && ((row) => against(row, name))),
  )
}

/** A group of columns for each score, with a column for each parser by its heading. */
export function scoresOfParsers<Row>(
  scoreNames: readonly ScoreName[],
  parsers: Readonly<Record<string, Of<Row, SentenceScores>>>,
  against?: (row: Row, head: string, name: ScoreName) => Comparison | undefined,
): ColumnOf<Row>[] {
  return scoreNames.flatMap((name) =>
    Object.entries(parsers).map(([head, of]) =>
      score(name, { head, group: name }, of, against && ((row) => against(row, head, name))),
    ),
  )
}

/** Differences between two parsers, with the mark of significance. */
export function difference<Row>(head: string, of: Of<Row, Comparison>, group?: string): ColumnOf<Row> {
  const cell = (row: Row): Cell => {
    const comparison = of(row)
    return { text: starred(comparison), value: comparison?.difference, comparison }
  }
  return { head, group, of: 'ours', cell, average: (value) => signed(value) }
}

/** Figures that a paper prints; `average` is its own, if it prints one. */
export function paper<Row>(
  head: string,
  of: Of<Row, number | string>,
  { digits = 2, average }: { readonly digits?: number; readonly average?: number } = {},
): ColumnOf<Row> {
  const print = (value?: number | string): string =>
    typeof value === 'string' ? value : figureText(value, digits)
  const cell = (row: Row): Cell => ({ text: print(of(row)) })
  return { head, group: 'the paper', of: 'paper', cell, average: () => figureText(average) }
}

/** A difference with the mark of significance. */
export function starred(comparison: Comparison | undefined): string {
  return signed(comparison?.difference) + markOf(comparison)
}

function markOf(comparison: Comparison | undefined): string {
  return comparison?.significant ? '*' : ''
}
