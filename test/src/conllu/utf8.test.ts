import fc from 'fast-check'
import { expect, test } from 'vitest'
import { invalidByteIndex } from '../../../src/conllu/utf8.ts'

/** Whether the platform's decoder takes the bytes. */
function isText(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

test('well-formed is what the strict decoder takes, for every pair of bytes', () => {
  const pair = new Uint8Array(2)
  const wrong: string[] = []
  for (let both = 0; both < 65536; both++) {
    pair.set([both >> 8, both & 255])
    if (invalidByteIndex(pair, 0, 2) < 0 !== isText(pair)) wrong.push(pair.join())
  }
  expect(wrong).toEqual([])
})

test('the same for longer runs that are nearly text', () => {
  const telling = [
    0x41, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xed, 0xef, 0xf0, 0xf1, 0xf4,
    0xf5,
  ]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...telling), { maxLength: 6 }), (list) => {
      const bytes = Uint8Array.from(list)
      const bad = invalidByteIndex(bytes, 0, bytes.length)
      expect(bad < 0).toBe(isText(bytes))
      // What stands before the bad byte is text.
      if (bad >= 0) expect(isText(bytes.subarray(0, bad))).toBe(true)
    }),
    { numRuns: 5000 },
  )
})
