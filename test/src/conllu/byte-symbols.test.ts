import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ByteSymbols } from '../../../src/conllu/byte-symbols.ts'
import { encode } from '../../../src/conllu/utf8.ts'
import { Symbols } from '../../../transform/symbols.ts'

test('bytes get the id that their text gets', () => {
  const texts = fc.array(fc.tuple(fc.boolean(), fc.string({ unit: 'grapheme', maxLength: 4 })), {
    maxLength: 400,
  })
  fc.assert(
    fc.property(texts, fc.nat({ max: 300 }), (list, freezeAt) => {
      const symbols = new Symbols(['known'])
      const twin = new Symbols(['known'])
      const front = new ByteSymbols(symbols)
      list.forEach(([add, text], i) => {
        if (i === freezeAt) {
          symbols.freeze()
          twin.freeze()
        }
        const bytes = encode(`<${text}>`)
        const found = add ? front.add(bytes, 1, bytes.length - 1) : front.id(bytes, 1, bytes.length - 1)
        expect(found).toBe(add ? twin.add(text) : twin.id(text))
      })
      expect(symbols.texts()).toEqual(twin.texts())
    }),
  )
})

test('symbols that came in elsewhere are known', () => {
  const symbols = new Symbols()
  const front = new ByteSymbols(symbols)
  const bytes = encode('nsubj')
  expect(front.id(bytes, 0, 5)).toBe(-1)
  symbols.add('nsubj')
  expect(front.id(bytes, 0, 5)).toBe(0)
})
