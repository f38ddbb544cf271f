/** The registry of searches, with the example that backtracks. */
import { describe, expect, test } from 'vitest'
import { searches } from '../../../experiments/examples/best-first.js'
import { isSatisfied } from '../../../parser/core/constraints.ts'
import { Parser } from '../../../parser/parse.ts'
import type { ParserSentence } from '../../../parser/core/sentence.ts'
import { equalTrees } from '../../../transform/tree.ts'
import { embeddedDev, embeddedTrain } from '../../../src/embedded/treebank.ts'
import { readCoNLLU } from '../../../src/conllu/reader.ts'
import { SentenceParser } from '../../../src/parsing/sentence-parser.ts'
import { trainModel } from '../../../src/training/train-model.ts'
import { use } from '../../../src/use.ts'
import { heldOut, learnToy } from '../learning/learn-toy.ts'

const systems = ['rb', 'arc-eager', 'arc-eager-unshift', 'covington']
const modelOf = (system: string) => learnToy(system, { learner: 'liblinear' }).model

function* sentences(parser: Parser, count = 20): Generator<ParserSentence> {
  const corpus = heldOut(parser.model.labels)
  for (let i = 0; i < count; i++) yield corpus.sentence(i, parser.sentence())
}

use({ searches })

test.each(systems)('%s: searches by their names find what the width of the beam finds', (system) => {
  const model = modelOf(system)
  for (const [search, beam] of [
    ['greedy', 1],
    ['beam', 4],
  ] as const) {
    const [named, usual] = [new Parser(model, { search, beam }), new Parser(model, { beam })]
    for (const sentence of sentences(named))
      expect(equalTrees(named.parse(sentence).tree, usual.parse(sentence).tree)).toBe(true)
  }
})

describe.each(['rb', 'arc-eager-unshift'])('backtracking, %s', (system) => {
  const [train, dev] = [embeddedTrain(300), embeddedDev(150)].map((text) => [...readCoNLLU(text)])
  const { model } = trainModel(train, { system, direction: 'right', labelling: 'early' })
  const parserOf = (search: string) => new SentenceParser(model, { search, norms: false })
  const [greedy, backtracking] = [parserOf('greedy'), parserOf('best-first')]

  test('finds more heads than greedy search', () => {
    const rightOf = (parser: SentenceParser): number => {
      let right = 0
      for (const sentence of dev) {
        const { head } = parser.parse(sentence).tree
        for (let word = 1; word <= sentence.size; word++) if (head[word] === sentence.head[word]) right++
      }
      return right
    }
    expect(rightOf(backtracking)).toBeGreaterThan(rightOf(greedy))
  })

  test('meets constraints', () => {
    const broken = dev.filter((sentence) => {
      const arcs = [{ head: sentence.size, dependent: 1, label: -1 }]
      const constraints = { arcs, forbidden: [{ head: 1, dependent: 2 }] }
      return sentence.size > 2 && !isSatisfied(constraints, backtracking.parse(sentence, constraints).tree)
    })
    expect(broken).toEqual([])
  })
})

test('what cannot be is one line', () => {
  const model = modelOf('rb')
  expect(() => new Parser(model, { search: 'x' })).toThrow(
    "unknown search 'x', expected one of: greedy, beam, best-first",
  )
  const named = new Parser(model, { search: 'greedy' })
  const [sentence] = sentences(named)
  expect(() => named.rank(sentence)).toThrow("the search 'greedy' finds one tree without scores")
  for (const name of ['beam', 'a b'])
    expect(() => use({ searches: [{ name, make: () => () => {} }] })).toThrow(
      `search '${name}': expected a name of its own and a function make`,
    )
  use({
    searches: [
      {
        name: 'stops',
        make:
          ({ system }) =>
          (read, c) =>
            system.start(c, read.size),
      },
    ],
  })
  expect(() => new Parser(model, { search: 'stops' }).parse(sentence)).toThrow(
    'a search stopped before the end',
  )
})
