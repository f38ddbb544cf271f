/** Committees that were trained: constraints, files, threads, and sentences that are too long to vote on. */
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { elect, LONGEST_VOTED } from '../../../parser/committee/ballot.ts'
import { Member } from '../../../parser/committee/member.ts'
import { ConstraintError, type Constraints, type Span } from '../../../parser/core/constraints.ts'
import { fillSentence } from '../../../parser/core/sentence.ts'
import { Corpus } from '../../../parser/learning/corpus.ts'
import { measureConfidences } from '../../../parser/learning/confidences.ts'
import { Random } from '../../../parser/learning/random.ts'
import type { ParserToken } from '../../../parser/core/word-attributes.ts'
import { ModelError, readModel, readModelHeader, writeModel } from '../../../parser/model/model-file.ts'
import { MAX_MEMBER_COUNT, type Model } from '../../../parser/model/model.ts'
import { Parser } from '../../../parser/parse.ts'
import { attachModel, prepareModel, shareModel } from '../../../parser/scoring/scoring.ts'
import { isProjective } from '../../../transform/check.ts'
import { rootCount, type Tree } from '../../../transform/tree.ts'
import { headsOf } from '../../trees.ts'
import { arcSets, count, satisfies, spanSets, universeOf } from '../constraints/sets.ts'
import { learnToy } from '../learning/learn-toy.ts'
import { toyCorpus } from '../learning/toy.ts'

const committee = 'rb,mirror,arc-eager,arc-standard'
let model: Model
beforeAll(() => {
  model = learnToy('rb', { beam: 2, epochs: 1, committee }).model
})

/** Sentences without sense, on which members do not agree. */
function nonsense(): ParserToken[][] {
  const random = new Random(1)
  return Array.from({ length: 40 }, () =>
    Array.from({ length: 4 + random.below(9) }, () => ({
      form: `w${random.below(5)}`,
      upos: ['DET', 'ADJ', 'NOUN', 'VERB', 'ADP'][random.below(5)],
    })),
  )
}

function parsesOf(parser: Parser, constraints?: Constraints): Tree[] {
  const sentence = parser.sentence()
  return nonsense().map((words) => parser.parse(fillSentence(sentence, words), constraints).tree)
}

test('the first member has the options, the others are greedy, and the mirror reads the other way', () => {
  const { header, helpers = [] } = model
  expect([header, ...helpers.map((helper) => helper.header)]).toMatchObject([
    { system: 'rb', direction: 'right', beam: 2, training: { committee, learner: 'perceptron' } },
    { system: 'rb', direction: 'left', beam: 1, training: { learner: 'liblinear' } },
    { system: 'arc-eager', beam: 1 },
    { system: 'arc-standard', beam: 1 },
  ])
  const mirrored = learnToy('rb', { direction: 'left', committee: 'rb,mirror' }).model
  expect(mirrored.helpers!.map(({ header }) => header.direction)).toEqual(['right'])
  const { helpers: _, ...first } = model
  const { training } = learnToy('rb', { beam: 2, epochs: 1, facts: { committee } }).model.header
  expect(first.header.training).toEqual(training)
})

test('the tree is what the members elect, each of which parses as it does alone', () => {
  const { helpers = [], ...first } = model
  const members = [first, ...helpers].map((one) => parsesOf(new Parser(one, { norms: false })))
  const law = { singleRoot: true, allows: () => true }
  const elected = members[0].map((_, index) =>
    elect(
      members.map((trees) => trees[index]),
      law,
    ),
  )
  expect(parsesOf(new Parser(model, { norms: false }))).toEqual(elected)
  expect(elected).not.toEqual(members[0])
})

test('members are asked only until the vote is decided', () => {
  const vote = vi.spyOn(Member.prototype, 'vote')
  parsesOf(new Parser(model))
  expect(vote.mock.calls.length).toBeLessThan(40 * committee.split(',').length)
  vote.mockRestore()
})

