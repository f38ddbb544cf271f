/**
 * `node --experimental-websocket firefox.js ADDRESS EXPRESSION`: opens a page in Firefox by WebDriver BiDi, without a driver, and
 * prints the value of an expression in it, a promise of JSON, and what the page complains of: `{ value, complaints }`.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const [address, expression] = process.argv.slice(2)
const profile = mkdtempSync(join(tmpdir(), 'firefox-'))
const firefox = spawn(
  'firefox-esr',
  ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'],
  { stdio: ['ignore', 'ignore', 'pipe'] },
)
let said = ''
const origin = await new Promise((resolve, reject) => {
  firefox.stderr.on('data', (chunk) => {
    said += chunk
    const found = /WebDriver BiDi listening on (ws:\S+)/.exec(said)
    if (found) resolve(found[1])
  })
  firefox.once('exit', () => reject(new Error(`Firefox ended: ${said}`)))
})

const socket = new WebSocket(`${origin}/session`)
await once(socket, 'open')
const complaints = []
const open = new Map()
socket.addEventListener('message', ({ data }) => {
  const { id, method, params, result, message } = JSON.parse(data)
  if (method === 'log.entryAdded') {
    if (params.level === 'error' || params.level === 'warn') complaints.push(params.text)
  } else if (id !== undefined) {
    const [resolve, reject] = open.get(id)
    if (message === undefined) resolve(result)
    else reject(new Error(message))
  }
})
let last = 0
const call = (method, params) =>
  new Promise((resolve, reject) => {
    open.set(++last, [resolve, reject])
    socket.send(JSON.stringify({ id: last, method, params }))
  })

try {
  await call('session.new', { capabilities: {} })
  await call('session.subscribe', { events: ['log.entryAdded'] })
  const { contexts } = await call('browsingContext.getTree', {})
  const [{ context }] = contexts
  await call('browsingContext.navigate', { context, url: address, wait: 'complete' })
  const text = `(${expression}).then(JSON.stringify)`
  const found = await call('script.evaluate', { expression: text, target: { context }, awaitPromise: true })
  if (found.type !== 'success') throw new Error(found.exceptionDetails.text)
  console.log(JSON.stringify({ value: JSON.parse(found.result.value), complaints }))
} finally {
  const ended = once(firefox, 'exit')
  firefox.kill()
  await ended
  rmSync(profile, { recursive: true, force: true })
}
