import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TextCache, TextTable, encode } from '../../../src/conllu/utf8.ts'
import { Symbols } from '../../../transform/symbols.ts'

test('bytes get the id and the text that their text gets', () => {
  const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 4 }), { maxLength: 400 })
  fc.assert(
    fc.property(texts, (list) => {
      const symbols = new Symbols()
      const table = new TextTable()
      const cache = new TextCache((text) => text)
      for (const text of list) {
        const bytes = encode(`<${text}>`)
        expect(table.id(bytes, 1, bytes.length - 1)).toBe(symbols.add(text))
        expect(cache.value(bytes, 1, bytes.length - 1)).toBe(text)
        bytes.fill(0) // the table has a copy
      }
      expect(table.texts).toEqual(symbols.texts())
    }),
  )
})

test('a cache that is full starts anew', () => {
  const cache = new TextCache((text) => text)
  const values = Array.from({ length: 70_000 }, (_, i) => {
    const bytes = encode(String(i))
    return cache.value(bytes, 0, bytes.length)
  })
  expect(values).toEqual(Array.from(values.keys(), String))
})
