import { describe, expect, test } from 'vitest'
import { ConstraintError, type Constraints, type Span } from '../../../parser/core/constraints.ts'
import { Configuration } from '../../../parser/core/configuration.ts'
import { constraintTables } from '../../../parser/constraints/constrained-system.ts'
import { typeOf, labelOf } from '../../../parser/core/transition-system.ts'
import { treeOf } from '../../../transform/tree.ts'
import { settingOf, settings, type Setting } from './law.ts'

/** Arcs from texts as `3→1`, the label open. */
const arcs = (...texts: string[]) =>
  texts.map((text) => {
    const [head, dependent] = text.split('→').map(Number)
    return { head, dependent, label: -1 }
  })
const span = (first: number, last: number, condition: Span['condition'] = 'plain'): Span => ({
  first,
  last,
  condition,
})

/** Label 2 is label 1 with a lift. */
const labels = { bases: Int32Array.of(0, 1, 1), text: (label: number) => ['det', 'obj', 'obj↑'][label] }
const all = settings.map((setting) => setting.name)

// What is refused, in a sentence of how many words, by which settings, in which words.
const REFUSALS: readonly (readonly [string, number, Constraints, readonly Setting['name'][], string])[] = [
  [
    'a dependent outside the sentence',
    3,
    { arcs: arcs('1→4') },
    all,
    'arc 1→4 leaves the sentence of 3 words',
  ],
  ['a head outside the sentence', 3, { arcs: arcs('4→1') }, all, 'arc 4→1 leaves the sentence of 3 words'],
  ['a head below the root', 3, { arcs: arcs('-1→1') }, all, 'arc -1→1 leaves the sentence of 3 words'],
  ['a word that is no number', 3, { arcs: arcs('x→1') }, all, 'arc NaN→1 leaves the sentence of 3 words'],
  ['any arc of no words', 0, { arcs: arcs('0→1') }, all, 'arc 0→1 leaves the sentence of 0 words'],
  ['a head for the root', 3, { arcs: arcs('2→0') }, all, 'arc 2→0 demands a head for the artificial root'],
  ['a word as its own head', 3, { arcs: arcs('2→2') }, all, 'arc 2→2 makes a word its own head'],
  ['two heads', 3, { arcs: arcs('1→2', '3→2') }, all, 'word 2 cannot have two heads: arc 1→2 and arc 3→2'],
  [
    'the root with a head',
    3,
    { arcs: arcs('1→2'), root: 2 },
    all,
    'word 2 cannot have two heads: root 2 and arc 1→2',
  ],
  [
    'two labels',
    2,
    {
      arcs: [
        { head: 1, dependent: 2, label: 0 },
        { head: 1, dependent: 2, label: 1 },
      ],
    },
    all,
    "word 2 cannot have two labels, 'det' and 'obj' (arc 1→2)",
  ],
  [
    'an unknown label',
    2,
    { arcs: [{ head: 1, dependent: 2, label: 7 }] },
    all,
    'arc 1→2 demands the label 7, which the model does not know',
  ],
  [
    'a label that is only a variant',
    2,
    { arcs: [{ head: 1, dependent: 2, label: 2 }] },
    all,
    'arc 1→2 demands the label 2, which the model does not know',
  ],
  [
    'an unknown label without an arc',
    2,
    { labels: [{ dependent: 1, label: 7 }] },
    all,
    'label of word 1 demands the label 7, which the model does not know',
  ],
  [
    'a label outside the sentence',
    2,
    { labels: [{ dependent: 3, label: 0 }] },
    all,
    'label of word 3: it is not in the sentence of 2 words',
  ],
  ['a root outside the sentence', 3, { root: 4 }, all, 'root 4 is not a word of the sentence of 3 words'],
  [
    'two roots in a single-rooted tree',
    3,
    { arcs: arcs('0→1', '0→3') },
    ['US'],
    'the sentence cannot have two roots: arc 0→1 and arc 0→3',
  ],
  [
    'a root beside the demanded one',
    3,
    { arcs: arcs('0→1'), root: 3 },
    ['RE', 'UL', 'US'],
    'the sentence cannot have two roots: arc 0→1 and root 3',
  ],
  ['a root where there is none', 3, { arcs: arcs('0→1') }, ['U0'], 'this system has no artificial root'],
  ['the demanded root where there is none', 3, { root: 2 }, ['U0'], 'this system has no artificial root'],
  ['a cycle of two', 3, { arcs: arcs('1→2', '2→1') }, all, 'arc 2→1, arc 1→2 make a cycle'],
  [
    'a cycle behind a chain',
    5,
    { arcs: arcs('4→2', '2→3', '3→4', '4→5') },
    all,
    'arc 4→2, arc 3→4, arc 2→3 make a cycle',
  ],
  [
    'a long cycle',
    12,
    {
      arcs: Array.from({ length: 12 }, (_, i) => ({ head: i + 1, dependent: ((i + 1) % 12) + 1, label: -1 })),
    },
    all,
    'arc 12→1, arc 11→12, arc 10→11, arc 9→10, arc 8→9, arc 7→8, arc 6→7, arc 5→6 and 4 more make a cycle',
  ],
  ['crossing arcs', 4, { arcs: arcs('1→3', '2→4') }, all, 'arc 1→3 and arc 2→4 cross'],
  ['crossing arcs, the other way round', 4, { arcs: arcs('3→1', '4→2') }, all, 'arc 3→1 and arc 4→2 cross'],
  [
    'an arc over its head’s head',
    3,
    { arcs: arcs('2→1', '1→3') },
    all,
    'arc 1→3 reaches over word 2, the head that arc 2→1 demands',
  ],
  ['a span outside the sentence', 3, { spans: [span(2, 4)] }, all, 'span 2-4 leaves the sentence of 3 words'],
  [
    'a span with the root',
    3,
    { spans: [span(0, 2, 'root')] },
    all,
    'span 0-2 root leaves the sentence of 3 words',
  ],
  [
    'a span that is no interval',
    3,
    { spans: [span(1.5, 2)] },
    all,
    'span 1.5-2 leaves the sentence of 3 words',
  ],
  ['a span from right to left', 3, { spans: [span(3, 2)] }, all, 'span 3-2 ends before it starts'],
  [
    'overlapping spans that cannot have dependents outside',
    4,
    { spans: [span(1, 2, 'none'), span(2, 3, 'none')] },
    all,
    'no tree with span 1-2 none, span 2-3 none satisfies the other constraints',
  ],
  [
    'an unknown condition',
    4,
    { spans: [{ first: 1, last: 2, condition: 'x' as 'plain' }] },
    all,
    "span 1-2 has the condition 'x', expected one of: plain, root, none",
  ],
  [
    'two heads outside',
    4,
    { spans: [span(2, 3)], arcs: arcs('1→2', '4→3') },
    all,
    'span 2-3 cannot have two roots: 2 by arc 1→2, and 3 by arc 4→3',
  ],
  [
    'a head and a dependent outside under ROOT',
    4,
    { spans: [span(2, 3, 'root')], arcs: arcs('1→2', '3→4') },
    all,
    'span 2-3 root cannot have two roots: 2 by arc 1→2, and 3 by arc 3→4',
  ],
  [
    'a dependent outside under NONE',
    3,
    { spans: [span(1, 2, 'none')], arcs: arcs('2→3') },
    all,
    'arc 2→3 gives span 1-2 none a dependent outside',
  ],
  [
    'the root of a span under another of its words',
    3,
    { spans: [span(1, 2, 'root')], arcs: arcs('1→2', '2→3') },
    all,
    'span 1-2 root: arc 1→2 is inside, but arc 2→3 makes 2 its root',
  ],
  [
    'a cycle of a span and a word',
    3,
    { spans: [span(1, 2)], arcs: arcs('1→3', '3→2') },
    all,
    'arc 3→2, arc 1→3 make a cycle through span 1-2',
  ],
  [
    'a cycle of two spans',
    4,
    { spans: [span(1, 2), span(3, 4)], arcs: arcs('1→4', '3→2') },
    all,
    'arc 3→2, arc 1→4 make a cycle through span 1-2, span 3-4',
  ],
  [
    'an arc of a span over the span’s head',
    5,
    { spans: [span(1, 2)], arcs: arcs('3→2', '1→4') },
    all,
    'arc 1→4 reaches over the head that arc 3→2 demands for span 1-2',
  ],
  [
    'no root but in a span that cannot have dependents',
    3,
    { spans: [span(1, 2, 'none')], arcs: arcs('0→2') },
    ['US'],
    'arc 0→2 makes a word of span 1-2 none the only root, with no way to the other words',
  ],
  [
    'such a root demanded where there may be several',
    3,
    { spans: [span(1, 2, 'none')], root: 2 },
    ['UL', 'US'],
    'root 2 makes a word of span 1-2 none the only root, with no way to the other words',
  ],
  [
    'nothing but such spans',
    4,
    { spans: [span(1, 2, 'none'), span(3, 4, 'none')] },
    ['US', 'U0'],
    'no word is left to be the only root: all are in spans with the condition none (the first is span 1-2 none), have demanded heads or lie under demanded arcs',
  ],
  [
    'a dependent of a leaf',
    3,
    { leaves: [1, 2], arcs: arcs('2→3') },
    all,
    'arc 2→3 gives leaf 2 a dependent',
  ],
  ['a leaf that is no word', 3, { leaves: [1, 4] }, all, 'leaf 4 is not a word of the sentence of 3 words'],
  [
    'a span of leaves',
    4,
    { leaves: [2, 3], spans: [span(2, 3)] },
    all,
    'no word of span 2-3 can be its root: all are leaves, have demanded heads in it or lie under demanded arcs in it',
  ],
  [
    'a leaf as the root',
    3,
    { leaves: [2], root: 2 },
    ['UL', 'US'],
    'root 2 makes a leaf the only root, with no way to the other words',
  ],
  [
    'nothing but leaves',
    2,
    { leaves: [1, 2] },
    ['US', 'U0'],
    'no word is left to be the only root: all are leaves (the first is word 1), have demanded heads or lie under demanded arcs',
  ],
]

