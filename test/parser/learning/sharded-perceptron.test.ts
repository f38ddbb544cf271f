import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Corpus } from '../../../parser/learning/corpus.ts'
import { slotsOf, visitRow } from '../../../parser/learning/perceptron-contents.ts'
import { PerceptronWeights } from '../../../parser/learning/perceptron-weights.ts'
import { labelledScore } from '../../../parser/learning/selection.ts'
import { runRounds, type Rounds } from '../../../parser/learning/rounds.ts'
import {
  meanOf,
  shardOrder,
  stepsOfEpoch,
  type ShardResult,
  type ShardTask,
} from '../../../parser/learning/sharded-perceptron.ts'
import { writeModel } from '../../../parser/model/model-file.ts'
import { ParserSentence } from '../../../parser/core/sentence.ts'
import { transitionOf } from '../../../parser/core/transition-system.ts'
import { equalTrees } from '../../../transform/tree.ts'
import { heldOut, learnToy } from './learn-toy.ts'
import { toyCorpus } from './toy.ts'

const transitions = [transitionOf(0), transitionOf(1, 0), transitionOf(1, 1)]

/** Updates: a feature, a class, by how much, at which step. */
const updates = fc.array(
  fc.tuple(
    fc.integer({ min: 1, max: 40 }),
    fc.nat(2),
    fc.integer({ min: -3, max: 3 }),
    fc.integer({ min: 1, max: 9 }),
  ),
)

function weightsOf(list: readonly (readonly [number, number, number, number])[]): PerceptronWeights {
  const weights = new PerceptronWeights(transitions, 2)
  for (const [key, c, by, step] of list) weights.add(key, c, by, step)
  return weights
}

function scoresOf(weights: PerceptronWeights): number[][] {
  return Array.from({ length: 40 }, (_, i) => {
    weights.score(Uint32Array.of(i + 1), 1)
    return [...weights.scores]
  })
}

test('every sentence is in one shard, once an epoch, in an order of its own', () => {
  fc.assert(
    fc.property(
      fc.nat(60),
      fc.integer({ min: 1, max: 9 }),
      fc.nat(3),
      fc.nat(3),
      fc.nat(),
      (size, shards, epoch, member, seed) => {
        const orders = Array.from({ length: shards }, (_, shard) =>
          shardOrder(seed, { epoch, member, shard }, size, shards),
        )
        const all = orders.flatMap((order) => [...order])
        expect(all.toSorted((a, b) => a - b)).toEqual(Array.from({ length: size }, (_, i) => i))
        for (const order of orders) expect(order.length).toBeLessThanOrEqual(stepsOfEpoch(size, shards))
      },
    ),
  )
  const order = (epoch: number, member: number): string =>
    shardOrder(1, { epoch, member, shard: 1 }, 60, 2).join()
  expect(order(1, 0)).not.toBe(order(0, 0))
  expect(order(0, 1)).not.toBe(order(0, 0))
})

test('weights are the mean of those of the shards, and so are their averages', () => {
  fc.assert(
    fc.property(fc.array(updates, { minLength: 1, maxLength: 5 }), (shards) => {
      const [contents] = meanOf(shards.map((list) => [weightsOf(list).contents()]))
      const mean = scoresOf(PerceptronWeights.from(contents))
      const all = shards.map((list) => scoresOf(weightsOf(list)))
      mean.forEach((row, feature) =>
        row.forEach((value, c) => {
          const sum = all.reduce((before, scores) => before + scores[feature][c], 0)
          expect(Math.abs(value - sum / shards.length)).toBeLessThanOrEqual(1 / 512 + 1e-6)
          expect(256 * value).toBe(Math.round(256 * value))
        }),
      )
      const totalOf = (weights: PerceptronWeights): number => {
        const contents = weights.contents()
        expect(contents.size).toBeLessThanOrEqual(40)
        let total = 0
        for (const at of slotsOf(contents)) visitRow(contents, at, (_c, _weight, more) => (total += more))
        return total
      }
      const totals = shards.map((list) => totalOf(weightsOf(list)))
      expect(totalOf(PerceptronWeights.from(contents))).toBeCloseTo(
        totals.reduce((a, b) => a + b, 0) / shards.length,
        4,
      )
    }),
  )
})

test('contents hold all that weights are, and copies go their own way', () => {
  fc.assert(
    fc.property(updates, updates, (before, after) => {
      const weights = weightsOf(before)
      const copy = PerceptronWeights.from(weights.contents())
      for (const [key, c, by, step] of after) copy.add(key, c, by, step)
      expect(scoresOf(weights)).toEqual(scoresOf(weightsOf(before)))
      const whole = weightsOf([...before, ...after])
      expect(scoresOf(copy)).toEqual(scoresOf(whole))
      expect(copy.average(10, 1)).toEqual(whole.average(10, 1))
    }),
  )
})

