import fc from 'fast-check'
import { expect, it } from 'vitest'
import { kernelScorer } from '../../parser/kernel/scorer.ts'
import { StateScorer, type StateWeights } from '../../parser/scorer.ts'
import { moveOf } from '../../parser/system.ts'

/** Weights of some moves over some keys; sums of ten features stay within 16 bits. */
const weights = fc
  .record({
    labels: fc.array(fc.integer({ min: 0, max: 70 }), { minLength: 0, maxLength: 4 }),
    keys: fc.uniqueArray(fc.integer({ min: 1, max: 0xffffffff }), { minLength: 1, maxLength: 40 }),
    seed: fc.infiniteStream(fc.integer({ min: -3000, max: 3000 })),
    share: fc.constantFrom(0.01, 0.05, 0.5, 1),
  })
  .map(({ labels, keys, seed, share }): StateWeights => {
    const moves = Int32Array.from(
      labels.flatMap((count, kind) => Array.from({ length: count }, (_, l) => moveOf(kind, l))),
    )
    keys.sort((a, b) => a - b)
    const starts = [0]
    const classes: number[] = []
    const values: number[] = []
    for (const _ of keys) {
      for (let c = 0; c < moves.length; c++) {
        const value = seed.next().value
        if (value === 0 || Math.abs(value) > 3000 * share) continue
        classes.push(c)
        values.push(value)
      }
      starts.push(classes.length)
    }
    return {
      moves,
      keys: Uint32Array.from(keys),
      starts: Uint32Array.from(starts),
      classes: Uint16Array.from(classes),
      values: Int16Array.from(values),
      scale: 1,
    }
  })

it('sums and chooses as plain JavaScript does', () => {
  fc.assert(
    fc.property(
      weights,
      fc.array(fc.array(fc.oneof(fc.nat(39), fc.integer({ min: 1, max: 0xffffffff })), { maxLength: 10 }), {
        minLength: 1,
      }),
      fc.nat(15),
      (state, calls, mask) => {
        const fast = kernelScorer(state, 4)
        expect(fast).toBeDefined()
        const plain = new StateScorer(state, 4)
        for (const call of calls) {
          const keys = Uint32Array.from(call, (key) => state.keys[key] ?? key)
          fast!.score(keys, keys.length)
          plain.score(keys, keys.length)
          expect([...fast!.scores]).toEqual([...plain.scores])
          expect(fast!.best(mask)).toBe(plain.best(mask))
        }
      },
    ),
    { numRuns: 300 },
  )
})
