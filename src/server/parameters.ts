/** The parameters of a request. Those of the body replace those of the address. */
import { RequestFailure, shown } from './failure.ts'

export interface WireRequest {
  /** The query of the address, without the `?`; each character is a byte. */
  readonly query: string
  /** The header Content-Type, '' if it is absent. */
  readonly type: string
  /** Empty if there is none. */
  readonly body: Uint8Array<ArrayBuffer>
}

const FORM = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data'
const JSON_TYPE = 'application/json'

/** All parameters by name; the last one of a name counts. Throws RequestFailure. */
export function readParameters({ query, type, body }: WireRequest): Map<string, string> {
  const address = decodeText(Buffer.from(query, 'latin1'), 'the address')
  const parameters = new Map(formFields(address, 'the address'))
  if (body.length === 0 && type === '') return parameters
  for (const [name, value] of bodyFields(body, type)) parameters.set(name, value)
  return parameters
}

function bodyFields(body: Uint8Array, type: string): Iterable<[string, string]> {
  const mediaType = type.split(';', 1)[0].trim().toLowerCase()
  const [, charset = 'utf-8'] = /;\s*charset="?([^\s;"]*)/i.exec(type) ?? []
  if (!/^(?:utf-?8|us-ascii)$/i.test(charset))
    throw new RequestFailure(415, `charset ${shown(charset)}, expected utf-8`)
  switch (mediaType) {
    case FORM:
      return formFields(decodeText(body, 'the body'), 'the body')
    case MULTIPART:
      return multipartFields(body, type)
    case JSON_TYPE:
      return jsonFields(decodeText(body, 'the body'))
  }
  const found = mediaType === '' ? 'no content type' : `content type ${shown(mediaType)}`
  throw new RequestFailure(415, `${found}, expected ${FORM}, ${MULTIPART} or ${JSON_TYPE}`)
}

/** Reads fields such as `a=1&b&c=x+y%20z`. */
function* formFields(text: string, where: string): Generator<[string, string]> {
  for (const field of text.split('&')) {
    if (field === '') continue
    const equals = field.indexOf('=')
    const name = equals < 0 ? field : field.slice(0, equals)
    const value = equals < 0 ? '' : field.slice(equals + 1)
    yield [unescapeField(name, where), unescapeField(value, where)]
  }
}

function unescapeField(text: string, where: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw new RequestFailure(400, `a bad escape in ${where}, expected % and two digits, and text in UTF-8`)
  }
}

function* jsonFields(text: string): Generator<[string, string]> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new RequestFailure(400, 'the body is not JSON, expected an object')
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw new RequestFailure(
      400,
      'the JSON is no object, expected one such as {"data": "…", "tokenizer": ""}',
    )
  for (const [name, value] of Object.entries(json)) {
    if (typeof value !== 'string')
      throw new RequestFailure(400, `the value of ${shown(name)} is no string, expected one`)
    yield [name, value]
  }
}

/** The most bytes of the headers of a field. */
const LONGEST_HEAD = 1 << 13
const LONGEST_BOUNDARY = 70

/** The fields of multipart/form-data (RFC 7578), whose lines may end with a line feed alone. Throws RequestFailure if it is malformed. */
export function* multipartFields(body: Uint8Array, type: string): Generator<[name: string, value: string]> {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]*)"|([^\s;"]+))/i.exec(type) ?? []
  const boundary = quoted ?? plain ?? ''
  if (boundary === '' || boundary.length > LONGEST_BOUNDARY) {
    const expected = `one of 1 to ${LONGEST_BOUNDARY} characters`
    throw new RequestFailure(400, `the content type has no boundary, expected ${expected}`)
  }
  // Each character is a byte.
  const text = `\n${Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1')}`
  const escaped = boundary.replace(
    /\W/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  for (const part of text.split(new RegExp(`\\r?\\n--${escaped}(?=--|[ \\t\\r\\n])`)).slice(1)) {
    if (part.startsWith('--')) return
    yield fieldOf(part)
  }
  throw new RequestFailure(400, 'the multipart form is cut off, expected its closing boundary')
}

/** The field between two boundaries. It begins behind the boundary, and its value ends before the line end. */
function fieldOf(part: string): [string, string] {
  const blank = /\n\r?\n/.exec(part)
  if (!/^[ \t]*\r?\n/.test(part))
    throw new RequestFailure(400, 'bad multipart form, expected a line end behind each boundary')
  if (!blank || blank.index > LONGEST_HEAD)
    throw new RequestFailure(400, 'bad multipart form, expected a blank line between headers and value')
  const head = textOf(part.slice(0, blank.index), 'a header of the form')
  const headers = new Map<string, string>()
  for (const line of head.split('\n')) {
    const colon = line.indexOf(':')
    headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim())
  }
  const disposition = headers.get('content-disposition') ?? ''
  const [, quoted, plain] = /;\s*name=(?:"([^"]*)"|([^\s;"]+))/i.exec(disposition) ?? []
  const name = quoted ?? plain
  if (name === undefined) throw new RequestFailure(400, 'bad multipart form, expected a name for each field')
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase() ?? 'binary'
  if (!['7bit', '8bit', 'binary'].includes(encoding))
    throw new RequestFailure(415, `transfer encoding ${shown(encoding)} of a field, expected 8bit or binary`)
  return [name, textOf(part.slice(blank.index + blank[0].length), `the field ${shown(name)}`)]
}

/** The text whose bytes are the characters of `bytes`. */
function textOf(bytes: string, what: string): string {
  return decodeText(Buffer.from(bytes, 'latin1'), what)
}

/** Decodes UTF-8. Throws RequestFailure, which names `what`, for other bytes. */
function decodeText(bytes: Uint8Array, what: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new RequestFailure(400, `${what} is not in UTF-8, expected text in UTF-8`)
  }
}
