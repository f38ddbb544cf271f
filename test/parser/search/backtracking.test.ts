/** Going back finds what is better, counts it right, keeps to its bound, and works with every system. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  Backtracking,
  checkBacktracking,
  defaultLimits,
  type Limits,
  type RevisedGuide,
} from '../../../parser/search/backtracking.ts'
import { NO_REDUCTION } from '../../../parser/search/beam-step.ts'
import { classifiersOf } from '../../../parser/model/classifiers.ts'
import { Configuration } from '../../../parser/core/configuration.ts'
import type { FeatureExtractor } from '../../../parser/features/extractor.ts'
import { richFactored } from '../../../parser/features/rich.ts'
import { readModel, writeModel } from '../../../parser/model/model-file.ts'
import { Parser } from '../../../parser/parse.ts'
import { registered } from '../../../parser/registry.ts'
import type { Scorer } from '../../../parser/scoring/scorer.ts'
import type { Sentence } from '../../../parser/core/sentence.ts'
import {
  derive,
  isForced,
  typeOf,
  labelOf,
  transitionOf,
  type Transition,
  type TransitionSystem,
} from '../../../parser/core/transition-system.ts'
import { findFlaw } from '../../../transform/check.ts'
import { createTree } from '../../../transform/tree.ts'
import { extractorFor, randomScorers, randomSentence, seeds } from './random-scorer.ts'
import { decodable, decoded } from '../laws/subjects.ts'
import { heldOut, learnToy } from '../learning/learn-toy.ts'

const unlimited: Limits = { ...defaultLimits, patience: Infinity, others: Infinity, worst: Infinity }

/** Takes the best transition of scorers that have learned nothing, as a model's guide does; counts how often it is asked. */
class RandomGuide implements RevisedGuide {
  sentence: Sentence
  readonly nodes = undefined
  asked = 0
  readonly #system: TransitionSystem
  readonly #scorers: readonly Scorer[]
  readonly #extractor: FeatureExtractor
  readonly #errs: boolean

  /** @param errs whether now and then the worst transition is taken, as one may be that is chosen at a glance */
  constructor(
    system: TransitionSystem,
    extractor: FeatureExtractor,
    sentence: Sentence,
    seed: number,
    labels = 2,
    errs = false,
  ) {
    this.#errs = errs
    this.#system = system
    this.#extractor = extractor
    // Small enough for other transitions to be worth a try.
    this.#scorers = randomScorers(system, labels, seed).map((scorer) => ({ ...scorer, unit: 0.002 }))
    this.sentence = sentence
  }