describe('what cannot be met is refused, and the message names what clashes', () => {
  test.each(REFUSALS)('%s', (_, size, constraints, names, message) => {
    for (const name of names) {
      const { system } = settingOf(name)
      expect(() => system.impose(size, constraints, labels), name).toThrow(new ConstraintError(message))
    }
  })

  test.each([-2, 0.5])('the label %d, also without a list of labels', (label) => {
    const { system } = settingOf('US')
    expect(() => system.impose(2, { arcs: [{ head: 1, dependent: 2, label }] })).toThrow(
      new ConstraintError(`arc 1→2 demands the label ${label}, which the model does not know`),
    )
  })

  test('and the same twice is no clash', () => {
    const twice = { arcs: arcs('1→2', '1→2', '0→1'), spans: [span(1, 2), span(1, 2)], root: 1 }
    expect(() => settingOf('US').system.impose(3, twice)).not.toThrow()
  })

  test('a refused sentence leaves nothing behind', () => {
    const { system } = settingOf('US')
    const configuration = new Configuration()
    expect(() => system.impose(3, { arcs: arcs('1→2', '2→1') })).toThrow(ConstraintError)
    system.impose(3, {})
    system.start(configuration, 3)
    expect(system.allowed(configuration)).toBe(0b11)
  })
})

