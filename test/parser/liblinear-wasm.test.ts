/** The learner's surface: what goes in, what comes out, what is refused. */
import { readFileSync } from 'node:fs'
import { type Problem, Training, type TrainingOptions, decisionValues, predict, train } from 'liblinear-wasm'
import { describe, expect, test } from 'vitest'
import { primalObjective, sampleProblem, split } from './liblinear-wasm-yardstick.ts'

const solvers = [0, 1, 4, 7] as const
const precision = 'double'

/** Rows given as lists of features. */
function problemOf(
  rows: readonly (readonly number[])[],
  labels: readonly number[],
  classes: number,
): Problem {
  const starts = new Int32Array(rows.length + 1)
  rows.forEach((row, i) => (starts[i + 1] = starts[i]! + row.length))
  return { rows: { starts, columns: Int32Array.from(rows.flat()) }, labels, classes, features: 6 }
}

const three = problemOf(
  [
    [0, 1],
    [2, 3],
    [4, 5],
    [0, 5],
    [2, 1],
    [4, 3],
  ],
  [0, 1, 2, 0, 1, 2],
  3,
)

describe('training', () => {
  test.each(solvers)('solver %i learns what can be learnt', (solver) => {
    const model = train(three, { solver, C: 10 })
    expect([...predict(model, three.rows)]).toEqual([0, 1, 2, 0, 1, 2])
    expect(model).toMatchObject({ solver, classes: 3, features: 6, vectors: 3, bias: -1, labels: [0, 1, 2] })
    expect(model.weights.length).toBe(18)
  })

  test('solvers go by name too', () => {
    expect(train(three, { solver: 'MCSVM_CS' })).toEqual(train(three, { solver: 4 }))
  })

  test.each([0, 1, 7] as const)('solver %i tells two classes apart by one vector', (solver) => {
    const two = problemOf([[0], [1], [0, 2], [1, 2]], [1, 0, 1, 0], 2)
    const model = train(two, { solver, C: 10 })
    expect(model.vectors).toBe(1)
    expect([...predict(model, two.rows)]).toEqual([1, 0, 1, 0])
    expect(decisionValues(model, two.rows)[0]).toBeLessThan(0)
  })

  test('solver 4 has a vector for each of two classes', () => {
    const two = problemOf([[0], [1]], [1, 0], 2)
    const model = train(two, { solver: 4 })
    expect(model.vectors).toBe(2)
    expect([...predict(model, two.rows)]).toEqual([1, 0])
  })

  test.each(solvers)('solver %i: the bias is one more feature of every row', (solver) => {
    const biased = train(three, { solver, bias: 1, eps: 1e-7 })
    const rows = problemOf(
      [
        [0, 1],
        [2, 3],
        [4, 5],
        [0, 5],
        [2, 1],
        [4, 3],
      ].map((row) => [...row, 6]),
      [...(three.labels as number[])],
      3,
    )
    const plain = train({ ...rows, features: 7 }, { solver, eps: 1e-7 })
    expect(biased.weights.length).toBe(21)
    expect([...biased.weights]).toEqual([...plain.weights])
    expect(decisionValues(biased, three.rows)).toEqual(decisionValues(plain, rows.rows))
  })

  test.each(solvers)('solver %i: a feature named twice counts with the sum of its values', (solver) => {
    const twice = problemOf(
      [
        [0, 0, 1],
        [2, 2],
        [4, 0, 4],
      ],
      [0, 1, 2],
      3,
    )
    const summed: Problem = {
      ...problemOf([[0, 1], [2], [4, 0]], [0, 1, 2], 3),
      rows: {
        starts: Int32Array.of(0, 2, 3, 5),
        columns: Int32Array.of(0, 1, 2, 4, 0),
        values: Float64Array.of(2, 1, 2, 2, 1),
      },
    }
    expect(train(twice, { solver, precision })).toEqual(train(summed, { solver, precision }))
  })

  test.each(solvers)('solver %i: values of 1 are as good as none, zeros as no entry', (solver) => {
    const { starts, columns } = three.rows
    const ones = { ...three, rows: { starts, columns, values: new Float64Array(columns.length).fill(1) } }
    expect(train(ones, { solver, precision })).toEqual(train(three, { solver, precision }))
    const zeros = {
      ...three,
      rows: {
        starts: starts.map((start) => (3 * start) / 2),
        columns: Int32Array.from({ length: 18 }, (_, entry) =>
          entry % 3 === 2 ? 5 : columns[entry - Math.floor(entry / 3)]!,
        ),
        values: Float64Array.from({ length: 18 }, (_, entry) => (entry % 3 === 2 ? 0 : 1)),
      },
    }
    expect(train(zeros, { solver, precision })).toEqual(train(three, { solver, precision }))
  })

  test.each(solvers)('solver %i: one class, empty rows, a class without instances', (solver) => {
    const one = train(problemOf([[0], [1]], [0, 0], 1), { solver })
    expect([...predict(one, three.rows)]).toEqual([0, 0, 0, 0, 0, 0])
    const empty = train(problemOf([[], []], [0, 1], 2), { solver })
    expect([...empty.weights].every((weight) => weight === 0)).toBe(true)
    const missing = train({ ...three, classes: 5 }, { solver, C: 10 })
    expect([...predict(missing, three.rows)]).toEqual([0, 1, 2, 0, 1, 2])
  })

  test.each(solvers)('solver %i ends on numbers that are too large for its arithmetic', (solver) => {
    const starts = Int32Array.of(0, 0, 1, 2, 3)
    const rows = { starts, columns: new Int32Array(3), values: Float64Array.of(-1e200, -1e8, -1e200) }
    const training = new Training(
      { rows, labels: [0, 1, 1, 0], classes: 3, features: 1 },
      { solver, C: 1e300 },
    )
    let slices = 0
    while (training.step() !== 'solved') expect(++slices).toBeLessThan(200_000)
    expect(solver !== 0 || !training.model().converged).toBe(true)
  })

  test('the seed decides the order, and nothing else does', () => {
    const problem = sampleProblem(1, 400, 7, 6)
    const weights = (seed: number) => [...train(problem, { solver: 4, seed }).weights]
    expect(weights(1)).toEqual(weights(1))
    expect(weights(1)).not.toEqual(weights(2))
  })

  test('two trainings side by side do not see each other', () => {
    const [problem, other] = split(sampleProblem(2, 600, 7, 6), 300)
    const alone = train(problem, { solver: 4 })
    const first = new Training(problem, { solver: 4 })
    const second = new Training(other, { solver: 1 })
    while (first.step() !== 'solved') second.step()
    expect(first.model()).toEqual(alone)
  })

  test('rows can be read one at a time', () => {
    const training = new Training(three, { solver: 4, bias: 1 })
    while (training.step() !== 'solved');
    const { weights } = training.model()
    const row = new Float32Array(3)
    for (let feature = 0; feature < training.rows; feature++) {
      training.writeRow(feature, row)
      expect(row).toEqual(weights.slice(3 * feature, 3 * feature + 3))
    }
    expect(() => training.writeRow(7, row)).toThrow(new RangeError('there is no row 7'))
  })

  test('single precision is close to double', () => {
    const problem = sampleProblem(3, 500, 9, 8)
    const value = (precision: 'single' | 'double', solver: 1 | 4) =>
      primalObjective(train(problem, { solver, precision, eps: 1e-3 }), problem, 1)
    for (const solver of [1, 4] as const) {
      expect(value('single', solver) / value('double', solver)).toBeCloseTo(1, 3)
    }
  })
})

