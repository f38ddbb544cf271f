/** What `udpipe2_client.py` asks for with each of its options, and what other clients of UDPipe ask for. */
import { expect, test } from 'vitest'
import { ask, serving, type Reply } from './serving.ts'

const text = "The dog sleeps. I don't see (much).\n\nThe  cat sees the dog."
const words = 'The dog sleeps .\nA cat\u00a0s .\n\nI see .\n'
const conllu = `1\tThe\tthe\tDET\t_\t_\t2\tdet\t_\t_\n2\tdog\tdog\tNOUN\t_\t_\t0\troot\t_\t_\n`

type Fields = Readonly<Record<string, string>>

/** A form as `udpipe2_client.py` sends it: the boundary is quoted, and each field has three headers. */
function clientForm(fields: Fields): { headers: Record<string, string>; body: string } {
  const boundary = '2d1c4f0b9a7e6'
  const parts = Object.entries(fields).flatMap(([name, value]) => [
    `--${boundary}`,
    `Content-Disposition: form-data; name="${name}"`,
    'Content-Transfer-Encoding: 8bit',
    'Content-Type: text/plain; charset=utf-8',
    '',
    value,
  ])
  const headers = { 'Content-Type': `multipart/form-data; boundary="${boundary}"` }
  return { headers, body: [...parts, `--${boundary}--`, ''].join('\r\n') }
}

/** The answers to a call by the client, by a form and by an address, where an empty value can lack its `=`. */
async function everyWay(port: number, fields: Fields): Promise<Reply[]> {
  const encoded = new URLSearchParams(fields).toString()
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  return [
    await ask(port, '/process', clientForm(fields)),
    await ask(port, '/process', { headers, body: encoded }),
    await ask(port, `/process?${encoded}`),
    await ask(port, `/process?${encoded.replaceAll(/=(?=&|$)/g, '')}`),
  ]
}

/** The client always sends these. */
const defaults = { input: 'conllu', output: 'conllu' }

