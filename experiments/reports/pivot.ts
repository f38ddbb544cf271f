/** Builds tables: arranges the figures of a study in rows and columns. */
import { meanOf } from '../statistics/summary.ts'
import { metricsOf, printedAt, productOf, selected } from '../studies/expand.ts'
import type { Comparison, Dimension, Pair, Place, Study, TableLayout } from '../study.ts'
import { count, figure, MISSING_FIGURE, signed, type Cell, type Column, type ReportTable } from './blocks.ts'
import { isScore } from '../measurements/scores.ts'
import { probability } from './scores.ts'
import { AVERAGE, unique, type StudyResults } from './study-results.ts'

type Key = Partial<Place>
type DimensionValue = string | number

/** The tables of a layout. If treebanks are neither rows nor columns, each treebank has a table. */
export function tablesOf(results: StudyResults, layout: TableLayout): ReportTable[] {
  const isSplit = ![...layout.rows, ...layout.columns].includes('treebank')
  const groups = isSplit ? results.treebanks.map((treebank) => [treebank]) : [results.treebanks]
  return groups.flatMap((treebanks) => tableOf(results, layout, treebanks) ?? [])
}

/** The values of each dimension. If the layout does not name size or seed, tables show the largest size and the mean over seeds. */
function valuesOf(results: StudyResults, layout: TableLayout, treebanks: readonly string[]) {
  const { parsers, metrics = metricsOf(results.study), rows, columns } = layout
  const has = (dimension: Dimension): boolean => rows.includes(dimension) || columns.includes(dimension)
  const chosen = selected(results.parsers, parsers)
  const pairs = layout.differences
    ? results.pairs.filter((pair) => pair.every((name) => chosen.includes(name))).map(nameOf)
    : []
  return {
    treebank: treebanks,
    size: has('size') ? results.sizes : [results.largest],
    parser: [...chosen, ...pairs],
    metric: metrics === 'own' ? results.metricsOf(chosen) : metrics,
    seed: has('seed') ? results.seeds : [],
  } satisfies Record<Dimension, readonly DimensionValue[]>
}

function tableOf(
  results: StudyResults,
  layout: TableLayout,
  treebanks: readonly string[],
): ReportTable | undefined {
  const { title, note, rows: rowNames, columns: columnNames } = layout
  const values = valuesOf(results, layout, treebanks)
  const [parser, metric, size] = [values.parser[0], values.metric[0], results.largest]
  const base: Place = { treebank: treebanks[0], size, parser, metric }
  const at = (row: Key, column: Key): Place => ({ ...base, ...row, ...column })
  const keysOf = (names: readonly Dimension[]): Key[] => productOf(names.map((name) => [name, values[name]]))
  const keys = keysOf(columnNames)
  const grid = keysOf(rowNames).map((key) => ({
    key,
    cells: keys.map((column) => cellAt(results, at(key, column))),
  }))
  // In a table with scores, drop the rows that have only counts.
  const areScores = keys.map((column) => isScore(at({}, column).metric))
  const fillsRow = ({ value }: Cell, i: number): boolean =>
    value !== undefined && (areScores[i] || !areScores.includes(true))
  const rows = grid.filter(({ cells }) => cells.some(fillsRow))
  const columns = keys
    .map((key, i) => ({ key, i }))
    .filter(({ i }) => rows.some(({ cells }) => cells[i].value !== undefined))
  if (rows.length === 0) return undefined
  const rowDimensions = rowDimensionsOf(rowNames, rows)
  const paperColumns = printedColumns(results.study, rows, columns, at)
  const lineOf = (row: Key, cells: readonly Cell[]): Cell[] => [
    ...rowDimensions.map((name) => ({ text: textOf(name, row[name]) })),
    ...columns.map(({ i }) => cells[i]),
    ...paperColumns.map(({ key, isWhole }) => {
      const value = printedAt(results.study, at(row, key))
      return { text: value === undefined ? MISSING_FIGURE : figureText(value, isWhole), value }
    }),
  ]
  const body = rows.map(({ key, cells }) => lineOf(key, cells))
  if (rowDimensions.join() === 'treebank' && rows.length > 1)
    body.push(
      lineOf(
        { treebank: AVERAGE },
        keys.map((key, i) =>
          averageOf(
            results,
            at({ treebank: AVERAGE }, key),
            rows.map(({ cells }) => cells[i]),
          ),
        ),
      ),
    )
  return {
    kind: 'table',
    title: treebanks.length === 1 ? `${title}: ${treebanks[0]}` : title,
    columns: [
      ...rowDimensions.map((head): Column => ({ head, of: 'names' })),
      ...columns.map(({ key }): Column => ({ ...headOf(columnNames, key, values), of: 'ours' })),
      ...paperColumns.map(({ key }): Column => ({
        head: headsOf(columnNames, key, values).join(', '),
        group: 'the paper',
        of: 'paper',
      })),
    ],
    rows: body,
    ...notesOn(results, body.flat(), values.seed.length === 0, values.parser, note),
    ...(values.metric.some((metric) => results.isTimed(metric)) && { timed: true }),
  }
}

