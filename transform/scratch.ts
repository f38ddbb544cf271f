/** `buffer` if it has room for `length` integers, else a new one of twice that length. The contents are undefined. */
export function roomFor(buffer: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  return buffer.length >= length ? buffer : new Int32Array(2 * length)
}
