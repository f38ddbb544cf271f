import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Beam } from '../../../parser/search/beam.ts'
import { arcCosts } from '../../../parser/learning/beam-perceptron.ts'
import { Configuration } from '../../../parser/core/configuration.ts'
import {
  derive,
  isForced,
  typeOf,
  labelOf,
  transitionOf,
  type Transition,
  type TransitionSystem,
} from '../../../parser/core/transition-system.ts'
import { rightBranching } from '../../../parser/systems/rb.ts'
import { findFlaw } from '../../../transform/check.ts'
import { reverse } from '../../../transform/right-branching.ts'
import { createTree } from '../../../transform/tree.ts'
import type { ParserSentence } from '../../../parser/core/sentence.ts'
import { decodable, domainArbitrary, encoded } from '../laws/subjects.ts'
import { allDerivations, naiveBeam, scoreOf } from './exhaustive.ts'
import { extractorFor, randomScorers, randomSentence, seeds } from './random-scorer.ts'
import { ReferenceBeamScorer } from './reference-beam-scorer.ts'

function search(beam: Beam, sentence: ParserSentence): Beam {
  beam.start(sentence)
  while (!beam.done) expect(beam.step()).toBe(true)
  return beam
}

/** The transitions of hypothesis `item`, reductions included. */
function movesOf({ history, entries, reductionType }: Beam, item: number): Transition[] {
  return [...history.path(entries[item])].flatMap((entry) => [
    ...Array.from({ length: history.reductions(entry) }, () => transitionOf(reductionType)),
    history.transition(entry),
  ])
}

describe.each(decodable)('$title', ({ system }) => {
  const extractor = extractorFor(system, 'paper')

  test('a wide beam finds all derivations in the order of their scores', () => {
    const most =
      system.name === 'rb-learned' || system.nonProjective || system.transitionTypes.length === 5 ? 3 : 4
    fc.assert(
      fc.property(fc.integer({ min: 0, max: most }), seeds, (size, seed) => {
        const scorers = randomScorers(system, 2, seed)
        const sentence = randomSentence(size, seed)
        const all = allDerivations(system, scorers, extractor, sentence)
        const beam = search(
          new Beam(system, new ReferenceBeamScorer(scorers, extractor), 2 * all.length + 5),
          sentence,
        )
        expect(beam.size).toBe(all.length)
        expect([...beam.scores.subarray(0, beam.size)]).toEqual(all.map(({ score }) => score))
        const named = (transitions: readonly Transition[]): string => transitions.join(' ')
        const found = all.map((_, item) => named(movesOf(beam, item)))
        expect(found.toSorted()).toEqual(all.map(({ transitions }) => named(transitions)).toSorted())
      }),
      { numRuns: 10 },
    )
  })

  test('a beam of any width finds what a naive one finds', () => {
    const sizes = fc.integer({ min: 0, max: system.nonProjective ? 5 : 8 })
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 9 }), seeds, (size, width, seed) => {
        const scorers = randomScorers(system, 2, seed)
        const sentence = randomSentence(size, seed)
        const scorer = new ReferenceBeamScorer(scorers, extractor)
        const beam = search(new Beam(system, scorer, width), sentence)
        if (scorer.hadTie) return
        const expected = naiveBeam(system, scorers, extractor, sentence, width)
        expect([...beam.scores.subarray(0, beam.size)]).toEqual(expected.map(({ score }) => score))
        const found = expected.map((_, item) => movesOf(beam, item).join(' '))
        expect(found.toSorted()).toEqual(expected.map(({ transitions }) => transitions.join(' ')).toSorted())
      }),
      { numRuns: 20 },
    )
  })

  test('a long search takes back nodes, and disturbs no hypothesis', () => {
    // 10,000 nodes and more: several times what is taken back at once.
    const [size, width, seed] = [system.nonProjective ? 100 : 700, system.nonProjective ? 5 : 12, 1]
    const scorers = randomScorers(system, 3, seed)
    const sentence = randomSentence(size, seed)
    const scorer = new ReferenceBeamScorer(scorers, extractor)
    const beam = new Beam(system, scorer, width)
    search(beam, sentence)
    for (let item = 0; item < beam.size; item++)
      expect(beam.scores[item]).toBe(scoreOf(system, scorers, extractor, sentence, movesOf(beam, item)))
  })

  test('hypotheses do not disturb one another: each scores what its derivation scores alone', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 25 }),
        fc.integer({ min: 1, max: 12 }),
        seeds,
        (size, width, seed) => {
          const scorers = randomScorers(system, 3, seed)
          const sentence = randomSentence(size, seed)
          const beam = search(new Beam(system, new ReferenceBeamScorer(scorers, extractor), width), sentence)
          expect(beam.size).toBeLessThanOrEqual(width)
          for (let item = 0; item < beam.size; item++) {
            if (item > 0) expect(beam.scores[item]).toBeLessThanOrEqual(beam.scores[item - 1])
            const score = scoreOf(system, scorers, extractor, sentence, movesOf(beam, item))
            expect(beam.scores[item]).toBe(score)
          }
        },
      ),
      { numRuns: 20 },
    )
  })
})

