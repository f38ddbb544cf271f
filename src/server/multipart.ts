/** Forms as browsers and curl send them, multipart/form-data (RFC 7578): fields of text, in memory. */
import { RequestFailure, shown } from './failure.ts'

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const HYPHEN = 0x2d
/** The most bytes of the headers of a field. */
const LONGEST_HEAD = 1 << 13
const LONGEST_BOUNDARY = 70

/**
 * The fields of a form, in order. Lines may end with a line feed alone, as some mail libraries write them.
 *
 * @param type the value of the header Content-Type, with the boundary
 * @throws RequestFailure if the form is cut off or malformed
 */
export function* multipartFields(body: Uint8Array, type: string): Generator<[name: string, value: string]> {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const delimiter = Buffer.from(`--${boundaryOf(type)}`)
  let mark = nextDelimiter(bytes, delimiter, 0)
  while (mark >= 0) {
    let start = mark + delimiter.length
    if (bytes[start] === HYPHEN && bytes[start + 1] === HYPHEN) return
    while (bytes[start] === 0x20 || bytes[start] === 0x09) start++
    start = pastLineEnd(bytes, start)
    mark = nextDelimiter(bytes, delimiter, start)
    if (mark < 0) break
    let end = mark - 1
    if (end > start && bytes[end - 1] === CARRIAGE_RETURN) end--
    yield fieldOf(bytes.subarray(start, Math.max(start, end)))
  }
  throw new RequestFailure(400, 'the multipart form is cut off, expected its closing boundary')
}

function boundaryOf(type: string): string {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]*)"|([^\s;"]+))/i.exec(type) ?? []
  const boundary = quoted ?? plain ?? ''
  if (boundary === '' || boundary.length > LONGEST_BOUNDARY)
    throw new RequestFailure(
      400,
      `the content type has no boundary, expected one of 1 to ${LONGEST_BOUNDARY} characters`,
    )
  return boundary
}

/** The next line that begins with the delimiter and holds nothing else; -1 if there is none. */
function nextDelimiter(bytes: Buffer, delimiter: Buffer, from: number): number {
  for (let at = bytes.indexOf(delimiter, from); at >= 0; at = bytes.indexOf(delimiter, at + 1)) {
    const next = bytes[at + delimiter.length]
    const ends = [LINE_FEED, CARRIAGE_RETURN, HYPHEN, 0x20, 0x09].includes(next)
    if (ends && (at === 0 || bytes[at - 1] === LINE_FEED)) return at
  }
  return -1
}

function pastLineEnd(bytes: Buffer, at: number): number {
  if (bytes[at] === CARRIAGE_RETURN) at++
  if (bytes[at] !== LINE_FEED)
    throw new RequestFailure(400, 'bad multipart form, expected a line end behind each boundary')
  return at + 1
}

function fieldOf(part: Buffer): [string, string] {
  let at = 0
  const lines: string[] = []
  for (;;) {
    const feed = part.indexOf(LINE_FEED, at)
    if (feed < 0 || feed > LONGEST_HEAD)
      throw new RequestFailure(400, 'bad multipart form, expected a blank line between headers and value')
    const line = decodeText(part.subarray(at, feed), 'a header of the form').replace(/\r$/, '')
    at = feed + 1
    if (line === '') break
    lines.push(line)
  }
  const disposition = lines.find((line) => /^content-disposition:/i.test(line)) ?? ''
  const [, quoted, plain] = /;\s*name=(?:"([^"]*)"|([^\s;"]+))/i.exec(disposition) ?? []
  const name = quoted ?? plain
  if (name === undefined) throw new RequestFailure(400, 'bad multipart form, expected a name for each field')
  for (const line of lines) {
    const [header, how = ''] = line.split(':', 2).map((part) => part.trim().toLowerCase())
    if (header === 'content-transfer-encoding' && !['7bit', '8bit', 'binary'].includes(how))
      throw new RequestFailure(415, `transfer encoding ${shown(how)} of a field, expected 8bit or binary`)
  }
  return [name, decodeText(part.subarray(at), `the field ${shown(name)}`)]
}

/** Decodes UTF-8. Throws RequestFailure, which names `what`, for other bytes. */
export function decodeText(bytes: Uint8Array, what: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new RequestFailure(400, `${what} is not in UTF-8, expected text in UTF-8`)
  }
}
