import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CoNLLUReader } from '../../../src/conllu/reader.ts'
import { encode } from '../../../src/conllu/utf8.ts'
import { embeddedDev } from '../../../src/embedded/treebank.ts'
import { SentenceParser } from '../../../src/parsing/sentence-parser.ts'
import { TreePrinter } from '../../../src/parsing/tree-printer.ts'
import { Pipeline } from '../../../src/pipeline/pipeline.ts'
import { readPipeline } from '../../../src/pipeline/pipeline-file.ts'
import { FEATS, LEMMA, UPOS, XPOS } from '../../../src/sentence/annotated-sentence.ts'

const model = readPipeline(readFileSync('src/models/en-small.rbp'))
const pipeline = new Pipeline(model)
const texts = embeddedDev()
  .match(/^# text = .*/gm)!
  .map((line) => line.slice('# text = '.length))
// Parts of words that were written apart.
const text = [...texts, 'I will be there to morrow .', 'They went with out me .'].join('\n\n')
const parsed = [...pipeline.parse(text)]

test('tags give way to the tree in a few sentences, and the tree keeps its words', () => {
  const changed = parsed.filter((sentence) => {
    const tagged = pipeline.tag(sentence)
    const columns = pipeline.tagger!.tag(sentence.forms())
    expect(tagged.upos(1)).toBe(columns[UPOS]![0])
    return columns[UPOS]!.some((tag, i) => tag !== sentence.upos(i + 1))
  })
  expect(changed.length).toBeGreaterThan(0)
  expect(changed.length).toBeLessThan(parsed.length / 4)
})

test('words that belong to the one before have no lemma and no FEATS', () => {
  const apart = parsed.flatMap((sentence) =>
    Array.from({ length: sentence.size }, (_, i) => i + 1)
      .filter((word) => sentence.deprel(word) === 'goeswith')
      .map((word) => [sentence.lemma(word), sentence.feats(word), sentence.upos(word)]),
  )
  expect(new Set(apart.map(String))).toEqual(new Set(['_,_,X']))
})

test('text and CoNLL-U with --tag get the same tags, lemmas and trees', () => {
  const reader = new CoNLLUReader({ heads: 'ignore' })
  reader.push(encode(parsed.map((sentence) => sentence.conllu()).join('')))
  reader.end()
  const printer = new TreePrinter(new SentenceParser(model.parser), {}, pipeline)
  for (const sentence of reader.sentences()) printer.print(sentence)
  const lines = new TextDecoder().decode(printer.writer.take()).split('\n')
  const columns = lines
    .filter((line) => /^\d+\t/.test(line))
    .map((line) => line.split('\t').slice(LEMMA, 8).join(' '))
  const expected = parsed.flatMap((sentence) =>
    Array.from({ length: sentence.size }, (_, i) =>
      [
        ...[LEMMA, UPOS, XPOS, FEATS].map((column) => sentence.column(i + 1, column)),
        sentence.head[i + 1],
        sentence.deprel(i + 1),
      ].join(' '),
    ),
  )
  expect(columns).toEqual(expected)
})
