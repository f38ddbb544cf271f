/** The addresses of the server and what they answer, in the shapes of UDPipe's service. */
import type { HttpBindings } from '@hono/node-server'
import { Hono, type Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { readBody, type BodyBudget } from './body.ts'
import type { ServingCrew } from './crew.ts'
import { RequestFailure } from './failure.ts'
import type { Metrics } from './metrics.ts'
import { modelList, type ServedModel } from './served-models.ts'

export interface Service {
  readonly models: readonly ServedModel[]
  readonly crew: ServingCrew
  readonly budget: BodyBudget
  readonly metrics: Metrics
  /** For a body to come, for an answer to be found, for an answer to be taken. */
  readonly seconds: number
  /** How many requests may be under way. */
  readonly concurrency: number
  /** Named one line each where this program is at fault. */
  warn(line: string): void
  /** Requests to `/process` that are not answered yet. */
  underWay: number
  /** No new ones are wanted. */
  stopping: boolean
}

type Ask = Context<{ Bindings: HttpBindings }>

const paths = ['/models', '/process', '/health', '/metrics'] as const

export function application(service: Service): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.use(async (c, next) => {
    await next()
    const { outgoing } = c.env
    // Whoever does not take an answer must not keep it in memory.
    const timer = setTimeout(() => outgoing.destroy(), 1000 * service.seconds)
    outgoing.once('close', () => clearTimeout(timer))
    if (service.stopping) outgoing.setHeader('Connection', 'close')
    service.metrics.answered(paths.find((path) => path === c.req.path) ?? 'other', c.res.status)
  })
  for (const path of ['/models', '/process']) {
    // Pages of other origins may ask, as they may ask UDPipe: there is nothing here that not everybody may know.
    app.use(path, (c, next) => {
      c.header('Access-Control-Allow-Origin', '*')
      return next()
    })
    app.options(path, (c) => {
      c.header('Access-Control-Allow-Methods', 'GET, POST')
      c.header('Access-Control-Allow-Headers', 'Content-Type')
      return c.body(null, 204)
    })
  }
  app.on(['GET', 'POST'], '/models', (c) => json(c, modelList(service.models)))
  app.on(['GET', 'POST'], '/process', (c) => process(c, service))
  app.get('/health', (c) =>
    service.stopping ? json(c, { status: 'stopping' }, 503) : json(c, { status: 'ok' }),
  )
  app.get('/metrics', (c) => {
    const type = 'text/plain; version=0.0.4; charset=utf-8'
    return c.body(metricsOf(service), 200, { 'Content-Type': type })
  })
  app.all('*', (c) => {
    const isKnown = paths.some((path) => path === c.req.path)
    if (!isKnown)
      return line(c, new RequestFailure(404, `there is nothing here, expected ${paths.join(', ')}`))
    const methods = c.req.path === '/models' || c.req.path === '/process' ? 'GET, POST' : 'GET'
    c.header('Allow', methods)
    return line(c, new RequestFailure(405, `this is not done here, expected ${methods}`))
  })
  app.onError((error, c) => {
    if (!(error instanceof RequestFailure)) {
      tellFault(service, error.message)
      return line(c, new RequestFailure(500, 'the request could not be worked on'))
    }
    if (error.cause !== undefined) tellFault(service, String(error.cause))
    return line(c, error)
  })
  return app
}

async function process(c: Ask, service: Service): Promise<Response> {
  const { crew, budget, metrics, seconds, concurrency } = service
  if (service.underWay >= concurrency)
    throw new RequestFailure(503, `${concurrency} requests are under way, expected another try later`)
  const began = performance.now()
  const { incoming, outgoing } = c.env
  const gone = new AbortController()
  const leave = (): void => gone.abort()
  outgoing.once('close', leave)
  service.underWay++
  try {
    checkEncoding(c)
    const body = await readBody(incoming, budget, seconds)
    try {
      const [, query = ''] = /^[^?#]*\?([^#]*)/.exec(incoming.url ?? '') ?? []
      const request = { query, type: incoming.headers['content-type'] ?? '', body: body.bytes }
      const answer = await crew.ask(request, seconds, gone.signal)
      metrics.sentences += answer.sentences
      metrics.words += answer.words
      if (answer.fault !== undefined) tellFault(service, answer.fault)
      const type = answer.status === 200 ? 'application/json' : 'text/plain; charset=utf-8'
      return c.body(answer.body, answer.status as ContentfulStatusCode, { 'Content-Type': type })
    } finally {
      body.done()
    }
  } finally {
    outgoing.off('close', leave)
    service.underWay--
    metrics.took((performance.now() - began) / 1000)
  }
}

function tellFault(service: Service, fault: string): void {
  service.warn(`a request failed: ${fault.split('\n', 1)[0]}`)
}

function checkEncoding(c: Ask): void {
  const encoding = c.req.header('content-encoding') ?? 'identity'
  if (encoding !== 'identity')
    throw new RequestFailure(415, 'a content encoding, expected a body that is not compressed')
}

function metricsOf({ crew, budget, metrics, underWay }: Service): string {
  return metrics.text({
    underWay,
    waiting: crew.waiting,
    threads: crew.size,
    threadsLost: crew.lost,
    bodies: budget.held,
    memory: globalThis.process.memoryUsage.rss(),
  })
}

function json(c: Ask, value: object, status: ContentfulStatusCode = 200): Response {
  return c.body(`${JSON.stringify(value, null, 1)}\n`, status, { 'Content-Type': 'application/json' })
}

function line(c: Ask, { status, message }: RequestFailure): Response {
  if (status === 503) c.header('Retry-After', '1')
  // Nobody waits for the rest of a body that was not read.
  if (status === 408 || status === 413) c.env.outgoing.setHeader('Connection', 'close')
  return c.body(`${message}\n`, status as ContentfulStatusCode, {
    'Content-Type': 'text/plain; charset=utf-8',
  })
}
