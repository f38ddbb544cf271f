/** Compares a training with that of LIBLINEAR's own command (Debian: liblinear-tools) on the same instances. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Model,
  type Problem,
  type Solver,
  type TrainingOptions,
  Training,
  decisionValues,
  predict,
  readModel,
  solvers,
} from 'liblinear-wasm'

/** A figure of ours and LIBLINEAR's. */
export interface Pair {
  readonly ours: number
  readonly theirs: number
}

export interface Comparison {
  readonly settings: Training['settings']
  /** Primal objective at the weights of each. */
  readonly primal: Pair
  /** The objective that each reports: of the dual problem for solvers 1, 4 and 7. */
  readonly reported: Pair
  /** Part of the held-out instances that each classifies rightly. */
  readonly accuracy: Pair
  /** Part of the held-out instances that both classify alike. */
  readonly agreement: number
  /** Seconds from instances in memory to weights in memory; theirs includes reading and writing files. */
  readonly seconds: Pair
}

/** Whether LIBLINEAR's command (Debian: liblinear-tools) is on this machine. */
export function hasLiblinear(): boolean {
  return spawnSync('liblinear-train', [], { stdio: 'ignore' }).error === undefined
}

/** Difference of a pair, relative to theirs; negative where ours is lower, which is better. */
export function relative({ ours, theirs }: Pair): number {
  return (ours - theirs) / Math.abs(theirs)
}

/**
 * Instances of a made-up task with the look of a parser's: each has a hidden class, and features that are mostly
 * of the kinds that its class likes, of which few are frequent and most are rare. Some labels are wrong.
 */
export function sampleProblem(seed: number, instances: number, classes: number, width: number): Problem {
  let state = (seed * 2654435761 + 1) >>> 0
  const random = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  const kinds = 400
  const features = width * kinds
  const starts = new Int32Array(instances + 1)
  const columns = new Int32Array(instances * width)
  const labels = new Int32Array(instances)
  for (let i = 0; i < instances; i++) {
    const label = Math.floor(classes * random() ** 2)
    labels[i] = random() < 0.03 ? Math.floor(classes * random()) : label
    for (let slot = 0; slot < width; slot++) {
      const rank = Math.floor(kinds * random() ** 3)
      const liked = random() < 0.6
      columns[i * width + slot] =
        slot * kinds + (liked ? (rank * classes + label * (slot + 1)) % kinds : rank)
    }
    starts[i + 1] = (i + 1) * width
  }
  return { rows: { starts, columns }, labels, classes, features }
}

/** The first `count` instances, and the rest. */
export function split(problem: Problem, count: number): readonly [Problem, Problem] {
  const { starts, columns, values } = problem.rows
  const part = (from: number, to: number): Problem => ({
    ...problem,
    rows: {
      starts: starts.slice(from, to + 1).map((start) => start - starts[from]!),
      columns: columns.slice(starts[from], starts[to]),
      ...(values === undefined ? {} : { values: values.slice(starts[from], starts[to]) }),
    },
    labels: Array.from(problem.labels).slice(from, to),
  })
  return [part(0, count), part(count, problem.labels.length)]
}

/** A model of LIBLINEAR's with its classes and features in the problem's order and number. */
function aligned(model: Model, problem: Problem): Model {
  const { vectors, weights, labels } = model
  const rows = problem.features + (model.bias >= 0 ? 1 : 0)
  const moved = new Float64Array(rows * vectors)
  // one vector stands for the class that came first; here it stands for class 0
  const sign = vectors === 1 && labels[0] !== 0 ? -1 : 1
  for (let row = 0; row < weights.length / vectors; row++) {
    const target = model.bias >= 0 && row === model.features ? problem.features : row
    for (let v = 0; v < vectors; v++) {
      moved[target * vectors + (vectors === 1 ? 0 : labels[v]!)] = sign * weights[row * vectors + v]!
    }
  }
  return { ...model, features: problem.features, labels: [...labels].sort((a, b) => a - b), weights: moved }
}

function accuracy(predicted: Int32Array, labels: ArrayLike<number>): number {
  let right = 0
  for (let i = 0; i < predicted.length; i++) if (predicted[i] === labels[i]) right++
  return right / predicted.length
}

/** The lines of a problem as LIBLINEAR reads them: `label index:value index:value …`, indices from 1 and ascending. */
function linesOf({ rows: { starts, columns, values }, labels }: Problem): string[] {
  return Array.from(labels, (label, i) => {
    const row: [number, number][] = []
    for (let entry = starts[i]; entry < starts[i + 1]; entry++)
      row.push([columns[entry], values?.[entry] ?? 1])
    row.sort((a, b) => a[0] - b[0])
    return [label, ...row.map(([column, value]) => `${column + 1}:${value}`)].join(' ')
  })
}

