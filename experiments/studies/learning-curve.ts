/** The right-branching paper, Table 3: scores by training size, and the gain from gold true tokens. */
import { count, NONE, signed, type Comparison, type JudgedClaim } from '../reports/blocks.ts'
import { evidenceOf, holds, isBetter, judge, OWN } from '../reports/claims.ts'
import { drawAmplified, drawDifference } from '../reports/drawings.ts'
import * as papers from '../reports/papers.ts'
import { isMeasured, parserResults, total, type ParserResults } from '../reports/parser-results.ts'
import { linePlot } from '../reports/plots.ts'
import type { TreebankResults } from '../reports/results.ts'
import { listed, score, scoreNames, type ScoreName } from '../reports/scores.ts'
import { countColumn, paperColumn, plainColumn, scoreColumn, table, textColumn } from '../reports/tables.ts'
import type { Study } from '../study.ts'
import { paperLearning } from './parsers.ts'

const BASE = 'arc-eager'
const SYSTEMS = [BASE, 'rb-learned', 'rb', 'rb-oracle']
/** Arc-eager on transformed trees, to count its vestigial arcs. */
const ON_TRANSFORMED = 'arc-eager, transformed'
const SIZES = [5, 20, 100]
/** The paper's training sections of the Penn Treebank, by our sizes in percent. */
const SECTIONS: Readonly<Record<number, number>> = { 5: 1, 20: 4, 100: 20 }
const SOURCE = 'right-branching paper, section 4'
/** Differences in LAS below this are a tie. The difference in the paper is 0.45. */
const TIE = 0.5
const { vestigialArcs } = papers.rbParser

export const learningCurve: Study = {
  name: 'learning-curve',
  title: 'Learning curve, and the oracle',
  reproduces: 'right-branching paper, Table 3',
  intro:
    'Arc-eager, the paper’s RB parser (rb-learned), the same with exact preconditions (rb), and the same with gold true tokens (rb-oracle), with the paper’s features, trained on parts of the training set. The larger parts contain the smaller ones. Arc-eager is also trained on transformed trees, whose marks it does not understand.',
  conditions: (options) => {
    const { sizes = SIZES, systems = SYSTEMS } = options
    return sizes.flatMap((size) => [
      ...systems.map((system) => ({ title: system, settings: paperLearning(system, options), size })),
      ...(systems.includes(BASE)
        ? [
            {
              title: 'arc-eager on right trees',
              settings: { ...paperLearning(BASE, options), trees: 'right' },
              size,
            },
          ]
        : []),
    ])
  },
  each: (results) => {
    const { treebank, sizes } = results
    const rows = sizes.flatMap((size) => rowsOf(results, size))
    const parserOf = (name: string): ParserResults | undefined =>
      rows.find((row) => row.size === sizes.at(-1) && row.parser.name === name)?.parser
    const [base, learned, exact] = [BASE, 'rb-learned', 'rb'].map(parserOf)
    const id = `learning-curve-${treebank}`
    const drawn = (right?: ParserResults, wrong?: ParserResults, name = '') =>
      right &&
      wrong &&
      drawDifference({ ...right, tree: 'tree' }, { ...wrong, tree: 'tree' }, `${id}-${name}`, treebank)
    return {
      blocks: [
        tableOf(results, rows),
        plotOf(id, treebank, rows),
        learned && drawAmplified(learned.examples, id, treebank),
        drawn(exact, base, 'rb'),
        drawn(base, exact, 'arc-eager'),
      ],
      claims: claimsOf(results, rows),
    }
  },
}

/** A parser at one training size. */
interface Row {
  readonly size: number
  readonly parser: ParserResults
}

function rowsOf(results: TreebankResults, size: number): Row[] {
  const trees = 'original'
  return [
    ...results.systems.map((system) => parserResults(results, system, { system, trees }, size)),
    parserResults(results, ON_TRANSFORMED, { system: BASE, trees: 'right' }, size),
  ]
    .filter(isMeasured)
    .map((parser) => ({ size, parser }))
}

function tableOf(results: TreebankResults, rows: readonly Row[]) {
  const printed = ({ size, parser: { name } }: Row) => papers.learningCurve[SECTIONS[size]]?.[name]
  const against = (row: Row, name: ScoreName): Comparison | undefined =>
    row.parser.name === BASE ? undefined : differenceIn(results, rows, row.size, row.parser.name, BASE, name)
  return table(rows, {
    title: `Scores by size of the training set: ${results.treebank}`,
    columns: [
      textColumn('system', ({ parser }) => parser.name),
      plainColumn('part', ({ size }) => `${size} %`),
      countColumn('sentences', ({ parser }) => parser.runs[0].trainSentences),
      ...scoreNames.map((name) =>
        scoreColumn<Row>(name, ({ parser }) => parser.transformed, { group: 'transformed' }),
      ),
      ...scoreNames.map((name) =>
        scoreColumn<Row>(name, ({ parser }) => parser.final, {
          group: 'reversed',
          against: (row) => against(row, name),
        }),
      ),
      countColumn('vestigial arcs', ({ parser }) => parser.transformed && total(parser, 'vestigialArcs')),
      paperColumn('transformed', (row) => printed(row)?.transformed),
      paperColumn('reversed', (row) => printed(row)?.reversed),
    ],
    against: 'arc-eager of the same size',
    note: `The paper’s figures: LAS (UAS, LA) after 1, 4 and 20 sections of the Penn Treebank; with all of them ${vestigialArcs.rb} vestigial arcs of its RB parser, ${vestigialArcs.maltParser} of MaltParser on transformed trees.`,
  })
}

