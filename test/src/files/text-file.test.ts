/** UTF-8 that comes in chunks: wherever the chunks end, the text and the errors are those of the whole. */
import { expect, test } from 'vitest'
import { decoded, type InvalidUtf8 } from '../../../src/files/text-file.ts'
import { Gathered } from '../commands/rbparse.ts'

async function* cut(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function outcome(bytes: Uint8Array, size: number, invalidUtf8: InvalidUtf8): Promise<string> {
  const stderr = new Gathered()
  const terminal = { stdin: cut(bytes, 1), stdout: new Gathered(), stderr }
  let text = ''
  try {
    for await (const piece of decoded(cut(bytes, size), 'f', { invalidUtf8 }, terminal)) text += piece
  } catch (error) {
    return (error as Error).message
  }
  return text + stderr.text()
}

const text = 'a é 日 😀\n🇨🇿 end 😀'
const valid = new TextEncoder().encode(text)
const invalid = [
  [0xff],
  [0xc3],
  [0xe6, 0x97],
  [0xf0, 0x9f, 0x98],
  [0xf0, 0x9f, 0x98, 0x41],
  [0xc0, 0xaf],
  [0xed, 0xa0, 0x80],
  [0xf5, 0x80, 0x80, 0x80],
  [0x80],
]

test.each(Array.from({ length: 9 }, (_, i) => i + 1))('in chunks of %i bytes', async (size) => {
  expect(await outcome(valid, size, 'error')).toBe(text)
  for (const bytes of invalid)
    for (const after of ['', '\nb', ' 😀'])
      for (const how of ['error', 'replace'] as const) {
        const whole = Uint8Array.of(...valid, 10, ...bytes, ...new TextEncoder().encode(after))
        expect(await outcome(whole, size, how)).toBe(await outcome(whole, whole.length, how))
      }
})

test('a line with bad UTF-8 is named, with the place of the first bad byte', async () => {
  expect(await outcome(Uint8Array.of(...valid, 10, 65, 0xf0, 0x9f, 0x98), 5, 'error')).toBe(
    'f:3: bad UTF-8 (byte F0 at place 2 of the line), expected text in UTF-8, or --invalid-utf8 replace',
  )
})
