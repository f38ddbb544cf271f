import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inputFormats } from '../../../src/formats/input-formats.ts'
import { outputFormats } from '../../../src/formats/output-formats.ts'
import { readProcessRequest } from '../../../src/server/parameters.ts'
import { RequestFailure } from '../../../src/server/failure.ts'
import { readParameters } from '../../../src/server/request-fields.ts'
import { selectModel } from '../../../src/server/served-models.ts'
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
      input: { name: 'tokenizer', options: new Set() },
      tagger: true,
      parser: true,
      output: { name: 'conllu', options: new Set() },
    })
    const { tokenizer } = inputFormats
    const { vertical } = outputFormats
    expect(call({ data: '', model: 'tiny', tokenizer: 'ranges; presegmented', output: 'vertical' })).toEqual({
      model: tinyServed(),
      data: '',
      input: { name: 'tokenizer', format: tokenizer, options: new Set(['ranges', 'presegmented']) },
      tokenizer: 'tokenizer=ranges; presegmented',
      tagger: false,
      parser: false,
      output: { name: 'vertical', format: vertical, options: new Set() },
    })
    expect(call({ data: '', model: 'tiny-en', input: '', output: '' })).toMatchObject({
      input: { name: 'conllu' },
      output: { name: 'conllu' },
    })
  })

  test.each(['', '1', 'false', 'no', 'none', 'default', 'beam_search=5', 'a\nb', 'x'.repeat(99)])(
    'ask for a stage by its name, whatever its value: %j',
    (value) =>
      expect(call({ data: '', tagger: value, parser: value })).toMatchObject({ tagger: true, parser: true }),
  )

  test.each(['', '1', 'false', 'no', 'none', 'default', ';;', 'true;'])(
    'ask for the tokenizer without options: %j',
    (tokenizer) => {
      const plain = { name: 'tokenizer', format: inputFormats.tokenizer, options: new Set() }
      expect(call({ data: '', tokenizer, input: 'horizontal' }).input).toEqual(plain)
    },
  )

  test.each([
    ['input', 'tokenizer=ranges;normalized_spaces', 'tokenizer', ['ranges', 'normalized_spaces']],
    ['input', 'generic_tokenizer=presegmented', 'generic_tokenizer', ['presegmented']],
    ['input', 'conllu=v1', 'conllu', ['v1']],
    ['input', 'horizontal=', 'horizontal', []],
    ['output', 'conllu=v2', 'conllu', ['v2']],
    ['output', 'horizontal=paragraphs', 'horizontal', ['paragraphs']],
    ['output', 'vertical=paragraphs=yes', 'vertical', ['paragraphs']],
    ['output', 'plaintext=normalized_spaces', 'plaintext', ['normalized_spaces']],
  ])('formats have options: %s=%s', (parameter, value, name, options) => {
    const { input, output } = call({ data: '', [parameter]: value })
    const formats: Record<string, unknown> = parameter === 'input' ? inputFormats : outputFormats
    expect(parameter === 'input' ? input : output).toEqual({
      name,
      format: formats[name],
      options: new Set(options),
    })
  })

  test.each([
    [{}, '400 there is no data, expected the parameter data'],
    [{ data: '', model: 'tin' }, "400 there is no model 'tin', expected one of: tiny-en"],
    [{ data: '', model: '../tiny-en' }, "400 there is no model '../tiny-en', expected one of: tiny-en"],
    [{ data: '', model: '/etc/passwd' }, "400 there is no model '/etc/passwd', expected one of: tiny-en"],
    [{ data: '', model: 'constructor' }, "400 there is no model 'constructor', expected one of: tiny-en"],
    [
      { data: '', tokenizer: 'fast' },
      "400 unknown option 'fast' of tokenizer, expected normalized_spaces, presegmented, ranges",
    ],
    [{ data: '', output: 'epe=a\nb' }, String.raw`400 unknown option 'a\u{a}b' of epe, expected none`],
    [
      { data: '', output: `conllu=${'x'.repeat(99)}` },
      `400 unknown option '${'x'.repeat(60)}…' of conllu, expected v1, v2`,
    ],
    [
      { data: '', input: 'epe' },
      "400 unknown input 'epe', expected one of: conllu, horizontal, vertical, generic_tokenizer, tokenizer",
    ],
    [
      { data: '', output: 'toString' },
      "400 unknown output 'toString', expected one of: conllu, horizontal, vertical, plaintext, matxin, epe",
    ],
    [
      { data: '', file: '/etc/passwd' },
      "400 unknown parameter 'file', expected data, model, tokenizer, tagger, parser, input, output",
    ],
  ])('%j is refused', (fields, line) => {
    expect(refusal(() => call(fields as Record<string, string>))).toBe(line)
  })
})

describe('names of models', () => {
  const named = (name: string, ...aliases: string[]) => ({ ...tinyServed(), name, aliases })
  const models = [named('en'), named('en-small'), named('czech-pdt', 'main'), named('ancient_greek-proiel')]
  const found = (asked?: string) => selectModel(models, asked).name

  test.each([
    [undefined, 'en'],
    ['', 'en'],
    ['en', 'en'],
    ['en-small', 'en-small'],
    ['eng', 'en'],
    ['english', 'en'],
    ['English', 'en'],
    ['english-ewt-ud-2.12-230717', 'en'],
    ['en_gum-ud-2.12-230717', 'en'],
    ['czech', 'czech-pdt'],
    ['cs', 'czech-pdt'],
    ['ces', 'czech-pdt'],
    ['czech-pdt-ud-2.15-241121', 'czech-pdt'],
    ['czech-cac-ud-2.15-241121', 'czech-pdt'],
    ['main', 'czech-pdt'],
    ['grc', 'ancient_greek-proiel'],
    ['ancient_greek', 'ancient_greek-proiel'],
  ])('%s is %s', (asked, name) => expect(found(asked)).toBe(name))

  test.each(['engl', 'e', 'greek', 'old', 'en.small', '-', '__proto__', 'x'.repeat(1e6)])(
    '%.20s is none',
    (asked) => expect(() => found(asked)).toThrow('expected one of: en, en-small, czech-pdt, ancient_greek'),
  )
})
