/**
 * `npm run soak -- --minutes N` (default 10): a server under a mixed load of small and large requests, attacks, requests that
 * stop in the middle, and clients that leave. The load comes in rounds of a few attacks each. After a round nothing is asked
 * for, and then every ordinary text: each answer, under load and at rest, is compared with the one before the load. Prints
 * response times, refusals, threads lost and memory at rest. Fails if an answer differs or is missing, if the memory grows, or
 * if the server is not healthy or does not end. With `--slowest MS` it fails, too, if a hundredth of the small requests take
 * longer. Without this, nothing depends on how fast the machine is.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    slowest: { type: 'string' },
    jobs: { type: 'string', default: '2' },
  },
})
/** Milliseconds for the server to end when nothing is asked for. */
const TO_END = 120_000
const bin = fileURLToPath(new URL('../../dist/src/main.js', import.meta.url))
const call = [bin, 'serve', '--port', '0', '--timeout', '36000', '--jobs', values.jobs]
const server = spawn(process.execPath, call)
const [first] = await once(server.stderr, 'data')
const url = /http:\/\/\S+:(\d+)/.exec(String(first))
if (!url) throw new Error(`the server did not start: ${first}`)

const sentence = 'The quick brown fox that nobody had seen jumped over the lazy dog in the garden. '
const large = sentence.repeat(4_000)
/** Ordinary texts, no two of one length. */
const nouns = ['cat', 'garden', 'old house', 'letter', "neighbour's dog", 'committee', 'river']
const verbs = ['saw', 'has not sold', 'will probably read', 'gave up', 'wrote']
const texts = nouns.flatMap((noun, i) =>
  verbs.map(
    (verb, k) => `The ${noun} ${verb} ${i * k} of the ${nouns[(i + k) % nouns.length]}s. ${sentence}`,
  ),
)
/** The fields of a text that is to be parsed. */
const stages = { tagger: '', parser: '' }
const plain = (data) => ({ ...stages, data, tokenizer: '' })

const words = (count) => `${'a '.repeat(count)}\n`
/** Requests that are refused, take long or need much memory; the fields of each. */
const attacks = [
  ...[30_000, 100_000, 300_000].map((count) => ({ ...stages, data: words(count), input: 'horizontal' })),
  plain('a'.repeat(1_000_000)),
  plain('('.repeat(100_000)),
  { ...stages, data: '1\tx\n\n'.repeat(50_000), input: 'conllu' },
  { ...stages, data: `1\ta${'\t_'.repeat(4)}\t9\troot\t_\t_\n\n`, input: 'conllu' },
  plain('\ud83d'.repeat(50_000)),
  { ...plain('x'), output: 'none' },
  { ...plain('x'), model: '__proto__' },
]
const refusals = new Set([400, 413, 503, 504])

const times = { small: [], large: [], attack: [], rest: [] }
const statuses = new Map()
const faults = []

/** Sends a request to a path, with a form in its body if there are fields. It waits for as long as it takes. */
function ask(path, fields, signal) {
  return new Promise((resolve, reject) => {
    const headers = fields && { 'Content-Type': 'application/x-www-form-urlencoded' }
    const options = { method: fields ? 'POST' : 'GET', headers, signal }
    const asked = httpRequest(`${url[0]}${path}`, options, async (response) => {
      try {
        const text = Buffer.concat(await response.toArray()).toString()
        resolve({ status: response.statusCode, text })
      } catch (error) {
        reject(error)
      }
    })
    asked.on('error', reject)
    asked.end(fields && new URLSearchParams(fields).toString())
  })
}

/** A request to `/process`; its time counts for `kind`. */
async function request(kind, fields) {
  const began = performance.now()
  const { status, text } = await ask('/process', fields)
  const key = `${kind} ${status}`
  statuses.set(key, (statuses.get(key) ?? 0) + 1)
  times[kind].push(performance.now() - began)
  return { status, text }
}

const answers = new Map()
for (const text of [...texts, large]) {
  const { status, text: answer } = await request('small', plain(text))
  if (status !== 200) throw new Error(`an ordinary text was refused before the load: ${status}`)
  answers.set(text, answer)
}
times.small.length = 0
statuses.clear()

