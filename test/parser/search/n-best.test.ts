import { describe, expect, test, vi } from 'vitest'
import { Decoder } from '../../../parser/search/decoder.ts'
import { arcProbabilities } from '../../../parser/search/n-best.ts'
import { isSatisfied, type Constraints } from '../../../parser/core/constraints.ts'
import { Corpus } from '../../../parser/learning/corpus.ts'
import type { Model } from '../../../parser/model/model.ts'
import { Parser } from '../../../parser/parse.ts'
import { registry } from '../../../parser/registry.ts'
import { fillSentence, type ParserSentence } from '../../../parser/core/sentence.ts'
import { equalTrees, rootCount, treeOf, type Tree } from '../../../transform/tree.ts'
import { headsOf, projectiveTrees } from '../../trees.ts'
import { satisfies } from '../constraints/sets.ts'
import { Symbols } from '../../../transform/symbols.ts'
import { heldOut, learnToy } from '../learning/learn-toy.ts'
import { Random } from '../../../parser/learning/random.ts'

const systems = ['rb', 'arc-eager', 'arc-eager-unshift']
const models = new Map<string, Model>()
const modelOf = (system: string, direction: 'right' | 'left' = 'right'): Model => {
  const name = `${system} ${direction}`
  const model = models.get(name) ?? learnToy(system, { beam: 4, epochs: 2, direction }).model
  models.set(name, model)
  return model
}

function* sentences(parser: Parser, count = 20): Generator<{ sentence: ParserSentence; gold: Tree }> {
  const corpus = heldOut(parser.model.labels)
  for (let i = 0; i < count; i++) {
    yield { sentence: corpus.sentence(i, parser.sentence()), gold: corpus.tree(i) }
  }
}

describe.each(systems)('%s', (system) => {
  test.each([1, 4])('with a beam of %d the best of all is what parse finds', (beam) => {
    const parser = new Parser(modelOf(system), { beam, keepMarks: true })
    for (const { sentence } of sentences(parser)) {
      const [best, ...others] = parser.rank(sentence)
      expect(others).toEqual([])
      expect(equalTrees(best.tree, parser.parse(sentence).tree)).toBe(true)
      expect(equalTrees(best.derived!, parser.parse(sentence).derived!)).toBe(true)
      const early = parser.derive(sentence)
      expect([best.derived!.head, best.derived!.mark]).toEqual([early.head, early.mark])
      if (!parser.model.header.relabelling) expect(equalTrees(best.derived!, early)).toBe(true)
      expect(best.arcs).toHaveLength(sentence.size + 1)
      for (const share of best.arcs.subarray(1)) {
        expect(share).toBeGreaterThan(0)
        expect(share).toBeLessThanOrEqual(1 + 1e-9)
      }
    }
  })

  test('several are different, sorted, and share the certainty of their arcs', () => {
    const parser = new Parser(modelOf(system), { beam: 4 })
    for (const { sentence } of sentences(parser)) {
      const ranked = parser.rank(sentence, { count: 6 })
      ranked.forEach((parse, i) => {
        if (i > 0) expect(parse.score).toBeLessThanOrEqual(ranked[i - 1].score)
        for (const other of ranked.slice(0, i)) expect(equalTrees(parse.tree, other.tree)).toBe(false)
      })
      for (let word = 1; word <= sentence.size; word++) {
        const shares = new Map(
          ranked.map(({ tree, arcs }) => [`${tree.head[word]} ${tree.label[word]}`, arcs[word]] as const),
        )
        const sum = [...shares.values()].reduce((one, other) => one + other, 0)
        expect(sum).toBeLessThanOrEqual(1 + 1e-9)
      }
    }
  })

  test('a sentence of one word, of none, and more parses than there are', () => {
    const parser = new Parser(modelOf(system))
    const one = fillSentence(parser.sentence(), [{ form: 'cat', upos: 'NOUN' }])
    const ranked = parser.rank(one, { count: 50 })
    expect(ranked.length).toBeGreaterThanOrEqual(1)
    expect(ranked.length).toBeLessThan(50)
    for (const { tree } of ranked) expect(headsOf(tree)).toEqual([0])
    const empty = parser.rank(parser.sentence().begin(0), { count: 3 })
    expect(empty).toHaveLength(1)
    expect(empty[0]).toMatchObject({ score: 0, vestigialArcs: 0 })
  })

  test.each([0, -1, 1.5, NaN])('%d parses are refused', (count) => {
    const parser = new Parser(modelOf(system))
    const sentence = parser.sentence().begin(0)
    expect(() => parser.rank(sentence, { count })).toThrow(
      new RangeError(`${count} parses, expected 1 or more`),
    )
  })
})

