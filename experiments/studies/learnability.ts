/** The right-branching paper, Table 1: is arc-eager better on transformed trees, and still better after the reverse? */
import type { SentenceScores } from '../measurements/scores.ts'
import type { Comparison, Drawing, JudgedClaim } from '../reports/blocks.ts'
import { areBetter, holds, isBetter, judge, OWN } from '../reports/claims.ts'
import { drawAmplified } from '../reports/drawings.ts'
import * as papers from '../reports/papers.ts'
import { parserResults, total, type ParserResults } from '../reports/parser-results.ts'
import { dotPlot } from '../reports/plots.ts'
import type { TreebankResults } from '../reports/results.ts'
import { listed, score, scoreNames, type ScoreName } from '../reports/scores.ts'
import { countColumn, paperColumn, scoreColumn, table, textColumn } from '../reports/tables.ts'
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
  overall: (all) => ({ blocks: [all.length > 1 ? overview(all) : undefined] }),
  each: (results) => {
    const kinds = kindsOf(results)
    const [regular, transformed, reversed, mirrored, reversedMirrored] = kinds
    const against = (kind: Kind, name: ScoreName): Comparison | undefined =>
      kind === regular
        ? undefined
        : results.compare(`${kind.name} against regular`, kind.scores, regular.scores, name)
    const claimsOn = (trees: string, source: string, before: Kind, after: Kind): JudgedClaim[] =>
      claimsOf(
        trees,
        source,
        scoreNames.map((name) => against(before, name)),
        against(after, 'LAS'),
      )
    return {
      blocks: [
        table(regular.scores ? kinds : [], {
          title: `Scores by kind of trees: ${results.treebank}`,
          columns: [
            textColumn('trees', ({ name }) => name),
            ...scoreNames.map((name) =>
              scoreColumn<Kind>(name, ({ scores }) => scores, { against: (kind) => against(kind, name) }),
            ),
            countColumn('vestigial arcs', ({ parser }) => parser && total(parser, 'vestigialArcs')),
            countColumn('non-projective', ({ parser }) => parser && total(parser, 'nonProjective')),
            countColumn('several roots', ({ parser }) => parser && total(parser, 'manyRoots')),
            paperColumn('LAS', ({ printed }) => printed?.las),
            paperColumn('UAS', ({ printed }) => printed?.uas),
            paperColumn('LA', ({ printed }) => printed?.la),
          ],
          against: 'regular',
          note: `Marks are a part of labels. Non-projective: trees after the reverse, before lifted arcs are put back. The paper’s figures: MaltParser on the Penn Treebank; it counted ${papers.rbParser.vestigialArcs.maltParser} vestigial arcs.`,
        }),
        dotPlot(
          {
            id: `learnability-${results.treebank}`,
            title: `Scores by kind of trees: ${results.treebank}`,
          },
          'percent',
          kinds.flatMap(({ name: series, scores }) =>
            scoreNames.map((group) => ({ group, series, value: score(scores, group) })),
          ),
        ),
        drawingOf(reversed, results.treebank),
      ],
      claims: [
        ...claimsOn('Transformed trees', SOURCE, transformed, reversed),
        ...claimsOn('Mirrored transformed trees', OWN, mirrored, reversedMirrored),
      ],
    }
  },
}

/** A kind of trees, with the scores of what was parsed. */
interface Kind {
  readonly name: string
  readonly scores: SentenceScores | undefined
  readonly printed?: papers.Scores
  /** The parser whose trees were reversed. */
  readonly parser?: ParserResults
}

function kindsOf(results: TreebankResults): Kind[] {
  const [original, right, left] = ['original', 'right', 'left'].map((trees) =>
    parserResults(results, trees, { system: SYSTEM, trees }),
  )
  const { regular, transformed, reversed } = papers.learnability
  return [
    { name: 'regular', scores: original.final, printed: regular },
    { name: 'transformed', scores: right.transformed, printed: transformed },
    { name: 'reversed', scores: right.final, printed: reversed, parser: right },
    { name: 'transformed, mirrored', scores: left.transformed },
    { name: 'reversed, mirrored', scores: left.final, parser: left },
  ]
}

function overview(all: readonly TreebankResults[]) {
  const rows = all.map((results) => ({ treebank: results.treebank, kinds: kindsOf(results) }))
  return table(rows, {
    title: 'Scores by kind of trees, all treebanks',
    columns: [
      textColumn('treebank', ({ treebank }) => treebank),
      ...(['LAS', 'UAS'] as const).flatMap((group) =>
        rows[0].kinds.map(({ name }, i) =>
          scoreColumn<(typeof rows)[0]>(group, ({ kinds }) => kinds[i].scores, { head: name, group }),
        ),
      ),
    ],
  })
}

function drawingOf({ parser }: Kind, treebank: string): Drawing | undefined {
  return drawAmplified(parser?.examples ?? [], `learnability-${treebank}`, treebank)
}

/** Trees of a kind are easier to parse, and the gain is lost in the reverse. */
function claimsOf(
  trees: string,
  source: string,
  transformed: readonly (Comparison | undefined)[],
  reversed: Comparison | undefined,
): JudgedClaim[] {
  return [
    {
      claim: `${trees} are easier to parse: LAS, UAS and LA are higher`,
      source,
      verdict: areBetter(transformed),
      evidence: listed(transformed),
    },
    {
      claim: `${trees} lose what they gain when they are reversed: LAS is not above that of the original trees`,
      source,
      verdict: judge([reversed], ([one]) => holds(!isBetter(one))),
      evidence: listed([reversed]),
    },
  ]
}
