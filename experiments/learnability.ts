/** The right-branching paper, Table 1: is arc-eager parsing better at transformed trees, and is it after the reverse? */
import { cellsFor, paperLearning } from './cells.ts'
import type { Experiment } from './experiment.ts'
import type { SentenceScores } from './measurements/scores.ts'
import { attachmentsOf, totalText, type Attachments } from './reports/attachments.ts'
import {
  figure,
  names,
  NONE,
  ours,
  paper,
  type Block,
  type Claim,
  type Comparison,
  type Report,
} from './reports/blocks.ts'
import { drawAmplified } from './reports/drawings.ts'
import * as papers from './reports/papers.ts'
import { dotPlot } from './reports/plots.ts'
import type { Results } from './reports/results.ts'
import { compare, listed, marked, score, scoreNames } from './reports/scores.ts'

const SYSTEM = 'arc-eager'
const SOURCE = 'right-branching paper, section 3'

export const learnability: Experiment = {
  name: 'learnability',
  title: 'Learnability of transformed trees',
  reproduces: 'right-branching paper, Table 1',
  intro: [
    'One parser, arc-eager with the features that the paper gives MaltParser, is trained three times: on the trees as they are, on the trees made right-branching with marks in their labels, and on their mirror image, in which every head stands after its dependents. What it parses is compared with test trees of the same kind (transformed), and, once it has been reversed, with the original ones.',
  ],
  wanted: (treebank, options) =>
    (['original', 'right', 'left'] as const).flatMap((trees) =>
      cellsFor('attachment', `${SYSTEM} on ${trees} trees`, treebank, options, {
        ...paperLearning(SYSTEM, options),
        trees,
      }),
    ),
  report,
  reportAll,
}

interface Row {
  readonly name: string
  readonly scores: SentenceScores | undefined
  readonly paper?: papers.Scores
  /** What was reversed. */
  readonly reversed?: Attachments
}

/** What one treebank's trees of each kind come to. */
function rowsOf(results: Results, treebank: string): Row[] {
  const of = (trees: string): Attachments =>
    attachmentsOf(results, treebank, trees, { system: SYSTEM, trees })
  const [original, right, left] = ['original', 'right', 'left'].map(of)
  return [
    { name: 'regular', scores: original.final, paper: papers.learnability.regular },
    { name: 'transformed', scores: right.transformed, paper: papers.learnability.transformed },
    { name: 'reversed', scores: right.final, paper: papers.learnability.reversed, reversed: right },
    { name: 'transformed, mirrored', scores: left.transformed },
    { name: 'reversed, mirrored', scores: left.final, reversed: left },
  ]
}

/** All treebanks at a glance, where there are several. */
function reportAll(results: Results): Report {
  const all = results.treebanks.map(({ name }) => ({ name, rows: rowsOf(results, name) }))
  const shown = ['LAS', 'UAS'] as const
  const table: Block = {
    kind: 'table',
    title: 'Scores by kind of trees, all treebanks',
    columns: [
      names('treebank'),
      ...shown.flatMap((group) => all[0].rows.map(({ name }) => ours(name, group))),
    ],
    rows: all.map(({ name, rows }) => [
      name,
      ...shown.flatMap((scoreName) => rows.map(({ scores }) => figure(score(scores, scoreName)))),
    ]),
  }
  return { blocks: all.length > 1 ? [table] : [], claims: [], comparisons: [] }
}

function report(results: Results, treebank: string): Report {
  const rows = rowsOf(results, treebank)
  const compared = rows.map(({ name, scores }, i) =>
    scoreNames.map((scoreName) => {
      const about = { what: `${name} against regular`, treebank, seed: results.seed }
      return i === 0 ? undefined : compare(scores, rows[0].scores, scoreName, about)
    }),
  )
  const dots = rows.flatMap(({ name, scores }) =>
    scoreNames.flatMap((scoreName) => {
      const value = score(scores, scoreName)
      return value === undefined ? [] : [{ group: scoreName, series: name, value }]
    }),
  )
  const drawing = drawAmplified(rows[2].reversed?.specimens ?? [], `learnability-${treebank}`, treebank)
  const blocks: Block[] = [
    tableOf(treebank, rows, compared),
    ...(dots.length > 0
      ? [dotPlot(`learnability-${treebank}`, `Scores by kind of trees: ${treebank}`, 'percent', dots)]
      : []),
    ...(drawing ? [drawing] : []),
  ]
  return {
    blocks,
    claims: [
      ...judge(treebank, { trees: 'Transformed trees', source: SOURCE }, compared[1], compared[2][0]),
      ...judge(
        treebank,
        { trees: 'Mirrored transformed trees', source: 'this project' },
        compared[3],
        compared[4][0],
      ),
    ],
    comparisons: compared.flat().filter((c) => c !== undefined),
  }
}

function tableOf(
  treebank: string,
  rows: readonly Row[],
  compared: readonly (readonly (Comparison | undefined)[])[],
): Block {
  const paperScores = ({ las, uas, la }: papers.Scores): string[] =>
    [las, uas, la].map((value) => figure(value))
  return {
    kind: 'table',
    title: `Scores by kind of trees: ${treebank}`,
    columns: [
      names('trees'),
      ...scoreNames.map((name) => ours(name)),
      ...['vestigial arcs', 'non-projective', 'several roots'].map((head) => ours(head)),
      ...scoreNames.map((name) => paper(name)),
    ],
    rows: rows.map(({ name, scores, reversed, paper: printed }, i) => [
      name,
      ...scoreNames.map((scoreName, j) => marked(score(scores, scoreName), compared[i][j])),
      ...(['vestigialArcs', 'nonProjective', 'manyRoots'] as const).map((what) =>
        reversed ? totalText(reversed, what) : NONE,
      ),
      ...(printed ? paperScores(printed) : [NONE, NONE, NONE]),
    ]),
    note: `* differs from regular (p < .05). Marks count as part of labels. Non-projective: trees after the reverse, before lifted arcs are put back. The paper’s figures: MaltParser on the Penn Treebank; it counted ${papers.rbParser.vestigialArcs.maltParser} vestigial arcs.`,
  }
}

/** Whether trees of a kind are easier, and whether that is lost in the reverse. */
function judge(
  treebank: string,
  { trees, source }: { readonly trees: string; readonly source: string },
  transformed: readonly (Comparison | undefined)[],
  reversed: Comparison | undefined,
): Claim[] {
  const easier = transformed.filter((comparison) => comparison !== undefined)
  const better = easier.filter(({ difference, significant }) => difference > 0 && significant)
  return [
    {
      claim: `${trees} are easier to parse: LAS, UAS and LA are higher`,
      source,
      treebank,
      verdict:
        easier.length === 0
          ? 'not measured'
          : better.length === easier.length
            ? 'held'
            : better.length > 0
              ? 'partly held'
              : 'not held',
      evidence: listed(easier),
    },
    {
      claim: `${trees} lose what they gain when they are reversed: LAS is not above that of the original trees`,
      source,
      treebank,
      verdict: !reversed
        ? 'not measured'
        : reversed.difference > 0 && reversed.significant
          ? 'not held'
          : 'held',
      evidence: listed([reversed]),
    },
  ]
}