describe('all trees of a short sentence', () => {
  test('come out of rb when they are asked for', () => {
    const parser = new Parser(modelOf('rb'), { norms: false })
    const three = fillSentence(parser.sentence(), [
      { form: 'the', upos: 'DET' },
      { form: 'cat', upos: 'NOUN' },
      { form: 'sleeps', upos: 'VERB' },
    ])
    const heads = new Set(parser.rank(three, { count: 1000 }).map(({ tree }) => headsOf(tree).join(' ')))
    expect(heads.size).toBe(7) // the single-rooted projective trees of three words
  })
})

describe('all trees of four words with two labels', () => {
  const random = new Random(1)
  const corpus = new Corpus()
  // Several times, so that models know all transitions with both labels.
  for (let i = 0; i < 16; i++)
    for (const tree of projectiveTrees(1 + (i % 4))) {
      for (let word = 1; word <= tree.size; word++) tree.label[word] = random.below(2)
      corpus.add(
        Array.from({ length: tree.size }, (_, k) => ({ form: 'abcd'[k], upos: 'X' })),
        tree,
      )
    }

  // A tree has one derivation in rb; in Unshift with several roots, 388 derivations without labels end in 55 trees.
  test.each(['rb', 'arc-eager', 'arc-eager-root', 'arc-eager-unshift', 'arc-standard', 'arc-hybrid'])(
    'come out of %s with several roots, also if several derivations end in one',
    (system) => {
      const learning = { singleRoot: false, beam: 4, epochs: 1, labelling: 'early' } as const
      const { model } = learnToy(system, learning, { corpus, labels: new Symbols(['x', 'y']) })
      // Without pruning: trees that score more than the one that a pruned search finds do not count as next best.
      const parser = new Parser(model, { margin: Infinity })
      const words = [...'abcd'].map((form) => ({ form, upos: 'X' }))
      const ranked = parser.rank(fillSentence(parser.sentence(), words), { count: 1000 })
      expect(ranked).toHaveLength(55 * 2 ** 4)
      expect(new Set(ranked.map(({ tree }) => headsOf(tree).join(' '))).size).toBe(55)
    },
  )
})

test('a search that finds too few trees becomes 16 times wider at most', () => {
  // Almost all derivations of five nouns end in one tree, which keeps the norms.
  const words = Array.from({ length: 5 }, () => ({ form: 'w', upos: 'NOUN' }))
  const parser = new Parser(modelOf('arc-eager-unshift'), { beam: 2 })
  expect(parser.rank(fillSentence(parser.sentence(), words), { count: 2 })).toHaveLength(1)
  const { steps, hypotheses } = parser.searchCounts
  expect(hypotheses).toBeLessThanOrEqual(steps * 2 * 16)
})

test('a search under constraints that need a chart does not become wider', () => {
  const hypotheses = vi.spyOn(Decoder.prototype, 'hypotheses')
  const words = Array.from({ length: 5 }, () => ({ form: 'w', upos: 'NOUN' }))
  const parser = new Parser(modelOf('arc-eager-unshift'), { beam: 2 })
  const constraints = { forbidden: [4, 3, 1, 0].map((head) => ({ head, dependent: 2 })) }
  parser.rank(fillSentence(parser.sentence(), words), { count: 2, constraints })
  const widths = hypotheses.mock.calls.flatMap(([, width], i) =>
    'needsChart' in (hypotheses.mock.contexts[i] as Decoder).system ? [width] : [],
  )
  hypotheses.mockRestore()
  expect(widths).toEqual([2])
})

test('a parser says whether its model was trained for a beam', () => {
  const trained = modelOf('rb')
  const greedy = learnToy('rb', { epochs: 1 }).model
  const isTrained = (model: Model, beam: number) => new Parser(model, { beam }).trainedForSearch
  expect([isTrained(trained, 1), isTrained(trained, 8)]).toEqual([true, true])
  expect([isTrained(greedy, 1), isTrained(greedy, 8)]).toEqual([true, false])
})