/** The columns for which a paper prints figures, and whether those figures are whole numbers. */
function printedColumns(
  study: Study,
  rows: readonly { readonly key: Key }[],
  columns: readonly { readonly key: Key }[],
  at: (row: Key, column: Key) => Place,
) {
  return columns.flatMap(({ key }) => {
    const printed = rows.flatMap((row) => printedAt(study, at(row.key, key)) ?? [])
    return printed.length > 0 ? [{ key, isWhole: printed.every(Number.isInteger) }] : []
  })
}

/** The dimensions shown in rows: parser, metric, and each dimension with several values. If there is none: the last dimension. */
function rowDimensionsOf(
  rowNames: readonly Dimension[],
  rows: readonly { readonly key: Key }[],
): readonly Dimension[] {
  const areMany = (name: Dimension): boolean => unique(rows.map(({ key }) => key[name])).length > 1
  const found = rowNames.filter((name) => name === 'parser' || name === 'metric' || areMany(name))
  return found.length > 0 ? found : rowNames.slice(-1)
}

/** The headings of a column, without the headings that are the same in all columns. */
function headsOf(
  columnNames: readonly Dimension[],
  key: Key,
  values: Readonly<Record<Dimension, readonly DimensionValue[]>>,
): string[] {
  return columnNames
    .filter((name, i) => i === columnNames.length - 1 || values[name].length > 1)
    .map((name) => textOf(name, key[name]))
}

function headOf(...args: Parameters<typeof headsOf>): Pick<Column, 'head' | 'group'> {
  const heads = headsOf(...args)
  const [head, ...groups] = heads.toReversed()
  return groups.length > 0 ? { head, group: groups.toReversed().join(', ') } : { head }
}

function textOf(name: Dimension, value: DimensionValue | undefined): string {
  return name === 'size' ? `${value} %` : String(value)
}

export function nameOf([one, other]: Pair): string {
  return `${one} − ${other}`
}

/** A figure or the difference of a pair, with the significance mark. */
function cellAt(results: StudyResults, place: Place): Cell {
  const pair = results.pairs.find((one) => nameOf(one) === place.parser)
  if (pair) {
    const comparison = results.compare({ ...place, parser: pair[0] }, pair[1])
    const { difference: value, significant: mark } = comparison ?? {}
    return { text: signed(value) + (mark ? '*' : ''), value, mark }
  }
  const found = results.figure(place)
  if (!found) return { text: MISSING_FIGURE }
  const mark = isMarked(results, place)
  const { value, deviation, low, high } = found
  const isWhole = results.isWhole(place)
  const text = (size: number): string => (Math.abs(value) >= 1000 ? count(size) : figure(size))
  const range = low === undefined || high === undefined ? '' : ` (${text(low)} to ${text(high)})`
  const spread = deviation === undefined ? range : ` ± ${text(deviation)}`
  return {
    text: figureText(value, isWhole) + (mark ? '*' : '') + spread,
    value,
    deviation,
    ...(low !== undefined && { low, high }),
    ...(mark !== undefined && { mark }),
  }
}

/** Whether a parser differs significantly from the first parser that it is compared with; undefined without a test. */
function isMarked(results: StudyResults, place: Place): boolean | undefined {
  const [, against] = results.pairs.find(([one]) => one === place.parser) ?? []
  if (against === undefined || place.seed !== undefined) return undefined
  const comparison = results.compare(place, against)
  return comparison?.p === undefined ? undefined : comparison.significant
}

