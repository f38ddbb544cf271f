/** Searches with random models, by the kernel and in plain JavaScript. */
import { expect } from 'vitest'
import { Beam } from '../../../parser/search/beam.ts'
import type { BeamOptions, Pruning } from '../../../parser/search/beam-options.ts'
import type { BeamScorer } from '../../../parser/core/scorer.ts'
import { classifiersOf } from '../../../parser/features/classifiers.ts'
import { Configuration } from '../../../parser/core/configuration.ts'
import { Kernel } from '../../../parser/scoring/kernel/kernel.ts'
import { Arena } from '../../../parser/scoring/kernel/arena.ts'
import { perceptronScorer, PerceptronWeights } from '../../../parser/learning/perceptron-weights.ts'
import { Random } from '../../../parser/learning/random.ts'
import type { ParserSentence } from '../../../parser/core/sentence.ts'
import {
  derive,
  transitionOf,
  type Transition,
  type TransitionSystem,
} from '../../../parser/core/transition-system.ts'
import { extractorFor, randomSentence } from '../search/random-scorer.ts'
import { ReferenceBeamScorer } from '../search/reference-beam-scorer.ts'

/** Transitions, of which every third is left out. */
function movesOf(system: TransitionSystem, labels: number): Transition[] {
  const transitions = system.transitionTypes.flatMap(({ labelled }, type) =>
    Array.from({ length: labelled ? labels : 1 }, (_, label) => transitionOf(type, label)),
  )
  return transitions.filter((_, i) => i % 3 !== 2)
}

/** Weights learned at random from random derivations, more about some classes than about others. */
function learnAtRandom(
  system: TransitionSystem,
  labels: number,
  seed: number,
  arena: Arena,
): PerceptronWeights[] {
  const models = system.states.map(
    () => new PerceptronWeights(movesOf(system, labels), system.transitionTypes.length, arena),
  )
  const extractor = extractorFor(system)
  const random = new Random(seed)
  const c = new Configuration()
  let step = 1
  for (let i = 0; i < 15; i++) {
    const sentence = randomSentence(10, seed + (i % 3))
    system.start(c, sentence.size)
    derive(system, c, {
      next: () => {
        const allowed = system.allowed(c)
        const types = system.transitionTypes.map((_, type) => type).filter((type) => allowed & (1 << type))
        const type = types[Math.floor(random.next() * types.length)]
        const label = system.transitionTypes[type].labelled ? Math.floor(random.next() ** 2 * labels) : 0
        const known = models[system.state(c)].classOf(transitionOf(type, label))
        const by = random.next() < 0.5 ? 1 : -2
        if (known >= 0) {
          models[system.state(c)].update(extractor.keys, extractor.extract(c, sentence), known, by, step++)
        }
        return transitionOf(type, label)
      },
    })
  }
  return models
}

type SearchOptions = BeamOptions & { readonly pruning?: Pruning }

function search(
  system: TransitionSystem,
  scorer: BeamScorer,
  width: number,
  sentences: ParserSentence[],
  { pruning, ...options }: SearchOptions = {},
) {
  const beam = new Beam(system, scorer, width, {
    fallback: (_, allowed) => transitionOf(31 - Math.clz32(allowed)),
    ...options,
  })
  return sentences.map((sentence) => {
    beam.start(sentence, undefined, pruning)
    while (!beam.done) beam.step()
    return Array.from({ length: beam.size }, (_, item) => ({
      score: beam.scores[item],
      path: Array.from(beam.history.path(beam.entries[item]), (entry) => [
        beam.history.reductions(entry),
        beam.history.transition(entry),
      ]),
    }))
  })
}

type Found = ReturnType<typeof search>

/** Expects the same hypotheses, up to the rounding of scores: those that score the same may change places. */
function expectSame(found: Found, expected: Found): void {
  found.forEach((hypotheses, i) => {
    expect(hypotheses).toHaveLength(expected[i].length)
    hypotheses.forEach(({ score }, item) => expect(score).toBeCloseTo(expected[i][item].score, 3))
    const last = expected[i].at(-1)!.score
    const safe = ({ score }: { score: number }): boolean => score > last + 0.01
    const named = (all: Found[number]): string[] =>
      all
        .filter(safe)
        .map(({ path }) => path.join(' '))
        .toSorted()
    expect(named(hypotheses)).toEqual(named(expected[i]))
  })
}

/** Fails unless the kernel finds what plain JavaScript finds with weights that are being learned. */
export function expectSameWhileLearning(
  system: TransitionSystem,
  labels: number,
  seed: number,
  width: number,
  sizes: readonly number[],
): void {
  const sentences = sizes.map((size, i) => randomSentence(size, seed + i))
  const arena = new Arena()
  const models = learnAtRandom(system, labels, seed, arena)
  const extractor = extractorFor(system)
  const scorer = perceptronScorer(models, arena, system, extractor.compiled)
  const expected = search(system, new ReferenceBeamScorer(models, extractor), width, sentences)
  expect(search(system, scorer, width, sentences)).toEqual(expected)
  // What moves while it grows is found again.
  const keys = new Random(seed).permutation(3000)
  for (const key of keys) models[0].add(key + 1, 0, 0, 1)
  expect(search(system, scorer, width, sentences)).toEqual(expected)
}

/** Fails unless the kernel finds what plain JavaScript finds with the tables of a model. */
export function expectSameWithTables(
  system: TransitionSystem,
  labels: number,
  seed: number,
  width: number,
  sizes: readonly number[],
  options: SearchOptions = {},
): void {
  const sentences = sizes.map((size, i) => randomSentence(size, seed + i))
  const { compiled } = extractorFor(system)
  const averages = learnAtRandom(system, labels, seed, new Arena()).map((weights) =>
    weights.average(300, compiled.most),
  )
  const types = system.transitionTypes.length
  const { form, templates } = { form: 'labelled' as const, templates: compiled.set }
  const kernel = Kernel.of(averages, compiled, types, classifiersOf(system, form, templates))
  const { scorers } = kernel
  const reference = new ReferenceBeamScorer(scorers, extractorFor(system))
  const expected = search(system, reference, width, sentences, options)
  const found = search(system, kernel.beam(scorers), width, sentences, options)
  // From a tie at the edge of the beam on, hypotheses may differ.
  if (!reference.hadTie) expectSame(found, expected)
}
