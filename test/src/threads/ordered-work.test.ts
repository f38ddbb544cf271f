import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { inOrder, untilAborted } from '../../../src/threads/ordered-work.ts'

const ticks = async (count: number): Promise<void> => {
  for (let i = 0; i < count; i++) await Promise.resolve()
}

/** For each item: how long it takes to come, to be worked on, to be settled, and what of it fails. */
const items = fc.array(
  fc.record({
    come: fc.nat(9),
    work: fc.nat(40),
    settle: fc.nat(9),
    fails: fc.constantFrom(undefined, undefined, undefined, undefined, 'work', 'settle'),
  }),
  { maxLength: 20 },
)

describe('work in order', () => {
  test('is settled in order, bounded, until something fails', async () => {
    await fc.assert(
      fc.asyncProperty(items, fc.integer({ min: 1, max: 5 }), async (items, most) => {
        const settled: number[] = []
        let [taken, done, busy, isClosed] = [0, 0, 0, false]
        async function* come(): AsyncGenerator<number> {
          try {
            for (const [i, item] of items.entries()) {
              await ticks(item.come)
              taken++
              expect(taken - done).toBeLessThanOrEqual(most)
              yield i
            }
          } finally {
            isClosed = true
          }
        }
        const work = async (i: number): Promise<number> => {
          await ticks(items[i].work)
          if (items[i].fails === 'work') throw new Error(`item ${i}`)
          return i
        }
        const settle = async (i: number): Promise<void> => {
          expect(++busy).toBe(1)
          await ticks(items[i].settle)
          busy--
          if (items[i].fails === 'settle') throw new Error(`item ${i}`)
          settled.push(i)
          done++
        }
        const run = async (): Promise<void> => {
          for await (const i of inOrder(come(), most, work)) await settle(i)
        }
        const result = run()
        const failing = items.findIndex(({ fails }) => fails !== undefined)
        if (failing < 0) await result
        else await expect(result).rejects.toThrow(`item ${failing}`)
        const whole = failing < 0 ? items.length : failing
        expect(settled).toEqual(Array.from({ length: whole }, (_, i) => i))
        expect(taken).toBeLessThanOrEqual(failing < 0 ? whole : whole + most)
        // A source that was just asked for an item closes after it.
        await vi.waitFor(() => expect(isClosed).toBe(true), { interval: 1 })
      }),
      { numRuns: 500 },
    )
  })

  test('does not go on beside a slow reader', async () => {
    let taken = 0
    let release = (): void => {}
    const slow = new Promise<void>((resolve) => (release = resolve))
    async function* come(): AsyncGenerator<number> {
      while (taken < 10) yield taken++
    }
    const run = async (): Promise<void> => {
      for await (const _ of inOrder(come(), 3, async (i) => i)) await slow
    }
    const done = run()
    await ticks(1000)
    expect(taken).toBe(3)
    release()
    await done
    expect(taken).toBe(10)
  })

  test('gives a result although the next item does not come, and ends without it', async () => {
    async function* come(): AsyncGenerator<number> {
      yield 1
      await new Promise(() => {})
    }
    for await (const result of inOrder(come(), 3, async (i) => i)) {
      expect(result).toBe(1)
      break
    }
    const [reason, controller] = [new Error('enough'), new AbortController()]
    const results = inOrder(come(), 3, async (i) => i, controller.signal)
    expect(await results.next()).toEqual({ done: false, value: 1 })
    const second = results.next()
    controller.abort(reason)
    await expect(second).rejects.toBe(reason)
  })

  test('a promise that the signal itself rejects is rejected with the reason of the signal', async () => {
    const [reason, controller] = [new Error('enough'), new AbortController()]
    const job = new Promise((_, reject) => {
      controller.signal.addEventListener('abort', (event) => {
        event.stopImmediatePropagation()
        reject(new Error('the job was given up'))
      })
    })
    const result = untilAborted(job, controller.signal)
    controller.abort(reason)
    await expect(result).rejects.toBe(reason)
    await expect(untilAborted(Promise.reject(reason), new AbortController().signal)).rejects.toBe(reason)
  })

  test('that cannot take an item ends after the results before it', async () => {
    function* come(): Generator<number> {
      yield* [1, 2]
      throw new Error('no third item')
    }
    const seen: number[] = []
    const run = async (): Promise<void> => {
      for await (const result of inOrder(come(), 2, async (i) => i)) seen.push(result)
    }
    await expect(run()).rejects.toThrow('no third item')
    expect(seen).toEqual([1, 2])
  })
})
