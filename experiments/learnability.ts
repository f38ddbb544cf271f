/** The right-branching paper, Table 1: is arc-eager parsing better at transformed trees, and is it after the reverse? */
import { cellsFor, paperLearning } from './cells.ts'
import type { Experiment } from './experiment.ts'
import type { AttachmentFigures } from './measurements/attachment.ts'
import type { SentenceScores } from './measurements/scores.ts'
import type { Specimen } from './measurements/specimens.ts'
import {
  figure,
  names,
  NONE,
  ours,
  paper,
  signed,
  type Block,
  type Claim,
  type Comparison,
} from './reports/blocks.ts'
import { drawAmplified } from './reports/drawings.ts'
import * as papers from './reports/papers.ts'
import { dotPlot } from './reports/plots.ts'
import type { Results } from './reports/results.ts'
import { compare, marked, pool, score, scoreNames, sum } from './reports/scores.ts'

const TITLE = 'Learnability of transformed trees'
const SYSTEM = 'arc-eager'

export const learnability: Experiment = {
  name: 'learnability',
  title: TITLE,
  reproduces: 'right-branching paper, Table 1',
  wanted: (treebank, options) =>
    (['original', 'right', 'left'] as const).flatMap((trees) =>
      cellsFor('attachment', `${SYSTEM} on ${trees} trees`, treebank, options, {
        ...paperLearning(SYSTEM, options),
        trees,
      }),
    ),
  report(results) {
    const parts = results.treebanks.map(({ name }) => reportOn(name, results))
    return {
      name: learnability.name,
      title: TITLE,
      intro: [
        'One parser, arc-eager with the features that the paper gives MaltParser, is trained three times: on the trees as they are, on the trees made right-branching with marks in their labels, and on their mirror image, in which every head stands after its dependents. What it parses is compared with test trees of the same kind (transformed), and, once it has been reversed, with the original ones.',
      ],
      blocks: parts.flatMap(({ blocks }) => blocks),
      claims: parts.flatMap(({ claims }) => claims),
      comparisons: parts.flatMap(({ comparisons }) => comparisons),
    }
  },
}

interface Row {
  readonly name: string
  readonly scores: SentenceScores | undefined
  readonly paper: papers.Scores | undefined
  /** What became of the trees in the reverse. */
  readonly runs: readonly AttachmentFigures[]
}

function reportOn(
  treebank: string,
  results: Results,
): { blocks: Block[]; claims: Claim[]; comparisons: Comparison[] } {
  const of = (trees: string): readonly AttachmentFigures[] =>
    results
      .find<AttachmentFigures>({ measurement: 'attachment', treebank, settings: { system: SYSTEM, trees } })
      .map(({ figures }) => figures)
  const [original, right, left] = ['original', 'right', 'left'].map(of)
  const final = (runs: readonly AttachmentFigures[]): SentenceScores | undefined =>
    pool(runs.map((run) => run.final))
  const inside = (runs: readonly AttachmentFigures[]): SentenceScores | undefined =>
    pool(runs.map((run) => run.transformed))
  const regular = final(original)
  const rows: Row[] = [
    { name: 'regular', scores: regular, paper: papers.learnability.regular, runs: [] },
    { name: 'transformed', scores: inside(right), paper: papers.learnability.transformed, runs: [] },
    { name: '… reversed', scores: final(right), paper: papers.learnability.reversed, runs: right },
    { name: 'transformed, mirrored', scores: inside(left), paper: undefined, runs: [] },
    { name: '… reversed', scores: final(left), paper: undefined, runs: left },
  ]
  const compared = rows.map(({ name, scores }, i) =>
    i === 0
      ? []
      : scoreNames.map((scoreName) =>
          compare(scores, regular, scoreName, {
            what: `${i > 2 ? `${name} (mirrored)` : name} against regular`,
            treebank,
            seed: results.seed,
          }),
        ),
  )
  const total = (
    runs: readonly AttachmentFigures[],
    key: 'vestigialArcs' | 'nonProjective' | 'manyRoots',
  ): string => (runs.length === 0 ? NONE : String(sum(runs.map((run) => run[key]))))
  const paperScores = ({ las, uas, la }: papers.Scores): string[] =>
    [las, uas, la].map((value) => figure(value))
  const blocks: Block[] = [
    {
      kind: 'table',
      title: `${TITLE}: ${treebank}`,
      columns: [
        names('trees'),
        ...scoreNames.map(ours),
        ours('vestigial arcs'),
        ours('non-projective'),
        ours('several roots'),
        ...scoreNames.map((name) => paper(`${name}, paper`)),
      ],
      rows: rows.map((row, i) => [
        row.name,
        ...scoreNames.map((name, j) => marked(score(row.scores, name), compared[i][j])),
        total(row.runs, 'vestigialArcs'),
        total(row.runs, 'nonProjective'),
        total(row.runs, 'manyRoots'),
        ...(row.paper ? paperScores(row.paper) : [NONE, NONE, NONE]),
      ]),
      note: `* differs from regular (p < .05). Marks count as part of labels. Non-projective: trees after the reverse, before lifted arcs are put back. The paper's: MaltParser on the Penn Treebank; it counted ${papers.rbParser.vestigialArcs.maltParser} vestigial arcs.`,
    },
  ]
  const dots = rows.flatMap(({ name, scores }, i) =>
    scoreNames.flatMap((scoreName) => {
      const value = score(scores, scoreName)
      const condition = i === 4 ? 'mirrored, reversed' : i === 3 ? 'mirrored' : name.replace('… ', '')
      return value === undefined ? [] : [{ group: scoreName, series: condition, value }]
    }),
  )
  if (dots.length > 0)
    blocks.push(dotPlot(`learnability-${treebank}`, `Scores by kind of trees: ${treebank}`, 'percent', dots))
  const specimens = results
    .find({ measurement: 'attachment', treebank, settings: { system: SYSTEM, trees: 'right' } })
    .flatMap(({ result }) => (result.trees as { specimens: Specimen[] }).specimens)
  const drawing = drawAmplified(specimens, `learnability-${treebank}`, treebank)
  if (drawing) blocks.push(drawing)
  return {
    blocks,
    claims: judge(treebank, compared),
    comparisons: compared.flat().filter((c) => c !== undefined),
  }
}

function judge(treebank: string, compared: readonly (readonly (Comparison | undefined)[])[]): Claim[] {
  const easier = compared[1].filter((comparison) => comparison !== undefined)
  const reversed = compared[2][0]
  const source = 'right-branching paper, section 3'
  const better = easier.filter(({ difference, significant }) => difference > 0 && significant)
  const list = (comparisons: readonly Comparison[]): string =>
    comparisons
      .map(({ score: name, difference, p }) => `${name} ${signed(difference)} (p = ${figure(p, 4)})`)
      .join(', ')
  return [
    {
      claim: 'Transformed trees are easier to parse: LAS, UAS and LA are higher',
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
      evidence: list(easier),
    },
    {
      claim: 'The gain is lost when the trees are reversed: LAS is not above that of the original trees',
      source,
      treebank,
      verdict: !reversed
        ? 'not measured'
        : reversed.difference > 0 && reversed.significant
          ? 'not held'
          : 'held',
      evidence: reversed ? list([reversed]) : '',
    },
  ]
}
