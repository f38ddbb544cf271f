/** The right-branching paper, Table 3: how much each parser makes of how many sentences, and what the oracle adds. */
import { cellsFor, paperLearning } from './cells.ts'
import type { Experiment } from './experiment.ts'
import { attachmentsOf, total, totalText, type Attachments } from './reports/attachments.ts'
import {
  count,
  figure,
  names,
  NONE,
  ours,
  paper,
  signed,
  type Block,
  type Claim,
  type Comparison,
  type Report,
  type Verdict,
} from './reports/blocks.ts'
import { drawAmplified, drawParting } from './reports/drawings.ts'
import * as papers from './reports/papers.ts'
import { linePlot, type LinePoint } from './reports/plots.ts'
import type { Results } from './reports/results.ts'
import { compare, listed, marked, score, scoreNames } from './reports/scores.ts'

const SYSTEMS = ['arc-eager', 'rb-learned', 'rb', 'rb-oracle']
/** Arc-eager on transformed trees, to count its vestigial arcs. */
const ON_TRANSFORMED = 'arc-eager, transformed'
const SIZES = [5, 20, 100]
/** Sections of the Penn Treebank that the paper trained on, beside our percents. */
const SECTIONS: Readonly<Record<number, number>> = { 5: 1, 20: 4, 100: 20 }
const SOURCE = 'right-branching paper, section 4'
/** Differences in LAS that are too small to matter; the paper's own is 0.45. */
const TIE = 0.5

export const learningCurve: Experiment = {
  name: 'learning-curve',
  title: 'Learning curve, and the oracle',
  reproduces: 'right-branching paper, Table 3',
  intro: [
    'Arc-eager, the paper’s RB parser (rb-learned), the same with exact preconditions (rb) and the one that is told gold true tokens (rb-oracle), with the paper’s features, trained on parts of the training set; the smaller parts lie in the larger ones. Arc-eager is also trained on transformed trees, whose marks it does not understand.',
  ],
  wanted: (treebank, options) => {
    const { sizes = SIZES, systems = SYSTEMS } = options
    return sizes.flatMap((size) => [
      ...systems.flatMap((system) =>
        cellsFor('attachment', system, treebank, options, paperLearning(system, options), { size }),
      ),
      ...(systems.includes('arc-eager')
        ? cellsFor(
            'attachment',
            'arc-eager on right trees',
            treebank,
            options,
            { ...paperLearning('arc-eager', options), trees: 'right' },
            { size },
          )
        : []),
    ])
  },
  report,
}

/** The systems at one size, and their comparisons with arc-eager, by score. */
interface Point {
  readonly size: number
  readonly systems: readonly Attachments[]
  readonly compared: readonly (readonly (Comparison | undefined)[])[]
}

function report(results: Results, treebank: string): Report {
  const points = results.sizes.map((size): Point => {
    const systems = [
      ...results.systems.map((system) =>
        attachmentsOf(results, treebank, system, { system, trees: 'original' }, size),
      ),
      attachmentsOf(results, treebank, ON_TRANSFORMED, { system: 'arc-eager', trees: 'right' }, size),
    ].filter(({ runs }) => runs.length > 0)
    const base = systems.find(({ name }) => name === 'arc-eager')
    const compared = systems.map(({ name, final }) =>
      scoreNames.map((scoreName) => {
        const what = `${name} against arc-eager, ${size} %`
        return name === 'arc-eager'
          ? undefined
          : compare(final, base?.final, scoreName, { what, treebank, seed: results.seed })
      }),
    )
    return { size, systems, compared }
  })
  const full = points.at(-1)
  const systemAt = (name: string): Attachments | undefined =>
    full?.systems.find((system) => system.name === name)
  const [base, learned, exact] = ['arc-eager', 'rb-learned', 'rb'].map(systemAt)
  const id = `learning-curve-${treebank}`
  const drawings = [
    learned && drawAmplified(learned.specimens, id, treebank),
    base && exact && drawParting({ ...exact, tree: 'tree' }, { ...base, tree: 'tree' }, `${id}-rb`, treebank),
    base &&
      exact &&
      drawParting({ ...base, tree: 'tree' }, { ...exact, tree: 'tree' }, `${id}-arc-eager`, treebank),
  ].filter((drawing) => drawing !== undefined)
  return {
    blocks: [tableOf(treebank, points), ...plotsOf(treebank, points), ...drawings],
    claims: judge(treebank, points, results.seed),
    comparisons: points.flatMap(({ compared }) => compared.flat()).filter((c) => c !== undefined),
  }
}

