/** What `rbparse train` does where options are left out. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { SMALL_TREEBANK } from '../../../parser/learning/learner-options.ts'
import { complete, severalParsers, type TrainCall } from '../../../src/commands/train-options.ts'
import { embeddedTrain } from '../../../src/embedded/treebank.ts'
import { newFolder, rbparse } from './rbparse.ts'

const treebank = embeddedTrain(12)

async function modelOf(...args: string[]): Promise<Buffer> {
  const file = newFolder()
  const { status, stderr } = await rbparse(['train', '--model', file('m'), ...args, '-'], treebank)
  expect([status, stderr]).toEqual([0, expect.stringContaining('12 sentences')])
  return readFileSync(file('m'))
}

describe('the model of a call is that of its defaults, spelled out', () => {
  test.each([
    [
      ['--epochs', '1'],
      ['--beam', '8', '--epochs', '1', '--committee', 'rb,mirror,arc-eager,arc-standard'],
    ],
    [
      ['--system', 'rb'],
      ['--beam', '8', '--epochs', '8', '--ensemble', '3', '--labelling', 'late'],
    ],
    [
      ['--ensemble', '2', '--epochs', '1'],
      ['--ensemble', '2', '--epochs', '1', '--beam', '8', '--labelling', 'late'],
    ],
    [
      ['--system', 'arc-eager', '--epochs', '1'],
      ['--system', 'arc-eager', '--epochs', '1', '--beam', '8', '--ensemble', '3', '--labelling', 'early'],
    ],
    [
      ['--pipeline', '--system', 'rb', '--epochs', '1'],
      ['--pipeline', '--epochs', '1', '--beam', '8', '--ensemble', '3'],
    ],
    [['--fast'], ['--beam', '1', '--learner', 'liblinear']],
    [
      ['--size', 'full', '--system', 'rb', '--epochs', '1'],
      ['--size', 'full', '--epochs', '1', '--beam', '8', '--ensemble', '3'],
    ],
    [
      ['-C', '0.2'],
      ['--fast', '-C', '0.2'],
    ],
    [
      ['--learner', 'perceptron'],
      ['--fast', '--learner', 'perceptron', '--epochs', '8'],
    ],
    [
      ['--beam', '2'],
      ['--beam', '2', '--ensemble', '1', '--epochs', '8'],
    ],
    [
      ['--shards', '2', '--epochs', '1'],
      ['--shards', '2', '--epochs', '1', '--beam', '8', '--ensemble', '1'],
    ],
  ])('%j: %j', async (short, long) => {
    expect((await modelOf(...short)).equals(await modelOf(...long))).toBe(true)
  })
})

test.each([
  [['-C', '0.2', '--beam', '2'], '-C'],
  [['--eps', '1', '--beam', '2'], '--eps'],
  [['--bias', '1', '--learner', 'perceptron'], '--bias'],
  [['--solver', '1', '--exploration', '--system', 'arc-eager'], '--solver'],
])('%j is refused, as the perceptron does not read it', async (options, flag) => {
  const { status, stderr } = await rbparse(['train', '--model', newFolder()('m'), ...options, '-'], treebank)
  expect([status, stderr]).toEqual([2, `${flag} is for liblinear, expected --learner liblinear with it\n`])
})

test('the greedy members of a committee read -C, next to a first member with a beam', async () => {
  const committee = ['--committee', 'rb,arc-eager', '--beam', '2', '--epochs', '1']
  const models = [await modelOf(...committee, '-C', '0.01'), await modelOf(...committee, '-C', '9.01')]
  expect(models[0]!.length).not.toBe(models[1]!.length)
})

test('only small treebanks have an ensemble and a committee that nobody asked for, and only with the default beam', () => {
  const sizes = [SMALL_TREEBANK - 1, SMALL_TREEBANK]
  const ofSizes = (given: Partial<TrainCall>) =>
    sizes.map((words) => {
      const { ensemble, committee } = severalParsers(complete({ jobs: 1, ...given }), words)
      return [ensemble, committee]
    })
  const [own, recommended] = ['rb,mirror', 'rb,mirror,arc-eager,arc-standard']
  const one = [1, undefined]
  expect(ofSizes({})).toEqual([[1, recommended], one])
  expect(ofSizes({ ensemble: 2 })).toEqual([
    [2, undefined],
    [2, undefined],
  ])
  expect(ofSizes({ system: 'rb' })).toEqual([[3, undefined], one])
  expect(ofSizes({ committee: own })).toEqual([
    [1, own],
    [1, own],
  ])
  for (const given of [{ beam: 8 }, { fast: true }, { exploration: true }, { tune: 'dev' }, { shards: 2 }])
    expect(ofSizes(given)).toEqual([one, one])
})

test('--fast and a beam are an error of the call', async () => {
  expect(await rbparse(['train', '--model', 'none', '--fast', '--beam', '4', '-'])).toEqual({
    status: 2,
    stdout: '',
    stderr: '--fast is the same as --beam 1, expected no --beam 4 with it\n',
  })
})