async function ordinary(kind, text) {
  const { status, text: answer } = await request(kind, plain(text))
  if (status !== 200) faults.push(`${kind}: status ${status}`)
  else if (answer !== answers.get(text))
    faults.push(`${kind}: another answer than before, for ${text.slice(0, 60)}`)
}

let next = 0
const small = () => ordinary('small', texts[next++ % texts.length])

let turn = 0
async function attack() {
  const fields = attacks[turn++ % attacks.length]
  const { status, text } = await request('attack', fields)
  if (status !== 200 && !refusals.has(status))
    faults.push(
      `attack: status ${status}, ${text.split('\n', 1)[0]}, for ${JSON.stringify(fields).slice(0, 60)}`,
    )
}

/** A client that sends half a request and leaves. */
async function leave() {
  const socket = connect(Number(url[1]), '127.0.0.1')
  socket.on('error', () => {})
  socket.write('POST /process HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999\r\n\r\ndata=')
  await pause(50)
  socket.destroy()
}

/** A client that asks for much and leaves before the answer. */
async function abandon() {
  await ask('/process', plain(large.slice(0, 200_000)), AbortSignal.timeout(300)).catch(() => {})
}

async function metric(name) {
  const { text } = await ask('/metrics')
  return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1])
}

/** How many attacks a round has. */
const ATTACKS = 5
/** Milliseconds between two requests of a client. */
const REST = 25
/** The least number of rounds: each half has all attacks. */
const ROUNDS = 4
const others = [small, small, small, () => ordinary('large', large), leave, abandon]

async function round() {
  let isOver = false
  const client = async (act) => {
    while (!isOver) {
      await act()
      await pause(REST)
    }
  }
  const running = others.map(client)
  for (let i = 0; i < ATTACKS; i++) await attack()
  isOver = true
  await Promise.all(running)
}

const end = performance.now() + 60_000 * Number(values.minutes)
const memory = []
while (memory.length < ROUNDS || performance.now() < end) {
  await round()
  // What clients left is still worked on.
  while ((await metric('rbparse_requests_under_way')) > 0) await pause(REST)
  for (const text of texts) await ordinary('rest', text)
  const { status } = await ask('/health')
  if (status !== 200) faults.push(`/health: status ${status}`)
  memory.push(await metric('process_resident_memory_bytes'))
}
const lost = await metric('rbparse_threads_lost_total')
server.kill('SIGTERM')
const [status] = await Promise.race([once(server, 'exit'), pause(TO_END, ['none'], { ref: false })])
if (status === 'none') server.kill('SIGKILL')

const at = (sorted, share) => sorted[Math.floor(share * (sorted.length - 1))]?.toFixed(0)
let slowest = 0
for (const [kind, all] of Object.entries(times)) {
  const sorted = all.toSorted((one, other) => one - other)
  console.log(`${kind}: ${sorted.length} answers, p50 ${at(sorted, 0.5)} ms, p99 ${at(sorted, 0.99)} ms`)
  if (kind === 'small') slowest = Number(at(sorted, 0.99))
}
console.log([...statuses].map(([key, count]) => `${key}: ${count}`).join(', '))
// The first half fills caches and heaps.
const half = memory.length >> 1
const [before, after] = [memory.slice(0, half), memory.slice(half)].map((part) => Math.max(...part))
console.log(
  `${memory.length} rounds; memory at rest: at most ${(before / 1e6).toFixed(0)} MB in the first half, ${(after / 1e6).toFixed(0)} MB in the second; threads lost: ${lost}`,
)
if (after > 1.3 * before) faults.push('the memory grows')
if (status !== 0) faults.push(`the server ended with status ${status}`)
if (slowest > Number(values.slowest ?? Infinity))
  faults.push(`a hundredth of the small requests took more than ${slowest} ms`)
for (const [fault, count] of faults.reduce(
  (counts, one) => counts.set(one, (counts.get(one) ?? 0) + 1),
  new Map(),
))
  console.log(`fault, ${count} times: ${fault}`)
if (faults.length > 0) process.exit(1)
