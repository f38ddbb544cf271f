/** Signals that live longer than the work that listens to them. */
import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { untilAborted } from '../../../src/threads/ordered-work.ts'
import { tinyParser } from './parsers.ts'

const parser = tinyParser()

function streamOf(pieces: readonly string[]): ReadableStream<string> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece)
      controller.close()
    },
  })
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}

test.each<[string, (signal: AbortSignal) => Promise<unknown>]>([
  ['a value', (signal) => untilAborted(Promise.resolve(1), signal)],
  ['a failure', (signal) => untilAborted(Promise.reject(new Error('no')), signal).catch(() => {})],
  ['texts', (signal) => all(parser.pipe(['The dog slept.', 'A cat.'], { signal }))],
  [
    'a stream',
    (signal) => all(streamOf(['The dog slept.', ' A cat.']).pipeThrough(parser.stream({ signal }))),
  ],
  [
    'a stream that is cancelled',
    async (signal) => {
      const reader = streamOf(['The dog slept. A cat.']).pipeThrough(parser.stream({ signal })).getReader()
      await reader.read()
      await reader.cancel()
    },
  ],
])('%s: nothing listens afterwards', async (_, work) => {
  const { signal } = new AbortController()
  await work(signal)
  await new Promise((resolve) => setImmediate(resolve))
  expect(getEventListeners(signal, 'abort')).toEqual([])
})