/** Formats a figure with two decimal places; large figures and whole numbers have none. */
function figureText(value: number, isWhole: boolean): string {
  return Math.abs(value) >= 1000 || (isWhole && Number.isInteger(value)) ? count(value) : figure(value)
}

/** @param cells the cells of the treebanks */
function averageOf(results: StudyResults, place: Place, cells: readonly Cell[]): Cell {
  const pair = results.pairs.find((one) => nameOf(one) === place.parser)
  if (pair) return cellAt(results, place)
  const value = meanOf(cells.map((cell) => cell.value))
  if (value === undefined) return { text: MISSING_FIGURE }
  const mark = isMarked(results, place)
  return { text: figureText(value, false) + (mark ? '*' : ''), value, ...(mark !== undefined && { mark }) }
}

/** The note of a table: explains marks, means and ranges, followed by the note of the layout. */
function notesOn(
  results: StudyResults,
  cells: readonly Cell[],
  areMeans: boolean,
  parsers: readonly string[],
  note: string | undefined,
): Pick<ReportTable, 'note'> {
  const { seeds } = results
  const notes = [
    ...(cells.some(({ mark }) => mark)
      ? [`* significant (p < .05, corrected)${againstWhom(results, parsers)}.`]
      : []),
    ...(seeds.length > 1 && areMeans ? [`Mean ± standard deviation over ${seeds.length} seeds.`] : []),
    ...(cells.some(({ low }) => low !== undefined) ? ['In parentheses: the range of all runs.'] : []),
    ...(note ? [note] : []),
  ]
  return notes.length > 0 ? { note: notes.join(' ') } : {}
}

/**
 * Names the parsers that the parsers of a table are tested against: `, against arc-eager`, or `: a against b;
 * c and d against e`. Empty without tests.
 */
function againstWhom({ pairs }: StudyResults, parsers: readonly string[]): string {
  const testedPairs = parsers.flatMap((parser) => pairs.filter(([one]) => one === parser).slice(0, 1))
  const others = unique(testedPairs.map(([, other]) => other))
  if (testedPairs.length === 0) return ''
  if (others.length === 1) return `, against ${others[0]}`
  const groups = others.map((other) => {
    const names = testedPairs.filter(([, against]) => against === other).map(([one]) => one)
    return `${names.join(' and ')} against ${other}`
  })
  return `: ${groups.join('; ')}`
}

export function comparisonTable(comparisons: readonly Comparison[]): ReportTable | undefined {
  const testedComparisons = comparisons.filter(({ p }) => p !== undefined)
  if (testedComparisons.length === 0) return undefined
  const areSizes = unique(testedComparisons.map(({ size }) => size)).length > 1
  const heads = (['treebank', 'size', 'parser', 'against', 'metric'] as const).filter(
    (head) => head !== 'size' || areSizes,
  )
  const figureHeads = ['difference', 'low', 'high', 'p', 'corrected p', 'errors less, %', 'd', 'sentences']
  return {
    kind: 'table',
    title: 'Comparisons',
    columns: [
      ...heads.map((head): Column => ({ head, of: 'names' })),
      ...figureHeads.map((head): Column => ({ head, of: 'ours' })),
    ],
    rows: testedComparisons.map((one): Cell[] => [
      ...heads.map((head) => ({ text: textOf(head === 'against' ? 'parser' : head, one[head]) })),
      {
        text: signed(one.difference) + (one.significant ? '*' : ''),
        value: one.difference,
        mark: one.significant,
      },
      { text: signed(one.low), value: one.low },
      { text: signed(one.high), value: one.high },
      { text: probability(one.p ?? 1).replace('= ', ''), value: one.p },
      { text: probability(one.corrected ?? 1).replace('= ', ''), value: one.corrected },
      { text: signed(one.errorReduction, 1), value: one.errorReduction },
      { text: signed(one.effectSize), value: one.effectSize },
      { text: count(one.sentences), value: one.sentences },
    ]),
    note: '* significant (corrected p < .05). Low, high: the 95 % interval of the paired bootstrap; p: paired permutation test; corrected: for all comparisons of the study in the same metric (Holm); errors less: the part of the other parser’s errors that are gone; d: Cohen’s d of the differences between sentences; average: of the treebanks.',
  }
}
