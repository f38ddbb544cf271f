/** Requests with edits, and bytes that are no requests: each is answered or closed, and the server stays well. */
import fc from 'fast-check'
import { expect } from 'vitest'
import { anyText } from '../src/pipeline/tiny.ts'
import { ask, multipart, raw, serving, type Serving } from '../src/server/serving.ts'
import { edited, edits, target } from './campaign.ts'

const names = fc.constantFrom(
  'data',
  'data',
  'tokenizer',
  'tagger',
  'parser',
  'model',
  'input',
  'output',
  'x',
)
const values = fc.oneof(
  anyText,
  fc.constantFrom('', 'tiny', 'eng', 'conllu=v1', 'horizontal=paragraphs', 'vertical', 'matxin', 'epe'),
  fc.constantFrom('plaintext', 'generic_tokenizer=ranges', 'ranges;presegmented', 'normalized_spaces'),
)
const fields = fc.dictionary(names, values, { maxKeys: 6 })
const wire = fc.record({
  fields,
  form: fc.constantFrom('address', 'form', 'multipart', 'json', 'weblicht'),
  changes: fc.option(
    edits('\r\n', '\r\n\r\n', ':', '%', '%ff', '--', '"', '\0', 'Content-Length: 9', 'HTTP/1.1'),
  ),
})

function requestOf(named: Record<string, string>, form: string): string {
  const encoded = new URLSearchParams(named).toString()
  if (form === 'address') return `GET /process?${encoded} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`
  const path = form === 'weblicht' ? `/weblicht/parse?${encoded}` : '/process'
  const parts = multipart(named)
  const [type, body] = {
    form: ['application/x-www-form-urlencoded', encoded],
    multipart: [parts.type, parts.body],
    json: ['application/json', JSON.stringify(named)],
    weblicht: ['text/plain', named['data'] ?? ''],
  }[form]!
  const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: ${type}\r\n`
  return `${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

let server: Promise<Serving> | undefined
/** Requests that stay incomplete wait for a time-out: many run at a time. */
const BATCH = 40
const batches = fc.array(wire, { minLength: BATCH, maxLength: BATCH })

target(
  'http',
  batches,
  async (requests) => {
    const { port, warnings } = await (server ??= serving({ seconds: 1 }))
    const replies = await Promise.all(
      requests.map(({ fields: named, form, changes }) => {
        const bytes = new TextEncoder().encode(requestOf(named, form))
        return raw(port, changes ? edited(bytes, changes) : bytes)
      }),
    )
    for (const reply of replies) expect(reply === '' || /^HTTP\/1\.1 [2-5]\d\d /.test(reply)).toBe(true)
    requests.forEach(({ changes }, i) => {
      if (!changes) expect(replies[i]).toMatch(/^HTTP\/1\.1 (?:200|400|413) /)
    })
    expect(replies.filter((reply) => reply.startsWith('HTTP/1.1 500'))).toEqual([])
    expect(await ask(port, '/health')).toMatchObject({ status: 200 })
    expect(warnings).toEqual([])
  },
  { weight: BATCH },
)
