/**
 * The container of model files and pipeline files:
 *
 *   0   magic        8 bytes
 *   8   version      4 bytes, little-endian, as the next three
 *   12  header size  in bytes
 *   16  body size    in bytes
 *   20  checksum     CRC-32 of header and body
 *   24  header       JSON (UTF-8)
 *       body
 *       rest         bytes after the body, with a separate checksum; only in pipelines
 */
import { checksum, type Bytes } from '../core/bytes.ts'

const MAGIC_BYTES = 8
const PREFIX_BYTES = 24

/** The error for bytes that are not a usable model. The message is one line with the reason. */
export class ModelError extends Error {
  override readonly name = 'ModelError'
}

export interface ContainerFormat {
  /** Eight ASCII characters, padded with zeros. */
  readonly magic: string
  readonly version: number
  /** The name of the file in error messages. */
  readonly name: string
  /** Whether other bytes can follow the body. */
  readonly hasRest: boolean
}

/** Whether bytes begin with the magic of a format. */
export function hasMagic(bytes: Uint8Array, { magic }: Pick<ContainerFormat, 'magic'>): boolean {
  return String.fromCharCode(...bytes.subarray(0, MAGIC_BYTES)) === magic
}

/** The bytes of a file. `header` is written as JSON. */
export function packContainer(
  { magic, version }: ContainerFormat,
  header: unknown,
  body: Uint8Array,
  rest = new Uint8Array(),
): Bytes {
  const head = new TextEncoder().encode(JSON.stringify(header))
  const end = PREFIX_BYTES + head.length + body.length
  const file = new Uint8Array(end + rest.length)
  new TextEncoder().encodeInto(magic, file)
  file.set(head, PREFIX_BYTES)
  file.set(body, PREFIX_BYTES + head.length)
  file.set(rest, end)
  const numbers = [version, head.length, body.length, checksum(file.subarray(PREFIX_BYTES, end))]
  const view = new DataView(file.buffer)
  numbers.forEach((value, i) => view.setUint32(MAGIC_BYTES + 4 * i, value, true))
  return file
}

/** The parts of a file. Throws ModelError if its magic, version, sizes, checksum or JSON are not valid. */
export function openContainer(
  format: ContainerFormat,
  bytes: Uint8Array,
): { readonly json: unknown; readonly body: Uint8Array; readonly rest: Uint8Array } {
  const { magic, name, hasRest } = format
  if (bytes.length < PREFIX_BYTES || !hasMagic(bytes, format))
    throw new ModelError(`not a ${name} file (it does not begin with \`${magic.replaceAll('\0', '')}\`)`)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const [version, headerSize, bodySize, sum] = [8, 12, 16, 20].map((at) => view.getUint32(at, true))
  if (version !== format.version)
    throw new ModelError(
      `${name} format version ${version}, expected ${format.version}: train it again or update rbparse`,
    )
  const end = PREFIX_BYTES + headerSize + bodySize
  if (hasRest ? bytes.length < end : bytes.length !== end)
    throw new ModelError(
      `a ${name} of ${hasRest ? 'more than ' : ''}${end} bytes, but ${bytes.length} are there`,
    )
  if (checksum(bytes.subarray(PREFIX_BYTES, end)) !== sum)
    throw new ModelError(`the ${name} is damaged: its checksum is wrong`)
  const body = bytes.subarray(PREFIX_BYTES + headerSize, end)
  try {
    const header = bytes.subarray(PREFIX_BYTES, PREFIX_BYTES + headerSize)
    const json: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(header))
    return { json, body, rest: bytes.subarray(end) }
  } catch {
    throw new ModelError(`not a sound ${name}: its header is not JSON`)
  }
}

/** Returns the result of `read`. Converts a RangeError or SyntaxError to a ModelError: the file is not valid. */
export function withModelErrors<T>({ name }: Pick<ContainerFormat, 'name'>, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof SyntaxError)) throw error
    const reason = error.message.replace(/[\s\p{Cc}]+/gu, ' ').slice(0, 200)
    throw new ModelError(`not a sound ${name}: ${reason}`, { cause: error })
  }
}
