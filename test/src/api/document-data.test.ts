/** Documents that become data, travel, and come back. */
import { Worker } from 'node:worker_threads'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Document } from '../../../src/document/document.ts'
import type { DocumentJson } from '../../../src/document/formats.ts'
import { embeddedDev } from '../../../src/embedded/treebank.ts'
import { anyText, tinyPipeline } from '../pipeline/tiny.ts'
import { TextParser } from '../../../src/api/text-parser.ts'
import { tinyParser } from './parsers.ts'

const parser = tinyParser()

/** JSON that a test damages. */
type Loose = ReturnType<typeof JSON.parse>

/** All that a document shows of itself. */
const shown = (document: Document): unknown => [
  document.text,
  document.toJSON(),
  document.toCoNLLU(),
  document.draw(),
  document.toSpaCy(),
  document.toDisplaCy(),
  document.sentences.flatMap(({ words }) =>
    words.map((word) => [word.text, word.token.text, word.children.length]),
  ),
]

describe('JSON', () => {
  test('of a document gives the document back', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const document = parser.parse(text)
        const travelled = structuredClone(JSON.parse(JSON.stringify(document)) as DocumentJson)
        expect(shown(Document.fromJSON(travelled))).toEqual(shown(document))
      }),
    )
  })

  test('survives a worker', async () => {
    const document = parser.parse("The dog saw a cat. I don't go!")
    const code =
      "const { parentPort } = require('worker_threads'); parentPort.on('message', (m) => parentPort.postMessage(m))"
    const echo = new Worker(code, { eval: true })
    echo.postMessage(document.toJSON())
    const data = await new Promise<DocumentJson>((resolve) => echo.once('message', resolve))
    await echo.terminate()
    expect(shown(Document.fromJSON(data))).toEqual(shown(document))
  })

  test('that is no document is an error that says where', () => {
    const good = parser.parse('The dog saw a cat.').toJSON()
    const changed = (change: (json: Loose) => void): DocumentJson => {
      const json = structuredClone(good)
      change(json)
      return json
    }
    const broken: [(json: Loose) => void, RegExp][] = [
      [(json) => delete json.text, /^TypeError: document.text is undefined, expected a string$/],
      [
        (json) => (json.sentences[0].words[1].form = 3),
        /^TypeError: document.sentences\[0\].words\[1\].form is 3/,
      ],
      [
        (json) => (json.sentences[0].words[1].head = 2),
        /^RangeError: document.sentences\[0\]: word 2 is its own head/,
      ],
      [(json) => (json.sentences[0].words[1].head = 99), /the head 99, expected a whole number from 0 to/],
      [(json) => (json.sentences[0].words[1].head = 0.5), /the head 0.5, expected a whole number/],
      [(json) => (json.sentences[0].words[1].id = 7), /the word 7, expected 2/],
      [(json) => (json.sentences[0].words[1].end = 1e9), /offsets .* expected offsets from 0 to/],
      [(json) => json.sentences[0].tokens.pop(), /tokens for \d+ words, expected \d+/],
      [(json) => (json.sentences[0].tokens[0].last = 1e9), /tokens for 1000000000 words|the words/],
      [(json) => (json.sentences[0].tokens[1].first = 1), /the words 1 to 2 of a token, expected 2/],
      [(json) => (json.sentences[0].text = 'x'), /its text is not that of the document/],
    ]
    for (const [change, message] of broken) {
      let error = ''
      try {
        Document.fromJSON(changed(change))
      } catch (thrown) {
        error = String(thrown)
      }
      expect(error).toMatch(message)
    }
  })
})

describe('CoNLL-U', () => {
  test('of a document gives the document back', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        // Bytes cannot hold a lone surrogate.
        const document = parser.parse(text.replaceAll(/\p{Cs}/gu, '?'))
        if (document.sentences.length === 0) return
        expect(shown(Document.fromCoNLLU(document.toCoNLLU()))).toEqual(shown(document))
      }),
    )
  })

  test('has the white space of the text, and what exceptions replaced', () => {
    const text = "\t The  dog can't\r\nsleep|s.\n\n \nA New  York cat sleeps\\|."
    const exceptions = { "can't": ['cannot'], 'New  York': ['New York'] }
    const document = new TextParser(tinyPipeline(), { exceptions }).parse(text)
    expect(document.toCoNLLU().match(/(?<=\t)Space.*/g)).toEqual([
      String.raw`SpacesBefore=\t\s|SpacesAfter=\s\s`,
      String.raw`SpacesInToken=can't|SpacesAfter=\r\n`,
      'SpaceAfter=No',
      String.raw`SpacesAfter=\n\n\s\n`,
      String.raw`SpacesInToken=New\s\sYork`,
      'SpaceAfter=No',
      'SpaceAfter=No',
    ])
    expect(shown(Document.fromCoNLLU(document.toCoNLLU()))).toEqual(shown(document))
  })

  test('of a treebank has the words and trees of the treebank', () => {
    const document = Document.fromCoNLLU(embeddedDev(40))
    const columns = embeddedDev(40)
      .match(/^\d+\t.*$/gm)!
      .map((line) => line.split('\t'))
    expect(
      document.words.map(({ id, form, upos, head, deprel }) => [
        `${id}`,
        form,
        upos,
        `${head?.id ?? 0}`,
        deprel,
      ]),
    ).toEqual(columns.map(([id, form, , upos, , , head, deprel]) => [id, form, upos, head, deprel]))
    for (const word of document.words) expect(document.text.slice(word.start, word.end)).toBe(word.text)
  })

  test('takes memory in proportion to the text', () => {
    const text = embeddedDev().repeat(14)
    const before = process.memoryUsage().heapUsed
    const document = Document.fromCoNLLU(text)
    expect(document.sentences).toHaveLength(4200)
    // With a copy of the text before each sentence it was 1,350 MB.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(300e6)
  })

  test('without heads is an error', () => {
    expect(() => Document.fromCoNLLU('1\ta\t_\t_\t_\t_\t_\t_\t_\t_\n\n')).toThrow(
      "-:1: the head of word 1 is '_'",
    )
    expect(() => Document.fromCoNLLU('x\n')).toThrow('1: ')
  })
})
