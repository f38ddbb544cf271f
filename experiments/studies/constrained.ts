/** What `imperatives` and `spans` share: two parsers without and with constraints. */
import type { ConstrainedFigures, ConstraintSource } from '../measurements/constraints.ts'
import { sum } from '../measurements/scores.ts'
import type { Drawing, JudgedClaim } from '../reports/blocks.ts'
import { holds, judge } from '../reports/claims.ts'
import * as column from '../reports/columns.ts'
import { drawDifference } from '../reports/drawings.ts'
import { examplesOf, type TreebankResults } from '../reports/results.ts'
import { listed, pool } from '../reports/scores.ts'
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
export type Constrained = ReturnType<typeof resultOf>

/** The parsers on the treebanks that have sentences with constraints of a source. */
export function constrainedBy(source: ConstraintSource, all: readonly TreebankResults[]): Constrained[] {
  return all
    .flatMap((on) => on.systems.map((system) => resultOf(on, source, system)))
    .filter(({ runs }) => sum(runs.map(({ sentences }) => sentences)) > 0)
}

function resultOf(on: TreebankResults, source: ConstraintSource, system: string) {
  const found = on.find('constraints', { system })
  const runs = found.map(({ figures }) => figures.demands[source])
  const [without, constrained] = [pool(runs.map((run) => run.without)), pool(runs.map((run) => run.with))]
  const compared = (name: 'LAS' | 'UAS') =>
    on.compare(`${system} with ${source} against without`, constrained, without, name)
  const examples = examplesOf(found, source)
  return { treebank: on.treebank, system, runs, without, with: constrained, compared, examples }
}

type Counted = 'sentences' | 'spans' | 'againstGold' | 'metAnyway'

/** The columns of a table: the names, the counts by heading, and the scores. */
export function constrainedColumns(
  counts: Readonly<Record<string, Counted>>,
): column.ColumnOf<Constrained>[] {
  const total = (runs: readonly ConstrainedFigures[], what: Counted) => sum(runs.map((run) => run[what]))
  return [
    column.names('treebank', ({ treebank }) => treebank),
    column.names('system', ({ system }) => system),
    ...Object.entries(counts).map(([head, what]) =>
      column.whole<Constrained>(head, ({ runs }) => total(runs, what)),
    ),
    ...(['LAS', 'UAS'] as const).flatMap((name) => [
      column.score<Constrained>(name, { head: 'without', group: name }, ({ without }) => without),
      column.score<Constrained>(name, { head: 'with', group: name }, (one) => one.with),
      column.difference<Constrained>('difference', ({ compared }) => compared(name), name),
    ]),
  ]
}

/** Whether constraints help, for each parser on each treebank. */
export function claimsOn(claim: string, source: string, all: readonly Constrained[]): JudgedClaim[] {
  return all.map(({ treebank, system, compared }) => {
    const [las, uas] = [compared('LAS'), compared('UAS')]
    const isClear = las?.significant || uas?.significant
    return {
      claim,
      source,
      treebank: `${treebank}, ${system}`,
      ...judge(
        [las],
        ([{ difference }]) => (difference > 0 && !isClear ? 'partly held' : holds(difference > 0)),
        listed([las, uas]),
      ),
    }
  })
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
