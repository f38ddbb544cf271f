import { describe, expect, test } from 'vitest'
import * as api from '../../../src/api/index.ts'
import { load } from '../../../src/files/load.ts'
import { tinyPipeline } from '../pipeline/tiny.ts'
import { tinyParser } from './parsers.ts'

// As JavaScript, which knows no types.
const parser = tinyParser() as any
const [sentence] = parser.parse('The dog saw a cat.')
const [word] = sentence
const { TextParser, Document, parserOf } = api as any
const anyLoad = load as any

const calls: [string, () => unknown, string][] = [
  ['parse(5)', () => parser.parse(5), 'text is 5, expected a string'],
  ['parse({})', () => parser.parse({}), 'text is an Object, expected a string'],
  ['parse()', () => parser.parse(), 'text is undefined, expected a string'],
  ['parse(x, null)', () => parser.parse('x', null), 'options is null, expected an object'],
  [
    'an unknown option of parse',
    () => parser.parse('x', { constraint: {} }),
    "options has no property 'constraint', expected constraints, signal",
  ],
  [
    'a signal that is none',
    () => parser.parse('x', { signal: 1 }),
    'options.signal is 1, expected an AbortSignal',
  ],
  [
    'arcs that are no list',
    () => parser.parse('x', { constraints: { arcs: {} } }),
    'options.constraints.arcs is an Object, expected an array',
  ],
  [
    'an arc without a head',
    () => parser.parse('x', { constraints: { arcs: [{ dependent: 1 }] } }),
    'options.constraints.arcs[0].head is undefined, expected the number of a word or its characters { start, end }',
  ],
  [
    'a condition that does not exist',
    () => parser.parse('x', { constraints: { spans: [{ start: 0, end: 1, condition: 'x' }] } }),
    "options.constraints.spans[0].condition is 'x', expected 'plain' or 'root' or 'none'",
  ],
  [
    'a root of no word',
    () => parser.parse('x', { constraints: { roots: [{}] } }),
    'options.constraints.roots[0].word is undefined, expected a number',
  ],
  ['stream(1)', () => parser.stream(1), 'options is 1, expected an object'],
  [
    'new TextParser()',
    () => new TextParser(),
    'model is undefined, expected a model, as readPipeline or readModel returns it',
  ],
  [
    'an unknown option of TextParser',
    () => new TextParser(tinyPipeline(), { bem: 3 }),
    "options has no property 'bem', expected system, singleRoot, beam, backtrack, keepMarks, language",
  ],
  ["parserOf('en')", () => parserOf('en'), "bytes is 'en', expected a Uint8Array or an ArrayBuffer"],
  ['new Document(1)', () => new Document(1, [].values()), 'text is 1, expected a string'],
  ['new Document(x, 1)', () => new Document('x', 1), 'sentences is 1, expected an iterator of sentences'],
  ['sentenceAt', () => parser.parse('x').sentenceAt('1'), "offset is '1', expected a number"],
  ['document.wordAt', () => parser.parse('x').wordAt(), 'offset is undefined, expected a number'],
  ['sentence.wordAt', () => sentence.wordAt(null), 'offset is null, expected a number'],
  ['childrenOf', () => sentence.childrenOf('1'), "id is '1', expected a number"],
  ['toSVG', () => sentence.toSVG({ layout: 'tree' }), "options.layout is 'tree', expected 'arcs' or 'rows'"],
  ['feature', () => word.feature(1), 'name is 1, expected a string'],
  ['pathTo', () => word.pathTo(sentence), 'other is an Object, expected a word of this sentence'],
]

describe('a wrong argument is a TypeError that says what was expected', () => {
  test.each(calls)('%s', (_, call, message) => {
    expect(call).toThrow(new TypeError(message))
  })

  test('load', async () => {
    await expect(anyLoad('en', { bem: 3 })).rejects.toThrow(
      new TypeError(
        "options has no property 'bem', expected system, singleRoot, beam, backtrack, keepMarks, language, signal",
      ),
    )
    await expect(anyLoad('en', { beam: '3' })).rejects.toThrow(
      new TypeError("options.beam is '3', expected a number"),
    )
    await expect(anyLoad()).rejects.toThrow(/^source is undefined, expected the name of an installed model/)
  })
})

test('a head by its number beside a dependent by its characters is a word of the same sentence', () => {
  const constraints = { arcs: [{ head: 5, dependent: { start: 0, end: 3 } }] }
  expect(parser.parse('The dog saw a cat.', { constraints }).sentences[0].words[0].head.id).toBe(5)
})
