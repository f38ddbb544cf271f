/** Calls of the command line with random options: status 0, 1 or 2, one line for each error, nothing left behind. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect } from 'vitest'
import { writeModel } from '../../parser/model/model-file.ts'
import { readCoNLLU } from '../../src/conllu/reader.ts'
import { embeddedDev, embeddedTrain } from '../../src/embedded/treebank.ts'
import { trainModel } from '../../src/training/train-model.ts'
import { rbparse } from '../src/commands/rbparse.ts'
import { target } from './campaign.ts'

const folder = mkdtempSync(join(tmpdir(), 'fuzz-'))
const at = (name: string): string => join(folder, name)
writeFileSync(at('gold.conllu'), embeddedDev(12))
writeFileSync(at('cut.conllu'), embeddedDev(2).slice(0, -40))
writeFileSync(at('empty'), '')
writeFileSync(at('m.rb'), writeModel(trainModel([...readCoNLLU(embeddedTrain(60))], { system: 'rb' }).model))
// A call may write to a file of its own choice, such as `0`: not into the project.
mkdirSync(at('work'))
const house = process.cwd()
process.chdir(at('work'))
afterAll(() => {
  process.chdir(house)
  rmSync(folder, { recursive: true })
})
const before = readdirSync(folder)

const commands = [
  'transform',
  'reverse',
  'train',
  'parse',
  'evaluate',
  'derive',
  'draw',
  'systems',
  'info',
  'sample',
]
const flags = [
  '--json',
  '--skip-bad',
  '--scores',
  '--constraints',
  '--keep-marks',
  '--raw',
  '--svg',
  '--transformed',
]
const more = [
  '--help',
  '--version',
  '--no-single-root',
  '--exploration',
  '--no-punct',
  '--universal',
  '--nonsense',
]
const files = ['gold.conllu', 'cut.conllu', 'empty', 'm.rb', 'missing', '.'].map(at)
const value = fc.oneof(
  fc.constantFrom(
    ...files,
    '-',
    '',
    '0',
    '-1',
    '1',
    '2',
    '1e9',
    'NaN',
    'rb',
    'arc-eager',
    'left',
    'skip',
    'error',
  ),
  fc.constantFrom(
    'projectivize:path',
    'paper',
    'upos',
    'svg',
    'json',
    'full',
    'liblinear',
    'perceptron',
    '\0',
    '--',
  ),
)
const named = fc
  .tuple(
    fc.constantFrom(
      '--model',
      '-o',
      '--stats',
      '--system',
      '--beam',
      '--nbest',
      '--direction',
      '--format',
      '--tags',
    ),
    value,
  )
  .map(([name, one]) => (name === '-o' || name === '--stats' ? [name, at('out')] : [name, one]))
const tuning = fc.tuple(
  fc.constantFrom('--epochs', '--seed', '--size', '--non-projective', '--learner', '-C'),
  value,
)
const argument = fc.oneof(
  fc.constantFrom(...flags, ...more).map((flag) => [flag]),
  named,
  tuning,
  value.map((one) => [one]),
)
const inputs = fc.record({
  command: fc.constantFrom(...commands),
  rest: fc.array(argument, { maxLength: 5 }),
  model: fc.boolean(),
  stdin: fc.constantFrom('', embeddedDev(2), 'nonsense\n', '\xff'),
})

target('options', inputs, async ({ command, rest, model, stdin }) => {
  const fixed = { train: ['--model', at('out')], parse: ['--model', at('m.rb')] }[command] ?? []
  const args = [command, ...(model ? fixed : []), ...rest.flat()]
  const { status, stderr } = await rbparse(args, stdin)
  expect([0, 1, 2]).toContain(status)
  expect({ args, stderr }).toEqual({
    args,
    stderr: expect.not.stringMatching(/^ {4}at |\bundefined\b|\[object/m),
  })
  if (status !== 0) expect({ args, stderr }).toEqual({ args, stderr: expect.stringMatching(/\S/) })
  const left = readdirSync(folder).filter((name) => !before.includes(name) && name !== 'out')
  expect({ args, left }).toEqual({ args, left: [] })
  rmSync(at('out'), { force: true })
})
