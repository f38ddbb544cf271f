/** What is left of a parse for which there was not enough memory: nothing that the next one could notice. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { fillSentence } from '../../../parser/core/sentence.ts'
import type { ParserToken } from '../../../parser/core/word-attributes.ts'
import { Parser } from '../../../parser/parse.ts'
import { attachModel, shareModel } from '../../../parser/scoring/scoring.ts'
import { longestSentence, SentenceLengthError } from '../../../parser/search/beam-options.ts'
import { readCoNLLU } from '../../../src/conllu/reader.ts'
import { TokenReader } from '../../../src/conllu/trees.ts'
import { embeddedDev, embeddedTrain } from '../../../src/embedded/treebank.ts'
import { trainModel } from '../../../src/training/train-model.ts'

const { model } = trainModel(readCoNLLU(embeddedTrain(80)), { system: 'rb', solver: 4 })
const shared = shareModel(model)
const ordinary = [...readCoNLLU(embeddedDev(4))].map((sentence) => new TokenReader().tokens(sentence))
/** A sentence of so many words. */
const longOf = (words: number): ParserToken[] =>
  Array.from({ length: words }, (_, i) => ordinary[i % 3][i % ordinary[i % 3].length])

const freshParser = (beam: number): Parser => new Parser(attachModel(shared), { beam })
const parse = (parser: Parser, tokens: readonly ParserToken[]): number[] => {
  const { tree } = parser.parse(fillSentence(parser.sentence(), tokens))
  return [...tree.head, ...tree.label]
}
const parseAll = (parser: Parser, others: readonly ParserToken[][] = []): number[][] =>
  [...ordinary, ...others].map((tokens) => parse(parser, tokens))

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Calls `act` while the call of `count` is the one that fails; returns whether there was such a call. */
type Failing = (failing: number, act: () => void) => boolean

const growing: Failing = (failing, act) => {
  const { grow } = WebAssembly.Memory.prototype
  let calls = 0
  vi.spyOn(WebAssembly.Memory.prototype, 'grow').mockImplementation(function (
    this: WebAssembly.Memory,
    pages,
  ) {
    if (++calls === failing) throw new RangeError('no memory')
    return grow.call(this, pages)
  })
  act()
  vi.restoreAllMocks()
  return calls >= failing
}

const allocating: Failing = (failing, act) => {
  let calls = 0
  for (const name of ['Int32Array', 'Float64Array', 'Uint8Array'] as const)
    vi.stubGlobal(
      name,
      new Proxy(globalThis[name], {
        construct(target, given, made) {
          if (typeof given[0] === 'number' && ++calls === failing) throw new RangeError('no memory')
          return Reflect.construct(target, given, made) as object
        },
      }),
    )
  act()
  vi.unstubAllGlobals()
  return calls >= failing
}

test.each([
  ['the memory of the kernel does not grow', 1, 16_000, growing],
  ['the memory of the kernel does not grow', 8, 600, growing],
  ['an array is not allocated', 1, 600, allocating],
  ['an array is not allocated', 8, 100, allocating],
])('where %s for a beam of %i, later answers are those of before', (_, beam, words, failing) => {
  const long = longOf(words)
  // What takes more memory than there was, but less than was asked for, is among what is parsed later.
  const later = [longOf(words / 2), longOf((2 * words) / 3), long]
  const trees = (parser: Parser): string => parseAll(parser, later).join(';')
  const expected = trees(freshParser(beam))
  for (let count = 1; ; count++) {
    const parser = freshParser(beam)
    parse(parser, ordinary[0])
    let thrown = 0
    const found = failing(count, () => {
      try {
        parse(parser, long)
      } catch {
        thrown++
      }
    })
    if (!found) {
      expect(count).toBeGreaterThan(1)
      return
    }
    const isSame = trees(parser) === expected
    expect({ count, thrown, isSame }).toEqual({ count, thrown: 1, isSame: true })
  }
})

describe('a sentence that is too long for its beam', () => {
  const words = Array.from({ length: longestSentence(1024) + 1 }, () => ({ form: 'a' }))

  test('is refused before it is tried', () => {
    const parser = freshParser(1024)
    expect(parser.longest).toBe(2048)
    expect(() => parse(parser, words)).toThrow(new SentenceLengthError(2049, 1024))
    expect(new SentenceLengthError(2049, 1024).message).toBe(
      'a sentence of 2049 words, expected at most 2048 with a beam of 1024; greedily, at most 2097152',
    )
  })

  test('is parsed greedily if that is allowed', () => {
    const parser = new Parser(attachModel(shared), { beam: 1024, greedyIfLong: true })
    expect(parse(parser, words)).toEqual(parse(freshParser(1), words))
    const [{ tree }] = parser.rank(fillSentence(parser.sentence(), words), { count: 3 })
    expect([...tree.head, ...tree.label]).toEqual(parse(freshParser(1), words))
  })
})