test.each<[options: string, fields: Fields, result: RegExp]>([
  ['', { data: conllu }, /\n1\tThe\tthe\tDET\t_\t_\t2\tdet\t/],
  ['--tokenizer ""', { data: text, tokenizer: '' }, /# sent_id = 3\n[^]*\tcat\t_\t_\t_\t_\t_\t_\t_\t_\n/],
  ['--tokenizer false', { data: text, tokenizer: 'false' }, /# sent_id = 3\n/],
  ['--tokenizer ranges', { data: text, tokenizer: 'ranges' }, /\tdog\t(?:_\t){7}TokenRange=4:7\n/],
  [
    '--tokenizer presegmented',
    { data: text, tokenizer: 'presegmented' },
    /# text = The dog sleeps\. I don't see \(much\)\.\n/,
  ],
  [
    '--tokenizer "normalized_spaces;ranges"',
    { data: text, tokenizer: 'normalized_spaces;ranges' },
    /^(?![^]*Spaces(?:After|Before)=)[^]*TokenRange=0:3/,
  ],
  ['--tagger ""', { data: conllu, tagger: '' }, /\n2\tdog\t\S+\tNOUN\t\S+\t\S+\t0\troot\t/],
  ['--tagger yes', { data: conllu, tagger: 'yes' }, /\tNOUN\t/],
  ['--parser ""', { data: conllu, parser: '' }, /\n1\tThe\tthe\tDET\t_\t_\t2\tdet\t/],
  ['--parser beam_search=5', { data: conllu, parser: 'beam_search=5' }, /\troot\t/],
  [
    '--tokenizer "" --tagger "" --parser ""',
    { data: text, tokenizer: '', tagger: '', parser: '' },
    /\n2\tdog\t\S+\tNOUN\t\S+\t\S+\t\d\t\S+\t_\t_\n/,
  ],
  ['--input conllu=v1', { data: conllu, input: 'conllu=v1' }, /\tdog\t/],
  ['--input conllu=v2', { data: conllu, input: 'conllu=v2' }, /\tdog\t/],
  [
    '--input horizontal',
    { data: words, input: 'horizontal' },
    /# newdoc\n# newpar\n# sent_id = 1\n1\tThe\t[^]*\n\n# sent_id = 2\n1\tA\t.*\n2\tcat s\t[^]*\n\n# newpar\n# sent_id = 3\n/,
  ],
  [
    '--input vertical',
    { data: 'The\tDET\ndog\n\nA\n\n\n20 000\n', input: 'vertical' },
    /# newdoc\n# newpar\n# sent_id = 1\n1\tThe\t[^]*\n\n# sent_id = 2\n1\tA\t[^]*\n\n# newpar\n# sent_id = 3\n1\t20 000\t/,
  ],
  [
    '--input generic_tokenizer=ranges;presegmented',
    { data: text, input: 'generic_tokenizer=ranges;presegmented' },
    /# text = The dog sleeps\. I don't see \(much\)\.\n[^]*TokenRange=0:3/,
  ],
  ['--input tokenizer=ranges', { data: text, input: 'tokenizer=ranges' }, /TokenRange=0:3/],
  ['--output conllu=v1', { data: '1\ta b' + '\t_'.repeat(8), output: 'conllu=v1' }, /\n1\ta_b\t/],
  ['--output conllu=v2', { data: '1\ta b' + '\t_'.repeat(8), output: 'conllu=v2' }, /\n1\ta b\t/],
  [
    '--output horizontal',
    { data: text, tokenizer: '', output: 'horizontal' },
    /^The dog .*\nI .*\nThe .*\n$/,
  ],
  [
    '--output horizontal=paragraphs',
    { data: text, tokenizer: '', output: 'horizontal=paragraphs' },
    /^The dog .*\nI .*\n\nThe .*\n$/,
  ],
  ['--output vertical', { data: text, tokenizer: '', output: 'vertical' }, /\n\.\n\nI\n[^]*\n\.\n\nThe\n/],
  [
    '--output vertical=paragraphs',
    { data: text, tokenizer: '', output: 'vertical=paragraphs' },
    /\n\.\n\nI\n[^]*\n\.\n\n\nThe\n/,
  ],
  [
    '--output plaintext',
    { data: text, tokenizer: '', output: 'plaintext' },
    /^The dog sleeps\. I don't see \(much\)\.\n\nThe {2}cat sees the dog\.$/,
  ],
  [
    '--output plaintext=normalized_spaces',
    { data: text, tokenizer: '', output: 'plaintext=normalized_spaces' },
    /^The dog sleeps\.\nI don't see \(much\)\.\n\nThe cat sees the dog\.\n$/,
  ],
  [
    '--output matxin',
    { data: conllu, output: 'matxin' },
    /^<corpus>\n<SENTENCE ord="1" alloc="0">\n <NODE ord="2" alloc="0" form="dog" lem="dog" mi="" si="root">\n {2}<NODE ord="1" .*\/>\n <\/NODE>\n<\/SENTENCE>\n<\/corpus>\n$/,
  ],
  [
    '--output epe',
    { data: conllu, output: 'epe' },
    /^\{"id":1, "nodes":\[\{"id":1, "form":"The", .*"top":true, .*"edges":\[\{"label":"det", "target":1\}\]\}\]\}\n$/,
  ],
  ['--model tiny', { data: conllu, model: 'tiny' }, /# model = tiny-en\n/],
  ['--model tiny-en-ud-2.12-230717', { data: conllu, model: 'tiny-en-ud-2.12-230717' }, /# model = tiny-en/],
])('udpipe2_client.py %s', async (_, fields, result) => {
  const { port } = await serving()
  for (const { status, text: body } of await everyWay(port, { ...defaults, ...fields })) {
    expect([status, body]).toEqual([200, expect.any(String)])
    const answer = JSON.parse(body) as { model: string; result: string }
    expect(answer).toMatchObject({ model: 'tiny-en', result: expect.stringMatching(result) as string })
  }
})

test.each<[fields: Fields, line: string]>([
  [{ data: conllu, input: 'xml' }, "unknown input 'xml', expected one of: "],
  [{ data: conllu, output: 'json' }, "unknown output 'json', expected one of: "],
  [{ data: conllu, output: 'vertical=x' }, "unknown option 'x' of vertical, expected paragraphs\n"],
  [{ data: conllu, input: 'tokenizer=x' }, "unknown option 'x' of tokenizer, expected normalized_spaces"],
  [{ data: conllu, model: 'klingon' }, "there is no model 'klingon', expected one of: tiny-en\n"],
  [
    { data: 'The dog.' },
    'data:1: 1 column, expected 10 separated by tabs, or plain text with the parameter tokenizer\n',
  ],
  [{}, 'there is no data, expected the parameter data\n'],
])('%j is refused in one line', async (fields, line) => {
  const { port } = await serving()
  for (const { status, text: body } of await everyWay(port, fields)) {
    expect(body.slice(0, line.length)).toBe(line)
    expect([status, body.split('\n').length]).toEqual([400, 2])
  }
})

test('WebLicht: the body is the data, and the answer is CoNLL-U', async () => {
  const { port } = await serving()
  const post = async (stage: string, body: string): Promise<string> => {
    const headers = { 'Content-Type': 'text/tcf+xml' }
    const reply = await ask(port, `/weblicht/${stage}?model=tiny`, { headers, body })
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/conllu'])
    return reply.text.replaceAll(/^# (?:generator|model) = .*\n/gm, '')
  }
  const tokens = await post('tokenize', text)
  const tagged = await post('tag', tokens)
  const parsed = await post('parse', tagged)
  const steps: Fields[] = [
    { tokenizer: '' },
    { tokenizer: '', tagger: '' },
    { tokenizer: '', tagger: '', parser: '' },
  ]
  for (const [i, result] of [tokens, tagged, parsed].entries()) {
    const [{ text: body }] = await everyWay(port, { data: text, ...steps[i] })
    expect((JSON.parse(body) as { result: string }).result.replaceAll(/^# (?:gen|model).*\n/gm, '')).toBe(
      result,
    )
  }
  const address = `/weblicht/tokenize?${new URLSearchParams({ data: text, tagger: '' }).toString()}`
  expect((await ask(port, address)).text).toContain(tagged)
})

test.each<[path: string, body: string | Uint8Array, line: RegExp]>([
  ['/weblicht/parse', Uint8Array.of(0xff), /^the body is not in UTF-8, expected text in UTF-8\n$/],
  [
    '/weblicht/tag',
    'no CoNLL-U',
    /^data:1: 1 column, expected 10 separated by tabs, or plain text with the parameter tokenizer\n$/,
  ],
  ['/weblicht/tag?model=klingon', conllu, /^there is no model 'klingon', expected one of: tiny-en\n$/],
])('%s refuses what it cannot read', async (path, body, line) => {
  const { port } = await serving()
  expect(await ask(port, path, { body })).toMatchObject({
    status: 400,
    text: expect.stringMatching(line) as string,
  })
})
