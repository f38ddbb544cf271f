/** The texts: instances and models are read and written as LIBLINEAR does, and the command that does so. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { type Model, predict, readModel, readProblem, train, writeModel, writeProblem } from 'liblinear-wasm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const three = '1 1:0.5 3:2\n-2 2:1 3:-1\n7 1:2 2:.25\n-2 4:1e-3\n'

describe('instances', () => {
  test('are read with classes in order of first mention', () => {
    expect(readProblem(three)).toEqual({
      rows: {
        starts: Int32Array.of(0, 2, 4, 6, 7),
        columns: Int32Array.of(0, 2, 1, 2, 0, 1, 3),
        values: Float64Array.of(0.5, 2, 1, -1, 2, 0.25, 1e-3),
      },
      labels: Int32Array.of(0, 1, 2, 1),
      classes: 3,
      features: 4,
      names: [1, -2, 7],
    })
  })

  test('have no values when all are 1, and an empty row is one', () => {
    const { rows, names } = readProblem('3 1:1 2:1\r\n+4\n')
    expect(rows).toEqual({ starts: Int32Array.of(0, 2, 2), columns: Int32Array.of(0, 1) })
    expect(names).toEqual([3, 4])
  })

  test('of 1 and -1: 1 comes first', () => {
    expect(readProblem('-1 1:1\n1 2:1\n')).toMatchObject({ names: [1, -1], labels: Int32Array.of(1, 0) })
    expect(readProblem('-1 1:1\n2 2:1\n')).toMatchObject({ names: [-1, 2], labels: Int32Array.of(0, 1) })
  })

  test.each([
    ['\n', 'line 1: the label must be an integer, got ""'],
    ['1 1:1\nx 1:1', 'line 2: the label must be an integer, got "x"'],
    ['1.5 1:1', 'line 1: the label must be an integer, got "1.5"'],
    ['1 1', 'line 1: expected index:value, got "1"'],
    ['1 0:1', 'line 1: expected index:value, got "0:1"'],
    ['1 -3:1', 'line 1: expected index:value, got "-3:1"'],
    ['1 1:', 'line 1: expected index:value, got "1:"'],
    ['1 1:1:1', 'line 1: expected index:value, got "1:1:1"'],
    ['1 1:a', 'line 1: expected index:value, got "1:a"'],
    ['1 1:Infinity', 'line 1: expected index:value, got "1:Infinity"'],
    ['1 99999999999:1', 'line 1: expected index:value, got "99999999999:1"'],
    ['1 2:1 2:1', 'line 1: index 2 comes after 2; indices must ascend'],
    ['1 2:1 1:1', 'line 1: index 1 comes after 2; indices must ascend'],
  ])('%j is refused', (text, message) => {
    expect(() => readProblem(text)).toThrow(new SyntaxError(message))
  })

  test('come back as they were written', () => {
    const row = fc.record({
      label: fc.integer({ min: -3, max: 40 }),
      entries: fc.uniqueArray(fc.tuple(fc.nat(50), fc.double({ noNaN: true, noDefaultInfinity: true })), {
        selector: ([index]) => index,
        maxLength: 6,
      }),
    })
    fc.assert(
      fc.property(fc.array(row, { maxLength: 8 }), (rows) => {
        const text = rows
          .map(({ label, entries }) =>
            [
              label,
              ...entries.toSorted((a, b) => a[0] - b[0]).map(([index, value]) => `${index + 1}:${value}`),
            ].join(' '),
          )
          .join('\n')
        const problem = readProblem(text)
        expect([...writeProblem(problem, problem.names)]).toEqual(text === '' ? [] : text.split('\n'))
        expect(readProblem(writeProblem(problem, problem.names))).toEqual(problem)
      }),
    )
  })
})

describe('models', () => {
  test.each([0, 1, 4, 7] as const)('of solver %i come back as they were written', (solver) => {
    for (const bias of [-1, 0.5]) {
      const problem = readProblem(three)
      const {
        objective: _o,
        iterations: _i,
        converged: _c,
        ...model
      } = train(problem, { solver, bias, precision: 'double' })
      const named: Model = { ...model, labels: problem.names }
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

describe('the command', () => {
  const command = new URL('../../parser/liblinear-wasm/bin/liblinear-wasm.js', import.meta.url).pathname
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'liblinear-wasm-'))
    writeFileSync(join(folder, 'data'), three)
    writeFileSync(join(folder, 'bad'), '1 1:1\n1 x\n')
    writeFileSync(join(folder, 'empty'), '')
  })
  afterAll(() => rmSync(folder, { recursive: true }))
  const run = (...words: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...words], {
      cwd: folder,
      encoding: 'utf8',
    })
    return { status, stdout, stderr }
  }

  test('trains and predicts', () => {
    const training = run('train', '-s', '0', '-c', '100', '-e', '1e-4', '-B', '1', 'data')
    expect(training).toMatchObject({ status: 0, stderr: '' })
    expect(training.stdout).toMatch(/^optimization finished, #iter = \d+\nObjective value = \S+\n$/)
    const model = readModel(readFileSync(join(folder, 'data.model'), 'utf8'))
    const problem = readProblem(three)
    expect(model).toMatchObject({ solver: 0, bias: 1, features: 4, labels: [1, -2, 7] })
    expect(predict(model, problem.rows)).toEqual(problem.labels)

    expect(run('predict', 'data', 'data.model', 'out')).toEqual({
      status: 0,
      stdout: 'Accuracy = 100% (4/4)\n',
      stderr: '',
    })
    expect(readFileSync(join(folder, 'out'), 'utf8')).toBe('1\n-2\n7\n-2\n')
    expect(run('predict', '-q', '-b', '1', 'data', 'data.model', 'out')).toEqual({
      status: 0,
      stdout: '',
      stderr: '',
    })
    const lines = readFileSync(join(folder, 'out'), 'utf8').split('\n')
    expect(lines[0]).toBe('labels 1 -2 7')
    expect(lines[1]).toMatch(/^1( 0\.\d+){3}$/)
  })

  test('names the model file as told, and is quiet', () => {
    expect(run('train', '-q', '-s', '4', 'data', 'named')).toEqual({ status: 0, stdout: '', stderr: '' })
    expect(readFileSync(join(folder, 'named'), 'utf8')).toMatch(/^solver_type MCSVM_CS\n/)
  })

  test.each([
    [['train', 'nowhere'], /^liblinear-wasm: .*no such file.*nowhere/],
    [['train', 'bad'], 'liblinear-wasm: bad: line 2: expected index:value, got "x"\n'],
    [['train', 'empty'], 'liblinear-wasm: there are no instances to train on\n'],
    [['train', '-s', '3', 'data'], /^liblinear-wasm: there is no solver 3; there are 0/],
    [['train', '-c', '-1', 'data'], 'liblinear-wasm: C must be positive, got -1\n'],
    [['train', '-c'], 'liblinear-wasm: option -c needs a number, got nothing\n'],
    [['train', '-e', 'x', 'data'], 'liblinear-wasm: option -e needs a number, got x\n'],
    [['train', '-z', 'data'], /^liblinear-wasm: unknown option -z\nusage: /],
    [['train'], /^liblinear-wasm: usage: /],
    [['predict', 'data', 'data', 'out'], 'liblinear-wasm: data: not a model file: unknown field "1"\n'],
    [['guess'], /^liblinear-wasm: unknown command guess\nusage: /],
  ])('%j fails with one clear message', (words, message) => {
    const { status, stdout, stderr } = run(...words)
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toMatch(message)
  })
})