describe('sentences of 10,000 words', () => {
  const size = 10_000
  const words = Array.from({ length: size }, (_, index) => index + 1)
  const fill = (constraints: Constraints) =>
    constraintTables({ size, root: 0, singleRoot: false }, constraints)

  test.each([
    ['a chain from left to right', words.map((word) => word - 1)],
    ['a chain from right to left', words.map((word) => (word === size ? 0 : word + 1))],
    ['all words under the last', words.map((word) => (word === size ? 0 : size))],
    ['nested arcs', words.map((word) => (word === 1 ? 0 : size + (word > size / 2 ? 1 : 2) - word))],
  ])('with as many arcs are decoded: %s', (_, heads) => {
    const demanded = heads.map((head, index) => ({ head, dependent: index + 1, label: -1 }))
    const gold = treeOf(heads)
    for (const { system, rooting } of settings) {
      const given = rooting === 'none' ? demanded.filter((arc) => arc.head !== 0) : demanded
      system.impose(size, { arcs: given, spans: [{ first: 1, last: size, condition: 'root' }] })
      const configuration = new Configuration()
      const oracle = system.oracle(gold)
      system.start(configuration, size)
      let refused = 0
      while (!system.done(configuration)) {
        const allowed = system.allowed(configuration)
        const transition = oracle.next(configuration)
        if (((allowed >> typeOf(transition)) & 1) === 0) refused++
        system.apply(configuration, typeOf(transition), labelOf(transition))
      }
      expect(refused).toBe(0)
      const tree = treeOf(heads.map(() => -1))
      system.finish(configuration, tree)
      expect(Array.from(tree.head.subarray(1))).toEqual(heads)
    }
  })

  test('a cycle of all words is found', () => {
    const cycle = words.map((word) => ({ head: word === size ? 1 : word + 1, dependent: word, label: -1 }))
    expect(() => fill({ arcs: cycle })).toThrow('make a cycle')
  })

  test('many spans, one word after the other, are taken', () => {
    const spans = words.filter((word) => word % 2 === 1).map((word) => span(word, word + 1, 'none'))
    expect(() => fill({ spans })).not.toThrow()
  })
})