describe('under constraints', () => {
  const words = new Random(1)

  /** What is wrong: the parser refuses constraints just when no tree satisfies them, and its trees satisfy them. */
  function flawOf(parser: Parser, size: number, constraints: Constraints, trees: number): object[] {
    const forms = Array.from({ length: size }, () => ['the', 'dog', 'sees', 'of', 'cat'][words.below(5)])
    const sentence = fillSentence(
      parser.sentence(),
      forms.map((form) => ({ form, upos: form.length === 3 ? 'NOUN' : 'ADP' })),
    )
    const { singleRoot } = parser.system.settings
    const isSound = (tree: Tree): boolean =>
      isProjective(tree) && (!singleRoot || rootCount(tree) === 1) && satisfies(headsOf(tree), constraints)
    try {
      const { tree } = parser.parse(sentence, constraints)
      const ranked = parser.rank(sentence, { count: 3, constraints }).map((one) => one.tree)
      return trees > 0 && [tree, ...ranked].every(isSound) ? [] : [{ constraints, heads: headsOf(tree) }]
    } catch (error) {
      if (error instanceof ConstraintError && trees === 0) return []
      return [{ constraints, error: String(error) }]
    }
  }

  test.each([true, false])('every set of arcs and leaves, single root: %s', (singleRoot) => {
    const parser = new Parser(model, { singleRoot })
    const flaws: object[] = []
    for (const size of [1, 2, 3]) {
      const universe = universeOf(size, singleRoot)
      for (const { arcs } of arcSets(universe, 0))
        for (let set = 0; set < 2 ** size; set++) {
          const leaves = Array.from({ length: size }, (_, i) => i + 1).filter(
            (word) => (set >> (word - 1)) & 1,
          )
          const wanted = universe.trees.filter((heads) => satisfies(heads, { arcs, leaves }))
          flaws.push(...flawOf(parser, size, { arcs, leaves }, wanted.length))
        }
    }
    expect(flaws).toEqual([])
  })

  test('every set of arcs over four words', () => {
    const parser = new Parser(model)
    const sets = [...arcSets(universeOf(4, true), 0)]
    expect(sets.flatMap(({ arcs, trees }) => flawOf(parser, 4, { arcs }, count(trees)))).toEqual([])
  })

  test.each<[Span['condition']]>([['plain'], ['root'], ['none']])(
    'every set of spans, condition %s',
    (condition) => {
      const parser = new Parser(model)
      const flaws = [3, 4, 5].flatMap((size) => {
        const { trees } = universeOf(size, true)
        return spanSets(size, 2, [condition]).flatMap((spans) =>
          flawOf(parser, size, { spans }, trees.filter((heads) => satisfies(heads, { spans })).length),
        )
      })
      expect(flaws).toEqual([])
    },
  )

  test('every root', () => {
    const parser = new Parser(model)
    const flaws = [1, 2, 3, 4, 5].flatMap((size) =>
      Array.from({ length: size }, (_, i) => flawOf(parser, size, { root: i + 1 }, 1)).flat(),
    )
    expect(flaws).toEqual([])
  })

  test('a committee takes the constraints that its first member takes', () => {
    const able = new Parser(learnToy('rb', { committee: 'rb,arc-hybrid' }).model)
    expect(parsesOf(able, { root: 2 }).every(({ head }) => head[2] === 0)).toBe(true)
    const eager = new Parser(learnToy('arc-eager-unshift', { committee: 'arc-eager-unshift,rb' }).model)
    const labels = [{ dependent: 2, label: eager.model.labels.id('amod') }]
    for (const { label } of parsesOf(eager, { labels })) expect(label[2]).toBe(labels[0].label)
    const unable = new Parser(learnToy('arc-hybrid', { committee: 'arc-hybrid,rb' }).model)
    expect(() => parsesOf(unable, {})).toThrow('arc-hybrid does not take constraints')
  })
})

test('a sentence that is too long to vote on has the tree of the first member', () => {
  const { helpers: _, ...first } = model
  const words = Array.from({ length: LONGEST_VOTED + 1 }, (_, i) => ({
    form: `w${i % 7}`,
    upos: `T${i % 3}`,
  }))
  const headsBy = (one: Model, size: number): Int32Array => {
    const parser = new Parser(one, { norms: false })
    return parser.parse(fillSentence(parser.sentence(), words.slice(0, size))).tree.head
  }
  expect(headsBy(model, LONGEST_VOTED + 1)).toEqual(headsBy(first, LONGEST_VOTED + 1))
  expect(headsBy(model, LONGEST_VOTED)).not.toEqual(headsBy(first, LONGEST_VOTED))
})