test('a corpus is the same from its contents', () => {
  const { corpus } = toyCorpus(20, 1)
  const copy = Corpus.from(structuredClone(corpus.contents()))
  expect([copy.size, copy.words, copy.tags]).toEqual([corpus.size, corpus.words, corpus.tags])
  const [one, other] = [new ParserSentence(), new ParserSentence()]
  for (let i = 0; i < corpus.size; i++) {
    expect(equalTrees(copy.tree(i), corpus.tree(i))).toBe(true)
    expect(copy.sentence(i, other).columns).toEqual(corpus.sentence(i, one).columns)
  }
})

test('a smaller size leaves out more features, and the model file says so', () => {
  const models = (['smallest', 'small', 'full'] as const).map(
    (size) => learnToy('rb', { beam: 3, epochs: 2, size }).model,
  )
  const features = models.map(({ classifiers }) => classifiers[0].keys.length)
  expect(features[0]).toBeLessThan(features[1])
  expect(features[1]).toBeLessThan(features[2])
  expect(models.map(({ header }) => header.training.size)).toEqual(['smallest', undefined, 'full'])
})

describe('training in shards', () => {
  const bytes = (shards?: number, seed = 1): Uint8Array =>
    writeModel(learnToy('rb', { beam: 3, epochs: 2, seed, shards }).model)

  test('one shard is as none, others are not', () => {
    expect(bytes(1)).toEqual(bytes())
    expect(bytes(2)).not.toEqual(bytes())
    expect(bytes(2)).toEqual(bytes(2))
    expect(bytes(2, 2)).not.toEqual(bytes(2))
    const { training } = learnToy('rb', { beam: 3, epochs: 1, shards: 3 }).model.header
    expect(training).toMatchObject({ shards: 3 })
    expect(learnToy('rb', { beam: 3, epochs: 1 }).model.header.training).not.toHaveProperty('shards')
  })

  test.each(['rb', 'arc-eager-unshift'])(
    '%s learns the toy language, in more shards than sentences too',
    (system) => {
      const { model } = learnToy(system, { beam: 4, epochs: 6, shards: 3 })
      expect(labelledScore(model, heldOut(model.labels))).toBeGreaterThan(0.97)
      const many = learnToy(system, { beam: 2, epochs: 1, shards: 200 })
      expect(many.statistics.sentences).toBe(150)
    },
  )

  test.each([0, -1, 1.5, NaN])('%d shards are refused', (shards) => {
    expect(() => learnToy('rb', { beam: 2, shards })).toThrow(
      new RangeError(`shards is ${shards}, expected a whole number from 1 to 1024`),
    )
  })

  test('an ensemble of one is as none; members learn in orders of their own', () => {
    const members = (ensemble?: number): Uint8Array =>
      writeModel(learnToy('rb', { beam: 3, epochs: 2, ensemble }).model)
    expect(members(1)).toEqual(bytes())
    expect(members(2)).not.toEqual(bytes())
    const { model } = learnToy('rb', { beam: 4, epochs: 4, ensemble: 3, shards: 2 })
    expect(labelledScore(model, heldOut(model.labels))).toBeGreaterThan(0.97)
    expect(model.header.training).toMatchObject({ ensemble: 3, shards: 2 })
  })

  test('greedy learning has no shards and no ensembles', () => {
    expect(() => learnToy('rb', { ensemble: 2 })).toThrow(
      new RangeError('ensemble is for the perceptron with a beam, expected beam N with it'),
    )
    expect(() => learnToy('rb', { shards: 2 })).toThrow(
      new RangeError('shards is for the perceptron with a beam, expected beam N with it'),
    )
  })
})

test('here, tasks are gone through in order, each with weights of its own', () => {
  const seen: number[] = []
  const tasks = [0, 1, 2].map((shard): ShardTask => ({
    epoch: 0,
    member: 0,
    shard,
    weights: [weightsOf([[1, 1, 2, 1]]).contents()],
  }))
  const learn = ({ shard, weights }: ShardTask): ShardResult => {
    seen.push(shard)
    const own = PerceptronWeights.from(weights[0])
    own.add(1, 1, shard, 1)
    return { weights: [own.contents()], right: shard }
  }
  const shared = tasks[0].weights
  function* epochs(): Rounds<ShardTask, ShardResult, readonly number[]> {
    const results = yield tasks.map((task) => ({ ...task, weights: shared }))
    return results.map(({ weights }) => scoresOf(PerceptronWeights.from(weights[0]))[0][1])
  }
  expect(runRounds(epochs(), learn)).toEqual([2, 3, 4])
  expect(seen).toEqual([0, 1, 2])
})
