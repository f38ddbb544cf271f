import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { choose, demandsOf, nothingPicked, pick, wordingOf, type Picking } from '../../../src/demo/wishes.ts'

const picks = (...words: number[]) => words.reduce((picking, word) => pick(picking, word), nothingPicked)

describe('picking', () => {
  test('an arc: the dependent, then its head', () => {
    expect(picks(3)).toEqual({ wishes: [], kind: 'arc', picked: 3 })
    expect(picks(3, 1).wishes).toEqual([{ kind: 'arc', head: 1, dependent: 3 }])
    expect(picks(3, 0).wishes).toEqual([{ kind: 'arc', head: 0, dependent: 3 }])
    expect(picks(3, 3)).toEqual(nothingPicked)
    expect(picks(0)).toEqual(nothingPicked)
  })

  test('a word has one head: the one that was picked last', () => {
    expect(picks(3, 1, 3, 2).wishes).toEqual([{ kind: 'arc', head: 2, dependent: 3 }])
  })

  test('a span: from either end', () => {
    const spans = choose(picks(5), 'span')
    expect(pick(pick(spans, 4), 2, 'none').wishes).toEqual([
      { kind: 'span', first: 2, last: 4, condition: 'none' },
    ])
    expect(pick(pick(spans, 2), 2).wishes).toEqual([{ kind: 'span', first: 2, last: 2, condition: 'plain' }])
  })

  test('however it is done, one head a word, no spans that overlap, no arc to itself', () => {
    const step = fc.oneof(fc.nat(5), fc.constantFrom('arc' as const, 'span' as const))
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const { wishes } = steps.reduce<Picking>(
          (picking, it) => (typeof it === 'number' ? pick(picking, it) : choose(picking, it)),
          nothingPicked,
        )
        const arcs = wishes.filter((wish) => wish.kind === 'arc')
        expect(new Set(arcs.map(({ dependent }) => dependent)).size).toBe(arcs.length)
        expect(arcs.filter(({ head, dependent }) => head === dependent || dependent === 0)).toEqual([])
        const words = wishes.flatMap((wish) =>
          wish.kind === 'arc'
            ? []
            : Array.from({ length: wish.last - wish.first + 1 }, (_, i) => wish.first + i),
        )
        expect(new Set(words).size).toBe(words.length)
        expect(words).not.toContain(0)
      }),
    )
  })

  test('becomes demands on its sentence, and words', () => {
    const { wishes } = pick(pick(choose(picks(3, 0, 2, 3), 'span'), 1), 2, 'root')
    expect(demandsOf(wishes, 4)).toEqual({
      arcs: [
        { sentence: 4, head: 0, dependent: 3 },
        { sentence: 4, head: 3, dependent: 2 },
      ],
      spans: [{ sentence: 4, first: 1, last: 2, condition: 'root' }],
    })
    expect(wishes.map((wish) => wordingOf(wish, ['a', 'b', 'c']))).toEqual([
      '“c” is the root',
      '“b” depends on “c”',
      '“a b” is a subtree, only its root has dependents outside',
    ])
  })
})
