import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Heap } from '../../../parser/search/heap.ts'

test('the largest comes first, whatever is put in and taken out before', () => {
  const steps = fc.array(fc.option(fc.integer({ min: -5, max: 5 }), { freq: 2 }))
  fc.assert(
    fc.property(steps, (all) => {
      const heap = new Heap<{ key: number }>(({ key }) => key)
      const inside: number[] = []
      for (const step of all) {
        if (step === null) {
          expect(heap.pop()?.key).toBe(inside.sort((a, b) => a - b).pop())
        } else {
          heap.push({ key: step })
          inside.push(step)
        }
      }
      heap.clear()
      expect(heap.pop()).toBeUndefined()
    }),
  )
})
