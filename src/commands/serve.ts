/** `rbparse serve`: answers requests over HTTP. */
import { availableParallelism } from 'node:os'
import { basename } from 'node:path'
import { InvalidArgumentError } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import { counted, nextSignal } from '../files/terminal.ts'
import { CallError, needingHono } from '../files/failures.ts'
import { installedModels } from '../files/model-reader.ts'
import { decodingOptions } from '../pipeline/decoding-options.ts'
import type { Lines } from '../pipeline/text-windows.ts'
import { ThreadPool } from '../threads/thread-pool.ts'
import type { WireRequest } from '../server/request-fields.ts'
import type { Answer } from '../server/request-handler.ts'
import { loadModel, modelPath } from '../files/model-packages.ts'
import { commandFor, HIGHEST_PORT, positiveNumber, rowsOf, type CommandContext } from './options.ts'

/** The maximum total size of all request bodies in multiples of --max-body. */
const MAX_BODIES_FACTOR = 16
const MEGABYTE = 1e6
/** The maximum size in bytes of a small request, which a thread answers in about ten milliseconds. */
const SMALL_REQUEST_BYTES = 16_384
const SECONDS_PER_DAY = 86_400

interface NamedModel {
  /** The name in answers, followed by aliases. */
  readonly names: readonly string[]
  /** The path of a file, or the name of an installed model. */
  readonly model: string
}

interface Options {
  readonly host: string
  readonly port: number
  readonly model?: readonly NamedModel[]
  readonly jobs?: number
  readonly maxBody: number
  readonly timeout: number
  readonly concurrency: number
  readonly cors: readonly string[]
  readonly allowedHosts: readonly string[]
  readonly greedyIfLong?: boolean
  readonly lines?: Lines
}

const HELP = `
serve | parse over HTTP
> Serves the REST interface of UDPipe: /models and /process. Also /health and /metrics.
--model <name=file> || a model file, or the name of an installed model, and its name for clients; NAME:ALIAS=FILE gives it more names; can be given several times, the first model is the default (default: the installed models)
--host <address> | = 127.0.0.1 | the address to listen on; the default is reachable from this machine only
--port <n> | 0..${HIGHEST_PORT} = 8001 | the port to listen on; 0 takes a free one
--jobs <n> | 1.. | the number of threads that parse, in addition to one for requests of at most 16 KB (default: the number of cores minus one)
--max-body <megabytes> | > 0 = 4 | the largest size of a request body
--timeout <seconds> | = 30 | the time limit for each of: receiving a request, processing it, sending the answer
${rowsOf({ greedyIfLong: decodingOptions.greedyIfLong, lines: decodingOptions.lines })}
--concurrency <n> | 1.. = 2000 | the largest number of requests in progress
--cors <origins...> | = [] | origins whose pages may read answers, such as https://example.org; * for any (default: pages of this machine)
--allowed-hosts <names...> | = [] | host names under which clients may reach the server; * for any (default: IP addresses, localhost, and --host)
$ rbparse sample --sentences 300 > sample.conllu && rbparse train --pipeline --fast --model sample.rb sample.conllu &&
$ { rbparse serve --model sample.rb --port 8765 & } &&
$ curl --retry 9 --retry-delay 1 --retry-connrefused -F data="The dog sleeps." -F tokenizer= -F tagger= -F parser= localhost:8765/process; kill %1`

export const serveCommand = commandFor(HELP, serveModels, { model: namedModel, timeout: parseSeconds })

async function serveModels(options: Options, { terminal, start }: CommandContext): Promise<void> {
  const { host, port, maxBody, timeout, concurrency, greedyIfLong, lines } = options
  const jobs = options.jobs ?? Math.max(1, availableParallelism() - 1)
  const namedModels = options.model ?? (await allInstalled())
  const names = namedModels.flatMap((one) => one.names)
  const duplicateName = names.find((name, i) => names.indexOf(name) < i)
  if (duplicateName !== undefined)
    throw new CallError(`two models are called ${duplicateName}, expected a name for each`)
  const { listen, BodyBudget, Metrics, servedModel } = await needingHono(() => import('../server/index.ts'))
  const program = `${packageJson.name} ${packageJson.version}`
  const models = await Promise.all(
    namedModels.map(async ({ names: [name, ...aliases], model }) =>
      servedModel(name, await loadModel(await modelPath(model), terminal), program, aliases),
    ),
  )
  const pool = new ThreadPool<WireRequest, Answer>(
    jobs + 1,
    start,
    () => ({ task: 'requests', models, program, greedyIfLong, lines }),
    { isSmall: ({ query, body }) => query.length + body.length <= SMALL_REQUEST_BYTES },
  )
  try {
    const maxBodyBytes = Math.floor(maxBody * MEGABYTE)
    const warn = (line: string): void => void terminal.stderr.write(`${line}\n`)
    const service = {
      models,
      pool,
      access: { host, allowedHosts: options.allowedHosts, origins: options.cors },
      budget: new BodyBudget(maxBodyBytes, MAX_BODIES_FACTOR * maxBodyBytes),
      metrics: new Metrics(),
      seconds: timeout,
      concurrency,
      warn,
      inProgress: 0,
      stopping: false,
    }
    const server = await listen(service, host, port)
    const place = host.includes(':') ? `[${host}]` : host
    warn(
      `listening on http://${place}:${server.port} with ${counted(jobs, 'thread')}; models: ${models.map(({ name }) => name).join(', ')}`,
    )
    for (const { name, stages } of models)
      if (!stages.includes('tagger'))
        warn(`note: the model ${name} has no tagger: words of plain text have no tags`)
    const signal = await nextSignal()
    warn(`${signal}: finishing ${counted(service.inProgress, 'request')}`)
    await server.stop()
  } finally {
    await pool.close()
  }
}

async function allInstalled(): Promise<readonly NamedModel[]> {
  const models = await installedModels()
  if (models.length === 0) throw new CallError('no model is installed, expected --model NAME=FILE')
  return models.map(({ name, path }) => ({ names: [name], model: path }))
}

/** Parses `NAME=FILE`, `NAME:ALIAS=FILE`, or only a file or installed model, whose base name becomes the name. */
function namedModel(text: string, previous: unknown): readonly NamedModel[] {
  const equals = text.indexOf('=')
  const model = text.slice(equals + 1)
  const names = equals < 0 ? [basename(model).replace(/\.[^.]*$/, '')] : text.slice(0, equals).split(':')
  if (!names.every((name) => /^[\w.-]+$/.test(name)) || model === '' || model === '-')
    throw new InvalidArgumentError(
      'Expected NAME=FILE or NAME:ALIAS=FILE, names of letters, digits, hyphens and dots.',
    )
  return [...((previous as readonly NamedModel[] | undefined) ?? []), { names, model }]
}

function parseSeconds(text: string): number {
  const value = positiveNumber(text)
  if (value > SECONDS_PER_DAY) throw new InvalidArgumentError(`Expected at most ${SECONDS_PER_DAY} seconds.`)
  return value
}
