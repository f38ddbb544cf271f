/** Any text becomes sentences that cover it, whatever pieces it arrives in. */
import fc from 'fast-check'
import { expect } from 'vitest'
import { TextParser } from '../../src/api/text-parser.ts'
import { readCoNLLU } from '../../src/conllu/reader.ts'
import { anyText, tinyPipeline } from '../src/pipeline/tiny.ts'
import { target } from './campaign.ts'

const parser = new TextParser(tinyPipeline())
const inputs = fc.record({ text: anyText, size: fc.integer({ min: 1, max: 9 }) })

async function streamed(text: string, size: number): Promise<string[]> {
  const pieces = new ReadableStream<string>({
    start(controller) {
      for (let at = 0; at < text.length; at += size) controller.enqueue(text.slice(at, at + size))
      controller.close()
    },
  })
  const found: string[] = []
  for await (const sentence of pieces.pipeThrough(parser.stream()))
    found.push(`${sentence.start} ${sentence.text}`)
  return found
}

target('texts', inputs, async ({ text, size }) => {
  const document = parser.parse(text)
  const { sentences } = document
  let end = 0
  for (const { tokens, words } of sentences) {
    expect(words.length).toBeGreaterThan(0)
    for (const token of tokens) {
      expect(text.slice(end, token.start)).toMatch(/^[\s\u0085]*$/)
      expect(token.text).toBe(text.slice(token.start, token.end))
      end = token.end
    }
    expect(words.filter(({ head }) => head === undefined)).toHaveLength(1)
  }
  const conllu = document.toCoNLLU()
  expect([...readCoNLLU(conllu)]).toHaveLength(sentences.length)
  expect(await streamed(text, size)).toEqual(sentences.map((one) => `${one.start} ${one.text}`))
})
