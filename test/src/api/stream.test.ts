import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Sentence } from '../../../src/document/sentence.ts'
import { WINDOW_LENGTH } from '../../../src/pipeline/text-windows.ts'
import { anyText } from '../pipeline/tiny.ts'
import { tinyParser } from './parsers.ts'

const parser = tinyParser()

async function streamed(pieces: readonly string[]): Promise<Sentence[]> {
  const sentences: Sentence[] = []
  const source = new ReadableStream<string>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece)
      controller.close()
    },
  })
  for await (const sentence of source.pipeThrough(parser.stream())) sentences.push(sentence)
  return sentences
}

const factsOf = (sentences: Iterable<Sentence>) =>
  Array.from(sentences, (sentence) => ({ index: sentence.index, ...sentence.toJSON() }))

/** Text in pieces. */
const cut = fc.tuple(fc.array(anyText, { maxLength: 4 }), fc.array(fc.nat(30))).map(([texts, sizes]) => {
  const text = texts.join('\n\n')
  const pieces: string[] = []
  for (let from = 0, i = 0; from < text.length; i++) {
    const size = sizes[i] ?? text.length
    pieces.push(text.slice(from, from + size))
    from += size
  }
  return { text, pieces }
})

describe('a stream', () => {
  test('gives the sentences that the whole text has, however it was cut', async () => {
    await fc.assert(
      fc.asyncProperty(cut, async ({ text, pieces }) => {
        expect(factsOf(await streamed(pieces))).toEqual(factsOf(parser.parse(text)))
      }),
    )
  })

  test('of a paragraph without end: places lead back, and the pieces do not matter', async () => {
    const text = 'The dog saw a cat. A boy slept 👩‍👩‍👧! '.repeat(4500)
    expect(text.length).toBeGreaterThan(2 * WINDOW_LENGTH)
    const sentences = await streamed([text])
    let end = 0
    for (const sentence of sentences) {
      expect(text.slice(end, sentence.start).trim()).toBe('')
      expect(text.slice(sentence.start, sentence.end)).toBe(sentence.text)
      end = sentence.end
    }
    expect(text.slice(end).trim()).toBe('')
    const pieces = Array.from({ length: Math.ceil(text.length / 1237) }, (_, i) =>
      text.slice(1237 * i, 1237 * (i + 1)),
    )
    const ends = (all: Sentence[]) => all.map((sentence) => sentence.end)
    expect(ends(await streamed(pieces))).toEqual(ends(sentences))
    expect(factsOf(sentences).map(({ text }) => text)).toEqual(
      factsOf(parser.parse(text)).map(({ text }) => text),
    )
  })

  test('of one word that never ends: it is cut, not kept', async () => {
    const text = '👩'.repeat(WINDOW_LENGTH)
    const sentences = await streamed([text.slice(0, 7), text.slice(7)])
    expect(sentences.length).toBeGreaterThan(1)
    expect(sentences.map((sentence) => sentence.text).join('')).toBe(text)
    expect(Math.max(...sentences.map((sentence) => sentence.text.length))).toBeLessThanOrEqual(
      WINDOW_LENGTH + 1,
    )
  })

  test('takes no more in than is asked of it', async () => {
    let given = 0
    const source = new ReadableStream<string>({
      pull(controller) {
        given++
        controller.enqueue('The dog slept.\n\n')
      },
    })
    const reader = source.pipeThrough(parser.stream()).getReader()
    for (let i = 0; i < 5; i++) expect((await reader.read()).value!.start).toBe(16 * i)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(given).toBeLessThan(12)
    await reader.cancel()
    const before = given
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(given).toBe(before)
  })

  test('ends at both ends when its signal says so, even while nobody reads', async () => {
    const controller = new AbortController()
    const { readable, writable } = parser.stream({ signal: controller.signal })
    const [reader, writer] = [readable.getReader(), writable.getWriter()]
    void writer.write('The dog slept.\n\nA boy').catch(() => {})
    expect((await reader.read()).value!.text).toBe('The dog slept.')
    const waiting = reader.read()
    controller.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
    await expect(writer.closed).rejects.toThrow('enough')
    const late = parser.stream({ signal: controller.signal })
    await expect(late.readable.getReader().read()).rejects.toThrow('enough')
    await expect(late.writable.getWriter().closed).rejects.toThrow('enough')
  })

  test('says what is wrong with bytes, to whoever writes them too', async () => {
    const { readable, writable } = parser.stream()
    const writer = writable.getWriter()
    writer.write(new Uint8Array(3) as unknown as string).catch(() => {})
    const message = 'the stream takes pieces of text, expected a TextDecoderStream before it'
    await expect(readable.getReader().read()).rejects.toThrow(message)
    await expect(writer.closed).rejects.toThrow(message)
  })
})
