/**
 * `npm run soak -- --minutes N --slowest MS` (default 10 and 300): a server under a mixed load of small and large requests,
 * attacks, requests that stop in the middle, and clients that leave. Every answer to an ordinary text is compared with the
 * answer before the load. Prints response times, refusals, threads lost and memory. Fails if an answer differs or is missing,
 * if the memory grows, if the server is not healthy afterwards, or if a hundredth of the small requests take longer than MS.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    slowest: { type: 'string', default: '300' },
    jobs: { type: 'string', default: '2' },
  },
})
const bin = fileURLToPath(new URL('../../dist/src/main.js', import.meta.url))
const call = [bin, 'serve', '--port', '0', '--timeout', '300', '--jobs', values.jobs]
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
const words = (count) => `${'a '.repeat(count)}\n`
/** Requests that are refused, take long or need much memory; the fields of each. */
const attacks = [
  ...[30_000, 40_000, 100_000, 200_000].map((count) => ({ data: words(count), input: 'horizontal' })),
  { data: 'a'.repeat(1_000_000) },
  { data: '('.repeat(100_000) },
  { data: '1\tx\n\n'.repeat(50_000), input: 'conllu' },
  { data: `1\ta${'\t_'.repeat(4)}\t9\troot\t_\t_\n\n`, input: 'conllu' },
  { data: '\ud83d'.repeat(50_000) },
  { data: 'x', output: 'none' },
  { data: 'x', model: '__proto__' },
]
const refusals = new Set([400, 413, 503, 504])

const times = { small: [], large: [], attack: [] }
const statuses = new Map()
const faults = []

/** One request; its time counts for `kind`. */
async function request(kind, fields) {
  const began = performance.now()
  const body = new URLSearchParams({ tokenizer: '', tagger: '', parser: '', ...fields })
  const response = await fetch(`${url[0]}/process`, { method: 'POST', body })
  const text = await response.text()
  const key = `${kind} ${response.status}`
  statuses.set(key, (statuses.get(key) ?? 0) + 1)
  times[kind].push(performance.now() - began)
  return { status: response.status, text }
}

const answers = new Map()
for (const text of [...texts, large]) {
  const { status, text: answer } = await request('small', { data: text })
  if (status !== 200) throw new Error(`an ordinary text was refused before the load: ${status}`)
  answers.set(text, answer)
}
times.small.length = 0
statuses.clear()

async function ordinary(kind, text) {
  const { status, text: answer } = await request(kind, { data: text })
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
  await new Promise((resolve) => setTimeout(resolve, 50))
  socket.destroy()
}

/** A client that asks for much and leaves before the answer. */
async function abandon() {
  const body = new URLSearchParams({ data: large.slice(0, 200_000), tokenizer: '', tagger: '', parser: '' })
  const signal = AbortSignal.timeout(300)
  await fetch(`${url[0]}/process`, { method: 'POST', body, signal }).then(
    (response) => response.text(),
    () => {},
  )
}

async function metric(name) {
  const metrics = await (await fetch(`${url[0]}/metrics`)).text()
  return Number(new RegExp(`^${name} (.+)$`, 'm').exec(metrics)?.[1])
}

const began = performance.now()
const end = began + 60_000 * Number(values.minutes)
const memory = []
async function watch() {
  memory.push(await metric('process_resident_memory_bytes'))
  await new Promise((resolve) => setTimeout(resolve, 1000))
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 25))
async function client(act) {
  while (performance.now() < end) {
    await act()
    await pause()
  }
}

const clients = [small, small, small, () => ordinary('large', large), attack, leave, abandon, watch]
await Promise.all(clients.map(client))
for (const text of texts) await ordinary('small', text)
const health = await fetch(`${url[0]}/health`)
const lost = await metric('rbparse_threads_lost_total')
server.kill('SIGTERM')
const [status] = await once(server, 'exit')

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
const [before, after] = [memory.slice(0, half), memory.slice(half)].map((part) => Math.max(...part, 0))
console.log(
  `memory: at most ${(before / 1e6).toFixed(0)} MB in the first half, ${(after / 1e6).toFixed(0)} MB in the second; threads lost: ${lost}`,
)
if (after > 1.3 * before) faults.push('the memory grows')
if (!health.ok) faults.push(`/health: status ${health.status}`)
if (status !== 0) faults.push(`the server ended with status ${status}`)
if (slowest > Number(values.slowest))
  faults.push(`a hundredth of the small requests took more than ${slowest} ms`)
for (const [fault, count] of faults.reduce(
  (counts, one) => counts.set(one, (counts.get(one) ?? 0) + 1),
  new Map(),
))
  console.log(`fault, ${count} times: ${fault}`)
if (faults.length > 0) process.exit(1)
