import { expect, test } from 'vitest'
import { learnToy } from './learning/learn-toy.ts'
import { toyCorpus } from './learning/toy.ts'
import { train } from '../../parser/train.ts'
import { Symbols } from '../../transform/symbols.ts'
import { richRightBranching } from '../../parser/features/template-sets.ts'

test('a fact that a model file cannot have is refused before anything is learned', () => {
  expect(() => learnToy('rb', { facts: { treebank: 'a\u001b[31m' } })).toThrow(
    new RangeError(
      `the training fact 'treebank' "a\\u001b[31m" has a control character, expected printable text`,
    ),
  )
})

test('a label that a model file cannot have is refused', () => {
  const { corpus, labels } = toyCorpus(3, 1)
  const [first, ...others] = labels.texts()
  const options = {
    system: 'arc-eager',
    templates: richRightBranching,
    singleRoot: true,
    direction: 'auto',
    nonProjective: 'skip',
    learner: 'perceptron',
    solver: 4,
    epochs: 1,
    seed: 1,
  } as const
  expect(() => train(corpus, new Symbols([`${first}\u0007`, ...others]), options)).toThrow(
    new RangeError(
      `the label ${JSON.stringify(first + '\u0007')} has a control character, expected printable text`,
    ),
  )
})
