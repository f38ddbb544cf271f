import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RequestFailure } from '../../../src/server/failure.ts'
import { multipartFields } from '../../../src/server/multipart.ts'
import { anyText } from '../pipeline/tiny.ts'
import { multipart } from './serving.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const fields = (body: string | Uint8Array, type: string): [string, string][] => [
  ...multipartFields(typeof body === 'string' ? bytes(body) : body, type),
]

/** Text that bytes can hold: no half characters. */
const wellFormed = anyText.map((text) => text.replaceAll(/\p{Cs}/gu, ''))
const form = fc.dictionary(fc.constantFrom('data', 'model', 'tokenizer', 'x y'), wellFormed)

describe('multipart forms', () => {
  test('what went in comes out, byte for byte', () => {
    fc.assert(
      fc.property(form, (wanted) => {
        const { type, body } = multipart(wanted)
        expect(fields(body, type)).toEqual(Object.entries(wanted))
      }),
    )
  })

  test('the name of a field is not taken from that of a file', () => {
    for (const names of ['filename="a; name=b"; name="data"', 'name="data"; filename="a; name=b"'])
      expect(
        fields(
          `--b\r\nContent-Disposition: form-data; ${names}\r\n\r\n1\r\n--b--\r\n`,
          'multipart/form-data; boundary=b',
        ),
      ).toEqual([['data', '1']])
  })

  test('headers of many spaces are read in linear time', () => {
    const header = `Content-Transfer-Encoding:${' '.repeat(7900)}x`
    const body = `--b\r\n${header}\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--b--\r\n`
    expect(() => fields(body, 'multipart/form-data; boundary=b')).toThrow("transfer encoding 'x'")
  }, 2000)

  test('one that is cut off anywhere is refused', () => {
    const { type, body } = multipart({ data: 'Ein Satz.\r\n', tokenizer: '' })
    const whole = bytes(body)
    // The line end behind the last boundary says nothing, nor does a hyphen more or less than two.
    for (let length = 0; length < whole.length - '\r\n'.length; length++)
      expect(() => fields(whole.subarray(0, length), type)).toThrow(RequestFailure)
  })

  test('any bytes are a form or are refused', () => {
    const pieces = fc.constantFrom(
      '--b',
      '\r\n',
      '\n',
      '--',
      'content-disposition: form-data; name=a',
      'x',
      ' ',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string({ maxLength: 3 })), { maxLength: 20 }), (parts) => {
        try {
          fields(parts.join(''), 'multipart/form-data; boundary=b')
        } catch (error) {
          expect(error).toBeInstanceOf(RequestFailure)
          expect((error as Error).message).not.toContain('\n')
        }
      }),
    )
  })

  test('as libraries write them: quoted boundaries, line feeds alone, headers of all kinds, text before and after', () => {
    const body =
      'preamble\n--=_b x\nContent-Type: text/plain; charset="utf-8"\nMIME-Version: 1.0\n' +
      'Content-Transfer-Encoding: 8bit\ncontent-disposition: form-data; name="data"; filename="a;b.txt"\n\n' +
      'one\n--=_b xy\n\n--=_b x  \r\nContent-Disposition: form-data; name=model\r\n\r\nen\r\n--=_b x--\nepilogue'
    expect(fields(body, 'multipart/form-data; charset=utf-8; boundary="=_b x"')).toEqual([
      ['data', 'one\n--=_b xy\n'],
      ['model', 'en'],
    ])
  })

  test.each([
    ['multipart/form-data', '', 400, /no boundary/],
    [`multipart/form-data; boundary=${'b'.repeat(71)}`, '', 400, /no boundary/],
    ['multipart/form-data; boundary=b', '--b\r\n\r\nx\r\n--b--', 400, /a name for each field/],
    ['multipart/form-data; boundary=b', '--b\r\nname: x\r\n--b--', 400, /a blank line/],
    ['multipart/form-data; boundary=b', `--b\r\n${'x'.repeat(9000)}\r\n\r\n\r\n--b--`, 400, /a blank line/],
    [
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: x; name=a\r\nContent-Transfer-Encoding: base64\r\n\r\neA==\r\n--b--',
      415,
      /transfer encoding 'base64'/,
    ],
  ])('%s %j is refused with %i', (type, body, status, message) => {
    let failure: unknown
    try {
      fields(body, type)
    } catch (error) {
      failure = error
    }
    expect(failure).toMatchObject({ status, message: expect.stringMatching(message) as string })
  })

  test('a value that is not UTF-8 is refused', () => {
    const { type, body } = multipart({ data: 'x' })
    const broken = bytes(body)
    broken[broken.indexOf('x'.charCodeAt(0), body.indexOf('\r\n\r\n'))] = 0xff
    expect(() => fields(broken, type)).toThrow("the field 'data' is not in UTF-8, expected text in UTF-8")
  })
})
