/** The paths of the server and their answers, compatible with the UDPipe service. */
import type { HttpBindings } from '@hono/node-server'
import { Hono, type Context } from 'hono'
import { cors } from 'hono/cors'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { PoolError, type PoolFailure, type ThreadPool } from '../threads/thread-pool.ts'
import { allowedOrigin, checkHost, type Access } from './access.ts'
import { readBody, type BodyBudget } from './body.ts'
import { RequestFailure } from './failure.ts'
import type { Metrics } from './metrics.ts'
import type { WireRequest } from './request-fields.ts'
import type { Answer } from './request-handler.ts'
import { modelList, type ServedModel, type Stage } from './served-models.ts'

export interface Service {
  readonly models: readonly ServedModel[]
  readonly pool: ThreadPool<WireRequest, Answer>
  readonly access: Access
  readonly budget: BodyBudget
  readonly metrics: Metrics
  /** The time limit in seconds for each of: receiving a body, waiting in the queue, processing, and sending the answer. */
  readonly seconds: number
  readonly concurrency: number
  /** Reports an internal error to the operator, as one line. */
  warn(line: string): void
  /** The number of unanswered requests to `/process`. */
  inProgress: number
  /** Whether the server is stopping. */
  stopping: boolean
}

type ServiceContext = Context<{ Bindings: HttpBindings }>

/** The stages of the WebLicht paths. */
const weblichtStages: Readonly<Record<string, Stage>> = {
  '/weblicht/tokenize': 'tokenizer',
  '/weblicht/tag': 'tagger',
  '/weblicht/parse': 'parser',
}
const openPaths = ['/models', '/process', ...Object.keys(weblichtStages)]
const paths = [...openPaths, '/health', '/metrics']

export function application(service: Service): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.use(async (c, next) => {
    await next()
    const { outgoing } = c.env
    // Close connections whose client does not read the answer in time. Do not wait for disconnected clients.
    if (!outgoing.closed) {
      const timer = setTimeout(() => outgoing.destroy(), 1000 * service.seconds)
      outgoing.once('close', () => clearTimeout(timer))
    }
    if (service.stopping) outgoing.setHeader('Connection', 'close')
    service.metrics.answered(paths.includes(c.req.path) ? c.req.path : 'other', c.res.status)
  })
  app.use(async (c, next) => {
    checkHost(service.access, c.env.incoming.headersDistinct.host)
    await next()
  })
  const origin = (from: string): string | undefined => allowedOrigin(service.access, from)
  for (const path of openPaths) app.use(path, cors({ origin, allowMethods: ['GET', 'POST'] }))
  app.on(['GET', 'POST'], '/models', (c) => json(c, modelList(service.models)))
  for (const path of openPaths.slice(1))
    app.on(['GET', 'POST'], path, (c) => process(c, service, weblichtStages[path]))
  const health = healthOf(service)
  app.get('/health', async (c) => {
    const status = service.stopping ? 'stopping' : await health()
    return json(c, { status }, status === 'ok' ? 200 : 503)
  })
  app.get('/metrics', (c) => {
    const type = 'text/plain; version=0.0.4; charset=utf-8'
    return c.body(metricsOf(service), 200, { 'Content-Type': type })
  })
  app.all('*', (c) => {
    if (!paths.includes(c.req.path))
      return line(c, new RequestFailure(404, `unknown path, expected ${paths.join(', ')}`))
    const methods = openPaths.includes(c.req.path) ? 'GET, POST' : 'GET'
    c.header('Allow', methods)
    return line(c, new RequestFailure(405, `the method is not allowed, expected ${methods}`))
  })
  app.onError((error, c) => {
    if (!(error instanceof RequestFailure)) {
      reportFault(service, error.message)
      return line(c, new RequestFailure(500, 'the request could not be processed'))
    }
    if (error.cause !== undefined) reportFault(service, String(error.cause))
    return line(c, error)
  })
  return app
}

