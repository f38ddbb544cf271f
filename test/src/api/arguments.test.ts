import { describe, expect, test } from 'vitest'
import { Document, parserOf, TextParser } from '../../../src/api/index.ts'
import { load } from '../../../src/files/node.ts'
import { decodingOptions } from '../../../src/pipeline/decoding-options.ts'
import { tinyPipeline } from '../pipeline/tiny.ts'
import { tinyParser } from './parsers.ts'

const optionNames = Object.keys(decodingOptions).join(', ')

/** A value of a wrong type. */
const wrong = (value?: unknown): never => value as never
const givenText =
  'expected a text, the tokens of a sentence or a list of them; tokens have text, and neither tabs nor line ends'
const parser = tinyParser()
const [sentence] = parser.parse('The dog saw a cat.')
const [word] = sentence

const calls: [string, () => unknown, string][] = [
  ['parse(5)', () => parser.parse(wrong(5)), `text is 5, ${givenText}`],
  ['parse({})', () => parser.parse(wrong({})), `text is an Object, ${givenText}`],
  ['parse()', () => parser.parse(wrong()), `text is undefined, ${givenText}`],
  ['parse(x, null)', () => parser.parse('x', wrong(null)), 'options is null, expected an object'],
  [
    'an unknown option of parse',
    () => parser.parse('x', wrong({ constraint: {} })),
    "options has no property 'constraint', expected constraints, signal, nbest, scores",
  ],
  [
    'a signal that is none',
    () => parser.parse('x', wrong({ signal: 1 })),
    'options.signal is 1, expected an AbortSignal',
  ],
  [
    'arcs that are no list',
    () => parser.parse('x', wrong({ constraints: { arcs: {} } })),
    'options.constraints.arcs is an Object, expected an array',
  ],
  [
    'an arc without a head',
    () => parser.parse('x', wrong({ constraints: { arcs: [{ dependent: 1 }] } })),
    'options.constraints.arcs[0].head is undefined, expected the number of a word or its characters { start, end }',
  ],
  [
    'a condition that does not exist',
    () => parser.parse('x', wrong({ constraints: { spans: [{ start: 0, end: 1, condition: 'x' }] } })),
    "options.constraints.spans[0].condition is 'x', expected 'plain' or 'root' or 'none'",
  ],
  [
    'a leaf of no tag',
    () => parser.parse('x', wrong({ constraints: { leaves: ['punct'] } })),
    "options.constraints.leaves[0] is 'punct', expected a universal tag such as 'PUNCT', or a word",
  ],
  [
    'leaves of no list',
    () => parser.parse('x', wrong({ constraints: { leaves: 'PUNCT' } })),
    "options.constraints.leaves is 'PUNCT', expected an array",
  ],
  [
    'a root of no word',
    () => parser.parse('x', wrong({ constraints: { roots: [{}] } })),
    'options.constraints.roots[0].word is undefined, expected a number',
  ],
  ['stream(1)', () => parser.stream(wrong(1)), 'options is 1, expected an object'],
  [
    'new TextParser()',
    () => new TextParser(wrong()),
    'model is undefined, expected a model, as readPipeline or readModel returns it',
  ],
  [
    'an unknown option of TextParser',
    () => new TextParser(tinyPipeline(), wrong({ bem: 3 })),
    `options has no property 'bem', expected ${optionNames}`,
  ],
  ["parserOf('en')", () => parserOf(wrong('en')), "bytes is 'en', expected a Uint8Array or an ArrayBuffer"],
  ['new Document(1)', () => new Document(wrong(1), [].values()), 'text is 1, expected a string'],
  [
    'new Document(x, 1)',
    () => new Document('x', wrong(1)),
    'sentences is 1, expected an iterator of sentences',
  ],
  ['sentenceAt', () => parser.parse('x').sentenceAt(wrong('1')), "offset is '1', expected a number"],
  ['document.wordAt', () => parser.parse('x').wordAt(wrong()), 'offset is undefined, expected a number'],
  ['sentence.wordAt', () => sentence.wordAt(wrong(null)), 'offset is null, expected a number'],
  ['childrenOf', () => sentence.childrenOf(wrong('1')), "id is '1', expected a number"],
  [
    'toSVG',
    () => sentence.toSVG(wrong({ layout: 'tree' })),
    "options.layout is 'tree', expected 'arcs' or 'rows'",
  ],
  ['feature', () => word.feature(wrong(1)), 'name is 1, expected a string'],
  ['pathTo', () => word.pathTo(wrong(sentence)), 'other is an Object, expected a word of this sentence'],
]

describe('a wrong argument is a TypeError that says what was expected', () => {
  test.each(calls)('%s', (_, call, message) => {
    expect(call).toThrow(new TypeError(message))
  })

  test('load', async () => {
    await expect(load('en', wrong({ bem: 3 }))).rejects.toThrow(
      new TypeError(`options has no property 'bem', expected ${optionNames}, signal`),
    )
    await expect(load('en', wrong({ beam: '3' }))).rejects.toThrow(
      new TypeError("options.beam is '3', expected a whole number from 1 to 1024"),
    )
    await expect(load(wrong())).rejects.toThrow(
      /^source is undefined, expected the name of an installed model/,
    )
  })
})

test('a head by its number beside a dependent by its characters is a word of the same sentence', () => {
  const constraints = { arcs: [{ head: 5, dependent: { start: 0, end: 3 } }] }
  expect(parser.parse('The dog saw a cat.', { constraints }).sentences[0].words[0].head?.id).toBe(5)
})
