/** Forms of several parts: multipart/form-data. */
import { RequestFailure, shown } from './failure.ts'
import { decodeText } from './request-text.ts'

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

/** The field between two boundaries. It begins after the boundary, and its value ends before the line end. */
function fieldOf(part: string): [string, string] {
  const blank = /\n\r?\n/.exec(part)
  if (!/^[ \t]*\r?\n/.test(part))
    throw new RequestFailure(400, 'bad multipart form, expected a line end after each boundary')
  if (!blank || blank.index > LONGEST_HEAD)
    throw new RequestFailure(400, 'bad multipart form, expected a blank line between headers and value')
  const head = textOf(part.slice(0, blank.index), 'a header of the form')
  const headers = new Map<string, string>()
  for (const line of head.split('\n')) {
    const colon = line.indexOf(':')
    headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim())
  }
  // The name of a file can have anything in it.
  const disposition = headers.get('content-disposition')?.replace(/filename="[^"]*"/i, '') ?? ''
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