describe.each(decodable)('$title: by the shares of transitions', ({ system }) => {
  const extractor = extractorFor(system, 'paper')
  const temperatures = fc.constantFrom(3, 10, 100)

  test('derivations score the logarithms of theirs, and all of them have all', () => {
    const most =
      system.name === 'rb-learned' || system.nonProjective || system.transitionTypes.length === 5 ? 3 : 4
    fc.assert(
      fc.property(fc.integer({ min: 0, max: most }), temperatures, seeds, (size, temperature, seed) => {
        const scorers = randomScorers(system, 2, seed)
        const sentence = randomSentence(size, seed)
        const all = allDerivations(system, scorers, extractor, sentence)
        const scorer = new ReferenceBeamScorer(scorers, extractor)
        const beam = search(new Beam(system, scorer, all.length + 1, { temperature }), sentence)
        expect(beam.size).toBe(all.length)
        let sum = 0
        for (let item = 0; item < beam.size; item++) {
          const transitions = movesOf(beam, item)
          const score = scoreOf(system, scorers, extractor, sentence, transitions, temperature)
          expect(beam.scores[item]).toBeCloseTo(score, 4)
          sum += Math.exp(beam.scores[item] / temperature)
        }
        expect(sum).toBeCloseTo(1, 6)
      }),
      { numRuns: 10 },
    )
  })
})

describe.each(decodable)('$title', ({ system }) => {
  test('costs add what each wrong arc costs', () => {
    const extractor = extractorFor(system, 'paper')
    const c = new Configuration()
    fc.assert(
      fc.property(domainArbitrary(system, 12), seeds, (original, seed) => {
        const gold = encoded(system, original)
        for (let word = 1; word <= gold.size; word++) gold.label[word] %= 3
        const scorers = randomScorers(system, 3, seed)
        const sentence = randomSentence(gold.size, seed)
        const beam = new Beam(system, new ReferenceBeamScorer(scorers, extractor), 8)
        beam.start(sentence, arcCosts(system, gold, 50))
        while (!beam.done) beam.step()
        for (let item = 0; item < beam.size; item++) {
          beam.replay(c, sentence, item)
          let wrong = 0
          for (let word = 1; word <= gold.size; word++) {
            if (c.head[word] === -1) continue // left over: no transition was to blame
            const head = c.head[word] > gold.size ? 0 : c.head[word]
            const right = head === gold.head[word] && c.label[word] === gold.label[word]
            if (!right || c.mark[word] !== gold.mark[word]) wrong++
          }
          const score = scoreOf(system, scorers, extractor, sentence, movesOf(beam, item))
          expect(beam.scores[item]).toBe(score + 50 * wrong)
        }
      }),
      { numRuns: 25 },
    )
  })
})

describe.each(decodable.filter(({ system }) => system.family === 'arc-eager'))('$title', ({ system }) => {
  test('a beam of one takes the best transition each time', () => {
    const extractor = extractorFor(system, 'paper')
    const c = new Configuration()
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20 }), seeds, (size, seed) => {
        const scorers = randomScorers(system, 3, seed)
        const sentence = randomSentence(size, seed)
        const transitions: Transition[] = []
        system.start(c, size)
        derive(system, c, {
          next: () => {
            transitions.push(best(system, c, sentence))
            return transitions.at(-1)!
          },
        })
        function best(system: TransitionSystem, c: Configuration, sentence: ParserSentence): Transition {
          const allowed = system.allowed(c)
          if (isForced(system, allowed)) return transitionOf(31 - Math.clz32(allowed))
          const { transitions, scores } = scorers[0]
          scorers[0].score(extractor.keys, extractor.extract(c, sentence))
          let found = -1
          transitions.forEach((transition, i) => {
            if (allowed & (1 << typeOf(transition)) && (found < 0 || scores[i] > scores[found])) found = i
          })
          return transitions[found]
        }
        expect(
          movesOf(search(new Beam(system, new ReferenceBeamScorer(scorers, extractor), 1), sentence), 0),
        ).toEqual(transitions)
      }),
      { numRuns: 25 },
    )
  })
})

describe('right-branching, exact', () => {
  const system = rightBranching({ singleRoot: true })
  const extractor = extractorFor(system, 'paper')

  test('hypotheses are different trees, each of which comes back without a vestigial arc', () => {
    const c = new Configuration()
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), seeds, (size, seed) => {
        const scorers = randomScorers(system, 3, seed)
        const sentence = randomSentence(size, seed)
        const beam = search(new Beam(system, new ReferenceBeamScorer(scorers, extractor), 10), sentence)
        const trees = new Set<string>()
        for (let item = 0; item < beam.size; item++) {
          const tree = createTree(size)
          beam.replay(c, sentence, item)
          system.finish(c, tree)
          expect(reverse(tree)).toBe(0)
          expect(findFlaw(tree)).toBeUndefined()
          trees.add([...tree.head, ...tree.label].join(' '))
        }
        expect(trees.size).toBe(beam.size)
      }),
      { numRuns: 25 },
    )
  })

  test('a spine of 1,000 words is climbed in linear memory', () => {
    // Nothing is ever reduced: plain arcs are the only ones that are known.
    const scorers = randomScorers(system, 1, 1).map((scorer) => ({
      ...scorer,
      scores: Float64Array.from(scorer.transitions, (transition) => (typeOf(transition) === 1 ? 1 : -1)),
      score: () => undefined,
    }))
    const size = 1000
    const beam = search(
      new Beam(system, new ReferenceBeamScorer(scorers, extractor), 4),
      randomSentence(size, 1),
    )
    expect(beam.scores[0]).toBe((size - 1) * 0.25 + 0.25)
    expect(labelOf(beam.history.transition(beam.entries[0]))).toBe(0)
  })
})
