import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCoNLLU } from '../../../src/conllu/reader.ts'
import { DeprelBytes } from '../../../src/conllu/trees.ts'
import { CoNLLUWriter } from '../../../src/conllu/writer.ts'
import { Pipeline } from '../../../src/pipeline/pipeline.ts'
import { DEPREL, FEATS, FORM, LEMMA, UPOS, XPOS } from '../../../src/sentence/annotated-sentence.ts'
import { TextSentence } from '../../../src/sentence/text-sentence.ts'
import { Symbols } from '../../../transform/symbols.ts'
import { treeOf } from '../../../transform/tree.ts'
import { anyText, tinyPipeline } from '../pipeline/tiny.ts'

const bytes =
  '# a = 1\r\n1-2\tdu\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\r\n' +
  '1\tde\tde\tADP\tE\tA=B\t2\tcase\t_\tX=1\r\n2\tle\tle\tDET\tD\t_\t0\troot\t2:x\t_\r\n' +
  '2.1\te\t_\t_\t_\t_\t_\t_\t_\t_\r\n\r\n'
const other = { [LEMMA]: ['d', 'l'], [UPOS]: ['X', 'Y'] }

test('columns of bytes that are replaced change, and nothing else does', () => {
  const [sentence] = readCoNLLU(bytes)
  const replaced = sentence.with(other).with({ [DEPREL]: ['a', 'b'] }, Int32Array.of(-1, 0, -1))
  expect(replaced.conllu()).toBe(
    bytes
      .replace('\tde\tADP', '\td\tX')
      .replace('\tle\tDET', '\tl\tY')
      .replace('2\tcase', '0\ta')
      .replace('0\troot', '_\tb'),
  )
  expect(sentence.conllu()).toBe(bytes)
  expect([replaced.lemma(1), replaced.upos(2), replaced.deprel(2), replaced.form(2)]).toEqual([
    'd',
    'Y',
    'b',
    'le',
  ])
  expect([replaced.hasSame(UPOS, 1, sentence, 1), replaced.hasSame(FORM, 1, sentence, 1)]).toEqual([
    false,
    true,
  ])
  expect([...replaced.tokens()]).toEqual([{ first: 1, last: 2, form: 'du', misc: 'SpaceAfter=No' }])
})

test('whatever columns are replaced, lines, empty columns and equal ones are those of the texts', () => {
  const column = fc.constantFrom(LEMMA, UPOS, XPOS, FEATS, DEPREL)
  const text = fc.constantFrom('_', 'a', 'de', 'X')
  const replacement = fc.tuple(column, fc.tuple(text, text))
  fc.assert(
    fc.property(fc.array(replacement, { maxLength: 3 }), (replacements) => {
      const [sentence] = readCoNLLU(bytes)
      const replaced = replacements.reduce((one, [name, texts]) => one.with({ [name]: texts }), sentence)
      const columns = new Map(replacements)
      const lines = bytes.split('\r\n').map((line) => {
        const cells = line.split('\t')
        for (const [name, texts] of columns)
          if (/^[12]\t/.test(line)) cells[name] = texts[Number(cells[0]) - 1]
        return cells.join('\t')
      })
      expect(replaced.conllu()).toBe(lines.join('\r\n'))
      for (let name: number = FORM; name <= DEPREL; name++)
        for (const word of [1, 2]) {
          const cell = lines[word + 1].split('\t')[name]
          expect(replaced.column(word, name)).toBe(cell)
          expect(replaced.isEmpty(word, name)).toBe(cell === '_')
          for (const other of [1, 2]) {
            expect(replaced.hasSame(name, word, sentence, other)).toBe(cell === sentence.column(other, name))
            expect(sentence.hasSame(name, other, replaced, word)).toBe(cell === sentence.column(other, name))
          }
        }
    }),
  )
})

test('a tree is written with the tags that replace those of the bytes', () => {
  const [sentence] = readCoNLLU(bytes)
  const labels = new Symbols(['root', 'dep'])
  const tree = treeOf([0, 1], [0, 1])
  const writer = new CoNLLUWriter()
  writer.tree(sentence.with(other), tree, new DeprelBytes(labels))
  const expected = sentence.with({ ...other, [DEPREL]: ['root', 'dep'] }, tree.head)
  expect(new TextDecoder().decode(writer.take())).toBe(expected.conllu())
})

test('a sentence of a text says the same as the CoNLL-U that it writes', () => {
  const pipeline = new Pipeline(tinyPipeline())
  fc.assert(
    fc.property(anyText, (text) => {
      // Bytes cannot hold a lone surrogate.
      for (const sentence of pipeline.parse(text.replaceAll(/\p{Cs}/gu, '?'))) {
        const [read] = readCoNLLU(sentence.conllu())
        expect(read.head).toEqual(sentence.head)
        expect(read.comments()).toEqual(sentence.comments())
        expect([...read.tokens()]).toEqual(
          [...sentence.tokens()].map(({ first, last, form, misc }) => ({ first, last, form, misc })),
        )
        for (const column of [FORM, LEMMA, UPOS, XPOS, FEATS, DEPREL])
          for (let word = 1; word <= sentence.size; word++)
            expect(sentence.hasSame(column, word, read, word)).toBe(true)
      }
    }),
  )
})

test('a part of a text has the places of the whole', () => {
  const sentence = TextSentence.ofWords(['a', 'bc'])
  sentence.move(10)
  expect([sentence.start, sentence.end, sentence.startOf(2), sentence.endOf(2)]).toEqual([10, 14, 12, 14])
})