function plotOf(id: string, treebank: string, rows: readonly Row[]) {
  const shown = rows.filter(({ parser }) => parser.name !== ON_TRANSFORMED)
  return linePlot(
    { id, title: `LAS by training sentences: ${treebank}` },
    { x: 'sentences', y: 'LAS' },
    shown.flatMap(({ parser: { name, runs, final, transformed } }) => {
      const point = { series: name, x: runs[0].trainSentences }
      return [
        { ...point, variant: 'reversed', y: score(final, 'LAS') },
        { ...point, variant: 'transformed', y: score(transformed, 'LAS') },
      ]
    }),
  )
}

/** The difference between two systems at one size. */
function differenceIn(
  results: TreebankResults,
  rows: readonly Row[],
  size: number,
  one: string,
  other: string,
  score_: ScoreName = 'LAS',
): Comparison | undefined {
  const scoresOf = (name: string) =>
    rows.find((row) => row.size === size && row.parser.name === name)?.parser.final
  return results.compare(`${one} against ${other}, ${size} %`, scoresOf(one), scoresOf(other), score_)
}

function claimsOf(results: TreebankResults, rows: readonly Row[]): JudgedClaim[] {
  const { sizes } = results
  const [small, full] = [sizes[0], sizes[sizes.length - 1]]
  const difference = (size: number, one: string, other: string): Comparison | undefined =>
    differenceIn(results, rows, size, one, other)
  const bySize = (textOf: (size: number) => string): string =>
    evidenceOf(sizes.map((size) => `${size} %: ${textOf(size)}`))
  const vestigial = (name: string, size: number): number | undefined => {
    const row = rows.find((one) => one.size === size && one.parser.name === name)
    return row && total(row.parser, 'vestigialArcs')
  }
  const [ofBase, ofLearned] = [ON_TRANSFORMED, 'rb-learned'].map((name) => vestigial(name, full))
  const ofExact = sizes.map((size) => vestigial('rb', size)).filter((arcs) => arcs !== undefined)
  const atFull = difference(full, 'rb-learned', BASE)
  const atSmall = small === full ? undefined : difference(small, 'rb-learned', BASE)
  const oracle = difference(full, 'rb-oracle', 'rb-learned')
  return [
    {
      claim: `The RB parser’s LAS is that of arc-eager (within ${TIE})`,
      source: SOURCE,
      verdict: judge([atFull], ([one]) => holds(Math.abs(one.difference) < TIE)),
      evidence: `rb-learned: ${listed([atFull])}; rb: ${listed([difference(full, 'rb', BASE)])}`,
    },
    {
      claim: 'The RB parser leaves fewer vestigial arcs than arc-eager on transformed trees',
      source: SOURCE,
      verdict: holds(ofBase === undefined || ofLearned === undefined ? undefined : ofLearned < ofBase),
      evidence: `rb-learned ${count(ofLearned)}, arc-eager ${count(ofBase)} (the paper: ${vestigialArcs.rb}, ${vestigialArcs.maltParser})`,
    },
    {
      claim: 'With exact preconditions there are no vestigial arcs',
      source: OWN,
      verdict: holds(ofExact.length === 0 ? undefined : ofExact.every((arcs) => arcs === 0)),
      evidence: bySize((size) => count(vestigial('rb', size))),
    },
    {
      claim:
        'The RB parser learns from less data: it is ahead where there is least, by more than where there is most',
      source: SOURCE,
      verdict: judge([atSmall && atFull], () =>
        holds(atSmall && atFull && isBetter(atSmall) && atSmall.difference > atFull.difference),
      ),
      evidence: bySize((size) => listed([difference(size, 'rb-learned', BASE)]) || NONE),
    },
    {
      claim: 'Gold true tokens help by about 2 LAS (1 to 3)',
      source: 'right-branching paper, section 5',
      verdict: judge([oracle], ([{ difference: gain }]) =>
        gain < 1 ? 'not held' : gain <= 3 ? 'held' : 'partly held',
      ),
      evidence: bySize((size) => signed(difference(size, 'rb-oracle', 'rb-learned')?.difference)),
    },
  ]
}
