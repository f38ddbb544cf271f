/** What `imperatives` and `spans` share: two parsers, without and with constraints. */
import type { ConstraintSource } from '../measurements/constraints.ts'
import type { FiguresOf } from '../measurements/index.ts'
import { sum } from '../measurements/scores.ts'
import type { ReportedClaim, Report } from '../reports/blocks.ts'
import { holds, findingOf } from '../reports/claims.ts'
import * as column from '../reports/columns.ts'
import { drawDifference } from '../reports/drawings.ts'
import { examplesOf, type TreebankResults } from '../reports/results.ts'
import { listed, pool } from '../reports/scores.ts'
import { table } from '../reports/table.ts'
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

type Counted = 'sentences' | 'spans' | 'againstGold' | 'metAnyway'

/** A table of the parsers with constraints of one kind, and a claim about them. */
export interface ConstraintKind {
  readonly constraints: ConstraintSource
  /** A valid file name. */
  readonly id: string
  readonly title: string
  /** The counts to show, by heading. */
  readonly counts: Readonly<Record<string, Counted>>
  /** The paper's figures, by heading. */
  readonly printed: Readonly<Record<string, number>>
  readonly note: string
  readonly claim: string
  readonly source: string
}

export function reportOn(kind: ConstraintKind, all: readonly TreebankResults[]): Report {
  const rows = all
    .flatMap((on) => on.systems.map((system) => resultOf(on, kind.constraints, system)))
    .filter(({ runs }) => total(runs, 'sentences') > 0)
  return {
    blocks: [
      table(rows, {
        title: kind.title,
        columns: [
          column.names('treebank', ({ treebank }) => treebank),
          column.names('system', ({ system }) => system),
          ...Object.entries(kind.counts).map(([head, what]) =>
            column.whole<Constrained>(head, ({ runs }) => total(runs, what)),
          ),
          ...(['LAS', 'UAS'] as const).flatMap((name) => [
            column.score<Constrained>(name, { head: 'without', group: name }, ({ without }) => without),
            column.score<Constrained>(name, { head: 'with', group: name }, (one) => one.with),
            column.difference<Constrained>('difference', ({ compared }) => compared(name), name),
          ]),
          ...Object.entries(kind.printed).map(([head, value]) => column.paper(head, () => value)),
        ],
        against: 'the parser without constraints',
        note: kind.note,
      }),
      rows.map((row) => drawingOf(row, kind.id)).find((drawing) => drawing !== undefined),
    ],
    claims: rows.map((row) => claimOf(row, kind)),
  }
}

/** A parser on a treebank, without and with constraints. */
type Constrained = ReturnType<typeof resultOf>

function resultOf(on: TreebankResults, source: ConstraintSource, system: string) {
  const found = on.find('constraints', { system })
  const runs = found.map(({ figures }) => figures.demands[source])
  const [without, constrained] = [pool(runs.map((run) => run.without)), pool(runs.map((run) => run.with))]
  const compared = (name: 'LAS' | 'UAS') =>
    on.compare(`${system} with ${source} against without`, constrained, without, name)
  const examples = examplesOf(found, source)
  return { treebank: on.treebank, system, runs, without, with: constrained, compared, examples }
}

function total(
  runs: readonly FiguresOf<'constraints'>['demands'][ConstraintSource][],
  what: Counted,
): number {
  return sum(runs.map((run) => run[what]))
}

/** Whether constraints help. */
function claimOf(
  { treebank, system, compared }: Constrained,
  { claim, source }: ConstraintKind,
): ReportedClaim {
  const [las, uas] = [compared('LAS'), compared('UAS')]
  const isClear = las?.significant || uas?.significant
  return {
    claim,
    source,
    treebank: `${treebank}, ${system}`,
    ...findingOf(
      [las],
      ([{ difference }]) => (difference > 0 && !isClear ? 'partly held' : holds(difference > 0)),
      listed([las, uas]),
    ),
  }
}

/** The first sentence that constraints correct. */
function drawingOf({ treebank, system, examples }: Constrained, id: string) {
  return drawDifference(
    { name: 'with constraints', examples, tree: 'with' },
    { name: 'without', examples, tree: 'without' },
    id,
    `${treebank}, ${system}`,
  )
}