/** Trains both. Every class must have an instance, as LIBLINEAR knows of no others. */
export function compare(problem: Problem, heldOut: Problem, options: TrainingOptions): Comparison {
  const { settings } = new Training(problem, options)
  const { solver, C, eps, bias } = settings
  const folder = mkdtempSync(join(tmpdir(), 'liblinear-wasm-'))
  try {
    const data = join(folder, 'data')
    const file = join(folder, 'model')
    writeFileSync(data, [...linesOf(problem), ''].join('\n'))
    const before = performance.now()
    const words = ['-s', solver, '-c', C, '-e', eps, '-B', bias].map(String)
    const output = execFileSync('liblinear-train', [...words, data, file], {
      encoding: 'utf8',
      timeout: 300_000,
    })
    const between = performance.now()
    const training = new Training(problem, options)
    while (training.step() !== 'solved');
    const ours = training.model()
    const after = performance.now()
    const theirs = aligned(readModel(readFileSync(file, 'latin1')), problem)
    const values = [...output.matchAll(/^Objective value = (\S+)$/gm)].map((found) => Number(found[1]))

    const ourLabels = predict(ours, heldOut.rows)
    const theirLabels = predict(theirs, heldOut.rows)
    const primal = {
      ours: primalObjective(ours, problem, C),
      theirs: primalObjective(theirs, problem, C),
    }
    // solver 0 reports no value in words
    const reported = values.length === 0 ? primal.theirs : values.reduce((sum, value) => sum + value, 0)
    return {
      settings,
      primal,
      reported: { ours: ours.objective, theirs: reported },
      accuracy: {
        ours: accuracy(ourLabels, heldOut.labels),
        theirs: accuracy(theirLabels, heldOut.labels),
      },
      agreement: accuracy(ourLabels, theirLabels),
      seconds: { ours: (after - between) / 1000, theirs: (between - before) / 1000 },
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** log(1 + exp(-margin)) without overflow. */
function logisticLoss(margin: number): number {
  return margin > 0 ? Math.log1p(Math.exp(-margin)) : Math.log1p(Math.exp(margin)) - margin
}

function binaryLoss(solver: Solver, margin: number): number {
  return solver === 1 ? Math.max(0, 1 - margin) ** 2 : logisticLoss(margin)
}

/**
 * The value of the primal problem at a model's weights: half the sum of squared weights, and C times the loss of each
 * instance; where classes are trained one by one, the sum of that over classes.
 */
export function primalObjective(model: Model, problem: Problem, C: number): number {
  const { vectors, solver, weights } = model
  const scores = decisionValues(model, problem.rows)
  let squares = 0
  for (const weight of weights) squares += weight * weight
  let losses = 0
  for (let i = 0; i < problem.labels.length; i++) {
    const label = problem.labels[i]!
    const own = scores[i * vectors + label]!
    if (solver === 4) {
      let highest = own
      for (let v = 0; v < vectors; v++) {
        if (v !== label) highest = Math.max(highest, scores[i * vectors + v]! + 1)
      }
      losses += highest - own
    } else if (vectors === 1) {
      losses += binaryLoss(solver, label === 0 ? scores[i]! : -scores[i]!)
    } else {
      for (let v = 0; v < vectors; v++) {
        const score = scores[i * vectors + v]!
        losses += binaryLoss(solver, v === label ? score : -score)
      }
    }
  }
  return squares / 2 + C * losses
}

/** The table of the README: both trained on 20,000 made-up instances of 30 classes, compared on 10,000 more. */
export function table(): string {
  const [problem, heldOut] = split(sampleProblem(1, 30000, 30, 20), 20000)
  const loose = ([0, 1, 4, 7] as const).map((solver) => ({ solver, C: 0.1 }))
  const tight = ([0, 1, 7] as const).map((solver) => ({ solver, C: 0.1, eps: 1e-6 }))
  const percent = (part: number): string => (100 * part).toFixed(2)
  const lines = [...loose, ...tight].map((options) => {
    const { settings, primal, reported, accuracy, agreement, seconds } = compare(problem, heldOut, options)
    return [
      `${settings.solver} ${solvers.find(({ solver }) => solver === settings.solver)!.name}`,
      String(settings.eps),
      relative(primal).toExponential(1),
      relative(reported).toExponential(1),
      percent(accuracy.ours),
      percent(accuracy.theirs),
      percent(agreement),
      `${(seconds.ours / seconds.theirs).toFixed(2)} ×`,
    ]
  })
  const head = [
    'solver',
    'eps',
    'primal, relative',
    'reported, relative',
    'accuracy',
    'LIBLINEAR',
    'agreement',
    'time',
  ]
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