  next(c: Configuration): Transition {
    const allowed = this.#system.allowed(c)
    if (isForced(this.#system, allowed)) return transitionOf(31 - Math.clz32(allowed))
    this.asked++
    const scorer = this.compare(this.#system.state(c))
    scorer.score(this.#extractor.keys, this.#extractor.extract(c, this.sentence))
    const { transitions, scores } = scorer
    const open = [...transitions.keys()].filter(
      (i) =>
        allowed & (1 << typeOf(transitions[i])) &&
        (this.#system.admits?.(c, typeOf(transitions[i]), labelOf(transitions[i])) ?? true),
    )
    const best = open.reduce((one, other) => (scores[other] > scores[one] ? other : one))
    if (!this.#errs || (scores[best] & 3) !== 0) return transitions[best]
    return transitions[open.reduce((one, other) => (scores[other] < scores[one] ? other : one))]
  }

  compare(state: number): Scorer {
    return this.#scorers[state]
  }

  /** The logarithms of the shares of all transitions that are allowed. */
  shares(c: Configuration): Map<Transition, number> {
    const allowed = this.#system.allowed(c)
    if (isForced(this.#system, allowed)) return new Map([[this.next(c), 0]])
    this.next(c)
    const { transitions, scores, unit } = this.compare(this.#system.state(c))
    const open = [...transitions.keys()].filter((i) => (allowed >> typeOf(transitions[i])) & 1)
    const exponentials = open.map((i) => Math.exp((scores[i] * unit) / defaultLimits.temperature))
    const sum = exponentials.reduce((one, other) => one + other, 0)
    return new Map(open.map((i, at) => [transitions[i], Math.log(exponentials[at] / sum)]))
  }
}

/** The best score of all derivations that begin with `before`. */
function bestOfAll(system: TransitionSystem, guide: RandomGuide, before: readonly Transition[] = []): number {
  const c = new Configuration()
  system.start(c, guide.sentence.size)
  for (const transition of before) system.apply(c, typeOf(transition), labelOf(transition))
  if (system.done(c)) return 0
  const ways = [...guide.shares(c)]
  return Math.max(
    ...ways.map(([transition, share]) => share + bestOfAll(system, guide, [...before, transition])),
  )
}

/** The transitions of derivation `index`. */
function movesOf({ history, entries }: Backtracking, index: number): Transition[] {
  return [...history.path(entries[index])].map((entry) => history.transition(entry))
}

function scoreOf(system: TransitionSystem, guide: RandomGuide, transitions: readonly Transition[]): number {
  const c = new Configuration()
  let score = 0
  system.start(c, guide.sentence.size)
  for (const transition of transitions) {
    score += guide.shares(c).get(transition)!
    system.apply(c, typeOf(transition), labelOf(transition))
  }
  expect(system.done(c)).toBe(true)
  return score
}

describe.each(decodable)('$title', ({ system }) => {
  const extractor = extractorFor(system)

  test('without limits the best of all derivations is found', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3 }), seeds, fc.boolean(), (size, seed, errs) => {
        const guide = new RandomGuide(system, extractor, randomSentence(size, seed), seed, 1, errs)
        const backtracking = new Backtracking(system, guide, unlimited)
        backtracking.search(guide.sentence, 1e6)
        expect(backtracking.scores[backtracking.best]).toBeCloseTo(bestOfAll(system, guide), 6)
      }),
      { numRuns: 15 },
    )
  })

  test('the first derivation is the greedy one; all score what their transitions do; the best is the best', () => {
    fc.assert(
      fc.property(
        fc.nat(25),
        fc.integer({ min: 1, max: 8 }),
        seeds,
        fc.boolean(),
        (size, further, seed, errs) => {
          const guide = new RandomGuide(system, extractor, randomSentence(size, seed), seed, 2, errs)
          const backtracking = new Backtracking(system, guide)
          backtracking.search(guide.sentence, further)
          const { scores, best, entries, history } = backtracking
          const c = new Configuration()
          const greedy: Transition[] = []
          system.start(c, size)
          derive(system, c, {
            next: (configuration) => {
              greedy.push(guide.next(configuration))
              return greedy.at(-1)!
            },
          })
          expect(movesOf(backtracking, 0)).toEqual(greedy)
          scores.forEach((score, i) =>
            expect(score).toBeCloseTo(scoreOf(system, guide, movesOf(backtracking, i)), 6),
          )
          expect(scores[best]).toBe(Math.max(...scores))
          expect(new Set(scores.map((_, i) => movesOf(backtracking, i).join(' '))).size).toBe(scores.length)
          const tree = createTree(size)
          history.replay(system, c, size, entries[best], NO_REDUCTION)
          system.finish(c, tree)
          expect(findFlaw(decoded(system, tree).tree)).toBeUndefined()
        },
      ),
      { numRuns: 30 },
    )
  })

  test('labels that may not be taken are not, and have their shares nevertheless', () => {
    const admits: TransitionSystem['admits'] = (_, type, label) =>
      !system.transitionTypes[type].labelled || label !== 1
    const barring = { ...system, admits }
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), seeds, (size, seed) => {
        const guide = new RandomGuide(barring, extractor, randomSentence(size, seed), seed)
        const backtracking = new Backtracking(barring, guide)
        backtracking.search(guide.sentence, 4)
        backtracking.scores.forEach((score, i) => {
          const transitions = movesOf(backtracking, i)
          for (const transition of transitions)
            expect(admits(new Configuration(), typeOf(transition), labelOf(transition))).toBe(true)
          expect(score).toBeCloseTo(scoreOf(barring, guide, transitions), 6)
        })
      }),
      { numRuns: 20 },
    )
  })

  test('a better derivation than the greedy one is found often', () => {
    let better = 0
    for (let seed = 1; seed <= 20; seed++) {
      const guide = new RandomGuide(system, extractor, randomSentence(20, seed), seed)
      const backtracking = new Backtracking(system, guide)
      backtracking.search(guide.sentence, 8)
      if (backtracking.best > 0) better++
    }
    expect(better).toBeGreaterThan(3)
  })

  test('no more configurations are looked at than the bound says', () => {
    fc.assert(
      fc.property(fc.nat(25), fc.integer({ min: 1, max: 4 }), seeds, (size, further, seed) => {
        const guide = new RandomGuide(system, extractor, randomSentence(size, seed), seed)
        new Backtracking(system, guide).search(guide.sentence, 0)
        const greedy = guide.asked
        guide.asked = 0
        new Backtracking(system, guide, unlimited).search(guide.sentence, further)
        expect(guide.asked).toBeLessThanOrEqual(greedy + further * size + 1)
      }),
      { numRuns: 20 },
    )
  })

  test('a search leaves nothing behind for the next', () => {
    const sentences = [12, 30, 0, 1, 7].map((size) => randomSentence(size, size))
    const guide = new RandomGuide(system, extractor, sentences[0], 1)
    const used = new Backtracking(system, guide)
    for (const sentence of sentences) {
      const fresh = new Backtracking(system, guide)
      fresh.search(sentence, 3)
      used.search(sentence, 3)
      expect(used.scores).toEqual(fresh.scores)
      expect(movesOf(used, used.best)).toEqual(movesOf(fresh, fresh.best))
    }
  })
})

test('a sentence of 10,000 words takes linear time and memory', () => {
  const { system } = decodable[0]
  const guide = new RandomGuide(system, extractorFor(system), randomSentence(10_000, 1), 1)
  const backtracking = new Backtracking(system, guide)
  backtracking.search(guide.sentence, 1)
  expect(backtracking.entries.length).toBeGreaterThan(0)
  expect(guide.asked).toBeLessThanOrEqual(2 * 10_000 + 10_000 + 1)
})

test('a model whose first glance contradicts all else, with all its weight, still gives trees', () => {
  const { model } = learnToy('rb', { learner: 'liblinear', templates: richFactored })
  const { firstStage } = classifiersOf(registered('rb').make({ singleRoot: true }), 'factored', richFactored)
  const classifiers = model.classifiers.map((weights, i) =>
    i < firstStage ? { ...weights, values: weights.values.map((value) => -value), scale: 1e-100 } : weights,
  )
  const parser = new Parser(readModel(writeModel({ ...model, classifiers })), { backtrack: 2 })
  const corpus = heldOut(model.labels)
  const sentence = parser.sentence()
  for (let i = 0; i < corpus.size; i++)
    expect(findFlaw(parser.parse(corpus.sentence(i, sentence)).tree)).toBeUndefined()
})

test.each([0, -1, 0.5, 1025, NaN, Infinity])('%s further configurations a word are refused', (further) => {
  expect(() => checkBacktracking(further)).toThrow(
    new RangeError(
      `backtracking over ${further} configurations a word, expected a whole number from 1 to 1024`,
    ),
  )
})
