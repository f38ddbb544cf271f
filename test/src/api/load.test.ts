import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeModel, ModelError } from '../../../parser/model/model-file.ts'
import * as anywhere from '../../../src/api/load.ts'
import { parserOf } from '../../../src/api/text-parser.ts'
import { installedModels, load } from '../../../src/files/node.ts'
import { writePipeline } from '../../../src/pipeline/pipeline-file.ts'
import { tinyPipeline } from '../pipeline/tiny.ts'

const bytes = writePipeline(tinyPipeline())
const folder = mkdtempSync(join(tmpdir(), 'load-'))
const path = join(folder, 'tiny.rbp')
let server: Server
let origin: string
beforeAll(async () => {
  writeFileSync(path, bytes)
  server = createServer((request, response) => {
    if (request.url === '/tiny.rbp') response.end(bytes)
    else if (request.url === '/page.rbp')
      response.setHeader('Content-Type', 'text/html; charset=utf-8').end('<!doctype html>')
    else if (request.url === '/cut.rbp')
      response.writeHead(200, { 'Content-Length': '1000' }).write('RB', () => response.destroy())
    else if (request.url !== '/never') response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true })
})

const drawn = parserOf(bytes).parse('The dog saw a cat.').draw()

describe('load', () => {
  test('takes bytes, paths and addresses, as text and as URL', async () => {
    const address = `${origin}/tiny.rbp`
    const sources = [
      bytes,
      bytes.buffer,
      path,
      pathToFileURL(path),
      pathToFileURL(path).href,
      address,
      new URL(address),
    ]
    for (const source of sources) expect((await load(source)).parse('The dog saw a cat.').draw()).toBe(drawn)
    for (const source of [bytes, address, new URL(address)])
      expect((await anywhere.load(source)).parse('The dog saw a cat.').draw()).toBe(drawn)
  })

  test('takes a model of the parser alone, and says how it came about', async () => {
    const parser = await load(writeModel(tinyPipeline().parser))
    const [sentence] = parser.parse('The dog saw a cat.')
    expect(sentence.words.map(({ upos }) => upos)).toEqual(Array(6).fill('_'))
    expect(parser.training).toEqual(tinyPipeline().parser.header.training)
    expect((await load(bytes)).training.words).toBe(tinyPipeline().training.words)
  })

  test('decodes as it is told', async () => {
    const { pipeline } = await load(bytes, { beam: 3, system: 'rb-learned' })
    expect([pipeline.parser.beam, pipeline.parser.system.name]).toEqual([3, 'rb-learned'])
    await expect(load(bytes, { system: 'arc-eager' })).rejects.toThrow(RangeError)
  })

  test('says in one line what is wrong', async () => {
    const broken = join(folder, 'broken.rbp')
    writeFileSync(broken, bytes.subarray(0, 1000))
    const cases: [string | Uint8Array, RegExp][] = [
      [
        'no-such-language',
        /^no model 'no-such-language' is installed \(.+\), expected one of these, a package of `npm install right-branching-model-no-such-language`, a path/,
      ],
      [join(folder, 'none.rbp'), /none\.rbp: cannot be read \(there is no such file or directory\)$/],
      [folder, /: cannot be read \(it is a directory\)$/],
      [broken, /broken\.rbp: a pipeline of .*\d+ bytes, but 1000 are there$/],
      [`${origin}/none.rbp`, /\/none\.rbp: cannot be fetched \(status 404\), expected/],
      [`${origin}/page.rbp`, /\/page\.rbp: a page of HTML, expected an address or bytes: copy a model/],
      [`${origin}/cut.rbp`, /\/cut\.rbp: cannot be fetched \(.*\), expected/],
      ['http://127.0.0.1:9/x', /^http:\/\/127\.0\.0\.1:9\/x: cannot be fetched \(.*\), expected/],
      [new Uint8Array(30), /not a model file/],
    ]
    for (const [source, message] of cases) {
      const error = await load(source).catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(ModelError)
      expect((error as Error).message).toMatch(message)
      expect((error as Error).message).not.toContain('\n')
    }
  })

  test('ends when its signal says so', async () => {
    const reason = new Error('enough')
    await expect(load(path, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    const controller = new AbortController()
    const loading = load(`${origin}/never`, { signal: controller.signal })
    setTimeout(() => controller.abort(reason), 20)
    await expect(loading).rejects.toBe(reason)
  })

  test('by a name finds the model that is installed', async () => {
    for (const { name, path: file, bytes: size } of await installedModels()) {
      expect(existsSync(file)).toBe(true)
      expect(size).toBeGreaterThan(0)
      expect((await load(name)).parse('The dog saw a cat.').sentences).toHaveLength(1)
    }
  })
})
