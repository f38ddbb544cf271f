/** Training with steps: the parser learns encoded trees and gives trees of the treebank's scheme. */
import { describe, expect, test } from 'vitest'
import { Corpus } from '../../parser/learning/corpus.ts'
import { Random } from '../../parser/learning/random.ts'
import { readModel, writeModel } from '../../parser/model/model-file.ts'
import { Parser } from '../../parser/parse.ts'
import { train, type TrainOptions } from '../../parser/train.ts'
import { richRightBranching, richArcEager } from '../../parser/features/template-sets.ts'
import { fillSentence } from '../../parser/core/sentence.ts'
import { Symbols } from '../../transform/symbols.ts'
import { equalTrees, treeOf, type Tree } from '../../transform/tree.ts'

const STEPS = 'function-heads:case+cc,coordination:chain'

/** `in cities and towns , she lived`: phrases of a preposition and coordinated nouns before and after a verb. */
function sentenceOf(random: Random, labels: Symbols): { words: [string, string][]; tree: Tree } {
  const words: [string, string][] = []
  const heads: number[] = []
  const names: string[] = []
  const add = (form: string, upos: string, head: number, name: string): number => {
    heads.push(head)
    names.push(name)
    return words.push([form, upos])
  }
  const phrases = 1 + random.below(2)
  const verbAt = random.below(phrases + 1)
  let verb = 0
  const waiting: number[] = []
  for (let i = 0; i <= phrases; i++) {
    if (i === verbAt) {
      verb = add('lived', 'VERB', 0, 'root')
      continue
    }
    const adposition = add('in', 'ADP', 0, 'case')
    const first = add('cities', 'NOUN', 0, 'obl')
    heads[adposition - 1] = first
    waiting.push(first)
    for (let more = random.below(3); more > 0; more--) {
      const conjunction = add('and', 'CCONJ', 0, 'cc')
      heads[conjunction - 1] = add('towns', 'NOUN', first, 'conj')
    }
  }
  for (const word of waiting) heads[word - 1] = verb
  return {
    words,
    tree: treeOf(
      heads,
      names.map((name) => labels.add(name)),
    ),
  }
}

function corpusOf(
  seed: number,
  labels: Symbols,
): { corpus: Corpus; sentences: ReturnType<typeof sentenceOf>[] } {
  const random = new Random(seed)
  const corpus = new Corpus()
  const sentences = Array.from({ length: 100 }, () => sentenceOf(random, labels))
  for (const { words, tree } of sentences)
    corpus.add(
      words.map(([form, upos]) => ({ form, upos })),
      tree,
    )
  return { corpus, sentences }
}

function learn(system: string, changes: Partial<TrainOptions> = {}) {
  const labels = new Symbols()
  const { corpus } = corpusOf(1, labels)
  return train(corpus, labels, {
    system,
    templates: system === 'rb' ? richRightBranching : richArcEager,
    singleRoot: true,
    direction: 'auto',
    nonProjective: 'projectivize:head',
    learner: 'liblinear',
    solver: 4,
    epochs: 3,
    seed: 1,
    steps: STEPS,
    ...changes,
  }).model
}

describe.each([
  ['rb', {}],
  ['rb', { direction: 'left', labelling: 'late', steps: `${STEPS},right-branching` }],
  ['rb', { learner: 'perceptron', beam: 4 }],
  ['arc-eager', {}],
] as const)('%s, %o', (system, changes) => {
  test('trees come back in the scheme of the treebank, from a file too', () => {
    const model = readModel(writeModel(learn(system, changes)))
    expect(model.header.steps).toEqual(STEPS.split(','))
    expect(model.labels.texts().some((text) => text.endsWith('↔'))).toBe(true)
    const parser = new Parser(model)
    const { sentences } = corpusOf(2, new Symbols(model.labels.texts()))
    let right = 0
    for (const { words, tree } of sentences) {
      const sentence = fillSentence(
        parser.sentence(),
        words.map(([form, upos]) => ({ form, upos })),
      )
      if (equalTrees(parser.parse(sentence).tree, tree)) right++
    }
    expect(right).toBeGreaterThanOrEqual(90)
  })
})

test('what a model with steps cannot do', () => {
  const parser = new Parser(learn('rb'))
  const sentence = fillSentence(parser.sentence(), [{ form: 'in' }, { form: 'cities' }])
  expect(() => parser.parse(sentence, { root: 1 })).toThrow('a model with steps does not take constraints')
  expect(() => learn('arc-eager', { steps: 'right-branching' })).toThrow(
    'steps right-branching: arc-eager does not derive right-branching trees, expected no step right-branching',
  )
  expect(() => learn('rb', { steps: 'mirror' })).toThrow(
    'steps mirror: expected nonProjective in place of projectivize, direction in place of mirror',
  )
})

test('a model file whose labels lack a base is refused', () => {
  const model = learn('rb')
  const labels = new Symbols(model.labels.texts().map((text) => (text === 'case' ? 'xcase' : text)))
  expect(() => readModel(writeModel({ ...model, labels }))).toThrow("label 'case' is not in the frozen table")
})
