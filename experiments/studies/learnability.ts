/** The right-branching paper, Table 1: is arc-eager better on transformed trees, and still better after the reverse? */
import type { Comparison, ReportedClaim } from '../reports/blocks.ts'
import { areBetter, holds, isBetter, findingOf } from '../reports/claims.ts'
import * as column from '../reports/columns.ts'
import { drawAmplified } from '../reports/drawings.ts'
import * as papers from '../reports/papers.ts'
import { dotPlot } from '../reports/plots.ts'
import { total, type TreebankResults } from '../reports/results.ts'
import { score, scoreNames, type ScoreName } from '../reports/scores.ts'
import { table } from '../reports/table.ts'
import type { Study } from '../study.ts'
import { paperLearning } from './parsers.ts'

const SYSTEM = 'arc-eager'
const SOURCE = 'right-branching paper, section 3'

export const learnability: Study = {
  name: 'learnability',
  title: 'Learnability of transformed trees',
  reproduces: 'right-branching paper, Table 1',
  intro:
    'One parser, arc-eager with the features that the paper gives MaltParser, is trained three times: on the original trees, on right-branching trees with marks in their labels, and on their mirror image, in which every head stands after its dependents. The parsed trees are compared with test trees of the same kind (transformed) and, after the reverse, with the original trees.',
  conditions: (options) =>
    (['original', 'right', 'left'] as const).map((trees) => ({
      title: `${SYSTEM} on ${trees} trees`,
      settings: { ...paperLearning(SYSTEM, options), trees },
    })),
  overall: (all) => ({
    blocks: [
      table(all.length > 1 ? all.map((on) => ({ on, kinds: kindsOf(on) })) : [], {
        title: 'Scores by kind of trees, all treebanks',
        columns: [
          column.names('treebank', ({ on }) => on.treebank),
          ...column.scoresOfParsers<{ kinds: readonly Kind[] }>(
            ['LAS', 'UAS'],
            Object.fromEntries(kindNames.map((name, i) => [name, ({ kinds }) => kinds[i].scores])),
          ),
        ],
      }),
    ],
  }),
  each: (on) => {
    const kinds = kindsOf(on)
    const against: Against = (one, name) =>
      one === 0
        ? undefined
        : on.compare(`${kindNames[one]} against regular`, kinds[one].scores, kinds[0].scores, name)
    const { treebank } = on
    const title = `Scores by kind of trees: ${treebank}`
    return {
      blocks: [
        tableOf(title, kinds[0].scores ? kinds : [], against),
        dotPlot(
          `learnability-${treebank}`,
          title,
          'percent',
          kinds.flatMap(({ name: series, scores }) =>
            scoreNames.map((group) => ({ group, series, value: score(scores, group) })),
          ),
        ),
        drawAmplified(kinds[2].reversed?.examples ?? [], `learnability-${treebank}`, treebank),
      ],
      claims: [
        ...claimsOn('Transformed trees', SOURCE, [1, 2], against),
        ...claimsOn('Mirrored transformed trees', 'this project', [3, 4], against),
      ],
    }
  },
}

/** Compares a kind of trees, by its index, with the regular trees. */
type Against = (kind: number, name: ScoreName) => Comparison | undefined

function tableOf(title: string, kinds: readonly Kind[], against: Against) {
  return table(kinds, {
    title,
    columns: [
      column.names('trees', ({ name }) => name),
      ...column.scores<Kind>(
        scoreNames,
        ({ scores }) => scores,
        undefined,
        ({ index }, name) => against(index, name),
      ),
      column.whole('vestigial arcs', ({ reversed }) => reversed && total(reversed, 'vestigialArcs')),
      column.whole('non-projective', ({ reversed }) => reversed && total(reversed, 'nonProjective')),
      column.whole('several roots', ({ reversed }) => reversed && total(reversed, 'manyRoots')),
      column.paper('LAS', ({ printed }) => printed?.las),
      column.paper('UAS', ({ printed }) => printed?.uas),
      column.paper('LA', ({ printed }) => printed?.la),
    ],
    against: 'regular',
    note: `Marks are a part of labels. Non-projective: trees after the reverse, before lifted arcs are put back. The paper’s figures: MaltParser on the Penn Treebank; it counted ${papers.vestigialArcs.maltParser} vestigial arcs.`,
  })
}

/** Trees of a kind are easier to parse, and the gain is lost in the reverse. */
function claimsOn(
  trees: string,
  source: string,
  [transformed, reversed]: readonly [number, number],
  against: Against,
): ReportedClaim[] {
  const gains = scoreNames.map((name) => against(transformed, name))
  return [
    {
      claim: `${trees} are easier to parse: LAS, UAS and LA are higher`,
      source,
      ...findingOf(gains, areBetter),
    },
    {
      claim: `${trees} lose what they gain when they are reversed: LAS is not above that of the original trees`,
      source,
      ...findingOf([against(reversed, 'LAS')], ([one]) => holds(!isBetter(one))),
    },
  ]
}

const kindNames = ['regular', 'transformed', 'reversed', 'transformed, mirrored', 'reversed, mirrored']

type Kind = ReturnType<typeof kindsOf>[0]

/** The kinds of trees: the scores of what was parsed, the paper's scores, and the parser whose trees were reversed. */
function kindsOf(on: TreebankResults) {
  const [original, right, left] = ['original', 'right', 'left'].map((trees) =>
    on.parser({ system: SYSTEM, trees }),
  )
  const { regular, transformed, reversed } = papers.learnability
  return [
    { scores: original.final, printed: regular },
    { scores: right.transformed, printed: transformed },
    { scores: right.final, printed: reversed, reversed: right },
    { scores: left.transformed },
    { scores: left.final, reversed: left },
  ].map((kind, index) => ({ index, name: kindNames[index], ...kind }))
}
