/** The right-branching paper, Table 3: scores by training size, and the gain from gold true tokens. */
import { count, NONE, signed, type Comparison, type ReportedClaim } from '../reports/blocks.ts'
import { findingOf, holds, isBelow, isBetter } from '../reports/claims.ts'
import * as column from '../reports/columns.ts'
import { drawAmplified, drawDifference } from '../reports/drawings.ts'
import * as papers from '../reports/papers.ts'
import { linePlot } from '../reports/plots.ts'
import { isMeasured, total, type ParserResults, type TreebankResults } from '../reports/results.ts'
import { listed, score, scoreNames, type ScoreName } from '../reports/scores.ts'
import { table } from '../reports/table.ts'
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
const { vestigialArcs } = papers

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
  each: (on) => {
    const { treebank, sizes } = on
    const rows = sizes.flatMap((size) => [...on.systems, ON_TRANSFORMED].map((name) => rowOf(on, name, size)))
    const measured = rows.filter(({ parser }) => isMeasured(parser))
    const [base, learned, exact] = [BASE, 'rb-learned', 'rb'].map((name) => ({
      name,
      tree: 'tree',
      examples: parserOf(on, name, sizes[sizes.length - 1]).examples,
    }))
    const id = `learning-curve-${treebank}`
    return {
      blocks: [
        tableOf(on, measured),
        linePlot(
          id,
          `LAS by training sentences: ${treebank}`,
          { x: 'sentences', y: 'LAS' },
          measured
            .filter(({ name }) => name !== ON_TRANSFORMED)
            .flatMap(({ name: series, parser: { runs, final, transformed } }) => [
              { series, x: runs[0].trainSentences, variant: 'reversed', y: score(final, 'LAS') },
              { series, x: runs[0].trainSentences, variant: 'transformed', y: score(transformed, 'LAS') },
            ]),
        ),
        drawAmplified(learned.examples, id, treebank),
        drawDifference(exact, base, `${id}-rb`, treebank),
        drawDifference(base, exact, `${id}-arc-eager`, treebank),
      ],
      claims: claimsOf(on),
    }
  },
}

type Row = ReturnType<typeof rowOf>

/** A parser at one training size. */
function rowOf(on: TreebankResults, name: string, size: number) {
  return { name, size, parser: parserOf(on, name, size) }
}

function parserOf(on: TreebankResults, name: string, size: number): ParserResults {
  const isTransformed = name === ON_TRANSFORMED
  return on.parser(
    isTransformed ? { system: BASE, trees: 'right' } : { system: name, trees: 'original' },
    size,
  )
}

/** The difference between two parsers of one size. */
function differenceOf(
  on: TreebankResults,
  [one, other]: readonly [string, string],
  size: number,
  name?: ScoreName,
): Comparison | undefined {
  const [scores, others] = [one, other].map((parser) => parserOf(on, parser, size).final)
  return on.compare(`${one} against ${other}, ${size} %`, scores, others, name)
}

function tableOf(on: TreebankResults, rows: readonly Row[]) {
  const printed = ({ size, name }: Row) => papers.learningCurve[SECTIONS[size]]?.[name]
  return table(rows, {
    title: `Scores by size of the training set: ${on.treebank}`,
    columns: [
      column.names('system', ({ name }) => name),
      column.text('part', ({ size }) => `${size} %`),
      column.whole('sentences', ({ parser }) => parser.runs[0].trainSentences),
      ...column.scores<Row>(scoreNames, ({ parser }) => parser.transformed, 'transformed'),
      ...column.scores<Row>(
        scoreNames,
        ({ parser }) => parser.final,
        'reversed',
        ({ name, size }, scoreName) =>
          name === BASE ? undefined : differenceOf(on, [name, BASE], size, scoreName),
      ),
      column.whole('vestigial arcs', ({ parser }) => parser.transformed && total(parser, 'vestigialArcs')),
      column.paper('transformed', (row) => printed(row)?.transformed ?? NONE),
      column.paper('reversed', (row) => printed(row)?.reversed ?? NONE),
    ],
    against: 'arc-eager of the same size',
    note: `The paper’s figures: LAS (UAS, LA) after 1, 4 and 20 sections of the Penn Treebank; with all of them ${vestigialArcs.rb} vestigial arcs of its RB parser, ${vestigialArcs.maltParser} of MaltParser on transformed trees.`,
  })
}

function claimsOf(on: TreebankResults): ReportedClaim[] {
  const { sizes } = on
  const [small, full] = [sizes[0], sizes[sizes.length - 1]]
  const ahead = (size: number) => differenceOf(on, ['rb-learned', BASE], size)
  const gain = (size: number) => differenceOf(on, ['rb-oracle', 'rb-learned'], size)
  const arcs = (name: string, size = full) => total(parserOf(on, name, size), 'vestigialArcs')
  const bySize = (textOf: (size: number) => string): string =>
    sizes.map((size) => `${size} %: ${textOf(size)}`).join('; ')
  const [ofBase, ofLearned] = [arcs(ON_TRANSFORMED), arcs('rb-learned')]
  const ofExact = sizes.flatMap((size) => arcs('rb', size) ?? [])
  const [atSmall, atFull] = [small === full ? undefined : ahead(small), ahead(full)]
  return [
    {
      claim: `The RB parser’s LAS is that of arc-eager (within ${TIE})`,
      source: SOURCE,
      ...findingOf(
        [atFull],
        ([{ difference }]) => holds(Math.abs(difference) < TIE),
        `rb-learned: ${listed([atFull])}; rb: ${listed([differenceOf(on, ['rb', BASE], full)])}`,
      ),
    },
    {
      claim: 'The RB parser leaves fewer vestigial arcs than arc-eager on transformed trees',
      source: SOURCE,
      verdict: holds(isBelow(ofLearned, ofBase)),
      evidence: `rb-learned ${count(ofLearned)}, arc-eager ${count(ofBase)} (the paper: ${vestigialArcs.rb}, ${vestigialArcs.maltParser})`,
    },
    {
      claim: 'With exact preconditions there are no vestigial arcs',
      verdict: holds(ofExact.length === 0 ? undefined : ofExact.every((one) => one === 0)),
      evidence: bySize((size) => count(arcs('rb', size))),
    },
    {
      claim:
        'The RB parser learns from less data: it is ahead where there is least, by more than where there is most',
      source: SOURCE,
      ...findingOf(
        atSmall && atFull ? [atSmall, atFull] : [],
        ([least, most]) => holds(isBetter(least) && least.difference > most.difference),
        bySize((size) => listed([ahead(size)]) || NONE),
      ),
    },
    {
      claim: 'Gold true tokens help by about 2 LAS (1 to 3)',
      source: 'right-branching paper, section 5',
      ...findingOf(
        [gain(full)],
        ([{ difference }]) => (difference < 1 ? 'not held' : difference <= 3 ? 'held' : 'partly held'),
        bySize((size) => signed(gain(size)?.difference)),
      ),
    },
  ]
}
