/** Random constraints on short sentences: the parse satisfies them, or no projective tree does. */
import fc from 'fast-check'
import { expect } from 'vitest'
import { ConstraintError, type Constraints, type Span } from '../../parser/core/constraints.ts'
import { fillSentence } from '../../parser/core/sentence.ts'
import { Parser } from '../../parser/parse.ts'
import { readCoNLLU } from '../../src/conllu/reader.ts'
import { embeddedTrain } from '../../src/embedded/treebank.ts'
import { trainModel } from '../../src/training/train-model.ts'
import { projectiveTrees } from '../trees.ts'
import { rootCount, type Tree } from '../../transform/tree.ts'
import { target } from './campaign.ts'

const treebank = [...readCoNLLU(embeddedTrain(80))]
const trainings = [
  { system: 'rb' },
  { system: 'arc-eager-unshift' },
  { system: 'rb', committee: 'rb,mirror,arc-eager,arc-standard' },
]
const parsers = trainings.flatMap((training) => {
  const { model } = trainModel(treebank, { ...training, learner: 'perceptron', epochs: 1 })
  return [true, false].flatMap((singleRoot) =>
    [1, 4].map((beam) => ({ singleRoot, parser: new Parser(model, { singleRoot, beam }) })),
  )
})

const inputs = fc.integer({ min: 1, max: 6 }).chain((size) => {
  const word = fc.integer({ min: 1, max: size })
  const arc = fc.record({ head: fc.integer({ min: 0, max: size }), dependent: word, label: fc.constant(-1) })
  const span = fc.record({
    first: word,
    last: word,
    condition: fc.constantFrom('plain', 'root', 'none') as fc.Arbitrary<'plain' | 'root' | 'none'>,
  })
  return fc.record({
    which: fc.nat(parsers.length - 1),
    forms: fc.array(fc.constantFrom('the', 'dog', 'saw', 'of', '.'), { minLength: size, maxLength: size }),
    arcs: fc.array(arc, { maxLength: 4 }),
    spans: fc.array(
      span.map((one) => ordered(one)),
      { maxLength: 2 },
    ),
    root: fc.option(word, { nil: undefined, freq: 3 }),
  })
})

function ordered<Span extends { first: number; last: number }>(span: Span): Span {
  return span.first <= span.last ? span : { ...span, first: span.last, last: span.first }
}

function satisfies({ head: heads, size }: Tree, { arcs = [], spans = [], root }: Constraints): boolean {
  for (let word = 1; word <= size; word++)
    if (root !== undefined && (heads[word] === 0) !== (word === root)) return false
  if (arcs.some(({ head, dependent }) => heads[dependent] !== head)) return false
  return spans.every(({ first, last, condition }) => {
    const isInside = (word: number): boolean => word >= first && word <= last
    const roots: number[] = []
    for (let word = first; word <= last; word++) if (!isInside(heads[word])) roots.push(word)
    if (roots.length !== 1) return false
    for (let word = 1; word <= size; word++) {
      if (isInside(word) || !isInside(heads[word])) continue
      if (condition === 'none' || (condition === 'root' && heads[word] !== roots[0])) return false
    }
    return true
  })
}

const trees = Array.from({ length: 7 }, (_, size) => (size === 0 ? [] : [...projectiveTrees(size)]))

/** Spans that share words, and spans of the condition `none` beside others, may be refused though trees exist. */
function isBeyondTheMethod(spans: readonly Span[]): boolean {
  const [one, other] = spans
  if (!other) return false
  const areDisjoint = one.last < other.first || other.last < one.first
  return !areDisjoint || (one.condition === 'none') !== (other.condition === 'none')
}

target('constraints', inputs, ({ which, forms, arcs, spans, root }) => {
  const { parser, singleRoot } = parsers[which]
  const constraints = { arcs, spans, root }
  const sentence = fillSentence(
    parser.sentence(),
    forms.map((form) => ({ form, upos: form.toUpperCase() })),
  )
  try {
    const { tree } = parser.parse(sentence, constraints)
    expect(satisfies(tree, constraints)).toBe(true)
  } catch (error) {
    if (!(error instanceof ConstraintError)) throw error
    expect(error.message).toMatch(/^[^\n]+$/)
    if (isBeyondTheMethod(spans)) return
    const found = trees[forms.length].find(
      (tree) => (!singleRoot || rootCount(tree) === 1) && satisfies(tree, constraints),
    )
    expect({ error: error.message, found }).toEqual({ error: error.message, found: undefined })
  }
})
