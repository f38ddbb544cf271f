import { EventEmitter } from 'node:events'
import { describe, expect, test } from 'vitest'
import { RunError } from '../../../src/files/failures.ts'
import { Crew } from '../../../src/jobs/crew.ts'

class Fake extends EventEmitter {
  readonly asked: unknown[] = []
  ended = false

  postMessage(message: unknown): void {
    this.asked.push(message)
  }

  terminate(): void {
    this.ended = true
  }
}

function crewOf(size: number): { threads: Fake[]; crew: Crew<string, string> } {
  const threads = Array.from({ length: size }, () => new Fake())
  return { threads, crew: new Crew(threads) }
}

describe('a crew', () => {
  test('asks who has least to do; answers find who asked', async () => {
    const { threads, crew } = crewOf(2)
    const answers = ['a', 'b', 'c', 'd'].map((question) => crew.ask(question, []))
    expect(threads.map(({ asked }) => asked)).toEqual([
      ['a', 'c'],
      ['b', 'd'],
    ])
    threads[1].emit('message', 'B')
    threads[1].emit('message', 'D')
    threads[0].emit('message', 'A')
    const last = crew.ask('e', [])
    expect(threads[1].asked).toEqual(['b', 'd', 'e'])
    threads[0].emit('message', 'C')
    threads[1].emit('message', 'E')
    expect(await Promise.all([...answers, last])).toEqual(['A', 'B', 'C', 'D', 'E'])
    await crew.dismiss()
    expect(threads.map(({ ended }) => ended)).toEqual([true, true])
  })

  test.each([
    ['error', new Error('no memory\nat once'), 'a thread failed: no memory'],
    ['messageerror', new Error('not a message'), 'a thread failed: not a message'],
    ['exit', 7, 'a thread failed: it ended with status 7'],
  ])(
    'where a thread fails (%s), so does what it was asked, and what it is asked',
    async (event, cause, message) => {
      const { threads, crew } = crewOf(2)
      const answers = ['a', 'b', 'c'].map((question) => crew.ask(question, []))
      threads[0].emit(event, cause)
      threads[0].emit('exit', 1)
      threads[1].emit('message', 'B')
      const settled = await Promise.allSettled([...answers, crew.ask('d', [])])
      const failed = { status: 'rejected', reason: new RunError(message) }
      expect(settled).toEqual([failed, { status: 'fulfilled', value: 'B' }, failed, failed])
    },
  )
})
