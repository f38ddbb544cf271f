/** What demands are worth, as the two experiments with constraints tell it. */
import type { Experiment } from '../experiment.ts'
import { cellsFor, defaultLearning } from '../cells.ts'
import type { ConstraintFigures, DemandFigures, DemandName } from '../measurements/constraints.ts'
import type { SentenceScores } from '../measurements/scores.ts'
import type { Specimen } from '../measurements/specimens.ts'
import { count, figure, NONE, signed, type Claim, type Comparison, type Drawing } from './blocks.ts'
import { drawParting } from './drawings.ts'
import { specimensOf, type Results } from './results.ts'
import { compare, listed, marked, pool, score, sum, type ScoreName } from './scores.ts'

/** The system of the article, and ours, in the direction that fits the treebank. */
const SYSTEMS = ['arc-eager-root', 'rb']

export const constraintCells: Experiment['wanted'] = (treebank, options) =>
  (options.systems ?? SYSTEMS).flatMap((system) =>
    cellsFor('constraints', `constraints on ${system}`, treebank, options, {
      ...defaultLearning(system, options),
      direction: system.startsWith('rb') ? 'auto' : 'right',
    }),
  )

/** One system on one treebank. */
export interface Demanded {
  readonly treebank: string
  readonly system: string
  readonly runs: readonly DemandFigures[]
  readonly without: SentenceScores | undefined
  readonly with: SentenceScores | undefined
  readonly las: Comparison | undefined
  readonly uas: Comparison | undefined
  readonly specimens: readonly Specimen[]
}

/** All that have sentences with such a demand. */
export function demandedIn(results: Results, name: DemandName): Demanded[] {
  return results.treebanks
    .flatMap(({ name: treebank }) =>
      results.systems.map((system) => demandedBy(results, name, treebank, system)),
    )
    .filter(({ runs }) => sum(runs.map(({ sentences }) => sentences)) > 0)
}

function demandedBy(results: Results, name: DemandName, treebank: string, system: string): Demanded {
  const found = results.find<ConstraintFigures>({
    measurement: 'constraints',
    treebank,
    settings: { system },
  })
  const runs = found.map(({ figures }) => figures.demands[name])
  const [without, with_] = [pool(runs.map((run) => run.without)), pool(runs.map((run) => run.with))]
  const about = { what: `${system} with ${name} against without`, treebank, seed: results.seed }
  return {
    treebank,
    system,
    runs,
    without,
    with: with_,
    las: compare(with_, without, 'LAS', about),
    uas: compare(with_, without, 'UAS', about),
    specimens: specimensOf(found, name),
  }
}

export function totalOf(
  { runs }: Demanded,
  what: 'sentences' | 'spans' | 'againstGold' | 'metAnyway',
): string {
  return count(sum(runs.map((run) => run[what])))
}

/** Without, with, and the difference. */
export function scoreCells(demanded: Demanded, name: ScoreName): string[] {
  const comparison = name === 'LAS' ? demanded.las : demanded.uas
  return [
    figure(score(demanded.without, name)),
    marked(score(demanded.with, name), comparison),
    comparison ? signed(comparison.difference) : NONE,
  ]
}

export function comparisonsOf(demanded: readonly Demanded[]): Comparison[] {
  return demanded.flatMap(({ las, uas }) => [las, uas]).filter((comparison) => comparison !== undefined)
}

/** Whether constraints help, on each treebank and for each system. */
export function judgeDemands(claim: string, source: string, demanded: readonly Demanded[]): Claim[] {
  return demanded.map(({ treebank, system, las, uas }) => ({
    claim,
    source,
    treebank: `${treebank}, ${system}`,
    verdict: !las
      ? 'not measured'
      : las.difference <= 0
        ? 'not held'
        : las.significant || uas?.significant
          ? 'held'
          : 'partly held',
    evidence: listed([las, uas]),
  }))
}

/** The first sentence that constraints put right. */
export function drawDemand(demanded: readonly Demanded[], id: string): Drawing | undefined {
  return demanded
    .map(({ treebank, system, specimens }) =>
      drawParting(
        { name: 'with constraints', specimens, tree: 'with' },
        { name: 'without', specimens, tree: 'without' },
        id,
        `${treebank}, ${system}`,
      ),
    )
    .find((drawing) => drawing !== undefined)
}
