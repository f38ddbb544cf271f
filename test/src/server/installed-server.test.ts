/** `rbparse serve` as it is installed, with threads of Node. */
import { spawn, type ChildProcess } from 'node:child_process'
import { copyFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { writeModel } from '../../../parser/model/model-file.ts'
import { Pipeline } from '../../../src/pipeline/pipeline.ts'
import { writePipeline } from '../../../src/pipeline/pipeline-file.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { build, type Installed } from '../../installed.ts'
import { sampleTreebank } from '../../sentences.ts'
import { tinyPipeline } from '../pipeline/tiny.ts'
import { ask, type Reply } from './serving.ts'

const REQUESTS = 400
const WORDS = 100
const ROUNDS = 2
/** Where the machine has other things to do, nobody is to be told to come again. */
const patient = ['--timeout', '600']

let installed: Installed
beforeAll(() => {
  installed = build()
  writeFileSync(join(installed.folder, 'tiny.rbp'), writePipeline(tinyPipeline()))
})
afterAll(() => installed.remove())

interface Running {
  readonly port: number
  readonly child: ChildProcess
  /** The status that it ends with. */
  readonly ended: Promise<number | null>
  /** What it said so far. */
  said(): string
}

const start = (...options: string[]): Promise<Running> => serve('--model', 'tiny=tiny.rbp', ...options)

async function serve(...options: string[]): Promise<Running> {
  const bin = join(installed.folder, 'node_modules', '.bin', 'rbparse')
  const call = ['serve', '--port', '0', ...options]
  const child = spawn(bin, call, { cwd: installed.folder, stdio: ['ignore', 'ignore', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
  let said = ''
  const port = await new Promise<number>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const [, found] = /^listening on http:\/\/127\.0\.0\.1:(\d+) /.exec(said) ?? []
      if (found !== undefined) resolve(Number(found))
    })
    void ended.then(() => reject(new Error(said)))
  })
  return { port, child, ended, said: () => said }
}

