import { expect, test } from 'vitest'
import {
  checkTraining,
  learnerOf,
  trainingDefaults,
  trainingOptions,
  type TrainingOptionName,
  type TrainingValues,
} from '../../../parser/options/training.ts'
import { commandOf, flagOf } from '../../../src/commands/options.ts'
import { TRAIN_HELP, trainParsers } from '../../../src/commands/train-options.ts'
import { readCoNLLU } from '../../../src/conllu/reader.ts'
import { embeddedTrain } from '../../../src/embedded/treebank.ts'
import { trainModel } from '../../../src/training/train-model.ts'

const names = Object.keys(trainingOptions) as TrainingOptionName[]

/** For each option a value other than the default, what it needs, and what the header of the model has. */
const values: Record<TrainingOptionName, [value: unknown, needs: object, header: object]> = {
  system: ['arc-standard', {}, { system: 'arc-standard' }],
  features: ['paper', {}, { templates: { name: 'paper' } }],
  tags: ['upos', {}, { tags: 'upos' }],
  nonProjective: ['skip', {}, { nonProjective: 'skip' }],
  steps: ['verb-groups', {}, { steps: ['verb-groups'] }],
  direction: ['left', {}, { direction: 'left' }],
  singleRoot: [false, {}, { singleRoot: false }],
  labelling: ['late', { system: 'arc-eager' }, { relabelling: {} }],
  form: ['labelled', {}, { form: 'labelled' }],
  learner: ['perceptron', {}, { training: { learner: 'perceptron' } }],
  solver: [1, {}, { training: { solver: 1 } }],
  C: [0.5, {}, { training: { C: 0.5 } }],
  eps: [0.2, {}, { training: { eps: 0.2 } }],
  bias: [1, {}, { training: { bias: 1 } }],
  size: ['full', {}, { training: { size: 'full' } }],
  epochs: [2, { learner: 'perceptron' }, { training: { epochs: 2 } }],
  beam: [2, { epochs: 1 }, { beam: 2, training: { beam: 2, learner: 'perceptron' } }],
  exploration: [
    true,
    { system: 'arc-eager', epochs: 1 },
    { training: { exploration: '0.9 from epoch 2', learner: 'perceptron' } },
  ],
  shards: [2, { beam: 2, epochs: 1 }, { training: { shards: 2 } }],
  ensemble: [2, { beam: 2, epochs: 1 }, { training: { ensemble: 2 } }],
  committee: ['rb,arc-eager', {}, { training: { committee: 'rb,arc-eager' } }],
  seed: [7, {}, { training: { seed: 7 } }],
}

test.each(names)('%s: its value reaches the model, its default is one of its values', (name) => {
  const [value, needs, header] = values[name]
  const { type, fallback } = trainingOptions[name]
  expect(type.is(value)).toBe(true)
  if (fallback !== undefined) expect([type.is(fallback), value === fallback]).toEqual([true, false])
  expect(type.is({})).toBe(false)
  const options = { direction: 'right' as const, ...needs, [name]: value }
  expect(trainModel(readCoNLLU(embeddedTrain(12)), options).model.header).toMatchObject(header)
})

test.each(names)('%s: an option of the command, with the same default', (name) => {
  const command = commandOf(TRAIN_HELP, trainParsers)
  const { fallback, learner } = trainingOptions[name]
  command.parseOptions([])
  // Which options of a learner are given, and whether a system is, decides about the others: the help says their defaults.
  const isDecisive = learner !== undefined || name === 'system'
  expect(command.opts()[name]).toBe(isDecisive ? undefined : fallback)
  const { description } = command.options.find((option) => option.attributeName() === name)!
  if (isDecisive && fallback !== undefined) expect(description).toContain('(default: ')
  const [value] = values[name]
  const flag = name === 'singleRoot' ? '--no-single-root' : flagOf(name)
  command.parseOptions(typeof value === 'boolean' ? [flag] : [flag, String(value)])
  expect(command.opts()[name]).toBe(value)
})

test.each<[Partial<TrainingValues>, string]>([
  [{ beam: 0 }, 'beam is 0, expected a whole number from 1 to 1024'],
  [{ C: -1 }, 'C is -1, expected a number above 0'],
  [{ solver: 2 as 1 }, 'solver is 2, expected one of: 0, 1, 4, 7'],
  [{ system: 'none' }, "system is 'none', expected one of: rb, "],
  [{ singleRoot: 'yes' as unknown as true }, "singleRoot is 'yes', expected true or false"],
  [{ beam: 2, learner: 'liblinear' }, 'beam is for the perceptron, expected learner perceptron with it'],
  [{ ensemble: 2 }, 'ensemble is for the perceptron with a beam, expected beam N with it'],
  [{ shards: 2, learner: 'perceptron' }, 'shards is for the perceptron with a beam, expected beam N with it'],
  [
    { form: 'factored', learner: 'perceptron' },
    'form factored is for liblinear, expected learner liblinear with it',
  ],
  [{ form: 'factored', beam: 2 }, 'form factored is for liblinear, expected learner liblinear with it'],
  [{ exploration: true }, 'exploration needs a dynamic oracle, expected one of: arc-eager, '],
  [
    { exploration: true, beam: 2, system: 'arc-eager' },
    'exploration is for greedy training, expected no beam with it',
  ],
  [
    { direction: 'left', system: 'covington' },
    'covington has no direction, expected with direction left one of: rb, ',
  ],
  [
    { steps: 'mirror,right-branching' },
    'steps mirror,right-branching: expected nonProjective in place of projectivize, direction in place of mirror',
  ],
  [
    { committee: 'arc-eager,rb' },
    'committee arc-eager,rb: expected rb as the first member, or another system',
  ],
  [{ committee: 'rb,rb' }, "committee is 'rb,rb', expected 2 to 8 of these with commas between, each once: "],
  [{ committee: 'rb' }, "committee is 'rb', expected 2 to 8 of"],
  [{ learner: 'perceptron', size: 'smallest' }, 'size smallest is for liblinear and for beams'],
  [{ committee: 'rb,none' }, "committee is 'rb,none', expected 2 to 8 of"],
  [
    { steps: 'right-branching', system: 'arc-eager' },
    'steps right-branching: arc-eager does not derive right-branching trees',
  ],
])('%j is refused', (options, message) => {
  const sentences = readCoNLLU(embeddedTrain(3))
  expect(() => checkTraining(options)).toThrow(message)
  expect(() => trainModel(sentences, options)).toThrow(RangeError)
})

test('the command writes options as flags', () => {
  expect(() => checkTraining({ steps: 'mirror' }, flagOf)).toThrow(
    '--steps mirror: expected --non-projective in place of projectivize, --direction in place of mirror',
  )
})

test('the learner follows from the other options', () => {
  expect(learnerOf({})).toBe('liblinear')
  expect(learnerOf({ beam: 1, exploration: false })).toBe('liblinear')
  expect(learnerOf({ beam: 4 })).toBe('perceptron')
  expect(learnerOf({ exploration: true })).toBe('perceptron')
  expect(learnerOf({ learner: 'perceptron' })).toBe('perceptron')
  expect(trainingDefaults.learner).toBe('liblinear')
})
