/** Solver 0: lays out the memory of the trust-region Newton method. */
import { type Variant, machine } from './memory.ts'
import type { BinarySolver } from './one-vs-rest.ts'
import type { Settings } from './options.ts'
import type { Problem } from './problem.ts'
import { type Survey, arrange } from './survey.ts'

/** Entries looked at in one slice: some milliseconds. */
const ENTRIES_PER_SLICE = 1 << 21

const outcomes = ['slice', 'pass', 'solved'] as const

/** `found` must rank every feature that occurs. */
export function newtonSolver(
  problem: Problem,
  found: Survey,
  settings: Settings,
  variant: Variant,
): BinarySolver {
  const { labels } = problem
  const { instances, place, ranked, entries, valued } = found
  const { call, buffer, at } = machine(
    {
      vectors: 8 * ranked * 8 + 2 * instances * 8,
      starts: (instances + 1) * 4,
      rows: entries * 4,
      values: valued ? entries * 8 : 0,
      labels: instances * 4,
    },
    variant,
  )
  new Uint32Array(buffer, at.labels, instances).set(labels)
  arrange(problem, found, 0, 8, {
    starts: new Uint32Array(buffer, at.starts, instances + 1),
    rows: new Uint32Array(buffer, at.rows, entries),
    values: valued ? new Float64Array(buffer, at.values, entries) : undefined,
    // coordinate descent wants these, this method does not
    own: new Float64Array(instances),
    norms: new Float64Array(instances),
  })
  call.rowsOfProblem!(instances, at.starts, at.rows, valued ? at.values : 0, at.labels, 0, 0)
  const weights = new Float64Array(buffer, at.vectors, ranked)
  const budget = Math.ceil(ENTRIES_PER_SLICE / (10 + entries / instances))

  let tolerance = settings.eps

  return {
    start: (label) => {
      let positive = 0
      for (let i = 0; i < instances; i++) if (labels[i] === label) positive++
      // rare classes are asked for more, as their gradient at zero is mostly that of the others
      const share = Math.max(1, Math.min(positive, instances - positive)) / instances
      tolerance = settings.eps * share
      call.newtonStart!(label, settings.C, tolerance, at.vectors, ranked * 8)
    },
    run: () => outcomes[call.newtonRun!(budget)]!,
    progress: () => ({
      iteration: call.newtonIteration!(),
      violation: call.newtonViolation!(),
      active: instances,
    }),
    tolerance: () => tolerance,
    weight: (feature) => (place[feature]! >= 0 ? weights[place[feature]!]! : 0),
    objective: () => call.newtonValue!(),
  }
}
