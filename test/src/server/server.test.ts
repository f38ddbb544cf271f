import type { Access } from '../../../src/server/access.ts'
import { EventEmitter } from 'node:events'
import { connect } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { OutOfMemoryError } from '../../../parser/scoring/kernel/arena.ts'
import { Kernel } from '../../../parser/scoring/kernel/kernel.ts'
import { prepareTextModel } from '../../../src/pipeline/text-model.ts'
import { servedModel } from '../../../src/server/index.ts'
import type { WireRequest } from '../../../src/server/request-fields.ts'
import { RequestHandler } from '../../../src/server/request-handler.ts'
import type { Thread } from '../../../src/threads/thread-pool.ts'
import { standIn } from '../jobs/threads.ts'
import { Pipeline } from '../../../src/pipeline/pipeline.ts'
import { tinyPipeline } from '../pipeline/tiny.ts'
import { ask, multipart, program, raw, serving, tinyServed } from './serving.ts'

const text = 'The dog sleeps. I see the cat.'
const all = { tokenizer: 'normalized_spaces', tagger: '', parser: '' }

/** What the pipeline itself makes of a text of one paragraph. */
function expected(data: string): string {
  const sentences = new Pipeline(tinyPipeline()).parse(data)
  const lines = Array.from(sentences, (sentence, i) => `# sent_id = ${i + 1}\n${sentence.conllu()}`)
  return `# generator = ${program}\n# model = tiny-en\n# newdoc\n# newpar\n${lines.join('')}`
}

const form = (fields: Record<string, string>) => ({
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
})

/** A thread that says this whatever it is asked. */
function answering(event: string, what: unknown): Thread {
  const thread = new EventEmitter()
  let told = 0
  return {
    on: ((name, listener) => thread.on(name, listener)) as Thread['on'],
    // First it is told what it works with.
    postMessage: () => void (told++ > 0 && setImmediate(() => thread.emit(event, what))),
    terminate: () => {},
  }
}

/** Gives other things time to happen. */
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await pause(5)
}

