/** Solver 4 from outside: lays out its memory, drives its slices, reads its weights. */
import type { Engine } from './engine.ts'
import { type Variant, machine } from './memory.ts'
import type { Settings } from './options.ts'
import type { Problem } from './problem.ts'
import { type Survey, absent, arrange, owner } from './survey.ts'

/** Weights looked at in one slice: some milliseconds. */
const WEIGHTS_PER_SLICE = 1 << 23

export function crammerSinger(problem: Problem, found: Survey, settings: Settings, variant: Variant): Engine {
  const { classes, labels } = problem
  const { instances, place, ranked, entries, valued } = found
  const single = settings.precision === 'single'
  const size = single ? 4 : 8
  const stride = Math.ceil(classes / 4) * 4 * size
  const blocks = Math.ceil(classes / 16)

  const { call, buffer, at } = machine(
    {
      weights: ranked * stride,
      alphas: instances * stride,
      starts: (instances + 1) * 4,
      rows: entries * 4,
      values: valued ? entries * 8 : 0,
      labels: instances * 4,
      own: instances * 8,
      norms: instances * 8,
      order: instances * 4,
      masks: instances * blocks * 2,
      gradient: blocks * 16 * size,
      delta: stride,
      demand: blocks * 16 * 8,
      candidates: blocks * 16 * 8,
    },
    variant,
  )
  const own = new Float64Array(buffer, at.own, instances)
  const values = valued ? new Float64Array(buffer, at.values, entries) : undefined
  const classLane = classesByFrequency(labels, classes)
  new Uint32Array(buffer, at.labels, instances).set(Uint32Array.from(labels, (label) => classLane[label]!))
  arrange(problem, found, at.weights, stride, {
    starts: new Uint32Array(buffer, at.starts, instances + 1),
    rows: new Uint32Array(buffer, at.rows, entries),
    values,
    own,
    norms: new Float64Array(buffer, at.norms, instances),
  })
  call.crammerSingerProblem!(
    instances,
    classes,
    stride,
    at.starts,
    at.rows,
    valued ? at.values : 0,
    at.labels,
    at.own,
    at.norms,
  )
  call.seedShuffle!(settings.seed)
  call.crammerSingerStart!(
    settings.C,
    settings.eps,
    at.order,
    at.masks,
    at.alphas,
    at.gradient,
    at.demand,
    at.delta,
    at.candidates,
  )

  const run = single ? call.crammerSingerRun32! : call.crammerSingerRun64!
  const view = (start: number, length: number): Float32Array | Float64Array =>
    single ? new Float32Array(buffer, start, length) : new Float64Array(buffer, start, length)
  const lanes = stride / size
  const weights = view(at.weights, ranked * lanes)
  const alphas = view(at.alphas, instances * lanes)
  const perInstance = (1 + entries / instances) * classes
  const budget = Math.max(1, Math.ceil(WEIGHTS_PER_SLICE / perInstance))
  const outcomes = ['slice', 'pass', 'solved'] as const

  const writeRow: Engine['writeRow'] = (feature, target, offset) => {
    const rank = place[feature]!
    if (rank === absent) return
    const row = rank >= 0 ? weights : alphas
    const scale = rank >= 0 ? 1 : (found.ownValues?.[feature] ?? 1)
    const from = (rank >= 0 ? rank : owner - rank) * lanes
    for (let m = 0; m < classes; m++) target[offset + m] = scale * row[from + classLane[m]!]!
  }

  return {
    step: () => outcomes[run(budget)]!,
    progress: () => ({
      iteration: call.crammerSingerIteration!(),
      violation: call.crammerSingerViolation!(),
      active: call.crammerSingerActive!(),
      classesDone: 0,
      classesToDo: 1,
    }),
    writeRow,
    weights: () => {
      const length = found.features * classes
      const dense = single ? new Float32Array(length) : new Float64Array(length)
      for (let feature = 0; feature < found.features; feature++) writeRow(feature, dense, feature * classes)
      return dense
    },
    converged: () => call.crammerSingerViolation!() < settings.eps,
    objective: () => {
      let squares = 0
      for (let w = 0; w < weights.length; w++) squares += weights[w]! ** 2
      let linear = 0
      for (let i = 0; i < instances; i++) {
        const first = i * lanes
        // alphas sum to zero, so those of the other classes come to minus the label's
        linear -= alphas[first + classLane[labels[i]!]!]!
        if (own[i] === 0) continue
        let square = 0
        for (let lane = first; lane < first + lanes; lane++) square += alphas[lane]! ** 2
        squares += own[i]! * square
      }
      return squares / 2 + linear
    },
  }
}

/** For each class its lane in a row: frequent classes share cache lines, so that few are read for an instance. */
function classesByFrequency(labels: ArrayLike<number>, classes: number): Int32Array {
  const counts = new Int32Array(classes)
  for (let i = 0; i < labels.length; i++) counts[labels[i]!]!++
  const order = Array.from(counts.keys()).sort((a, b) => counts[b]! - counts[a]! || a - b)
  const lane = new Int32Array(classes)
  order.forEach((label, rank) => (lane[label] = rank))
  return lane
}
