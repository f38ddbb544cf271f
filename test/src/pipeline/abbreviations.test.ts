import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCoNLLU } from '../../../src/conllu/reader.ts'
import { embeddedTrain } from '../../../src/embedded/treebank.ts'
import { AbbreviationCounter } from '../../../src/pipeline/abbreviation-counter.ts'
import { abbreviationIn, readAbbreviations } from '../../../src/pipeline/abbreviations.ts'
import { readPipeline, writePipeline } from '../../../src/pipeline/pipeline-file.ts'
import { Tokenizer } from '../../../src/pipeline/tokenizer.ts'
import { trainTokenizer } from '../../../src/pipeline/tokenizer-training.ts'
import { paragraphsOf } from '../../../src/pipeline/treebank-text.ts'
import { tinyPipeline } from './tiny.ts'

const known = readAbbreviations('Mrs. e.g.\nPh.D. été.')
const { tokenizer: model } = tinyPipeline()
const withAbbreviations = { ...model, splits: { ...model.splits, abbreviations: known } }

/** The sentences of a text, each as its tokens with spaces between them. */
function cut(text: string, tokenizer = new Tokenizer(withAbbreviations)): string[] {
  const surfaces = [...tokenizer.sentences(text)].map((sentence) =>
    sentence.textTokens().map(({ start, end }) => text.slice(start, end)),
  )
  return surfaces.map((tokens) => tokens.join(' '))
}

const abbreviation = fc.constantFrom('Mrs.', 'mrs.', 'e.g.', 'Ph.D.', 'été.')
const word = fc.stringMatching(/^[a-z]{1,8}$/)

test('a period belongs to an abbreviation, whatever is around it', () => {
  fc.assert(
    fc.property(
      abbreviation,
      fc.constantFrom('', '(', '"', '“'),
      fc.constantFrom('', ')', ',', ';'),
      (form, before, after) => {
        const end = (before + form).length
        expect(abbreviationIn(before + form + after, known)).toEqual({ start: before.length, end })
      },
    ),
  )
})

test('no other word has a period of its own, and there are no abbreviations by default', () => {
  fc.assert(
    fc.property(word, (form) => {
      fc.pre(!known.has(form))
      expect(abbreviationIn(`${form}.`, known)).toBeUndefined()
    }),
  )
  expect(abbreviationIn('Mrs.', new Set())).toBeUndefined()
})

test('no sentence ends between an abbreviation and a word in lower case', () => {
  fc.assert(
    fc.property(abbreviation, word, (form, next) => {
      expect(cut(`I ${form} ${next}`)).toEqual([`I ${form} ${next}`])
    }),
  )
})

test('the period of the last word of a text may end a sentence', () => {
  const tokens = cut('I sleep e.g.')
  expect(tokens).toEqual(cut('I sleep e.g.', new Tokenizer(model)))
})

test('no sentence ends between a word and a quotation that ends on the same line', () => {
  fc.assert(
    fc.property(word, word, word, (before, inside, after) => {
      const [first] = cut(`${before} "${inside}" ${after}`)
      expect(first).not.toBe(before)
    }),
  )
})

test('a name or a number that begins with a period is not cut after it', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\.(?:[A-Za-z]+|\d+)$/), (name) => {
      expect(cut(`I use ${name} here`).join(' ').split(' ')).not.toContain('.')
    }),
  )
})

test('a file keeps them', () => {
  const pipeline = { ...tinyPipeline(), tokenizer: withAbbreviations }
  expect(readPipeline(writePipeline(pipeline)).tokenizer.splits.abbreviations).toEqual(known)
})

test.each(['Mrs', 'Mrs. 3.', '. x.'])('what is no abbreviation is refused: %j', (text) => {
  expect(() => readAbbreviations(text)).toThrow('is no abbreviation, expected letters and a final period')
})

test('known abbreviations teach the tokenizer what it would learn without them', () => {
  const paragraphs = paragraphsOf(readCoNLLU(embeddedTrain(300)))
  const [without, having] = [undefined, readAbbreviations('Mr. Dr. p.m.')].map((abbreviations) =>
    trainTokenizer(paragraphs, { seed: 1, abbreviations }),
  )
  expect(having.boundaryWeights).toEqual(without.boundaryWeights)
})

function foundIn(...texts: readonly string[]): string[] {
  const counter = new AbbreviationCounter()
  for (const text of texts) counter.add(text)
  return counter.abbreviations()
}

describe('abbreviations of plain text', () => {
  const text = `I asked Prof. Hall, who has approx. two houses, e.g. this old house. He leaves tomorrow.
    It costs (approx. ten) euros in the town and (approx. six) here in this house, where all of us have
    a house of our own and stay until the others leave, e.g. tomorrow. `.repeat(50)

  test('are the words that hardly ever occur without a period', () => {
    expect(foundIn(text).toSorted()).toEqual(['approx.', 'e.g.', 'prof.'])
  })

  test('a word that ends many sentences is none: a long one, and one that is within sentences, too', () => {
    expect(text.match(/tomorrow(?!\.)/g)).toBeNull()
    expect(foundIn(text)).not.toContain('tomorrow.')
    expect(foundIn('The dog saw a fox and another fox. '.repeat(20))).toEqual([])
  })

  test('one occurrence is not enough', () => {
    expect(foundIn('I met Dr. Hall. '.repeat(2))).toEqual(['dr.'])
    expect(foundIn('I met Dr. Hall. We met Hall and went home with him')).toEqual([])
  })

  test('of any text can be read', () => {
    const words = fc.constantFrom('a', 'b.', 'U.S.', '(c.)', '3.', '.', '...', 'été.', '\n', 'don’t.')
    fc.assert(
      fc.property(fc.array(words), (some) => {
        const found = foundIn(some.join(' '))
        expect(readAbbreviations(found.join('\n'))).toEqual(new Set(found.map((one) => one.slice(0, -1))))
      }),
    )
  })
})