describe('what clients of UDPipe ask', () => {
  test('/models', async () => {
    const { port } = await serving()
    for (const method of ['GET', 'POST']) {
      const { status, text: body, headers } = await ask(port, '/models', { method })
      expect([status, headers['content-type']]).toEqual([200, 'application/json'])
      expect(JSON.parse(body)).toEqual({
        models: { 'tiny-en': ['tokenizer', 'tagger', 'parser'] },
        default_model: 'tiny-en',
      })
    }
  })

  test('/process, by address, form, multipart form and JSON', async () => {
    const { port } = await serving()
    const fields = { data: text, model: 'tiny', ...all }
    const parts = multipart(fields)
    const replies = [
      await ask(port, `/process?${new URLSearchParams(fields).toString()}`),
      await ask(port, '/process', form(fields)),
      await ask(port, '/process', { headers: { 'Content-Type': parts.type }, body: parts.body }),
      await ask(port, '/process', {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(fields),
      }),
      await ask(port, '/process?tagger&parser', form({ data: text, tokenizer: 'normalized_spaces' })),
    ]
    for (const { status, text: body, headers } of replies) {
      expect([status, headers['content-type']]).toEqual([200, 'application/json'])
      const answer = JSON.parse(body) as object
      expect(Object.keys(answer)).toEqual(['model', 'acknowledgements', 'result'])
      expect(answer).toEqual({
        model: 'tiny-en',
        acknowledgements: [program],
        result: expected(text),
      })
    }
  })

  test('half characters come back as they were', async () => {
    const { port } = await serving()
    const body = `{"data": "The \\ud83d sleeps.", "tokenizer": "", "tagger": "", "parser": ""}`
    const reply = await ask(port, '/process', { headers: { 'Content-Type': 'application/json' }, body })
    expect((JSON.parse(reply.text) as { result: string }).result).toContain('# text = The \ud83d sleeps.')
  })

  test('/health, over HTTP/1.0 without a host', async () => {
    const { port } = await serving()
    expect(await raw(port, 'GET /health HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200 [\s\S]*"ok"/)
  })

  test('several headers Host are refused', async () => {
    const { port } = await serving()
    for (const host of ['localhost', 'evil.example'])
      expect(await raw(port, `GET /health HTTP/1.1\r\nHost: localhost\r\nHost: ${host}\r\n\r\n`)).toMatch(
        /^HTTP\/1.1 400 [\s\S]*there are several headers Host, expected one\n$/,
      )
  })

  test('/health and /metrics', async () => {
    const { port } = await serving()
    await ask(port, '/process', form({ data: text, ...all }))
    await ask(port, '/process', form({ data: text, model: 'none' }))
    await ask(port, '/nowhere')
    expect(await ask(port, '/health')).toMatchObject({ status: 200, text: '{\n "status": "ok"\n}\n' })
    const { text: metrics, headers } = await ask(port, '/metrics')
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
    const value = (name: string) =>
      Number(
        metrics
          .split('\n')
          .find((line) => line.startsWith(`${name} `))
          ?.split(' ')[1],
      )
    expect(value('rbparse_requests_total{path="/process",status="200"}')).toBe(1)
    expect(value('rbparse_requests_total{path="/process",status="400"}')).toBe(1)
    expect(value('rbparse_requests_total{path="other",status="404"}')).toBe(1)
    expect(value('rbparse_process_seconds_count')).toBe(2)
    expect(value('rbparse_process_seconds_bucket{le="+Inf"}')).toBe(2)
    expect(value('rbparse_words_total')).toBe(9)
    expect(value('rbparse_requests_under_way')).toBe(0)
    expect(value('rbparse_body_bytes')).toBe(0)
    for (const line of metrics.trimEnd().split('\n'))
      expect(line).toMatch(/^# (?:HELP|TYPE) \w+ |^\w+(?:\{(?:\w+="[^"]*",?)+\})? [\d.e+-]+$/)
  })
})

describe('who may use it', () => {
  const origin = 'https://example.org'
  const allowed = async (access: Access | undefined, from: string) => {
    const { port } = await serving({ access })
    const options = { method: 'OPTIONS', headers: { Origin: from, 'Access-Control-Request-Method': 'POST' } }
    const { headers } = await ask(port, '/process', options)
    const { headers: answered } = await ask(port, '/models', { headers: { Origin: from } })
    expect(answered['access-control-allow-origin']).toBe(headers['access-control-allow-origin'])
    return headers['access-control-allow-origin']
  }

  test('pages of this machine, and pages of the origins that are named', async () => {
    const access = { host: '127.0.0.1', allowedHosts: [], origins: [origin] }
    expect(await allowed(undefined, 'http://localhost:5173')).toBe('http://localhost:5173')
    expect(await allowed(undefined, 'http://127.0.0.1')).toBe('http://127.0.0.1')
    expect(await allowed(undefined, origin)).toBeUndefined()
    expect(await allowed(undefined, 'null')).toBeUndefined()
    expect(await allowed(undefined, 'https://localhost.example.org')).toBeUndefined()
    expect(await allowed(access, origin)).toBe(origin)
    expect(await allowed({ ...access, origins: ['*'] }, origin)).toBe('*')
  })

  test.each([
    ['localhost:8001', [], 200],
    ['127.0.0.1:8001', [], 200],
    ['[::1]:8001', [], 200],
    ['192.168.0.7', [], 200],
    ['evil.example.org', [], 403],
    ['localhost.example.org', [], 403],
    ['Parser.example.org:80', ['parser.example.org'], 200],
    ['anything', ['*'], 200],
  ])('clients that call it %s (allowed: %j): %i', async (host, allowedHosts, status) => {
    const { port } = await serving({ access: { host: '127.0.0.1', allowedHosts, origins: [] } })
    const reply = await ask(port, '/models', { headers: { Host: host } })
    expect(reply.status).toBe(status)
    if (status === 403) expect(reply.text).toMatch(/^host '[^\n]*' is not allowed, expected [^\n]+\n$/)
  })
})

describe('what nobody should ask', () => {
  const unknownPath =
    'unknown path, expected /models, /process, /weblicht/tokenize, /weblicht/tag, /weblicht/parse, /health, /metrics\n'
  test.each([
    ['GET', '/', 404, unknownPath],
    ['GET', '/models/../../etc/passwd', 404, unknownPath],
    ['GET', '/%2e%2e/%2e%2e/etc/passwd', 404, unknownPath],
    ['GET', '/weblicht/models', 404, unknownPath],
    ['DELETE', '/weblicht/tag', 405, 'the method is not allowed, expected GET, POST\n'],
    ['GET', '/weblicht/parse', 400, 'there is no data, expected the parameter data\n'],
    ['DELETE', '/process', 405, 'the method is not allowed, expected GET, POST\n'],
    ['POST', '/health', 405, 'the method is not allowed, expected GET\n'],
    ['GET', '/process', 400, 'there is no data, expected the parameter data\n'],
    [
      'GET',
      '/process?data=%ff',
      400,
      'a bad escape in the address, expected % and two digits, and text in UTF-8\n',
    ],
    [
      'GET',
      '/process?data=a&stop',
      400,
      "unknown parameter 'stop', expected data, model, tokenizer, tagger, parser, input, output\n",
    ],
    [
      'GET',
      '/process?data=a&model=/etc/passwd',
      400,
      "there is no model '/etc/passwd', expected one of: tiny-en\n",
    ],
    ['GET', '/process?data=1%09a', 400, 'data:1: 2 columns, expected 10 separated by tabs\n'],
  ])('%s %s: %i', async (method, path, status, line) => {
    const { port, warnings } = await serving()
    expect(await ask(port, path, { method })).toMatchObject({ status, text: line })
    expect(warnings).toEqual([])
  })

  test.each([
    ['text/plain', 'data=x', 415],
    ['application/json', '['.repeat(9e4), 400],
    ['application/json', `${'['.repeat(4e4)}${']'.repeat(4e4)}`, 400],
    ['application/x-www-form-urlencoded', Uint8Array.of(0x64, 0xff, 0xfe), 400],
    ['multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="data"\r\n\r\nThe', 400],
    ['multipart/form-data', '--b', 400],
  ])('%s %.20j: %3$i', async (type, body, status) => {
    const { port } = await serving()
    const reply = await ask(port, '/process', { headers: { 'Content-Type': type }, body })
    expect(reply.status).toBe(status)
    expect(reply.text).toMatch(/^[^\n]+, expected [^\n]+\n$/)
  })

  test('what is no HTTP, or is no address', async () => {
    const { port, warnings } = await serving()
    expect(await raw(port, 'hello\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /)
    const badHost = await raw(port, 'GET /models HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n')
    expect(badHost).toMatch(/^HTTP\/1.1 400 [\s\S]*\r\n\r\n[^\n]+expected[^\n]+\n/)
    const compressed = { ...form({ data: 'x' }), headers: { 'Content-Encoding': 'gzip' } }
    expect(await ask(port, '/process', compressed)).toMatchObject({ status: 415 })
    expect(await raw(port, `GET /process?data=${'x'.repeat(3e4)} HTTP/1.1\r\nHost: a\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 431 /,
    )
    expect(await ask(port, '/health')).toMatchObject({ status: 200 })
    expect(warnings).toEqual([])
  })
})

describe('/health', () => {
  test('is failing where no thread parses', async () => {
    const { port, service } = await serving({ start: () => answering('error', new Error('out of memory')) })
    expect(await ask(port, '/health')).toMatchObject({ status: 503, text: '{\n "status": "failing"\n}\n' })
    expect(service.pool.lost).toBe(1)
  })

  test('asks once for all that ask together', async () => {
    let asked = 0
    const thread = standIn()
    const counting: Thread = {
      ...thread,
      postMessage: (message, transfer) => {
        asked++
        thread.postMessage(message, transfer)
      },
    }
    const { port } = await serving({ start: () => counting })
    const replies = await Promise.all([1, 2, 3, 4].map(() => ask(port, '/health')))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(asked).toBeLessThan(1 + 4)
  })
})

describe('a sentence that is too long for the beam of a model', () => {
  const { parser, ...others } = tinyPipeline()
  const wide = { ...others, parser: { ...parser, header: { ...parser.header, beam: 1024 } } }
  const models = [servedModel('wide', prepareTextModel(wide), program)]
  const request = (words: number): WireRequest => {
    const query = new URLSearchParams({
      data: 'a '.repeat(words),
      input: 'horizontal',
      parser: '',
    }).toString()
    return { query, type: '', body: new Uint8Array() }
  }

  test('is refused with the length that is possible', () => {
    const { status, body } = new RequestHandler({ task: 'requests', models, program }).answer(request(2049))
    expect(status).toBe(413)
    expect(new TextDecoder().decode(body)).toBe(
      'a sentence of 2049 words, expected at most 2048 with a beam of 1024; greedily, at most 2097152\n',
    )
  })

  test('is parsed greedily if the operator allows', () => {
    const setting = { task: 'requests', models, program, greedyIfLong: true } as const
    expect(new RequestHandler(setting).answer(request(2049))).toMatchObject({ status: 200, words: 2049 })
  })
})

test('a thread that fails inside ends: it gives no answer that could be wrong', () => {
  const handler = new RequestHandler({ task: 'requests', models: [tinyServed()], program })
  vi.spyOn(Kernel.prototype, 'decide').mockImplementation(() => {
    throw new OutOfMemoryError()
  })
  const query = new URLSearchParams({ data: 'the dog', input: 'horizontal', parser: '' }).toString()
  expect(() => handler.answer({ query, type: '', body: new Uint8Array() })).toThrow(OutOfMemoryError)
  vi.restoreAllMocks()
})

describe('limits', () => {
  test('a body that is announced too large is refused before it comes', async () => {
    const { port, service } = await serving({ most: 1000 })
    const head = 'POST /process HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n'
    const answer = /^HTTP\/1.1 413 [\s\S]*\r\n\r\nthe body is too large, expected at most 1000 bytes\n$/
    for (const length of [1001, 99999999999])
      for (const more of ['', 'Expect: 100-continue\r\n'])
        expect(await raw(port, `${head}Content-Length: ${length}\r\n${more}\r\n`)).toMatch(answer)
    expect(service.budget.held).toBe(0)
  })

  test('a body that is not announced is read no further than it may go', async () => {
    const { port, service } = await serving({ most: 1000 })
    const chunk = `190\r\n${'x'.repeat(400)}\r\n`
    const head =
      'POST /process HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n'
    expect(await raw(port, head, chunk, chunk, chunk)).toMatch(/^HTTP\/1.1 413 /)
    expect(service.budget.held).toBe(0)
    expect(
      await raw(port, `${head.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')}2\r\n{}\r\n0\r\n\r\n`),
    ).toMatch(/^HTTP\/1.1 400 [\s\S]*there is no data/)
  })

  test('bodies together take no more than they may', async () => {
    const { port, service } = await serving({ most: 1000, seconds: 1 })
    const head =
      'POST /process HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n'
    const slow = Array.from({ length: 4 }, () => raw(port, head))
    await until(() => service.budget.held === 3600)
    expect(await ask(port, '/process', form({ data: 'x'.repeat(500) }))).toMatchObject({
      status: 503,
      text: 'too many large requests at once, expected another try later\n',
      headers: { 'retry-after': '1' },
    })
    for (const answer of await Promise.all(slow)) expect(answer).toMatch(/^HTTP\/1.1 408 /)
    expect(service.budget.held).toBe(0)
  })

  test('whoever sends too slowly is not waited for', async () => {
    const { port, service } = await serving({ seconds: 0.3 })
    const silent = raw(port)
    const drip = raw(port, 'GET /models HTTP/1.1\r\nHost:')
    const body = raw(port, 'POST /process HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n', 'x')
    expect(await body).toMatch(/^HTTP\/1.1 408 [\s\S]*\r\n\r\nthe body did not come within 0.3 s\n$/)
    expect(await drip).toMatch(/^HTTP\/1.1 408 /)
    expect(await silent).toMatch(/^(?:HTTP\/1.1 408 |$)/)
    expect([service.inProgress, service.budget.held]).toEqual([0, 0])
  })

  test('whoever breaks off leaves nothing behind', async () => {
    const { port, service, warnings } = await serving()
    const socket = connect(port, '127.0.0.1')
    socket.write('POST /process HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nx')
    await until(() => service.inProgress === 1)
    socket.destroy()
    await until(() => service.inProgress === 0)
    expect([service.budget.held, warnings]).toEqual([0, []])
  })

  test('whoever leaves before the answer is not waited for', async () => {
    const set = vi.spyOn(globalThis, 'setTimeout')
    const cleared = vi.spyOn(globalThis, 'clearTimeout')
    onTestFinished(() => void vi.restoreAllMocks())
    const seconds = 777
    const { port, service, stop } = await serving({ start: () => answering('none', undefined), seconds })
    const socket = connect(port, '127.0.0.1')
    socket.write('GET /process?data=a HTTP/1.1\r\nHost: a\r\n\r\n')
    await until(() => service.inProgress === 1 && service.pool.waiting === 0)
    socket.destroy()
    await pause(50)
    await stop()
    await until(() => service.inProgress === 0)
    await pause(50)
    const open = set.mock.results
      .filter((_, i) => set.mock.calls[i][1] === 1000 * seconds)
      .map(({ value }) => value as unknown)
      .filter((timer) => !cleared.mock.calls.some(([one]) => one === timer))
    expect(open).toEqual([])
  })

  test('whoever does not take an answer does not get the rest of it', async () => {
    const large = { status: 200, body: new Uint8Array(3e7), sentences: 0, words: 0 }
    const { port } = await serving({ start: () => answering('message', large), seconds: 0.5 })
    const socket = connect(port, '127.0.0.1')
    let bytes = 0
    let head = ''
    const closed = new Promise((resolve) => socket.on('close', resolve).on('error', () => {}))
    socket.write('GET /process?data= HTTP/1.1\r\nHost: a\r\n\r\n')
    socket.on('data', (chunk) => {
      if (bytes === 0) {
        head = chunk.toString().split('\r\n\r\n', 1)[0]
        socket.pause()
        setTimeout(() => socket.resume(), 1000)
      }
      bytes += chunk.length
    })
    await closed
    expect(head).toMatch(/^HTTP\/1.1 200 /)
    const [, announced] = /content-length: (\d+)/i.exec(head)!
    expect(bytes).toBeLessThan(Number(announced))
  })

  test('more requests at once than may be are told to come again', async () => {
    const { port, service } = await serving({ concurrency: 2, seconds: 1 })
    const head = 'POST /process HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n'
    const slow = [raw(port, head), raw(port, head)]
    await until(() => service.inProgress === 2)
    expect(await ask(port, '/process', form({ data: 'x' }))).toMatchObject({
      status: 503,
      text: '2 requests are in progress, expected another try later\n',
    })
    expect(await ask(port, '/health')).toMatchObject({ status: 200 })
    await Promise.all(slow)
    expect(await ask(port, '/process', form({ data: text, tokenizer: '' }))).toMatchObject({ status: 200 })
  })

  test('a request that takes too long is given up, the next one is answered', async () => {
    let started = 0
    // The first thread never answers.
    const start = () =>
      started++ === 0 ? { on: () => {}, postMessage: () => {}, terminate: () => {} } : standIn()
    const { port } = await serving({ start, seconds: 0.3 })
    expect(await ask(port, '/process', form({ data: text, tokenizer: '' }))).toMatchObject({
      status: 504,
      text: 'no answer within 0.3 s, expected a smaller request\n',
    })
    let { status } = await ask(port, '/process', form({ data: text, tokenizer: '' }))
    // Loading the model may take longer than that on a busy machine.
    while (status === 504) ({ status } = await ask(port, '/process', form({ data: text, tokenizer: '' })))
    expect(status).toBe(200)
  })
})

test('answered requests leave nothing in memory', async () => {
  setFlagsFromString('--expose-gc')
  const sweep = runInNewContext('gc') as () => void
  const { port } = await serving()
  const data = Array.from({ length: 25 }, () => text).join(' ')
  const used = async (): Promise<number> => {
    for (let i = 0; i < 120; i++) await ask(port, '/process', form({ data, ...all }))
    sweep()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  // Requests and answers of a round are more than a megabyte. Other test files share the process, and what they leave comes
  // and goes: the least growth of several rounds counts.
  let [before, growth] = [await used(), Infinity]
  for (let round = 0; round < 5; round++) {
    const after = await used()
    growth = Math.min(growth, after - before)
    before = after
  }
  expect(growth).toBeLessThan(3e5)
})

test('faults are told in a line to those who run the server, and not to those who ask', async () => {
  const start = () => answering('error', new Error('Boom\n    at secret.ts:1:1'))
  const { port, warnings } = await serving({ start })
  const said = 'the request could not be processed\n'
  expect(await ask(port, '/process', form({ data: 'x' }))).toMatchObject({ status: 500, text: said })
  expect(warnings).toEqual(['a request failed: a thread failed: Boom'])
})

describe('stopping', () => {
  test('finishes what is under way, and refuses what comes', async () => {
    const { port, service, stop } = await serving()
    const fields = form({ data: text, ...all })
    const { length } = fields.body
    const type = 'Content-Type: application/x-www-form-urlencoded'
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk) => (answer += chunk.toString()))
    const closed = new Promise((resolve) => socket.on('close', resolve))
    // Two requests at once, of which the first is answered.
    const post = `POST /process HTTP/1.1\r\nHost: a\r\n${type}\r\nContent-Length: ${length}\r\n\r\n`
    socket.write(`GET /health HTTP/1.1\r\nHost: a\r\n\r\n${post}`)
    await until(() => service.inProgress === 1 && answer.endsWith('}\n'))
    answer = ''
    // Connections on which nothing is asked hold nobody up.
    const silent = raw(port)
    const idle = raw(port, 'GET /health HTTP/1.1\r\nHost: a\r\n\r\n')
    await pause(50)
    const stopped = stop()
    await expect(ask(port, '/health')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    await Promise.all([silent, idle])
    await pause(600)
    socket.write(fields.body)
    await Promise.all([closed, stopped])
    expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\nConnection: close\r\n/i)
    const json = answer.slice(answer.indexOf('\r\n\r\n') + 4)
    expect((JSON.parse(json) as { result: string }).result).toBe(expected(text))
  })
})
