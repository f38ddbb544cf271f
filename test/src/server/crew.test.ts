import { EventEmitter } from 'node:events'
import { describe, expect, test } from 'vitest'
import { ServingCrew } from '../../../src/server/crew.ts'
import type { WireRequest } from '../../../src/server/parameters.ts'

class Fake extends EventEmitter {
  readonly told: unknown[] = []
  ended = false

  postMessage(message: unknown): void {
    this.told.push(message)
  }

  terminate(): void {
    this.ended = true
  }

  answer(status: number): void {
    this.emit('message', { status })
  }
}

function crewOf(size: number) {
  const threads: Fake[] = []
  const start = (): Fake => {
    const thread = new Fake()
    threads.push(thread)
    return thread
  }
  const crew = new ServingCrew(size, start, (thread) => ({ models: [], thread, program: '' }))
  const ask = (query: string, seconds = 60, gone = new AbortController().signal) =>
    crew.ask({ query, type: '', body: new Uint8Array(0) }, seconds, gone)
  return { threads, crew, ask }
}

/** The queries that a thread was told of. */
const queries = (thread: Fake): string[] =>
  thread.told.slice(1).map((request) => (request as WireRequest).query)

describe('a serving crew', () => {
  test('gives each thread one request at a time, the longest waiting first', async () => {
    const { threads, crew, ask } = crewOf(2)
    expect(threads.map(({ told }) => told)).toEqual([
      [{ models: [], thread: 0, program: '' }],
      [{ models: [], thread: 1, program: '' }],
    ])
    const answers = ['a', 'b', 'c', 'd'].map((query) => ask(query))
    expect([threads.map(queries), crew.waiting]).toEqual([[['a'], ['b']], 2])
    threads[1].answer(201)
    threads[0].answer(202)
    expect([threads.map(queries), crew.waiting]).toEqual([
      [
        ['a', 'd'],
        ['b', 'c'],
      ],
      0,
    ])
    threads[1].answer(203)
    threads[0].answer(204)
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    expect(statuses).toEqual([202, 201, 203, 204])
    await crew.dismiss()
    expect(threads.map(({ ended }) => ended)).toEqual([true, true])
  })

  test.each([
    ['error', new Error('no memory'), 'no memory'],
    ['exit', 7, 'a thread ended with status 7'],
  ])('puts another thread in the place of one that fails (%s)', async (event, what, cause) => {
    const { threads, crew, ask } = crewOf(1)
    const answers = ['a', 'b'].map((query) => ask(query))
    threads[0].emit(event, what)
    threads[0].emit('exit', 1)
    await expect(answers[0]).rejects.toMatchObject({ status: 500, cause })
    expect([threads.map(queries), crew.lost]).toEqual([[['a'], ['b']], 1])
    // Whatever the old one says, nobody listens.
    threads[0].answer(500)
    threads[1].answer(200)
    expect(await answers[1]).toEqual({ status: 200 })
  })

  test('starts no thread again that nobody needs', () => {
    const { threads, crew } = crewOf(2)
    for (const thread of threads) thread.emit('error', new Error('cannot start'))
    expect([threads.length, crew.lost]).toEqual([2, 2])
  })

  test('ends a thread that takes too long, and whoever waited too long is told to come again', async () => {
    const { threads, crew, ask } = crewOf(1)
    const slow = ask('slow', 0.02)
    const waiting = ask('waiting', 0.01)
    const patient = ask('patient')
    await expect(waiting).rejects.toMatchObject({ status: 503 })
    await expect(slow).rejects.toMatchObject({ status: 504 })
    expect([threads[0].ended, crew.lost]).toEqual([true, 1])
    expect(queries(threads[1])).toEqual(['patient'])
    threads[1].answer(200)
    expect(await patient).toEqual({ status: 200 })
  })

  test('does not work for those who have gone', async () => {
    const { threads, ask } = crewOf(1)
    const gone = new AbortController()
    const first = ask('a')
    const left = ask('b', 60, gone.signal)
    const last = ask('c')
    gone.abort()
    await expect(left).rejects.toMatchObject({ status: 499 })
    await expect(ask('d', 60, gone.signal)).rejects.toMatchObject({ status: 499 })
    threads[0].answer(200)
    threads[0].answer(200)
    await Promise.all([first, last])
    expect(queries(threads[0])).toEqual(['a', 'c'])
  })
})
