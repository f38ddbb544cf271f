import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readProcessRequest } from '../../../src/server/process-request.ts'
import { RequestFailure } from '../../../src/server/failure.ts'
import { readParameters } from '../../../src/server/parameters.ts'
import { anyText } from '../pipeline/tiny.ts'
import { multipart, tinyServed } from './serving.ts'

const FORM = 'application/x-www-form-urlencoded'
const read = (query: string, type = '', body: string | Uint8Array = ''): Map<string, string> =>
  readParameters({ query, type, body: new Uint8Array(Buffer.from(body as string)) })

/** The status and line that these parameters are refused with. */
function refusal(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    if (error instanceof RequestFailure) return `${error.status} ${error.message}`
    throw error
  }
  return 'not refused'
}

const wellFormed = anyText.map((text) => text.replaceAll(/\p{Cs}/gu, ''))
const anyFields = fc.dictionary(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 5 }).filter((name) => name !== '__proto__'),
  wellFormed,
)

describe('parameters', () => {
  test('are the same by address, form, multipart form and JSON', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('data', 'model', 'a b'), wellFormed), (fields) => {
        const wanted = new Map(Object.entries(fields))
        const encoded = new URLSearchParams(fields).toString()
        expect(read(encoded)).toEqual(wanted)
        expect(read('', FORM, encoded)).toEqual(wanted)
        const { type, body } = multipart(fields)
        expect(read('', type, body)).toEqual(wanted)
      }),
    )
    fc.assert(
      fc.property(anyFields, (fields) => {
        const wanted = new Map(Object.entries(fields))
        expect(read('', 'application/json; charset=utf-8', JSON.stringify(fields))).toEqual(wanted)
      }),
    )
  })

  test('any bytes are parameters or are refused in one line', () => {
    const types = fc.constantFrom(
      FORM,
      'application/json',
      'multipart/form-data; boundary=x',
      'text/html',
      ';',
      '',
    )
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 40 }),
        types,
        fc.string({ unit: 'binary' }),
        (body, type, query) => {
          const bytes = Buffer.from(query).toString('latin1')
          expect(refusal(() => read(bytes, type, body))).toMatch(/^(?:not refused|4\d\d .+)$/)
        },
      ),
    )
  })

  test('the body stands over the address, the last over the first; names alone have an empty value', () => {
    const found = read('data=a&tagger&data=b&model=c', FORM, 'data=d&&parser')
    expect(Object.fromEntries(found)).toEqual({ data: 'd', tagger: '', model: 'c', parser: '' })
  })

  test('an address may have UTF-8 as it is', () => {
    expect(read(Buffer.from('data=žluť').toString('latin1')).get('data')).toBe('žluť')
  })

  test.each([
    ['data=%ff', '', '', /^400 a bad escape in the address/],
    ['data=%zz', '', '', /^400 a bad escape in the address/],
    ['data=\xff', '', '', /^400 the address is not in UTF-8/],
    ['', FORM, 'data=%ED%A0%80', /^400 a bad escape in the body/],
    ['', FORM, Uint8Array.of(0x61, 0x3d, 0xc3), /^400 the body is not in UTF-8/],
    ['', `${FORM}; charset=latin1`, 'data=x', /^415 charset 'latin1', expected utf-8$/],
    ['', 'text/plain', 'data=x', /^415 content type 'text\/plain', expected/],
    ['', '', 'data=x', /^415 no content type/],
    ['', 'application/json', '', /^400 the body is not JSON/],
    ['', 'application/json', '{"data": "x"', /^400 the body is not JSON/],
    ['', 'application/json', 'null', /^400 the JSON is no object/],
    ['', 'application/json', '["data"]', /^400 the JSON is no object/],
    ['', 'application/json', '{"data": 1}', /^400 the value of 'data' is no string/],
    ['', 'application/json', '['.repeat(1e6), /^400 the body is not JSON/],
    ['', 'application/json', '['.repeat(1e6) + ']'.repeat(1e6), /^400 the JSON is no object/],
    [
      '',
      'application/json',
      `${'{"a":'.repeat(1e5)}1${'}'.repeat(1e5)}`,
      /^400 the value of 'a' is no string/,
    ],
  ])('%j %j %.20j is refused', (query, type, body, line) => {
    expect(refusal(() => read(query, type, body))).toMatch(line)
  })
})

describe('calls', () => {
  const call = (fields: Record<string, string>) =>
    readProcessRequest(new Map(Object.entries(fields)), [tinyServed()])

  test('say what is wanted', () => {
    expect(call({ data: 'x', tokenizer: '', tagger: '', parser: '' })).toMatchObject({
      model: { name: 'tiny-en' },
      tokenizer: new Set(),
      tagger: true,
      parser: true,
      input: 'conllu',
      output: 'conllu',
    })
    const some = call({
      data: '',
      model: 'tiny',
      tokenizer: 'ranges; presegmented',
      parser: 'yes',
      output: 'vertical',
    })
    expect(some).toMatchObject({ tagger: false, parser: true, output: 'vertical' })
    expect(some.tokenizer).toEqual(new Set(['ranges', 'presegmented']))
    expect(call({ data: '', model: 'tiny-en' }).tokenizer).toBe(undefined)
  })

  test.each([
    [{}, '400 there is no data, expected the parameter data'],
    [{ data: '', model: 'tin' }, "400 there is no model 'tin', expected one of: tiny-en"],
    [{ data: '', model: '../tiny-en' }, "400 there is no model '../tiny-en', expected one of: tiny-en"],
    [{ data: '', model: '/etc/passwd' }, "400 there is no model '/etc/passwd', expected one of: tiny-en"],
    [{ data: '', model: 'constructor' }, "400 there is no model 'constructor', expected one of: tiny-en"],
    [
      { data: '', tokenizer: 'fast' },
      "400 unknown option 'fast' of the tokenizer, expected normalized_spaces, presegmented, ranges",
    ],
    [{ data: '', tagger: 'a\nb' }, String.raw`400 unknown option 'a\u{a}b' of the tagger, expected none`],
    [
      { data: '', parser: 'x'.repeat(99) },
      `400 unknown option '${'x'.repeat(60)}…' of the parser, expected none`,
    ],
    [
      { data: '', input: 'epe' },
      "400 unknown input 'epe', expected one of: conllu, horizontal, vertical, generic_tokenizer",
    ],
    [
      { data: '', output: 'toString' },
      "400 unknown output 'toString', expected one of: conllu, horizontal, vertical, plaintext",
    ],
    [
      { data: '', file: '/etc/passwd' },
      "400 unknown parameter 'file', expected data, model, tokenizer, tagger, parser, input, output",
    ],
  ])('%j is refused', (fields, line) => {
    expect(refusal(() => call(fields as Record<string, string>))).toBe(line)
  })
})
