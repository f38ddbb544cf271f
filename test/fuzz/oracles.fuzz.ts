/** Answers that a slow, independent way gives too: a reader, all chunk sizes, any number of threads, XML read back, what was before. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect } from 'vitest'
import { CoNLLUError } from '../../src/conllu/error.ts'
import { readCoNLLU } from '../../src/conllu/reader.ts'
import { CoNLLUWriter } from '../../src/conllu/writer.ts'
import { embeddedDev } from '../../src/embedded/treebank.ts'
import { writePipeline } from '../../src/pipeline/pipeline-file.ts'
import { rbparse } from '../src/commands/rbparse.ts'
import { file } from '../src/conllu/files.ts'
import { standIn, untimed } from '../src/jobs/threads.ts'
import { anyText, tinyPipeline } from '../src/pipeline/tiny.ts'
import { ask, serving, type Serving } from '../src/server/serving.ts'
import { edited, edits, target } from './campaign.ts'
import { sentence, textOf } from './hostile-conllu.ts'

const pieces = ['\t', '\n', '\n\n', '\r\n', '01', '1-2', '1.1', '\u{1f600}', '\ufeff', '# c\n']
const real = fc.integer({ min: 1, max: 8 }).map((sentences) => embeddedDev(sentences))
const hostile = fc.array(sentence, { minLength: 1, maxLength: 3 }).map((all) => all.map(textOf).join(''))
const inputs = fc.record({
  text: fc.oneof(file, real, hostile),
  changes: fc.option(edits(...pieces)),
  size: fc.integer({ min: 1, max: 60 }),
})
const bytesOf = (text: string, changes: Parameters<typeof edited>[1] | null): Uint8Array => {
  const bytes = new TextEncoder().encode(text)
  return changes ? edited(bytes, changes) : bytes
}

/** The sentences of a file as forms and heads, or undefined for a file that is not CoNLL-U. Line by line, as the format is defined. */
function slowly(bytes: Uint8Array): string[] | undefined {
  let text
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
  const sentences: string[] = []
  let rows: string[][] = []
  let isBegun = false
  const end = (): boolean => {
    if (!isBegun) return true
    isBegun = false
    const words = rows.filter(([id]) => /^\d+$/.test(id))
    const heads = words.map(([, , , , , , head]) => head)
    let [next, empty, covered] = [1, 0, 0]
    let open = 0
    for (const row of rows) {
      const [id, form] = row
      if (row.length !== 10 || form === '') return false
      const range = /^([1-9]\d*)-([1-9]\d*)$/.exec(id)
      const node = /^(0|[1-9]\d*)\.([1-9]\d*)$/.exec(id)
      if (id === String(next)) {
        next++
        empty = 0
      } else if (range) {
        const [from, to] = [Number(range[1]), Number(range[2])]
        if (from !== next || from <= covered || to < from || open === next) return false
        covered = to
        open = from
      } else if (!node || Number(node[1]) !== next - 1 || Number(node[2]) !== ++empty || open === next)
        return false
    }
    if (words.length === 0 || covered > words.length) return false
    if (!heads.every((head) => /^(?:0|[1-9]\d{0,8})$/.test(head) && Number(head) <= words.length))
      return false
    for (const word of heads.keys()) {
      let at = word + 1
      for (let steps = 0; at !== 0; steps++) {
        if (steps > words.length) return false
        at = Number(heads[at - 1])
      }
    }
    sentences.push(words.map(([, form, , , , , head]) => `${form} ${head}`).join('\t'))
    rows = []
    return true
  }
  const lines = text.split('\n')
  for (const [i, whole] of lines.entries()) {
    const line = whole.replace(/\r$/, '')
    if (line === '') {
      if (!end()) return undefined
    } else {
      isBegun = true
      if (!line.startsWith('#')) rows.push(line.split('\t'))
    }
    if (i === lines.length - 1 && !end()) return undefined
  }
  return sentences
}

/** What the reader finds in chunks of that size: sentences and bytes, or the error. */
function read(bytes: Uint8Array, size: number): { sentences?: string[]; written?: string; error?: string } {
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  )
  const writer = new CoNLLUWriter()
  const sentences: string[] = []
  try {
    for (const one of readCoNLLU(chunks)) {
      sentences.push(
        one
          .forms()
          .map((form, i) => `${form} ${one.head[i + 1]}`)
          .join('\t'),
      )
      writer.sentence(one)
    }
  } catch (error) {
    if (error instanceof CoNLLUError) return { error: error.message }
    throw error
  }
  return { sentences, written: Buffer.from(writer.take()).toString('latin1') }
}

target('reader', inputs, ({ text, changes, size }) => {
  const bytes = bytesOf(text, changes)
  const whole = read(bytes, Math.max(1, bytes.length))
  expect(whole.sentences).toEqual(slowly(bytes))
  expect(read(bytes, size)).toEqual(whole)
  expect(read(bytes, 1)).toEqual(whole)
  // What is written is what was read, but for the blank lines at the end.
  if (whole.written !== undefined)
    expect(Buffer.from(bytes).toString('latin1').startsWith(whole.written)).toBe(true)
})

