/** Encodes, decodes and checks UTF-8. Most of CoNLL-U stays in bytes and never becomes text. */

export const LINE_FEED = 0x0a
export const CARRIAGE_RETURN = 0x0d

// Made when they are needed: test runners without them can import the library.
let decoder: TextDecoder | undefined
let encoder: TextEncoder | undefined

/** The text of `bytes[start..end)`, which must be well-formed UTF-8. */
export function decode(bytes: Uint8Array, start = 0, end = bytes.length): string {
  decoder ??= new TextDecoder('utf-8', { ignoreBOM: true })
  return decoder.decode(bytes.subarray(start, end))
}

export function encode(text: string): Uint8Array {
  encoder ??= new TextEncoder()
  return encoder.encode(text)
}

/** The offset of the first byte that is not well-formed UTF-8 (Unicode, table 3-7) in `bytes[start..end)`, or -1. */
export function badByte(bytes: Uint8Array, start: number, end: number): number {
  for (let i = start; i < end;) {
    const lead = bytes[i]
    if (lead < 0x80) {
      i++
      continue
    }
    if (lead < 0xc2 || lead > 0xf4) return i
    const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
    // The second byte's range is narrower after four of the lead bytes.
    const least = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80
    const most = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf
    if (i + 1 >= end || bytes[i + 1] < least || bytes[i + 1] > most) return i
    for (let k = 2; k < length; k++) if (i + k >= end || (bytes[i + k] & 0xc0) !== 0x80) return i
    i += length
  }
  return -1
}

/** The length of the byte order mark at `start`: 3, or 0 if there is none. */
export function markLength(bytes: Uint8Array, start = 0): number {
  return bytes[start] === 0xef && bytes[start + 1] === 0xbb && bytes[start + 2] === 0xbf ? 3 : 0
}