async function process(c: ServiceContext, service: Service, stage?: Stage): Promise<Response> {
  const { metrics, seconds, concurrency } = service
  if (service.inProgress >= concurrency)
    throw new RequestFailure(503, `${concurrency} requests are in progress, expected another try later`)
  const startTime = performance.now()
  const { incoming, outgoing } = c.env
  const disconnected = new AbortController()
  const abort = (): void => disconnected.abort()
  outgoing.once('close', abort)
  service.inProgress++
  try {
    checkEncoding(c)
    const body = await readBody(incoming, service.budget, seconds)
    try {
      const [, query = ''] = /^[^?#]*\?([^#]*)/.exec(incoming.url ?? '') ?? []
      const type = incoming.headers['content-type'] ?? ''
      const request = { query, type, body: body.bytes, stage }
      const answer = await answerOf(service, request, disconnected.signal)
      metrics.sentences += answer.sentences
      metrics.words += answer.words
      const success = stage ? 'application/conllu' : 'application/json'
      return c.body(answer.body, answer.status as ContentfulStatusCode, {
        'Content-Type': answer.status === 200 ? success : 'text/plain; charset=utf-8',
      })
    } finally {
      body.done()
    }
  } finally {
    outgoing.off('close', abort)
    service.inProgress--
    metrics.took((performance.now() - startTime) / 1000)
  }
}

const statuses: Readonly<Record<PoolFailure, number>> = { failed: 500, slow: 504, busy: 503, aborted: 499 }

async function answerOf(
  { pool, seconds }: Service,
  request: WireRequest,
  signal: AbortSignal,
): Promise<Answer> {
  try {
    return await pool.run(request, { transfer: [request.body.buffer], seconds, signal })
  } catch (error) {
    if (!(error instanceof PoolError)) throw error
    if (error.reason !== 'failed') throw new RequestFailure(statuses[error.reason], error.message)
    throw new RequestFailure(500, 'the request could not be processed', error.message)
  }
}

/** Returns a check that parses one word: `ok`, `busy` or `failing`. Concurrent calls share one check. */
function healthOf({ models, pool, seconds }: Service): () => Promise<string> {
  const [{ name }] = models
  let pendingCheck: Promise<string> | undefined
  const checkHealth = async (): Promise<string> => {
    const query = new URLSearchParams({ data: 'a', model: name, input: 'horizontal', parser: '' }).toString()
    try {
      const { status } = await pool.run({ query, type: '', body: new Uint8Array() }, { seconds })
      return status === 200 ? 'ok' : 'failing'
    } catch (error) {
      return error instanceof PoolError && error.reason === 'busy' ? 'busy' : 'failing'
    } finally {
      pendingCheck = undefined
    }
  }
  return () => (pendingCheck ??= checkHealth())
}

function reportFault(service: Service, fault: string): void {
  service.warn(`a request failed: ${fault.split('\n', 1)[0]}`)
}

function checkEncoding(c: ServiceContext): void {
  const encoding = c.req.header('content-encoding') ?? 'identity'
  if (encoding !== 'identity')
    throw new RequestFailure(415, 'a content encoding, expected a body that is not compressed')
}

function metricsOf({ pool, budget, metrics, inProgress }: Service): string {
  return metrics.text([
    ['rbparse_requests_under_way', 'gauge', 'Requests to /process not answered yet.', inProgress],
    ['rbparse_requests_waiting', 'gauge', 'Requests that wait for a thread.', pool.waiting],
    ['rbparse_threads', 'gauge', 'Threads that work.', pool.size],
    ['rbparse_threads_lost_total', 'counter', 'Threads that failed or were ended.', pool.lost],
    ['rbparse_body_bytes', 'gauge', 'Bytes of bodies that are held.', budget.held],
    [
      'process_resident_memory_bytes',
      'gauge',
      'Memory of the process.',
      globalThis.process.memoryUsage.rss(),
    ],
  ])
}

function json(c: ServiceContext, value: object, status: ContentfulStatusCode = 200): Response {
  return c.body(`${JSON.stringify(value, null, 1)}\n`, status, { 'Content-Type': 'application/json' })
}

function line(c: ServiceContext, { status, message }: RequestFailure): Response {
  if (status === 503) c.header('Retry-After', '1')
  // Close the connection without waiting for the rest of the body.
  if (status === 408 || status === 413) c.env.outgoing.setHeader('Connection', 'close')
  return c.body(`${message}\n`, status as ContentfulStatusCode, {
    'Content-Type': 'text/plain; charset=utf-8',
  })
}
