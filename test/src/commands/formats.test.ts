/** `rbparse parse --format`: the same trees, whatever they are written as. */
import { writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readCoNLLU } from '../../../src/conllu/reader.ts'
import { embeddedDev } from '../../../src/embedded/treebank.ts'
import { writePipeline } from '../../../src/pipeline/pipeline-file.ts'
import { tinyPipeline } from '../pipeline/tiny.ts'
import { standIn } from '../jobs/threads.ts'
import { newFolder, rbparse } from './rbparse.ts'

const dev = embeddedDev(12)
const text = "The dog sleeps. I don't see (much) rio!\n\nThe cat"

interface JsonWord {
  readonly form: string
  readonly head: number
  readonly deprel: string
  readonly misc?: string
  readonly start?: number
  readonly end?: number
}

interface JsonSentence {
  readonly sent_id?: string
  readonly text: string
  readonly parse?: number
  readonly score?: number
  readonly words: readonly JsonWord[]
}

const bytes = writePipeline(tinyPipeline())

async function parsed(input: string, ...args: string[]): Promise<string> {
  const file = newFolder()
  writeFileSync(file('p.rbp'), bytes)
  const { status, stdout } = await rbparse(['parse', '--model', file('p.rbp'), ...args], input, standIn)
  expect(status).toBe(0)
  return stdout
}

async function json(input: string, ...args: string[]): Promise<JsonSentence[]> {
  const lines = await parsed(input, '--format', 'json', ...args)
  return lines
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as JsonSentence)
}

describe.each([
  ['CoNLL-U', dev, [] as string[]],
  ['CoNLL-U tagged first', dev, ['--tag']],
  ['plain text', text, ['--raw']],
])('trees of %s', (_, input, args) => {
  test('as JSON are those of CoNLL-U', async () => {
    const sentences = [...readCoNLLU(await parsed(input, ...args))]
    const lines = await json(input, ...args)
    expect(lines).toHaveLength(sentences.length)
    lines.forEach(({ words }, index) => {
      const sentence = sentences[index]
      expect(words.map(({ form, head, deprel }) => [form, head, deprel])).toEqual(
        Array.from({ length: sentence.size }, (_, i) => [
          sentence.form(i + 1),
          sentence.head[i + 1],
          sentence.deprel(i + 1),
        ]),
      )
    })
  })

  test('as drawings, one for each sentence, and as one SVG element of all', async () => {
    const count = [...readCoNLLU(await parsed(input, ...args))].length
    const drawn = await parsed(input, '--format', 'text', ...args)
    expect(drawn.split('\n\n').filter((tree) => tree !== '')).toHaveLength(count)
    const svg = await parsed(input, '--format', 'svg', ...args)
    expect(svg.match(/<svg /g)).toHaveLength(count > 1 ? count + 1 : 1)
    expect(svg).toMatch(/^<svg [^]*<\/svg>\n$/)
    expect(svg.indexOf('</svg>\n</g>\n</svg>\n')).toBe(count > 1 ? svg.length - 19 : -1)
    for (let number = 1; number <= count; number++) expect(svg).toContain(`id="tree-${number}"`)
  })

  test.each(['json', 'text'])('by threads, the same %s', async (format) => {
    expect(await parsed(input, '--format', format, '--jobs', '2', ...args)).toBe(
      await parsed(input, '--format', format, ...args),
    )
  })
})

test('JSON of plain text says where words lie in their sentence', async () => {
  const sentences = await json(text, '--raw')
  expect(sentences.length).toBeGreaterThan(0)
  for (const { text: sentence, words } of sentences) {
    const own = words.filter(({ form }) => form !== 'a')
    expect(own.map(({ start, end }) => sentence.slice(start, end).toLowerCase())).toEqual(
      own.map(({ form }) => form.toLowerCase()),
    )
  }
})

test('JSON of CoNLL-U keeps what is said of sentences, and tells several trees of one apart', async () => {
  const [input] = readCoNLLU(dev)
  const [id] = input.commentValues('sent_id')
  const lines = await json(input.conllu(), '--nbest', '3', '--scores')
  expect(lines.map((line) => line.parse)).toEqual(lines.map((_, i) => i + 1))
  for (const line of lines) {
    expect(line.sent_id).toBe(id)
    expect(typeof line.score).toBe('number')
    for (const word of line.words) expect(word.misc).toMatch(/Score=[01]\.\d{4}/)
  }
})
