import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  chooseKind,
  withDetail,
  nothingPicked,
  pick,
  textConstraints,
  wordingOf,
  type Picking,
} from '../../../src/demo/constraint-picker.ts'

const picks = (...words: number[]) => words.reduce((picking, word) => pick(picking, word), nothingPicked)

describe('picking', () => {
  test('an arc: the dependent, then its head', () => {
    expect(picks(3)).toEqual({ constraints: [], kind: 'arc', picked: 3 })
    expect(picks(3, 1).constraints).toEqual([{ kind: 'arc', head: 1, dependent: 3, label: '' }])
    expect(picks(3, 0).constraints).toEqual([{ kind: 'arc', head: 0, dependent: 3, label: '' }])
    expect(picks(3, 3)).toEqual(nothingPicked)
    expect(picks(0)).toEqual(nothingPicked)
  })

  test('a word has one head: the one that was picked last', () => {
    expect(picks(3, 1, 3, 2).constraints).toEqual([{ kind: 'arc', head: 2, dependent: 3, label: '' }])
  })

  test('a span: from either end', () => {
    const spans = chooseKind(picks(5), 'span')
    const { constraints } = pick(pick(spans, 4), 2)
    expect(constraints).toEqual([{ kind: 'span', first: 2, last: 4, condition: 'plain' }])
    expect(withDetail(constraints[0], 'none')).toEqual({ kind: 'span', first: 2, last: 4, condition: 'none' })
    expect(pick(pick(spans, 2), 2).constraints).toEqual([
      { kind: 'span', first: 2, last: 2, condition: 'plain' },
    ])
  })

  test('however it is done, one head a word, no spans that overlap, no arc to itself', () => {
    const step = fc.oneof(fc.nat(5), fc.constantFrom('arc' as const, 'span' as const))
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const { constraints } = steps.reduce<Picking>(
          (picking, it) => (typeof it === 'number' ? pick(picking, it) : chooseKind(picking, it)),
          nothingPicked,
        )
        const arcs = constraints.filter((constraint) => constraint.kind === 'arc')
        expect(new Set(arcs.map(({ dependent }) => dependent)).size).toBe(arcs.length)
        expect(arcs.filter(({ head, dependent }) => head === dependent || dependent === 0)).toEqual([])
        const words = constraints.flatMap((constraint) =>
          constraint.kind === 'arc'
            ? []
            : Array.from({ length: constraint.last - constraint.first + 1 }, (_, i) => constraint.first + i),
        )
        expect(new Set(words).size).toBe(words.length)
        expect(words).not.toContain(0)
      }),
    )
  })

  test('becomes constraints on its sentence, and words', () => {
    const picked = pick(pick(chooseKind(picks(3, 0, 2, 3), 'span'), 1), 2).constraints
    const constraints = picked.map((one, i) => withDetail(one, ['', 'obj', 'root'][i]))
    expect(textConstraints(constraints, 4)).toEqual({
      arcs: [
        { sentence: 4, head: 0, dependent: 3 },
        { sentence: 4, head: 3, dependent: 2, deprel: 'obj' },
      ],
      spans: [{ sentence: 4, first: 1, last: 2, condition: 'root' }],
    })
    expect(constraints.map((constraint) => wordingOf(constraint, ['a', 'b', 'c']))).toEqual([
      '“c” (3) is the root',
      '“b” (2) depends on “c” (3)',
      '“a b” (1–2) is a subtree',
    ])
  })
})
