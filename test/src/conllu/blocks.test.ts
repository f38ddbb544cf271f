import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutBlocks } from '../../../src/conllu/blocks.ts'
import type { CoNLLUError } from '../../../src/conllu/error.ts'
import { CoNLLUReader } from '../../../src/conllu/reader.ts'

const lines = fc.array(
  fc.constantFrom('', '', '\r', '\r\r', '# c', '1\ta\t_\t_\t_\t_\t0\t_\t_\t_', '1\tb', '\ufeff'),
)
const text = fc
  .record({
    lines,
    newline: fc.constantFrom('\n', '\r\n'),
    start: fc.constantFrom('', '\ufeff'),
    end: fc.boolean(),
  })
  .map(({ lines, newline, start, end }) => start + lines.join(newline) + (end ? newline : ''))

async function blocksOf(text: string, chunk: number, least: number): Promise<Uint8Array[]> {
  const bytes = new TextEncoder().encode(text)
  // As files are read: what was handed over is written to again.
  async function* chunks(): AsyncGenerator<Uint8Array> {
    const buffer = new Uint8Array(chunk)
    for (let at = 0; at < bytes.length; at += chunk) {
      const part = bytes.subarray(at, at + chunk)
      buffer.set(part)
      yield buffer.subarray(0, part.length)
    }
  }
  const blocks = []
  for await (const block of cutBlocks(chunks(), least)) blocks.push(block)
  return blocks.map(({ bytes }) => bytes)
}

/** What a reader finds in blocks, each by a reader of its own: sentences and errors with the lines of the whole. */
function found(blocks: readonly Uint8Array[]): string[] {
  const all: string[] = []
  let before = 0
  blocks.forEach((block, i) => {
    const skip = ({ line, problem }: CoNLLUError): void => void all.push(`${before + line}: ${problem}`)
    const reader = new CoNLLUReader({ heads: 'ignore', continues: i > 0, skip })
    reader.push(block)
    reader.end()
    for (const sentence of reader.sentences())
      all.push(`${before + sentence.line}-${before + sentence.lineOf(1)}: ${sentence.conllu()}`)
    before += reader.lines
    if (i === blocks.length - 1) all.push(`rest: ${JSON.stringify(new TextDecoder().decode(reader.rest))}`)
    else expect(reader.rest).toHaveLength(0)
  })
  return all
}

test('blocks are the file, and a reader finds in them what it finds in the file', async () => {
  await fc.assert(
    fc.asyncProperty(
      text,
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 60 }),
      async (text, chunk, least) => {
        const blocks = await blocksOf(text, chunk, least)
        expect(Buffer.concat(blocks).toString()).toBe(text)
        for (const block of blocks.slice(0, -1)) expect(block.length).toBeGreaterThanOrEqual(least)
        if (text !== '') expect(found(blocks)).toEqual(found([new TextEncoder().encode(text)]))
      },
    ),
    { numRuns: 1000 },
  )
})

test('blocks are no longer than they must be', async () => {
  const sentence = '1\ta\n\n'
  const blocks = await blocksOf(sentence.repeat(20), 7, 2 * sentence.length)
  expect(blocks.map(({ length }) => length)).toEqual(Array.from({ length: 10 }, () => 2 * sentence.length))
})
