/** What `imperatives` and `spans` share: two parsers without and with constraints. */
import type { ConstrainedFigures, ConstraintSource } from '../measurements/constraints.ts'
import type { ExampleSentence } from '../measurements/examples.ts'
import { sum, type SentenceScores } from '../measurements/scores.ts'
import type { Comparison, Drawing, JudgedClaim } from '../reports/blocks.ts'
import { holds, judge } from '../reports/claims.ts'
import { drawDifference } from '../reports/drawings.ts'
import { examplesOf, type TreebankResults } from '../reports/results.ts'
import { listed, pool } from '../reports/scores.ts'
import { countColumn, differenceColumn, scoreColumn, textColumn, type ColumnOf } from '../reports/tables.ts'
import type { Study } from '../study.ts'
import { defaultLearning } from './parsers.ts'

/** The system of the article, and ours in the direction that fits the treebank. */
const SYSTEMS = ['arc-eager-root', 'rb']

export const constraintConditions: Study['conditions'] = (options) =>
  (options.systems ?? SYSTEMS).map((system) => ({
    measurement: 'constraints',
    title: `constraints on ${system}`,
    settings: {
      ...defaultLearning(system, options),
      direction: system.startsWith('rb') ? 'auto' : 'right',
    },
  }))

/** A parser on a treebank, without and with constraints. */
export interface Constrained {
  readonly treebank: string
  readonly system: string
  readonly runs: readonly ConstrainedFigures[]
  readonly without: SentenceScores | undefined
  readonly with: SentenceScores | undefined
  readonly las: Comparison | undefined
  readonly uas: Comparison | undefined
  readonly examples: readonly ExampleSentence[]
}

/** The parsers on the treebanks that have sentences with constraints of a source. */
export function constrainedBy(source: ConstraintSource, all: readonly TreebankResults[]): Constrained[] {
  return all
    .flatMap((results) => results.systems.map((system) => resultOf(results, source, system)))
    .filter(({ runs }) => sum(runs.map(({ sentences }) => sentences)) > 0)
}

function resultOf(results: TreebankResults, source: ConstraintSource, system: string): Constrained {
  const found = results.find('constraints', { system })
  const runs = found.map(({ figures }) => figures.demands[source])
  const [without, with_] = [pool(runs.map((run) => run.without)), pool(runs.map((run) => run.with))]
  const what = `${system} with ${source} against without`
  return {
    treebank: results.treebank,
    system,
    runs,
    without,
    with: with_,
    las: results.compare(what, with_, without, 'LAS'),
    uas: results.compare(what, with_, without, 'UAS'),
    examples: examplesOf(found, source),
  }
}

type Counted = 'sentences' | 'spans' | 'againstGold' | 'metAnyway'

/** The columns of a table: who, the counts by heading, and the scores. */
export function constrainedColumns(counts: Readonly<Record<string, Counted>>): ColumnOf<Constrained>[] {
  return [
    textColumn('treebank', ({ treebank }) => treebank),
    textColumn('system', ({ system }) => system),
    ...Object.entries(counts).map(([head, what]) =>
      countColumn<Constrained>(head, ({ runs }) => sum(runs.map((run) => run[what]))),
    ),
    ...(['LAS', 'UAS'] as const).flatMap((group) => [
      scoreColumn<Constrained>(group, (one) => one.without, { head: 'without', group }),
      scoreColumn<Constrained>(group, (one) => one.with, { head: 'with', group }),
      differenceColumn<Constrained>('difference', (one) => (group === 'LAS' ? one.las : one.uas), group),
    ]),
  ]
}

/** Whether constraints help, for each parser on each treebank. */
export function claimsOn(claim: string, source: string, all: readonly Constrained[]): JudgedClaim[] {
  return all.map(({ treebank, system, las, uas }) => ({
    claim,
    source,
    treebank: `${treebank}, ${system}`,
    verdict: judge([las], ([{ difference, significant }]) =>
      difference > 0 && !significant && !uas?.significant ? 'partly held' : holds(difference > 0),
    ),
    evidence: listed([las, uas]),
  }))
}

/** The first sentence that constraints correct. */
export function drawCorrected(all: readonly Constrained[], id: string): Drawing | undefined {
  return all
    .map(({ treebank, system, examples }) =>
      drawDifference(
        { name: 'with constraints', examples, tree: 'with' },
        { name: 'without', examples, tree: 'without' },
        id,
        `${treebank}, ${system}`,
      ),
    )
    .find((drawing) => drawing !== undefined)
}
