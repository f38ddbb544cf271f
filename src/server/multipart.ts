/** Reads forms of the type multipart/form-data. */
import { RequestFailure, quoteText } from './failure.ts'
import { decodeText } from './request-text.ts'

/** The maximum number of bytes of the headers of a field, and of a boundary. */
const MAX_HEAD_BYTES = 1 << 13
const MAX_BOUNDARY_BYTES = 70

/**
 * The fields of multipart/form-data (RFC 7578). Lines may end with a single line feed. Throws RequestFailure for a malformed
 * form.
 */
export function* multipartFields(body: Uint8Array, type: string): Generator<[name: string, value: string]> {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]*)"|([^\s;"]+))/i.exec(type) ?? []
  const boundary = quoted ?? plain ?? ''
  if (boundary === '' || boundary.length > MAX_BOUNDARY_BYTES) {
    const expected = `one of 1 to ${MAX_BOUNDARY_BYTES} characters`
    throw new RequestFailure(400, `the content type has no boundary, expected ${expected}`)
  }
  // In this text, each character represents a byte.
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

/** The field between two boundaries. `part` starts after a boundary and ends before the line end of the value. */
function fieldOf(part: string): [string, string] {
  const blank = /\n\r?\n/.exec(part)
  if (!/^[ \t]*\r?\n/.test(part))
    throw new RequestFailure(400, 'bad multipart form, expected a line end after each boundary')
  if (!blank || blank.index > MAX_HEAD_BYTES)
    throw new RequestFailure(400, 'bad multipart form, expected a blank line between headers and value')
  const head = textOf(part.slice(0, blank.index), 'a header of the form')
  const headers = new Map<string, string>()
  for (const line of head.split('\n')) {
    const colon = line.indexOf(':')
    headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim())
  }
  // Remove the file name, which can contain arbitrary text.
  const disposition = headers.get('content-disposition')?.replace(/filename="[^"]*"/i, '') ?? ''
  const [, quoted, plain] = /;\s*name=(?:"([^"]*)"|([^\s;"]+))/i.exec(disposition) ?? []
  const name = quoted ?? plain
  if (name === undefined) throw new RequestFailure(400, 'bad multipart form, expected a name for each field')
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase() ?? 'binary'
  if (!['7bit', '8bit', 'binary'].includes(encoding))
    throw new RequestFailure(
      415,
      `transfer encoding ${quoteText(encoding)} of a field, expected 8bit or binary`,
    )
  return [name, textOf(part.slice(blank.index + blank[0].length), `the field ${quoteText(name)}`)]
}

/** Decodes UTF-8 from a text in which each character represents a byte. */
function textOf(bytes: string, subject: string): string {
  return decodeText(Buffer.from(bytes, 'latin1'), subject)
}
