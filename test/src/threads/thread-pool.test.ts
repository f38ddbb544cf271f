import { EventEmitter, getEventListeners } from 'node:events'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { ThreadPool, type JobOptions } from '../../../src/threads/thread-pool.ts'

/** A thread whose results a test gives. */
class Fake extends EventEmitter {
  readonly messages: unknown[] = []
  ended = false

  postMessage(message: unknown): void {
    if (message === 'not clonable') throw new DOMException('it could not be cloned', 'DataCloneError')
    this.messages.push(message)
  }

  terminate(): void {
    this.ended = true
  }
}

function poolOf(size: number, depth = 1) {
  const threads: Fake[] = []
  const start = (): Fake => {
    const thread = new Fake()
    threads.push(thread)
    return thread
  }
  const pool = new ThreadPool<string, string>(size, start, (thread) => `setting ${thread}`, { depth })
  return { threads, pool }
}

/** The jobs that a thread was given. */
const jobsOf = (thread: Fake): unknown[] => thread.messages.slice(1)

describe('a thread pool', () => {
  test('sends each thread its setting first', () => {
    const { threads } = poolOf(2)
    expect(threads.map(({ messages }) => messages)).toEqual([['setting 0'], ['setting 1']])
  })

  test('gives each thread one job at a time, the longest waiting first', async () => {
    const { threads, pool } = poolOf(2)
    const results = ['a', 'b', 'c', 'd'].map((job) => pool.run(job))
    expect([threads.map(jobsOf), pool.waiting]).toEqual([[['a'], ['b']], 2])
    threads[1].emit('message', 'B')
    threads[0].emit('message', 'A')
    expect([threads.map(jobsOf), pool.waiting]).toEqual([
      [
        ['a', 'd'],
        ['b', 'c'],
      ],
      0,
    ])
    threads[1].emit('message', 'C')
    threads[0].emit('message', 'D')
    expect(await Promise.all(results)).toEqual(['A', 'B', 'C', 'D'])
    await pool.close()
    expect(threads.map(({ ended }) => ended)).toEqual([true, true])
  })

  test('gives a job to the thread that holds the fewest, up to its depth', async () => {
    const { threads, pool } = poolOf(2, 2)
    const results = ['a', 'b', 'c', 'd', 'e'].map((job) => pool.run(job))
    expect(threads.map(jobsOf)).toEqual([
      ['a', 'c'],
      ['b', 'd'],
    ])
    threads[1].emit('message', 'B')
    expect(jobsOf(threads[1])).toEqual(['b', 'd', 'e'])
    for (const result of ['A', 'C']) threads[0].emit('message', result)
    for (const result of ['D', 'E']) threads[1].emit('message', result)
    expect(await Promise.all(results)).toEqual(['A', 'B', 'C', 'D', 'E'])
  })

  test.each([
    ['error', new Error('no memory\nat once'), 'a thread failed: no memory'],
    ['messageerror', new Error('not a message'), 'a thread failed: not a message'],
    ['exit', 7, 'a thread failed: it ended with status 7'],
  ])('rejects the jobs of a thread that fails (%s), and replaces it', async (event, what, message) => {
    const { threads, pool } = poolOf(1, 2)
    const results = ['a', 'b', 'c'].map((job) => pool.run(job))
    const settled = Promise.allSettled(results.slice(0, 2))
    threads[0].emit(event, what)
    threads[0].emit('exit', 1)
    const failed = { status: 'rejected', reason: expect.objectContaining({ reason: 'failed', message }) }
    expect(await settled).toEqual([failed, failed])
    expect([threads.map(jobsOf), pool.lost]).toEqual([[['a', 'b'], ['c']], 1])
    // Results of the old thread count no more.
    threads[0].emit('message', 'old')
    threads[1].emit('message', 'C')
    expect(await results[2]).toBe('C')
  })

  test('starts no thread again before there is a job for it', () => {
    const { threads, pool } = poolOf(2)
    for (const thread of threads) thread.emit('error', new Error('cannot start'))
    expect([threads.length, pool.lost]).toEqual([2, 2])
  })

  test('ends a thread that takes too long, and refuses a job that waits too long', async () => {
    const { threads, pool } = poolOf(1)
    const slow = pool.run('slow', { seconds: 0.03 })
    const waiting = pool.run('waiting', { seconds: 0.01 })
    const patient = pool.run('patient')
    await expect(waiting).rejects.toMatchObject({ reason: 'busy' })
    await expect(slow).rejects.toMatchObject({ reason: 'slow' })
    expect([threads[0].ended, pool.lost]).toEqual([true, 1])
    expect(jobsOf(threads[1])).toEqual(['patient'])
    threads[1].emit('message', 'done')
    expect(await patient).toBe('done')
  })

  test('a job that was given up does not hold up the next ones: its thread is replaced, its other jobs are not lost', async () => {
    const { threads, pool } = poolOf(1, 2)
    const [first, second] = [new AbortController(), new AbortController()]
    const given = pool.run('given up', { signal: first.signal, grace: 0.02 })
    const other = pool.run('other', { signal: second.signal, grace: 0.02 })
    const third = pool.run('third')
    first.abort()
    await expect(given).rejects.toMatchObject({ reason: 'aborted' })
    expect([threads[0].ended, threads.length, pool.lost]).toEqual([true, 2, 0])
    expect(jobsOf(threads[1])).toEqual(['other', 'third'])
    threads[1].emit('message', 'one')
    threads[1].emit('message', 'two')
    expect(await Promise.all([other, third])).toEqual(['one', 'two'])
    // A thread that finishes in time stays, and nothing listens to the signal any more.
    const fourth = pool.run('fourth', { signal: second.signal, grace: 0.02 })
    threads[1].emit('message', 'three')
    expect(await fourth).toBe('three')
    expect(getEventListeners(second.signal, 'abort')).toEqual([])
    second.abort()
    await new Promise((resolve) => setTimeout(resolve, 40))
    expect([threads[1].ended, threads.length]).toEqual([false, 2])
  })

  test('once closed, waits for no limit of time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { pool } = poolOf(1)
    const results = ['given', 'waiting'].map((job) => pool.run(job, { seconds: 300 }))
    const settled = Promise.allSettled(results)
    expect(vi.getTimerCount()).toBe(2)
    await pool.close()
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('under overload, answers every job that it starts, and loses no thread', async () => {
    const { threads, pool } = poolOf(1)
    threads[0].postMessage = () => void setTimeout(() => threads[0].emit('message', 'done'), 60)
    const run = (options: JobOptions) => pool.run('job', options).catch(({ reason }) => reason as string)
    const results = await Promise.all(Array.from({ length: 20 }, () => run({ seconds: 0.15 })))
    const done = results.filter((result) => result === 'done').length
    expect(done).toBeGreaterThanOrEqual(2)
    expect(results.filter((result) => result === 'busy')).toHaveLength(20 - done)
    expect(pool.lost).toBe(0)
  })

  test('does jobs in its own thread, and starts others when jobs gather', async () => {
    const threads: Fake[] = []
    const start = () => (threads.push(new Fake()), threads[threads.length - 1])
    const pool = new ThreadPool<string, string>(2, start, String, { own: (job) => job.toUpperCase() })
    expect(await Promise.all(['a', 'b', 'c'].map((job) => pool.run(job)))).toEqual(['A', 'B', 'C'])
    expect(threads).toEqual([])
    const results = ['d', 'e', 'f', 'g', 'h'].map((job) => pool.run(job))
    expect(threads.map(({ messages }) => messages)).toEqual([['1', 'd']])
    expect(await Promise.all(results.slice(1))).toEqual(['E', 'F', 'G', 'H'])
    threads[0].emit('message', 'from the thread')
    expect(await results[0]).toBe('from the thread')
    await pool.close()
  })

  test('keeps its last thread for small jobs, if it is told which are small', async () => {
    const threads = [new Fake(), new Fake()]
    const left = [...threads]
    const isSmall = (job: string) => job.startsWith('small')
    const pool = new ThreadPool<string, string>(2, () => left.shift()!, String, { isSmall })
    const results = ['large 1', 'large 2', 'small 1', 'small 2'].map((job) => pool.run(job))
    expect(threads.map(jobsOf)).toEqual([['large 1'], ['small 1']])
    threads[1].emit('message', 'a')
    threads[0].emit('message', 'b')
    expect(threads.map(jobsOf)).toEqual([
      ['large 1', 'large 2'],
      ['small 1', 'small 2'],
    ])
    for (const thread of threads) thread.emit('message', 'c')
    expect(await Promise.all(results)).toEqual(['b', 'c', 'a', 'c'])
  })

  test('a job that cannot be sent is rejected, and the next one has its own result', async () => {
    const { threads, pool } = poolOf(1)
    const failed = pool.run('not clonable', { seconds: 1 })
    const next = pool.run('a')
    await expect(failed).rejects.toMatchObject({ name: 'DataCloneError' })
    threads[0].emit('message', 'A')
    await expect(next).resolves.toBe('A')
    expect(pool).toMatchObject({ waiting: 0, lost: 0 })
  })

  test('does no job whose signal is aborted while it waits, and finishes one that it has begun', async () => {
    const { threads, pool } = poolOf(1)
    const abort = new AbortController()
    const first = pool.run('a', { signal: abort.signal })
    const left = pool.run('b', { signal: abort.signal })
    const last = pool.run('c')
    abort.abort()
    await expect(left).rejects.toMatchObject({ reason: 'aborted' })
    await expect(pool.run('d', { signal: abort.signal })).rejects.toMatchObject({ reason: 'aborted' })
    for (const result of ['A', 'C']) threads[0].emit('message', result)
    expect(await Promise.all([first, last])).toEqual(['A', 'C'])
    expect(jobsOf(threads[0])).toEqual(['a', 'c'])
  })
})
