import { expect, test } from 'vitest'
import { registered, registry } from '../../../parser/registry.ts'
import { writeModel } from '../../../parser/model/model-file.ts'
import { builtInTemplates } from '../../../parser/options/feature-sets.ts'
import { labelledScore } from '../../../parser/learning/selection.ts'
import { trainingDefaults } from '../../../parser/options/training.ts'
import type { TrainOptions } from '../../../parser/train.ts'
import { tune, type Trial } from '../../../src/training/tuning.ts'
import { toyCorpus } from '../../parser/learning/toy.ts'

const { corpus, labels } = toyCorpus(60, 1)
const { corpus: development } = toyCorpus(40, 2, labels)
const templates = builtInTemplates('rich', { system: 'rb', learner: 'liblinear' })

function tuned(trials: number, given: Partial<TrainOptions> = {}) {
  const seen: Trial[] = []
  const result = tune({
    corpus,
    development,
    labels: [...labels.texts()],
    options: { ...trainingDefaults, templates, ...given },
    hasTime: () => seen.length < trials,
    onTrial: (trial) => void seen.push(trial),
  })
  return { seen, ...result }
}

test('the best trial is kept, and the model lists all of them', () => {
  const { seen, model } = tuned(39)
  expect(seen[0]).toMatchObject({ change: 'given options', kept: true })
  const kept = seen.filter((trial) => trial.kept)
  expect(kept.map(({ las }) => las)).toEqual(kept.map(({ las }) => las).sort((a, b) => a - b))
  expect(kept.at(-1)!.las).toBe(Math.max(...seen.map(({ las }) => las)))
  expect(model.header.system).toBe(kept.at(-1)!.model.header.system)
  const said = seen.map(({ change, las, kept }) => `${change} ${las.toFixed(2)}${kept ? ', kept' : ''}`)
  expect(model.header.training.tuning).toBe(said.join('; '))
  const systems = seen.flatMap(({ change }) => (change.startsWith('system ') ? [change.slice(7)] : []))
  const names = registry.map(({ name }) => name).filter((name) => name !== 'rb' && name !== 'rb-oracle')
  expect([...systems].sort()).toEqual(names.sort())
  const isConstrained = (name: string): boolean => registered(name).constrained !== undefined
  expect(systems.map(isConstrained)).toEqual(systems.map(isConstrained).sort().reverse())
  expect(seen.findIndex(({ change }) => change.startsWith('C '))).toBeLessThan(
    seen.findIndex(({ change }) => change === 'system covington'),
  )
  const groups = new Set(seen.map(({ change }) => change.split(' ')[0]))
  for (const group of ['system', 'steps', 'encoding', 'labelling', 'form', 'C'])
    expect(groups).toContain(group)
})

test('the same trials give the same model, and the first one takes no time', () => {
  const [one, other] = [tuned(12), tuned(12)]
  const trials = ({ seen }: typeof one) => seen.map(({ change, las, kept }) => ({ change, las, kept }))
  expect(trials(one)).toHaveLength(12)
  expect(trials(other)).toEqual(trials(one))
  expect(other.seen.map(({ model }) => writeModel(model))).toEqual(
    one.seen.map(({ model }) => writeModel(model)),
  )
  expect(writeModel(other.model)).toEqual(writeModel(one.model))
  expect(tuned(0).seen.map(({ change }) => change)).toEqual(['given options'])
})

test('a committee is tuned as one: each trial is of all members, and none changes a system', () => {
  const committee = 'rb,mirror,arc-eager,arc-standard'
  const { seen, model } = tuned(39, { committee })
  const systems = ['rb', 'arc-eager', 'arc-standard']
  for (const trial of seen) expect(trial.model.helpers?.map(({ header }) => header.system)).toEqual(systems)
  expect(seen.filter(({ change }) => change.startsWith('system '))).toEqual([])
  expect(labelledScore(model, development)).toBe(Math.max(...seen.map(({ las }) => las)) / 100)
})
