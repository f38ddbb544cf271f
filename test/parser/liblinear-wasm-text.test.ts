/** LIBLINEAR's model files are read and written. */
import { type Model, type Problem, readModel, train, writeModel } from 'liblinear-wasm'
import { describe, expect, test } from 'vitest'

const problem: Problem = {
  rows: {
    starts: Int32Array.of(0, 2, 4, 6, 7),
    columns: Int32Array.of(0, 2, 1, 2, 0, 1, 3),
    values: Float64Array.of(0.5, 2, 1, -1, 2, 0.25, 1e-3),
  },
  labels: Int32Array.of(0, 1, 2, 1),
  classes: 3,
  features: 4,
}

describe('models', () => {
  test.each([0, 1, 4, 7] as const)('of solver %i come back as they were written', (solver) => {
    for (const bias of [-1, 0.5]) {
      const { objective: _o, converged: _c, ...model } = train(problem, { solver, bias, precision: 'double' })
      const named: Model = { ...model, labels: [1, -2, 7] }
      const lines = [...writeModel(named)]
      expect(readModel(lines)).toEqual(named)
      expect(readModel(`${lines.join('\n')}\n`)).toEqual(named)
    }
  })

  test('are written as LIBLINEAR writes them', () => {
    const model: Model = {
      solver: 4,
      classes: 2,
      features: 2,
      vectors: 2,
      bias: 1,
      labels: [5, -1],
      weights: Float32Array.of(0.5, -0.5, 0, 0, 1e-9, -2),
    }
    expect([...writeModel(model)]).toEqual([
      'solver_type MCSVM_CS',
      'nr_class 2',
      'label 5 -1',
      'nr_feature 2',
      'bias 1',
      'w',
      '0.5 -0.5 ',
      '0 0 ',
      `${Math.fround(1e-9)} -2 `,
    ])
  })

  const header = ['solver_type L2R_LR', 'nr_class 3', 'label 1 2 3', 'nr_feature 2', 'bias -1', 'w']
  const change = (line: number, text: string) => [...header.with(line, text), '1 2 3', '4 5 6']
  test.each([
    [['<html>'], 'not a model file: unknown field "<html>"'],
    [[], 'not a model file: there is no line "w"'],
    [header.slice(1), 'not a model file: there is no field "solver_type"'],
    [change(1, 'nr_class x'), 'nr_class must be an integer of at least 1, got "x"'],
    [change(1, 'nr_class 4'), 'there are 4 classes, but 3 labels'],
    [change(3, 'nr_feature -1'), 'nr_feature must be an integer of at least 0, got "-1"'],
    [change(3, 'nr_feature 2147483647'), 'there are 2147483647 rows of weights to come, but 2 came'],
    [change(4, 'bias no'), 'bias must be a number, got "no"'],
    [[...header, '1 2 3', '4 5'], 'row 2 of the weights has 2 numbers, expected 3'],
    [[...header, ''], 'row 1 of the weights has 1 numbers, expected 3'],
    [[...header, '1 nan 3'], 'row 1 of the weights has "nan"'],
  ])('%j is refused', (lines, message) => {
    expect(() => readModel(lines)).toThrow(new SyntaxError(message))
  })

  test('of other solvers are refused', () => {
    expect(() => readModel(change(0, 'solver_type L1R_LR'))).toThrow(
      /^there is no solver L1R_LR; there are 0 \(L2R_LR\)/,
    )
  })
})
