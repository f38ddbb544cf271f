import { beforeAll, describe, expect, it } from 'vitest'
import { ConstraintError, type Constraints } from '../../parser/core/constraints.ts'
import { paperArcEager, paperRightBranching } from '../../parser/features/template-sets.ts'
import { Corpus } from '../../parser/learning/corpus.ts'
import { Random } from '../../parser/learning/random.ts'
import { Parser } from '../../parser/parse.ts'
import { fillSentence } from '../../parser/core/sentence.ts'
import { train } from '../../parser/train.ts'
import { isProjective } from '../../transform/check.ts'
import { Symbols } from '../../transform/symbols.ts'
import { rootCount, treeOf, type Tree } from '../../transform/tree.ts'

/** Words a, b, … with random projective trees: nothing to learn, so that a model's own choice is seldom what is asked. */
const LABELS = ['root', 'x', 'y', 'x↑y']
const random = new Random(7)

function randomTree(size: number): Tree {
  const heads = new Int32Array(size)
  const split = (from: number, to: number, head: number): void => {
    if (from > to) return
    const child = from + random.below(to - from + 1)
    heads[child - 1] = head
    const middle = child + random.below(to - child + 1)
    split(from, child - 1, child)
    split(child + 1, middle, child)
    split(middle + 1, to, child)
  }
  split(1, size, 0)
  return treeOf(
    heads,
    Array.from(heads, (head) => (head === 0 ? 0 : 1 + random.below(3))),
  )
}

const tokens = (size: number) =>
  Array.from({ length: size }, () => ({ form: 'abcde'[random.below(5)], upos: 'X' }))

describe.each([
  ['rb', 'right', paperRightBranching],
  ['rb', 'left', paperRightBranching],
  ['arc-eager', 'right', paperArcEager],
  ['arc-eager-unshift', 'right', paperArcEager],
  ['arc-eager-root', 'right', paperArcEager],
] as const)('%s (%s) under constraints', (system, direction, templates) => {
  let parser: Parser
  beforeAll(() => {
    const labels = new Symbols(LABELS)
    const corpus = new Corpus()
    for (let i = 0; i < 100; i++) {
      const size = 1 + random.below(8)
      corpus.add(tokens(size), randomTree(size))
    }
    const { model } = train(corpus, labels, {
      system,
      templates,
      singleRoot: true,
      direction,
      nonProjective: 'projectivize:head',
      learner: 'perceptron',
      solver: 4,
      C: 0.1,
      epochs: 2,
      seed: 1,
    })
    parser = new Parser(model, { keepMarks: true })
  })

  it('gives every demanded arc and span, projective and with its lifts stripped', () => {
    const stripped = [0, 1, 2, 1]
    for (let i = 0; i < 300; i++) {
      const size = 1 + random.below(12)
      const gold = randomTree(size)
      const arcs = []
      for (let dependent = 1; dependent <= size; dependent++) {
        const head = gold.head[dependent]
        if (head > 0 && random.next() < 0.4) {
          arcs.push({ head, dependent, label: random.next() < 0.5 ? stripped[gold.label[dependent]] : -1 })
        }
      }
      const sentence = fillSentence(parser.sentence(), tokens(size))
      const { tree, vestigialArcs } = parser.parse(sentence, { arcs })
      for (const { head, dependent, label } of arcs) {
        expect(tree.head[dependent]).toBe(head)
        if (label >= 0) expect(tree.label[dependent]).toBe(label)
      }
      expect(isProjective(tree)).toBe(true)
      expect(vestigialArcs).toBe(0)
      expect(tree.label.subarray(1).every((label) => label !== 3)).toBe(true)
      if (parser.system.settings.singleRoot) expect(rootCount(tree)).toBe(1)
    }
  })

  it('names the words that clash by the numbers that they have', () => {
    const sentence = fillSentence(parser.sentence(), tokens(5))
    const crossing: Constraints = {
      arcs: [
        { head: 1, dependent: 3, label: -1 },
        { head: 2, dependent: 5, label: -1 },
      ],
    }
    expect(() => parser.parse(sentence, crossing)).toThrow(ConstraintError)
    expect(() => parser.parse(sentence, crossing)).toThrow(/1.*3.*2.*5|2.*5.*1.*3/)
  })

  it('takes none for what it takes without', () => {
    for (let i = 0; i < 50; i++) {
      const size = 1 + random.below(12)
      const sentence = fillSentence(parser.sentence(), tokens(size))
      if (parser.system.name === 'arc-eager') continue // decoded with Unshift instead
      expect(parser.parse(sentence, {}).derived).toEqual(parser.parse(sentence).derived)
    }
  })
})

it('is refused by a system that does not take constraints', () => {
  const corpus = new Corpus()
  corpus.add(tokens(2), treeOf([0, 1]))
  const { model } = train(corpus, new Symbols(LABELS), {
    system: 'rb-learned',
    templates: paperRightBranching,
    singleRoot: true,
    direction: 'right',
    nonProjective: 'skip',
    learner: 'perceptron',
    solver: 4,
    C: 0.1,
    epochs: 1,
    seed: 1,
  })
  const parser = new Parser(model)
  expect(() => parser.parse(fillSentence(parser.sentence(), tokens(2)), {})).toThrow(
    'rb-learned does not take constraints',
  )
})
