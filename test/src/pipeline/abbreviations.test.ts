import fc from 'fast-check'
import { expect, test } from 'vitest'
import { abbreviationIn, readAbbreviations } from '../../../src/pipeline/abbreviations.ts'
import { readPipeline, writePipeline } from '../../../src/pipeline/pipeline-file.ts'
import { Tokenizer } from '../../../src/pipeline/tokenizer.ts'
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
