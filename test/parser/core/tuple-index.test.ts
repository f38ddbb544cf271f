import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TupleIndex } from '../../../parser/core/tuple-index.ts'

test('tuples are numbered in the order in which they are first added', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 3 }).chain((width) => {
        const value = fc.oneof(fc.nat(3), fc.integer({ min: 0, max: 0xffffffff }))
        return fc.record({
          width: fc.constant(width),
          tuples: fc.array(fc.array(value, { minLength: width, maxLength: width })),
        })
      }),
      ({ width, tuples }) => {
        const index = new TupleIndex(width)
        for (let round = 0; round < 2; round++) {
          const known: string[] = []
          for (const tuple of tuples) {
            if (!known.includes(String(tuple))) known.push(String(tuple))
            expect(index.add(Uint32Array.of(7, ...tuple), 1)).toBe(known.indexOf(String(tuple)))
          }
          expect(index.size).toBe(known.length)
          index.clear()
        }
      },
    ),
  )
})

test('no tuple is lost when the index grows', () => {
  const index = new TupleIndex(2)
  const numbers = (): number[] => Array.from({ length: 5000 }, (_, i) => index.add(Uint32Array.of(i % 70, i)))
  expect(numbers()).toEqual([...Array(5000).keys()])
  expect(numbers()).toEqual([...Array(5000).keys()])
  expect([...index.items.subarray(2 * 4999, 2 * 5000)]).toEqual([4999 % 70, 4999])
})
