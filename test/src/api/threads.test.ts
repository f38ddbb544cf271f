/** Parsers in threads, and many texts in order: with threads of Node, and with the script as it is built. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'tsdown'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConstraintError } from '../../../parser/core/constraints.ts'
import { ModelError, writeModel } from '../../../parser/model/model-file.ts'
import { Document } from '../../../src/document/document.ts'
import { loadInWorker } from '../../../src/api/load-in-worker.ts'
import { load } from '../../../src/files/node.ts'
import type { WorkerParser } from '../../../src/api/worker-parser.ts'
import { writePipeline } from '../../../src/pipeline/pipeline-file.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { tinyPipeline } from '../pipeline/tiny.ts'

const folder = mkdtempSync(join(tmpdir(), 'threads-'))
const worker = join(folder, 'worker.js')
const bytes = writePipeline(tinyPipeline())
const parser = await load(bytes)
const texts = Array.from({ length: 20 }, (_, i) => `The dog saw a cat. I don't go ${i} times!`)
let inWorker: WorkerParser
beforeAll(async () => {
  const options = packageJson.tsdown.find(({ entry }) => 'worker/script' in entry)!
  await build({
    define: options.define,
    minify: options.minify,
    format: 'esm',
    platform: 'browser',
    config: false,
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    entry: { worker: 'src/api/thread-script.ts' },
    outDir: folder,
    dts: false,
    logLevel: 'silent',
  })
  inWorker = await loadInWorker(bytes, { worker })
})
afterAll(async () => {
  await inWorker.terminate()
  rmSync(folder, { recursive: true })
})

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}
const shown = (document: Document): unknown => [document.toJSON(), document.toCoNLLU(), document.draw()]

test('the script of threads is one file that imports nothing, and a script of any kind', () => {
  expect(readdirSync(folder)).toEqual(['worker.js'])
  expect(readFileSync(worker, 'utf8')).not.toMatch(/\bfrom\s*["']|\bimport\b\s*[.("']|\bexport\s*[{*]/)
})

describe('in a worker', () => {
  test('documents are what they are here', async () => {
    const options = { nbest: 2, scores: true, constraints: { leaves: ['NOUN'] } }
    const tokens = [['The', 'New York', 'dog'], [], ['A', 'cat.']]
    for (const text of ['', ...texts.slice(0, 3), tokens[0], tokens]) {
      const document = await inWorker.parse(text, options)
      expect(document).toBeInstanceOf(Document)
      expect(shown(document)).toEqual(shown(parser.parse(text, options)))
    }
    expect(inWorker.training).toEqual(parser.training)
    const [match] = inWorker.matcher('{}=verb >nsubj {}').matches(await inWorker.parse(texts[0]))
    expect(match.words.verb.form).toBe('saw')
  })

  test('errors have the class and the message that they have here', async () => {
    const arcs = [
      { head: 1, dependent: 2 },
      { head: 2, dependent: 1 },
    ]
    const clash = inWorker.parse(texts[0], { constraints: { arcs } })
    await expect(clash).rejects.toThrow(ConstraintError)
    await expect(inWorker.parse('a', { constraints: { roots: [{ word: 9 }] } })).rejects.toThrow(RangeError)
    await expect(inWorker.parse(5 as never)).rejects.toThrow(/^text is 5, expected a text, the tokens of a/)
    await expect(loadInWorker(new Uint8Array(9), { worker })).rejects.toThrow(ModelError)
    await expect(loadInWorker(bytes, { worker, system: 'arc-eager' })).rejects.toThrow(RangeError)
    await expect(loadInWorker(bytes, { worker, jobs: 0 })).rejects.toThrow(
      /^options.jobs is 0, expected a whole/,
    )
  })

  test('constraints that cannot be sent, such as proxies, take nothing away from the next text', async () => {
    const leaves = new Proxy(['NOUN'], {})
    await expect(inWorker.parse(texts[0], { constraints: { leaves } })).rejects.toThrow(
      /^the options cannot be sent to a worker \(.* could not be cloned\.\), expected plain objects and lists$/,
    )
    expect(shown(await inWorker.parse(texts[1]))).toEqual(shown(parser.parse(texts[1])))
  })

  test('a model of the parser alone works, too', async () => {
    const alone = await loadInWorker(writeModel(tinyPipeline().parser), { worker, beam: 2 })
    expect((await alone.parse('The dog slept.')).sentences).toHaveLength(1)
    await alone.terminate()
  })

  test('signals reject at once, and take nothing away from others', async () => {
    const reason = new Error('enough')
    const signal = AbortSignal.abort(reason)
    await expect(inWorker.parse('a', { signal })).rejects.toBe(reason)
    await expect(loadInWorker(bytes, { worker, signal })).rejects.toBe(reason)
    const controller = new AbortController()
    const given = inWorker.parse(texts[0].repeat(1000), { signal: controller.signal })
    const other = inWorker.parse(texts[1])
    controller.abort(reason)
    await expect(given).rejects.toBe(reason)
    expect((await other).text).toBe(texts[1])
  })

  test('the end rejects what is in progress and what comes later', async () => {
    const ended = await loadInWorker(bytes, { worker, jobs: 2 })
    const waiting = Promise.allSettled([1, 2, 3, 4, 5].map((i) => ended.parse(texts[0].repeat(i * 100))))
    await ended[Symbol.asyncDispose]()
    const results = [...(await waiting), ...(await Promise.allSettled([ended.parse('a')]))]
    expect(results.map(({ status }) => status)).toEqual(Array(6).fill('rejected'))
  })

  test('a script that is not there is an error with the way out', async () => {
    const none = join(folder, 'none.js')
    await expect(loadInWorker(bytes, { worker: none })).rejects.toThrow(
      /^the worker .*none\.js cannot be started \(.*\), expected its script as option worker: copy node_modules/,
    )
  })
})

describe('pipe', () => {
  const named = {
    here: parser.pipe.bind(parser),
    'in threads': (given: Parameters<WorkerParser['pipe']>[0], options = {}) =>
      parser.pipe(given, { ...options, jobs: 2, worker }),
    'in a worker': (given: Parameters<WorkerParser['pipe']>[0], options = {}) =>
      inWorker.pipe(given, options),
  }

  test.each(Object.entries(named))('%s gives documents in order', async (_, pipe) => {
    const documents = await all(pipe(texts, { scores: true }))
    expect(documents.map(shown)).toEqual(texts.map((text) => shown(parser.parse(text, { scores: true }))))
    expect(await all(pipe([]))).toEqual([])
  })

  test.each(Object.entries(named))('%s takes a text when it is needed', async (_, pipe) => {
    let [taken, isClosed] = [0, false]
    async function* endless(): AsyncGenerator<string> {
      try {
        for (;;) yield `The dog saw ${++taken} cats.`
      } finally {
        isClosed = true
      }
    }
    let seen = 0
    for await (const { text } of pipe(endless())) {
      expect(text).toBe(`The dog saw ${++seen} cats.`)
      await new Promise((resolve) => setTimeout(resolve, 5))
      expect(taken - seen).toBeLessThanOrEqual(4)
      if (seen === 10) break
    }
    await new Promise((resolve) => setTimeout(resolve))
    expect(isClosed).toBe(true)
  })

  test.each(Object.entries(named))('%s names the number of a text in errors', async (_, pipe) => {
    const documents = pipe(['The dog slept.', 5 as never, 'a'])
    expect((await documents.next()).value?.text).toBe('The dog slept.')
    await expect(documents.next()).rejects.toThrow(/^text 2: text is 5, expected a text, the tokens/)
    for (const text of [undefined, Symbol('b')])
      await expect(all(pipe([text as never]))).rejects.toThrow(
        /^text 1: text is .*, expected a text, the tokens/,
      )
    function* broken(): Generator<string> {
      yield 'a'
      throw new RangeError('the disk is full')
    }
    await expect(all(pipe(broken()))).rejects.toThrow(new RangeError('the disk is full'))
    expect(() => pipe('a text' as never)).toThrow(/^texts is 'a text', expected an iterable of texts$/)
    expect(() => pipe([], { constraints: {} } as never)).toThrow(/^options has no property 'constraints'/)
  })

  test.each(Object.entries(named))('%s ends when its signal says so', async (_, pipe) => {
    const endless = (function* () {
      for (;;) yield texts[0].repeat(50)
    })()
    const signal = AbortSignal.timeout(200)
    await expect(all(pipe(endless, { signal }))).rejects.toMatchObject({ name: 'TimeoutError' })
    expect(signal.aborted).toBe(true)
  })

  test.each(Object.entries(named))(
    '%s ends when its signal says so, though no text comes',
    async (_, pipe) => {
      const waiting = (async function* () {
        yield await new Promise<string>(() => {})
      })()
      const signal = AbortSignal.timeout(50)
      await expect(all(pipe(waiting, { signal }))).rejects.toMatchObject({ name: 'TimeoutError' })
    },
  )
})
