/** `buffer` where it has room for `length` integers, else a new one with room to spare; what is in it is anyone's. */
export function roomFor(buffer: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  return buffer.length >= length ? buffer : new Int32Array(2 * length)
}
