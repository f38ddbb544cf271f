import { expect, test } from 'vitest'
import { hashText } from '../../../parser/core/hash.ts'
import { fillSentence, ParserSentence } from '../../../parser/core/sentence.ts'
import { type Attribute, attributes } from '../../../parser/core/word-attributes.ts'
import { readCoNLLU } from '../../../src/conllu/reader.ts'
import { DeprelBytes, TokenReader, TreeReader } from '../../../src/conllu/trees.ts'
import { Symbols } from '../../../transform/symbols.ts'
import { PLAIN, RELOCATED, REVERSED } from '../../../transform/tree.ts'
import { sentenceOf } from './files.ts'

const marked = sentenceOf('a 0 root', 'b 1 det*', 'c 1 det^', 'd 1 det', 'e 1 obl↑acl↓*')

test('labels and marks come apart, and together again', () => {
  const [sentence] = readCoNLLU(marked)
  const reader = new TreeReader()
  const tree = reader.marked(sentence)
  expect([...tree.head]).toEqual([-1, 0, 1, 1, 1, 1])
  expect([...tree.mark]).toEqual([PLAIN, PLAIN, REVERSED, RELOCATED, PLAIN, REVERSED])
  const labels = [...tree.label.subarray(1)].map((label) => reader.labels.text(label))
  expect(labels).toEqual(['root', 'det', 'det', 'det', 'obl↑acl↓'])
  const deprels = new DeprelBytes(reader.labels)
  const texts = [1, 2, 3, 4, 5].map((word) =>
    new TextDecoder().decode(deprels.of(tree.label[word], tree.mark[word])),
  )
  expect(texts).toEqual(['root', 'det*', 'det^', 'det', 'obl↑acl↓*'])
})

test('an original tree has no reserved character in its labels', () => {
  const [sentence] = readCoNLLU(marked, { file: 'f' })
  expect(() => new TreeReader().original(sentence)).toThrow(
    "f:2: the label 'det*' has the reserved character '*', expected one without ↑ ↓ ^ *",
  )
  // What is refused does not get into the table of labels, where it would have no base.
  const labels = new Symbols()
  const [lifted] = readCoNLLU(sentenceOf('a 0 root', 'b 1 x↑y'), { file: 'f' })
  expect(() => new TreeReader(labels).original(lifted)).toThrow('reserved')
  expect(labels.texts()).toEqual(['root'])
  const [empty] = readCoNLLU(sentenceOf('a 0 ', 'b 1 x'), { file: 'f' })
  expect(() => new TreeReader().original(empty)).toThrow('f:1: the label is empty, expected one')
})

test('a marked tree has labels of the grammar', () => {
  const [sentence] = readCoNLLU(sentenceOf('a 0 root', 'b 1 *det'), { file: 'f' })
  const malformed = "f:2: label '*det' is malformed, expected a base, then ↑label or ↓, then * or ^"
  expect(() => new TreeReader().marked(sentence)).toThrow(malformed)
})

test('a parser that reads only ExtPos of FEATS finds the same values as one that reads all of FEATS', () => {
  const lines = ['ExtPos=ADV', 'Degree=Pos|ExtPos=ADP', '_', 'Number=Sing', 'Fox=1', 'NoExtPos=ADP']
  const text = lines.map((feats, i) => `${i + 1}\tw\t_\tNOUN\t_\t${feats}\t0\troot\t_\t_\n`).join('')
  const [sentence] = readCoNLLU(new TextEncoder().encode(`${text}\n`))
  const values = (used: readonly Attribute[]): number[] => {
    const filled = new ParserSentence({ used })
    fillSentence(filled, new TokenReader(filled.optionalColumns).tokens(sentence))
    return [...filled.columns[attributes.indexOf('extpos')].subarray(1, lines.length + 1)]
  }
  const [adverb, adposition, noun] = ['ADV', 'ADP', 'NOUN'].map((tag) => hashText(tag))
  expect(values(['extpos'])).toEqual([adverb, adposition, noun, noun, noun, noun])
  expect(values(['extpos', 'feats'])).toEqual(values(['extpos']))
})
