/** Reads the parameters of a request. Parameters of the body replace those of the address. */
import { RequestFailure, quoteText } from './failure.ts'
import { multipartFields } from './multipart.ts'
import { decodeText } from './request-text.ts'
import type { Stage } from './served-models.ts'

export interface WireRequest {
  /** The query of the address without `?`. Each character represents a byte. */
  readonly query: string
  /** The header Content-Type; '' if it is absent. */
  readonly type: string
  /** The body; empty if there is none. */
  readonly body: Uint8Array<ArrayBuffer>
  /** The stage of a WebLicht path, whose body is the data. Undefined for `/process`. */
  readonly stage?: Stage
}

const FORM = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data'
const JSON_TYPE = 'application/json'

/** All parameters by name. The last parameter with a name counts. Throws RequestFailure. */
export function readParameters({ query, type, body, stage }: WireRequest): Map<string, string> {
  const address = decodeText(Buffer.from(query, 'latin1'), 'the address')
  const parameters = new Map(formFields(address, 'the address'))
  if (stage) {
    for (const format of ['input', 'output']) parameters.delete(format)
    if (!parameters.has(stage)) parameters.set(stage, '')
    if (body.length > 0) parameters.set('data', decodeText(body, 'the body'))
    return parameters
  }
  if (body.length === 0 && type === '') return parameters
  for (const [name, value] of bodyFields(body, type)) parameters.set(name, value)
  return parameters
}

function bodyFields(body: Uint8Array, type: string): Iterable<[string, string]> {
  const mediaType = type.split(';', 1)[0].trim().toLowerCase()
  const [, charset = 'utf-8'] = /;\s*charset="?([^\s;"]*)/i.exec(type) ?? []
  if (!/^(?:utf-?8|us-ascii)$/i.test(charset))
    throw new RequestFailure(415, `charset ${quoteText(charset)}, expected utf-8`)
  switch (mediaType) {
    case FORM:
      return formFields(decodeText(body, 'the body'), 'the body')
    case MULTIPART:
      return multipartFields(body, type)
    case JSON_TYPE:
      return jsonFields(decodeText(body, 'the body'))
  }
  const found = mediaType === '' ? 'no content type' : `content type ${quoteText(mediaType)}`
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
      throw new RequestFailure(400, `the value of ${quoteText(name)} is no string, expected one`)
    yield [name, value]
  }
}
