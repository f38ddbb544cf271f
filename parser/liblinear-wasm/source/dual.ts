/** Solvers 1 and 7: lays out the memory of dual coordinate descent and reads its weights. */
import { type Variant, machine } from './memory.ts'
import type { BinarySolver } from './one-vs-rest.ts'
import type { Settings } from './options.ts'
import type { Problem } from './problem.ts'
import { type Survey, absent, arrange, owner } from './survey.ts'

/** Entries looked at in one slice: some milliseconds. */
const ENTRIES_PER_SLICE = 1 << 21

const outcomes = ['slice', 'pass', 'solved'] as const

/** Alphas for each instance, and the value of the dual problem's terms in them. */
const losses = {
  // alpha
  1: { perInstance: 1, term: (alpha: number, _rest: number, C: number) => (alpha * alpha) / (4 * C) - alpha },
  // alpha and C - alpha
  7: {
    perInstance: 2,
    term: (alpha: number, rest: number, C: number) =>
      (alpha > 0 ? alpha * Math.log(alpha) : 0) + (rest > 0 ? rest * Math.log(rest) : 0) - C * Math.log(C),
  },
} as const

export function dualSolver(
  problem: Problem,
  found: Survey,
  settings: Settings,
  loss: 1 | 7,
  variant: Variant,
): BinarySolver {
  const { labels } = problem
  const { instances, place, ranked, entries, valued } = found
  const { perInstance, term } = losses[loss]
  const { call, buffer, at } = machine(
    {
      weights: ranked * 8,
      alphas: instances * perInstance * 8,
      starts: (instances + 1) * 4,
      rows: entries * 4,
      values: valued ? entries * 8 : 0,
      labels: instances * 4,
      own: instances * 8,
      norms: instances * 8,
      order: instances * 4,
    },
    variant,
  )
  const own = new Float64Array(buffer, at.own, instances)
  const weights = new Float64Array(buffer, at.weights, ranked)
  const alphas = new Float64Array(buffer, at.alphas, instances * perInstance)
  new Uint32Array(buffer, at.labels, instances).set(labels)
  arrange(problem, found, 0, 8, {
    starts: new Uint32Array(buffer, at.starts, instances + 1),
    rows: new Uint32Array(buffer, at.rows, entries),
    values: valued ? new Float64Array(buffer, at.values, entries) : undefined,
    own,
    norms: new Float64Array(buffer, at.norms, instances),
  })
  const valuesAt = valued ? at.values : 0
  call.rowsOfProblem!(instances, at.starts, at.rows, valuesAt, at.labels, at.own, at.norms)
  call.seedShuffle!(settings.seed)
  const start = loss === 1 ? call.hingeStart! : call.logisticStart!
  const run = loss === 1 ? call.hingeRun! : call.logisticRun!
  const budget = Math.ceil(ENTRIES_PER_SLICE / (10 + entries / instances))
  let positive = 0

  return {
    start: (label) => {
      positive = label
      weights.fill(0)
      start(label, settings.C, settings.eps, at.weights, at.order, at.alphas)
    },
    run: () => outcomes[run(budget)]!,
    progress: () => ({
      iteration: call.dualIteration!(),
      violation: call.dualViolation!(),
      active: call.dualActive!(),
    }),
    tolerance: () => settings.eps,
    weight: (feature) => {
      const rank = place[feature]!
      if (rank >= 0) return weights[rank]!
      if (rank === absent) return 0
      const i = owner - rank
      const alpha = alphas[i * perInstance]! * (found.ownValues?.[feature] ?? 1)
      return labels[i] === positive ? alpha : -alpha
    },
    objective: () => {
      let squares = 0
      for (const weight of weights) squares += weight * weight
      let terms = 0
      for (let i = 0; i < instances; i++) {
        const alpha = alphas[i * perInstance]!
        squares += own[i]! * alpha * alpha
        terms += term(alpha, alphas[(i + 1) * perInstance - 1]!, settings.C)
      }
      return squares / 2 + terms
    },
  }
}