function tableOf(treebank: string, points: readonly Point[]): Block {
  return {
    kind: 'table',
    title: `Scores by size of the training set: ${treebank}`,
    columns: [
      names('system'),
      ours('part'),
      ours('sentences'),
      ...scoreNames.map((name) => ours(name, 'transformed')),
      ...scoreNames.map((name) => ours(name, 'reversed')),
      ours('vestigial arcs'),
      paper('transformed'),
      paper('reversed'),
    ],
    rows: points.flatMap(({ size, systems, compared }) =>
      systems.map((system, i) => {
        const printed = papers.learningCurve[SECTIONS[size]]?.[system.name]
        return [
          system.name,
          `${size} %`,
          count(system.runs[0]?.trainSentences),
          ...scoreNames.map((name) => figure(score(system.transformed, name))),
          ...scoreNames.map((name, j) => marked(score(system.final, name), compared[i][j])),
          system.transformed ? totalText(system, 'vestigialArcs') : NONE,
          printed?.transformed ?? NONE,
          printed?.reversed ?? NONE,
        ]
      }),
    ),
    note: `* differs from arc-eager of the same size (p < .05). The paper’s figures: LAS (UAS, LA) after 1, 4 and 20 sections of the Penn Treebank; with all of them ${papers.rbParser.vestigialArcs.rb} vestigial arcs of its RB parser, ${papers.rbParser.vestigialArcs.maltParser} of MaltParser on transformed trees.`,
  }
}

function plotsOf(treebank: string, points: readonly Point[]): Block[] {
  const curve: LinePoint[] = points.flatMap(({ systems }) =>
    systems
      .filter(({ name }) => name !== ON_TRANSFORMED)
      .flatMap(({ name, runs, final, transformed }) => {
        const x = runs[0].trainSentences
        const values = [
          { variant: 'reversed', y: score(final, 'LAS') },
          { variant: 'transformed', y: score(transformed, 'LAS') },
        ]
        return values.flatMap(({ variant, y }) => (y === undefined ? [] : [{ series: name, x, y, variant }]))
      }),
  )
  if (curve.length === 0) return []
  return [
    linePlot(
      `learning-curve-${treebank}`,
      `LAS by training sentences: ${treebank}`,
      { x: 'sentences', y: 'LAS' },
      curve,
    ),
  ]
}

function judge(treebank: string, points: readonly Point[], seed: number): Claim[] {
  const [small, full] = [points[0], points.at(-1)]
  const find = (point: Point | undefined, name: string): Attachments | undefined =>
    point?.systems.find((system) => system.name === name)
  const difference = (point: Point | undefined, one: string, other: string): Comparison | undefined =>
    compare(find(point, one)?.final, find(point, other)?.final, 'LAS', {
      what: `${one} against ${other}, ${point?.size} %`,
      treebank,
      seed,
    })
  const claim = (
    text: string,
    source: string,
    verdict: Verdict | boolean | undefined,
    evidence: string,
  ): Claim => ({
    claim: text,
    source,
    treebank,
    verdict:
      verdict === undefined
        ? 'not measured'
        : verdict === true
          ? 'held'
          : verdict === false
            ? 'not held'
            : verdict,
    evidence,
  })
  const atFull = difference(full, 'rb-learned', 'arc-eager')
  const atSmall = difference(small, 'rb-learned', 'arc-eager')
  const oracle = difference(full, 'rb-oracle', 'rb-learned')
  const vestigial = (name: string): number | undefined => {
    const system = find(full, name)
    return system && total(system, 'vestigialArcs')
  }
  const [ofArcEager, ofLearned] = [ON_TRANSFORMED, 'rb-learned'].map(vestigial)
  const exactRuns = points.flatMap((point) => find(point, 'rb')?.runs ?? [])
  return [
    claim(
      `The RB parser’s LAS is that of arc-eager (within ${TIE})`,
      SOURCE,
      atFull && Math.abs(atFull.difference) < TIE,
      `rb-learned: ${listed([atFull])}; rb: ${listed([difference(full, 'rb', 'arc-eager')])}`,
    ),
    claim(
      'The RB parser leaves fewer vestigial arcs than arc-eager on transformed trees',
      SOURCE,
      ofArcEager === undefined || ofLearned === undefined ? undefined : ofLearned < ofArcEager,
      `rb-learned ${count(ofLearned)}, arc-eager ${count(ofArcEager)} (the paper: ${papers.rbParser.vestigialArcs.rb}, ${papers.rbParser.vestigialArcs.maltParser})`,
    ),
    claim(
      'With exact preconditions there are no vestigial arcs',
      'this project',
      exactRuns.length === 0 ? undefined : exactRuns.every((run) => run.vestigialArcs === 0),
      points
        .map(
          (point) =>
            `${point.size} %: ${
              find(point, 'rb')
                ?.runs.map((run) => run.vestigialArcs)
                .join(', ') ?? NONE
            }`,
        )
        .join('; '),
    ),
    claim(
      'The RB parser learns from less data: it is ahead where there is least, by more than where there is most',
      SOURCE,
      atSmall && atFull && small !== full
        ? atSmall.difference > 0 && atSmall.significant && atSmall.difference > atFull.difference
        : undefined,
      points
        .map((point) => `${point.size} %: ${listed([difference(point, 'rb-learned', 'arc-eager')])}`)
        .join('; '),
    ),
    claim(
      'Gold true tokens help by about 2 LAS (1 to 3)',
      'right-branching paper, section 5',
      oracle &&
        (oracle.difference >= 1 && oracle.difference <= 3
          ? true
          : oracle.difference > 3
            ? 'partly held'
            : false),
      points
        .map(
          (point) => `${point.size} %: ${signed(difference(point, 'rb-oracle', 'rb-learned')?.difference)}`,
        )
        .join('; '),
    ),
  ]
}