test('the example of the README does what it says', () => {
  const readme = readFileSync(new URL('../../parser/liblinear-wasm/README.md', import.meta.url), 'utf8')
  const [, example] = readme.match(/```js\n([^]*?)```/)!
  const [, body, said] = example!.match(
    /^import .*\n([^]*)predict\(model, rows\) \/\/ Int32Array (\[.*\])\n/,
  )!
  const result: Int32Array = new Function('train', 'predict', `${body}return predict(model, rows)`)(
    train,
    predict,
  )
  expect([...result]).toEqual(JSON.parse(said!))
})

describe('prediction', () => {
  test('features that the model does not have count for nothing', () => {
    const model = train(three, { solver: 1 })
    const known = { starts: Int32Array.of(0, 1), columns: Int32Array.of(2) }
    const more = { starts: Int32Array.of(0, 2), columns: Int32Array.of(2, 1000) }
    expect(decisionValues(model, more)).toEqual(decisionValues(model, known))
  })
})

test.each(solvers)('solver %i says how far it has come, and steps end with the model of train', (solver) => {
  const problem = sampleProblem(4, 3000, 12, 10)
  const training = new Training(problem, { solver, C: 0.1 })
  const violations: number[] = []
  for (let outcome = training.step(); ; outcome = training.step()) {
    if (outcome !== 'slice') violations.push(training.violation)
    if (outcome === 'solved') break
  }
  expect(violations.length).toBeGreaterThan(2)
  expect(violations.every((violation) => violation >= 0)).toBe(true)
  expect(violations.at(-1)).toBeLessThanOrEqual(training.settings.eps)
  expect(training.step()).toBe('solved')
  expect(training.model()).toEqual(train(problem, { solver, C: 0.1 }))
})

