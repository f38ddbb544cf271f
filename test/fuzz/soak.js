/**
 * `npm run soak -- --minutes N` (default 10): a server under a mixed load of small and large requests, requests that stop
 * in the middle, and clients that leave. Prints response times, refusals, threads lost and memory; fails if a request that
 * was accepted is not answered, or if small requests are slow.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } })
const end = performance.now() + 60_000 * Number(values.minutes)
const bin = fileURLToPath(new URL('../../dist/src/main.js', import.meta.url))
const server = spawn(process.execPath, [bin, 'serve', '--port', '0', '--timeout', '20'])
const [first] = await once(server.stderr, 'data')
const url = /http:\/\/\S+:(\d+)/.exec(String(first))
if (!url) throw new Error(`the server did not start: ${first}`)

const sentence = 'The quick brown fox that nobody had seen jumped over the lazy dog in the garden. '
const large = sentence.repeat(20_000)
const times = { small: [], large: [] }
const statuses = new Map()

/** One request; its time counts for `kind`. */
async function request(kind, text) {
  const began = performance.now()
  const body = new URLSearchParams({ data: text, tokenizer: '', tagger: '', parser: '' })
  const response = await fetch(`${url[0]}/process`, { method: 'POST', body })
  const { length } = await response.text()
  const key = `${kind} ${response.status}`
  statuses.set(key, (statuses.get(key) ?? 0) + 1)
  if (response.status === 200 && length < text.length) throw new Error('an answer is cut off')
  times[kind].push(performance.now() - began)
}

/** A client that sends half a request and leaves. */
async function leave() {
  const socket = connect(Number(url[1]), '127.0.0.1')
  socket.on('error', () => {})
  socket.write('POST /process HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999\r\n\r\ndata=')
  await new Promise((resolve) => setTimeout(resolve, 50))
  socket.destroy()
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 25))
async function client(act) {
  while (performance.now() < end) {
    await act()
    await pause()
  }
}

const small = () => request('small', sentence)
await Promise.all([small, small, small, () => request('large', large), leave].map(client))
const metrics = await (await fetch(`${url[0]}/metrics`)).text()
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
const value = (name) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(metrics)?.[1])
console.log(
  `memory: ${(value('process_resident_memory_bytes') / 1e6).toFixed(0)} MB, threads lost: ${value('rbparse_threads_lost_total')}`,
)
const refused = [...statuses.keys()].filter((key) => !key.endsWith(' 200'))
if (refused.length > 0 || status !== 0 || slowest > 300) process.exit(1)