/** Texts of so many words, no two the same. */
function texts(count: number, words: number): string[] {
  return Array.from({ length: count }, (_, i) => {
    const sentences = [...sampleTreebank(words / 4, i).matchAll(/^# text = (.*)$/gm)].map(([, text]) => text)
    return sentences.join(' ').split(' ').slice(0, words).join(' ')
  })
}

const pipeline = new Pipeline(tinyPipeline())

function expected(text: string): string {
  const lines = Array.from(
    pipeline.parse(text),
    (sentence, i) => `# sent_id = ${i + 1}\n${sentence.conllu()}`,
  )
  const { name, version } = packageJson
  return `# generator = ${name} ${version}\n# model = tiny\n# newdoc\n# newpar\n${lines.join('')}`
}

function parse(port: number, data: string): Promise<Reply> {
  const fields = { data, tokenizer: 'normalized_spaces', tagger: '', parser: '' }
  return ask(port, '/process', {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })
}

const resultOf = ({ text }: Reply): string => (JSON.parse(text) as { result: string }).result

async function metric(port: number, name: string): Promise<number> {
  const { text } = await ask(port, '/metrics')
  const line = text.split('\n').find((one) => one.startsWith(`${name} `))
  return Number(line?.slice(name.length + 1))
}

test('a model without a tagger is named when the server starts', async () => {
  writeFileSync(join(installed.folder, 'alone.rb'), writeModel(tinyPipeline().parser))
  const { said } = await serve('--model', 'alone=alone.rb', '--model', 'tiny=tiny.rbp')
  await expect.poll(said).toMatch(/\nnote: the model alone has no tagger: [^\n]*\n$/)
})

test('many requests at once: none lost, none wrong', async () => {
  const { port, child, ended, said } = await start('--jobs', '2', ...patient)
  const asked = texts(REQUESTS, WORDS)
  const wanted = asked.map(expected)
  const memory: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const replies = await Promise.all(asked.map((text) => parse(port, text)))
    expect(replies.filter(({ status }) => status !== 200)).toEqual([])
    expect(replies.filter((reply, i) => resultOf(reply) !== wanted[i])).toEqual([])
    memory.push(await metric(port, 'process_resident_memory_bytes'))
  }
  // Heaps grow for a while before they are swept; what stays behind for good is another test's business.
  expect(memory[ROUNDS - 1]).toBeLessThan(2 * memory[0])
  expect(await metric(port, 'rbparse_requests_total{path="/process",status="200"}')).toBe(ROUNDS * REQUESTS)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(said().split('\n').slice(1)).toEqual(['SIGTERM: finishing 0 requests', ''])
})

test('SIGTERM: what is under way is finished, what comes is refused', async () => {
  const { port, child, ended } = await start('--jobs', '1', ...patient)
  const asked = texts(20, 1000)
  const replies = asked.map((text) => parse(port, text))
  const have = async (): Promise<number> =>
    (await metric(port, 'rbparse_requests_under_way')) + (await metric(port, 'rbparse_process_seconds_count'))
  while ((await have()) < asked.length);
  child.kill('SIGTERM')
  for (;;) {
    const late = await ask(port, '/health').catch((error: NodeJS.ErrnoException) => error.code)
    if (late === 'ECONNREFUSED') break
  }
  const statuses = (await Promise.all(replies)).map(({ status }) => status)
  expect(statuses).toEqual(asked.map(() => 200))
  expect(resultOf(await replies[19])).toBe(expected(asked[19]))
  expect(await ended).toBe(0)
})

test('a long request holds up nothing else but requests like it', async () => {
  const { port } = await start('--jobs', '1', ...patient)
  let isAnswered = false
  const [text] = texts(1, 100_000)
  const long = parse(port, text).finally(() => (isAnswered = true))
  while ((await metric(port, 'rbparse_requests_under_way')) === 0);
  expect(await ask(port, '/health')).toMatchObject({ status: 200 })
  expect(isAnswered).toBe(false)
  expect(resultOf(await long)).toBe(expected(text))
})

test('a thread that takes too long is ended, and another one takes its place', async () => {
  const { port } = await start('--jobs', '1', '--timeout', '1')
  const { status } = await parse(port, 'The dog sleeps. '.repeat(200_000))
  expect(status).toBe(504)
  expect(await metric(port, 'rbparse_threads_lost_total')).toBe(1)
  let again = await parse(port, 'The dog sleeps.')
  // To start a thread may take longer than that where there is much to do.
  while (again.status !== 200) again = await parse(port, 'The dog sleeps.')
  expect(resultOf(again)).toBe(expected('The dog sleeps.'))
})

/** Installs the tiny model as `aa` for one test. */
function installTiny(): void {
  const models = join(installed.folder, 'node_modules', 'right-branching', 'dist', 'models')
  copyFileSync(join(installed.folder, 'tiny.rbp'), join(models, 'aa.rbp'))
  onTestFinished(() => rmSync(join(models, 'aa.rbp')))
}

test('an installed model under other names', async () => {
  installTiny()
  const { port, said } = await serve('--model', 'czech-pdt:main:fiction=aa', '--model', 'tiny.rbp')
  expect(said()).toMatch(/; models: czech-pdt, tiny\n$/)
  const { models } = JSON.parse((await ask(port, '/models')).text) as { models: object }
  expect(Object.keys(models)).toEqual(['czech-pdt', 'tiny'])
  const names = ['', 'czech-pdt', 'main', 'fiction', 'cs', 'ces', 'czech-pdt-ud-2.15-241121', 'tiny']
  const answers = names.map(async (model) => {
    const { text } = await ask(port, `/process?data=&tokenizer&model=${model}`)
    return (JSON.parse(text) as { model: string }).model
  })
  expect(await Promise.all(answers)).toEqual([...names.slice(1).map(() => 'czech-pdt'), 'tiny'])
})

test('without --model, those that are installed', async () => {
  installTiny()
  const { port } = await serve()
  expect(JSON.parse((await ask(port, '/models')).text)).toMatchObject({
    models: { aa: ['tokenizer', 'tagger', 'parser'] },
    default_model: 'aa',
  })
})

test('calls that make no sense, and what has to be there', async () => {
  const { port } = await start()
  const shell = (line: string): { status: number | null; stderr: string } => {
    const { status, stderr } = installed.shell(line)
    return { status, stderr }
  }
  const call = 'rbparse serve --model tiny=tiny.rbp'
  expect(shell(`${call} --port ${port}`)).toEqual({
    status: 2,
    stderr: `cannot listen on 127.0.0.1, port ${port} (it is in use), expected one that is free\n`,
  })
  expect(shell(`${call} --model tiny=other.rbp`)).toEqual({
    status: 2,
    stderr: 'two models are called tiny, expected a name for each\n',
  })
  expect(shell(`${call} --model other:tiny=other.rbp`).stderr).toBe(
    'two models are called tiny, expected a name for each\n',
  )
  expect(shell(`${call} --model other:=tiny.rbp`).stderr).toMatch(/Expected NAME=FILE/)
  expect(shell(`${call} --port 99999`).stderr).toMatch(
    /'99999' is invalid. Expected a whole number from 0 to 65535.\n$/,
  )
  expect(shell(`${call} --model ../x=tiny.rbp`).stderr).toMatch(/Expected NAME=FILE/)
  expect(shell('rbparse serve --model none.rbp').stderr).toMatch(/^none.rbp: cannot be read/)
  renameSync(join(installed.folder, 'node_modules', 'hono'), join(installed.folder, 'hono'))
  onTestFinished(() =>
    renameSync(join(installed.folder, 'hono'), join(installed.folder, 'node_modules', 'hono')),
  )
  expect(shell(call)).toEqual({
    status: 1,
    stderr: 'the server is built on hono, expected after: npm install hono @hono/node-server\n',
  })
})
