/** A server for tests, with the little pipeline, and threads that are none. */
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { onTestFinished } from 'vitest'
import { type StartThread, ThreadPool } from '../../../src/threads/thread-pool.ts'
import type { Service } from '../../../src/server/app.ts'
import { BodyBudget, listen, Metrics, servedModel } from '../../../src/server/index.ts'
import type { ServedModel } from '../../../src/server/served-models.ts'
import type { Access } from '../../../src/server/access.ts'
import type { WireRequest } from '../../../src/server/request-fields.ts'
import type { Answer } from '../../../src/server/request-handler.ts'
import { prepareTextModel } from '../../../src/pipeline/text-model.ts'
import { standIn } from '../jobs/threads.ts'
import { tinyPipeline } from '../pipeline/tiny.ts'

export const program = 'right-branching 0.0.0'

let served: ServedModel | undefined

export function tinyServed(): ServedModel {
  return (served ??= servedModel('tiny-en', prepareTextModel(tinyPipeline()), program))
}

export interface Serving {
  readonly url: string
  readonly port: number
  readonly service: Service
  /** What the server had to say about itself. */
  readonly warnings: string[]
  stop(): Promise<void>
}

interface Setting {
  readonly start?: StartThread
  readonly most?: number
  readonly seconds?: number
  readonly concurrency?: number
  readonly access?: Access
}

const localOnly: Access = { host: '127.0.0.1', allowedHosts: ['a'], origins: [] }

/** A server that ends with the test. */
export async function serving(setting: Setting = {}): Promise<Serving> {
  const { start = standIn, most = 1e5, seconds = 20, concurrency = 100, access = localOnly } = setting
  const models = [tinyServed()]
  const pool = new ThreadPool<WireRequest, Answer>(1, start, () => ({ task: 'requests', models, program }))
  const warnings: string[] = []
  const service: Service = {
    models,
    pool,
    access,
    budget: new BodyBudget(most, 4 * most),
    metrics: new Metrics(),
    seconds,
    concurrency,
    warn: (line) => void warnings.push(line),
    inProgress: 0,
    stopping: false,
  }
  const { port, stop } = await listen(service, '127.0.0.1', 0)
  let stopped: Promise<void> | undefined
  const stopOnce = (): Promise<void> => (stopped ??= stop().then(() => pool.close()))
  onTestFinished(stopOnce)
  return { url: `http://127.0.0.1:${port}`, port, service, warnings, stop: stopOnce }
}

export interface Reply {
  readonly status: number
  readonly text: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** Asks over a connection of its own. */
export function ask(
  port: number,
  path: string,
  options: { method?: string; headers?: Record<string, string | number>; body?: string | Uint8Array } = {},
): Promise<Reply> {
  const { method = options.body === undefined ? 'GET' : 'POST', headers, body } = options
  return new Promise((resolve, reject) => {
    const asked = httpRequest({ port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        resolve({ status: response.statusCode!, text, headers: response.headers })
      })
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

/** Writes these bytes as they are; what comes back until the server closes the connection. */
export function raw(port: number, ...pieces: (string | Uint8Array)[]): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk))
    // A connection that is reset is closed, too.
    socket.on('error', () => {})
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()))
    for (const piece of pieces) socket.write(piece)
  })
}

/** A form of several parts, as curl sends it. */
export function multipart(fields: Readonly<Record<string, string>>): { type: string; body: string } {
  const boundary = '------------------------d74496d66958873e'
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: `${parts.join('')}--${boundary}--\r\n`,
  }
}