const folder = mkdtempSync(join(tmpdir(), 'fuzz-'))
afterAll(() => rmSync(folder, { recursive: true }))
const model = join(folder, 'tiny.rbp')
writeFileSync(model, writePipeline(tinyPipeline()))

// A block has 256 KB: a file of one sentence, or of several blocks.
const times = fc.constantFrom(1, 20, 500)

target('jobs', fc.tuple(inputs, times), async ([{ text, changes }, count]) => {
  const bytes = bytesOf(text.repeat(count), changes)
  const args = ['parse', '--model', model, '--skip-bad', '--jobs']
  const [one, two] = await Promise.all(['1', '2'].map((jobs) => rbparse([...args, jobs], bytes, standIn)))
  expect({ ...two, stderr: untimed(two.stderr) }).toEqual({ ...one, stderr: untimed(one.stderr) })
})

const rows = [...readCoNLLU(embeddedDev(20))].flatMap((one) =>
  Array.from({ length: one.size }, (_, i) =>
    one
      .conllu()
      .split('\n')
      .filter((line) => /^\d+\t/.test(line))
      [i].split('\t'),
  ),
)
/** A sentence of so many words with gold tags. */
const longOf = (size: number): string =>
  Array.from({ length: size }, (_, i) => {
    const [, ...columns] = rows[i % rows.length]
    return `${i + 1}\t${columns.with(5, '_').with(6, '_').join('\t')}\n`
  }).join('')

target(
  'long',
  fc.record({
    // As many of one word as of a hundred thousand.
    size: fc.double({ min: 0, max: 1, noNaN: true }).map((share) => Math.ceil(200_000 ** share)),
    model: fc.constantFrom('en', 'en-small', model),
    greedy: fc.boolean(),
  }),
  async ({ size, model, greedy }) => {
    const text = `${embeddedDev(2)}${longOf(size)}\n${embeddedDev(3)}`
    const args = ['parse', '--model', model, ...(greedy ? ['--beam', '1'] : []), '--jobs']
    const ordinary = await rbparse([...args, '1'], embeddedDev(3))
    const [one, ...others] = await Promise.all(
      ['1', '2', '3'].map(async (jobs) => {
        const { status, stdout, stderr } = await rbparse([...args, jobs], text, standIn)
        return { status, stdout, stderr: untimed(stderr) }
      }),
    )
    expect(one.status).toBe(0)
    expect(one.stdout.endsWith(ordinary.stdout)).toBe(true)
    expect(others).toEqual([one, one])
  },
  { seconds: 120 },
)

/** The values of the attributes of an element, read as XML demands. */
function attributesOf(tag: string): Record<string, string> {
  const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
  expect(tag).toMatch(/^<NODE(?: [a-z]+="[^"<&]*(?:&\w+;[^"<&]*)*")*\/?>$/)
  return Object.fromEntries(
    [...tag.matchAll(/ ([a-z]+)="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value.replaceAll(/&(\w+);/g, (_, entity: string) => entities[entity] ?? expect.fail(`&${entity};`)),
    ]),
  )
}

type Answer = { readonly status: number; readonly result: string }

/** A server of its own, which ends with the target that asks first. */
function newServer(): (fields: Record<string, string>) => Promise<Answer> {
  let server: Promise<Serving> | undefined
  return async (fields) => {
    const { port } = await (server ??= serving({ seconds: 20 }))
    const { status, text } = await ask(port, '/process', {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    })
    return { status, result: status === 200 ? (JSON.parse(text) as { result: string }).result : text }
  }
}

const attacked = newServer()
const ordinary = { data: 'The dog sleeps. I see the cat.', tokenizer: '', tagger: '', parser: '' }
let before: string | undefined
const attack = fc.oneof(
  fc.record({
    data: anyText,
    input: fc.constantFrom('horizontal', 'conllu', 'vertical', 'generic_tokenizer'),
  }),
  fc.integer({ min: 1, max: 3000 }).map((count) => ({ data: 'a '.repeat(count), input: 'horizontal' })),
  hostile.map((data) => ({ data, input: 'conllu' })),
)

target('attacks', attack, async (fields) => {
  before ??= (await attacked(ordinary)).result
  const { status } = await attacked({ ...fields, tagger: '', parser: '' })
  expect([200, 400, 413]).toContain(status)
  expect((await attacked(ordinary)).result).toBe(before)
})

const printing = newServer()

target('matxin', hostile, async (data) => {
  const { status, result } = await printing({ data, input: 'conllu', output: 'matxin' })
  expect(status).toBe(200)
  const nodes = [...result.matchAll(/<NODE [^\n]*/g)].map(([tag]) => attributesOf(tag))
  // XML has no character 0.
  const clean = (text: string): string => text.replaceAll('\0', '\ufffd')
  const found = [...readCoNLLU(data)].flatMap((one) =>
    one.forms().map((form, i) => `${i + 1} ${clean(form)} ${clean(one.lemma(i + 1))}`),
  )
  expect(nodes.map(({ ord, form, lem }) => `${ord} ${form} ${lem}`).sort()).toEqual(found.sort())
})