describe('a greedy parser', () => {
  test.each(systems)('%s is sure of an arc as of the transitions that made it', (system) => {
    const { model } = learnToy(system, { epochs: 1 })
    const parser = new Parser(model)
    const sentence = fillSentence(parser.sentence(), [
      { form: 'the', upos: 'DET' },
      { form: 'zebra', upos: 'X' },
      { form: 'zebra', upos: 'X' },
      { form: 'sees', upos: 'VERB' },
    ])
    const [{ arcs }] = parser.rank(sentence)
    expect(Math.min(...arcs)).toBeLessThan(0.999)
  })

  test.each(systems)('%s is about as sure of its arcs as these are right', (system) => {
    const parser = new Parser(learnToy(system, { learner: 'liblinear' }).model)
    let [words, right, sure] = [0, 0, 0]
    for (const { sentence, gold } of sentences(parser, 60)) {
      const [{ tree, arcs }] = parser.rank(sentence)
      for (let word = 1; word <= tree.size; word++) {
        words++
        sure += arcs[word]
        if (tree.head[word] === gold.head[word] && tree.label[word] === gold.label[word]) right++
      }
    }
    expect(Math.abs(sure - right) / words).toBeLessThan(0.1)
  })
})

/** Some arcs of a tree, and what hangs on one of its words as a span. */
function constraintsOf(tree: Tree, random: Random): Constraints {
  const heads = headsOf(tree)
  const arcs = heads.flatMap((head, index) =>
    random.next() < 0.2 ? [{ head, dependent: index + 1, label: -1 }] : [],
  )
  const root = 1 + random.below(tree.size)
  const above = (word: number): boolean => word === root || (word > 0 && above(heads[word - 1]))
  const inside = heads.map((_, index) => index + 1).filter(above)
  const span = { first: inside[0], last: inside.at(-1)!, condition: 'plain' as const }
  return { arcs, spans: span.first < span.last ? [span] : [] }
}

test('an arc is as sure as the share of those that have it, head and label', () => {
  const best = treeOf([2, 0, 2], [1, 0, 2])
  const others = [treeOf([3, 0, 2], [1, 0, 2]), treeOf([2, 0, 2], [1, 0, 3])]
  // A third and a sixth of the weight of the best.
  const scores = [1, 1 - 0.5 * Math.log(3), 1 - 0.5 * Math.log(6)]
  const shares = arcProbabilities([best, ...others], scores)(best)
  const expected = [0, 1 + 1 / 6, 1.5, 1 + 1 / 3].map((weight) => weight / 1.5)
  shares.forEach((share, word) => expect(share).toBeCloseTo(expected[word], 12))
})

test('no arc is surer than 1, whatever is lost in sums', () => {
  const tree = treeOf([0], [1])
  for (let count = 1; count <= 40; count++) {
    const scores = Array.from({ length: count }, (_, i) => -0.1 * i)
    const [, share] = arcProbabilities(Array<Tree>(count).fill(tree), scores)(tree)
    expect(share).toBeLessThanOrEqual(1)
    expect(share).toBeCloseTo(1, 12)
  }
})

const constrained = registry.filter((entry) => entry.constrained !== undefined).map(({ name }) => name)

describe.each(constrained.filter((name) => name.startsWith('arc-eager')))('%s', (system) => {
  test.each([1, 4])(
    'has no arc that is forbidden, beam %d: the arcs of the best tree, one after another',
    (beam) => {
      const parser = new Parser(modelOf(system), { beam })
      for (const { sentence } of sentences(parser, 10)) {
        const forbidden: { head: number; dependent: number }[] = []
        for (let dependent = 1; dependent <= Math.min(sentence.size, 4); dependent++) {
          const { head } = parser.parse(sentence, { forbidden }).tree
          forbidden.push({ head: head[dependent], dependent })
        }
        const constraints = { forbidden: sentence.size > 2 ? forbidden : [] }
        for (const { tree } of parser.rank(sentence, { count: 3, constraints }))
          expect(isSatisfied(constraints, tree)).toBe(true)
      }
    },
  )
})

describe.each(constrained)('%s under constraints', (system) => {
  const directions = system.startsWith('rb') ? (['right', 'left'] as const) : (['right'] as const)

  test.each(directions)('all parses of a beam honour them, direction %s', (direction) => {
    const parser = new Parser(modelOf(system, direction), { beam: 4 })
    const random = new Random(7)
    for (const { sentence, gold } of sentences(parser)) {
      const constraints = constraintsOf(gold, random)
      const best = parser.parse(sentence, constraints)
      expect(equalTrees(best.tree, parser.rank(sentence, { constraints })[0].tree)).toBe(true)
      for (const { tree, vestigialArcs } of parser.rank(sentence, { count: 4, constraints })) {
        expect(vestigialArcs).toBe(0)
        expect(satisfies(headsOf(tree), constraints)).toBe(true)
        if (parser.system.settings.singleRoot) expect(rootCount(tree)).toBe(1)
      }
    }
  })
})