describe('what is refused', () => {
  const bad =
    (change: Partial<Problem>, options: TrainingOptions = {}) =>
    () =>
      train({ ...three, ...change }, options)
  const rows = (starts: number[], columns: number[], values?: number[]) => ({
    rows: {
      starts: Int32Array.from(starts),
      columns: Int32Array.from(columns),
      ...(values === undefined ? {} : { values: Float64Array.from(values) }),
    },
    labels: new Int32Array(Math.max(0, starts.length - 1)),
  })

  test.each([
    ['no instances', rows([0], []), 'there are no instances to train on'],
    ['no starts', rows([], []), 'starts must have one entry more than there are rows, got none'],
    ['starts that do not begin with 0', rows([1, 1], [0]), 'starts must begin with 0, got 1'],
    ['rows that go back', rows([0, 2, 1], [0, 1]), 'row 1 ends before it starts'],
    ['rows that end too late', rows([0, 3], [0, 1]), 'rows end at entry 3, but there are 2 columns'],
    ['too few values', rows([0, 2], [0, 1], [1]), 'there are 2 columns, but 1 values'],
    [
      'a value that is no number',
      rows([0, 1], [0], [NaN]),
      'entry 0 has the value NaN; values must be finite',
    ],
    [
      'an infinite value',
      rows([0, 1], [0], [Infinity]),
      'entry 0 has the value Infinity; values must be finite',
    ],
    ['a feature too many', rows([0, 1], [6]), 'entry 0 names feature 6; there are 6 features'],
    ['a negative feature', rows([0, 1], [-1]), 'entry 0 names feature -1; there are 6 features'],
    ['too few labels', { labels: [0] }, 'there are 6 rows, but 1 labels'],
    [
      'a label too high',
      { labels: [0, 1, 2, 0, 1, 3] },
      'row 5 has label 3; labels must be integers from 0 to 2',
    ],
    [
      'a broken label',
      { labels: [0.5, 1, 2, 0, 1, 2] },
      'row 0 has label 0.5; labels must be integers from 0 to 2',
    ],
    ['no classes', { classes: 0 }, 'classes must be an integer from 1 to 2147483647, got 0'],
    ['half a feature', { features: 5.5 }, 'features must be an integer from 0 to 2147483647, got 5.5'],
  ])('%s', (_, change, message) => {
    expect(bad(change)).toThrow(new RangeError(message))
  })

  test.each([
    [
      { solver: 5 as 4 },
      'there is no solver 5; there are 0 (L2R_LR), 1 (L2R_L2LOSS_SVC_DUAL), 4 (MCSVM_CS), 7 (L2R_LR_DUAL)',
    ],
    [{ C: 0 }, 'C must be positive, got 0'],
    [{ C: NaN }, 'C must be positive, got NaN'],
    [{ eps: -1 }, 'eps must be positive, got -1'],
    [{ bias: Infinity }, 'bias must be a finite number, got Infinity'],
    [{ seed: 0.5 }, 'seed must be an integer, got 0.5'],
  ] as const)('option %o', (options, message) => {
    expect(bad({}, options)).toThrow(new RangeError(message))
  })

  test('what does not fit in 4 GiB, before any memory is taken', () => {
    const classes = 2 ** 31 - 1
    const before = process.memoryUsage().rss
    expect(bad({ classes }, { solver: 4 })).toThrow(
      /needs \d+\.\d GiB of WebAssembly memory, which has 4 GiB at most/,
    )
    expect(bad({ classes }, { solver: 1 })).toThrow(/^the model has 12884901882 weights of double precision/)
    expect(bad({ features: classes }, { solver: 4 })).toThrow(
      'there are 2147483647 features; 268435456 is the most',
    )
    expect(bad({ features: classes }, { solver: 0 })).toThrow(
      /^the model has \d+ weights of double precision/,
    )
    expect(process.memoryUsage().rss - before).toBeLessThan(2 ** 28)
  })

  test('memory of trainings that are over is given back', () => {
    const problem = sampleProblem(6, 4000, 1000, 10)
    const rss: number[] = []
    for (let round = 0; round < 40; round++) {
      new Training(problem, { solver: 4 })
      rss.push(process.memoryUsage().rss)
    }
    // over 30 MB each; if they were kept, the second half would add 600 MB
    expect(Math.max(...rss.slice(20)) - Math.max(...rss.slice(0, 20))).toBeLessThan(200e6)
  })
})