describe('confidences', () => {
  const withConfidences = (confidences?: readonly number[]): Model => ({
    ...model,
    header: { ...model.header, confidences },
  })
  const votesBy = (one: Model): number[] => {
    const parser = new Parser(one)
    const sentence = parser.sentence()
    return nonsense().flatMap((words) => [
      ...parser.rank(fillSentence(sentence, words))[0].arcs.subarray(1, words.length + 1),
    ])
  }
  const measured = (change: (tree: Tree) => Tree): number[] => {
    const corpus = new Corpus()
    parsesOf(new Parser(model)).forEach((tree, i) => corpus.add(nonsense()[i], change(tree)))
    return measureConfidences(withConfidences(), corpus)
  }

  test('are what was measured for as many votes, and the share of the votes where nothing was measured', () => {
    const confidences = [0.1, 0.2, 0.5, 0.7, 0.9]
    const shares = votesBy(withConfidences())
    expect(new Set(shares).size).toBeGreaterThan(3)
    expect(votesBy(withConfidences(confidences))).toEqual(shares.map((share) => confidences[4 * share]))
  })

  test('are the share of right arcs by number of votes, and more votes do not have less', () => {
    expect(model.header.confidences).toHaveLength(5)
    expect(model.header.confidences).toEqual([...model.header.confidences!].sort((a, b) => a - b))
    const votes = votesBy(withConfidences())
    const counts = [0, 1, 2, 3, 4].map((members) => votes.filter((share) => 4 * share === members).length)
    const right = measured((tree) => tree)
    counts.forEach((count, members) => {
      expect(right[members]).toBeCloseTo((count + (5 * members) / 4) / (count + 5), 2)
    })
    const wrong = measured((tree) => ({ ...tree, label: tree.label.map((label) => label + 1) }))
    expect(wrong[4]).toBeLessThan(0.2)
    expect(wrong).toEqual([...wrong].sort((a, b) => a - b))
  })

  test('are the share of the votes if constraints keep members from voting', () => {
    const confidences = [0.1, 0.2, 0.5, 0.7, 0.9]
    const words = nonsense()[0]
    const arcsBy = (one: Model, root: number): number[] => {
      const parser = new Parser(one)
      const sentence = fillSentence(parser.sentence(), words)
      return [...parser.rank(sentence, { constraints: { root } })[0].arcs]
    }
    const isAsShared = words.map((_, i) => {
      const [measured, shared] = [withConfidences(confidences), withConfidences()].map((one) =>
        arcsBy(one, i + 1),
      )
      return measured.join() === shared.join()
    })
    // The elected tree has one of the roots; all members vote on it.
    expect(isAsShared.filter((is) => !is)).toHaveLength(1)
  })

  test('that are no probabilities are refused', () => {
    for (const confidences of [[], [1], [0, 2], [0, '1'], 'high'])
      expect(() =>
        readModel(writeModel({ ...model, header: { ...model.header, confidences } as never })),
      ).toThrow('not a sound model: confidences')
  })

  test('are not measured on fewer than five sentences', () => {
    const committeeOf = (size: number) => learnToy('rb', { committee: 'rb,mirror' }, toyCorpus(size, 1)).model
    expect(committeeOf(4).header.confidences).toBeUndefined()
    expect(committeeOf(5).header.confidences).toHaveLength(3)
  })
})

describe('a file', () => {
  test('has all members, and its bytes are those of what is read from it', () => {
    const bytes = writeModel(model)
    const read = readModel(bytes)
    expect(writeModel(read)).toEqual(bytes)
    expect(parsesOf(new Parser(read))).toEqual(parsesOf(new Parser(model)))
    expect(readModelHeader(bytes).helpers).toEqual(model.helpers!.map(({ header }) => header))
  })

  test('of a parser alone has nothing of committees', () => {
    const { helpers: _, ...first } = model
    expect(new TextDecoder().decode(writeModel(first))).not.toContain('helpers')
    expect(readModelHeader(writeModel(first)).helpers).toEqual([])
  })

  test('of too many members, none, or members that read other tags is refused', () => {
    const helper = model.helpers![0]
    const file = (helpers: readonly Model[]) => writeModel({ ...model, helpers })
    const most = Array<Model>(MAX_MEMBER_COUNT - 1).fill(helper)
    expect(readModel(file(most)).helpers).toHaveLength(MAX_MEMBER_COUNT - 1)
    for (const read of [readModel, readModelHeader]) {
      expect(() => read(file([...most, helper]))).toThrow(`a committee has 2 to ${MAX_MEMBER_COUNT} members`)
      expect(() => read(file([]))).toThrow(ModelError)
      const other = { ...helper, header: { ...helper.header, tags: 'xpos' as const } }
      expect(() => read(file([other]))).toThrow(
        'not a sound model: the members of a committee read different tags',
      )
      const nameless = { ...helper, header: { ...helper.header, system: '' } }
      expect(() => read(file([nameless]))).toThrow(ModelError)
    }
  })

  test('in a thread it parses the same', () => {
    const sent = structuredClone(shareModel(prepareModel(model)))
    expect(parsesOf(new Parser(attachModel(sent)))).toEqual(parsesOf(new Parser(model)))
  })
})
