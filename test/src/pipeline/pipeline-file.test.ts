import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checksum } from '../../../parser/core/bytes.ts'
import { wordNumbers, type WordNumbers } from '../../../parser/core/word-numbers.ts'
import { transitionOf } from '../../../parser/core/transition-system.ts'
import { ModelError, writeModel } from '../../../parser/model/model-file.ts'
import { CLASS_PAIRS } from '../../../src/pipeline/characters.ts'
import { KEY_BITS } from '../../../src/pipeline/features.ts'
import { Pipeline } from '../../../src/pipeline/pipeline.ts'
import { readPipeline, writePipeline } from '../../../src/pipeline/pipeline-file.ts'
import { isPipeline, type PipelineModel } from '../../../src/pipeline/text-model.ts'
import { SHARES } from '../../../src/pipeline/word-pieces.ts'
import { conlluOfTokens, tinyPipeline, tinyTreebank, train } from './tiny.ts'

/** Words of two pieces. */
const paired = conlluOfTokens('the dog', 'saw', 'the cat', 'we all|', '.').repeat(9)
const bytes = writePipeline(tinyPipeline())
const header = JSON.parse(new TextDecoder().decode(bytes.subarray(24, 24 + sizeOfHeader(bytes))))

function sizeOfHeader(file: Uint8Array): number {
  return new DataView(file.buffer, file.byteOffset).getUint32(12, true)
}

/** The bytes with a checksum that fits, so that what lies behind it is reached. */
function sealed(file: Uint8Array): Uint8Array {
  const view = new DataView(file.buffer, file.byteOffset)
  const end = 24 + view.getUint32(12, true) + view.getUint32(16, true)
  view.setUint32(20, checksum(file.subarray(24, end)), true)
  return file
}

/** The file with another header, and sizes that fit. */
function withHeader(json: unknown): Uint8Array {
  const head = new TextEncoder().encode(JSON.stringify(json))
  const body = bytes.subarray(24 + sizeOfHeader(bytes))
  const file = new Uint8Array(24 + head.length + body.length)
  file.set(bytes.subarray(0, 24))
  file.set(head, 24)
  file.set(body, 24 + head.length)
  new DataView(file.buffer).setUint32(12, head.length, true)
  return sealed(file)
}

describe('a pipeline file', () => {
  test('comes back as it went', () => {
    const back = readPipeline(bytes)
    const { tokenizer, tagger, training } = tinyPipeline()
    expect(back.training).toEqual(training)
    expect(back.tokenizer).toEqual(tokenizer)
    expect(back.tagger).toEqual(tagger)
    expect(writePipeline(back)).toEqual(bytes)
  })

  test('comes back from bytes as files are read into, too', () => {
    const inFile = Buffer.concat([Buffer.from('xyz'), bytes]).subarray(3)
    expect(readPipeline(inFile)).toEqual(readPipeline(bytes))
  })

  test('treebank, options and seed give it to the byte', () => {
    expect(writePipeline(train(tinyTreebank))).toEqual(bytes)
    expect(writePipeline(train(tinyTreebank, 2))).not.toEqual(bytes)
  })

  test('is told apart from a model of the parser', () => {
    expect(isPipeline(bytes)).toBe(true)
    expect(isPipeline(writeModel(tinyPipeline().parser))).toBe(false)
    expect(isPipeline(new Uint8Array(3))).toBe(false)
  })

  test('cut off anywhere, or with anything behind it, it is refused', () => {
    for (let size = 0; size < bytes.length; size += size < 200 ? 1 : 997)
      expect(() => readPipeline(bytes.subarray(0, size))).toThrow(ModelError)
    expect(() => readPipeline(Uint8Array.from([...bytes, 0]))).toThrow(ModelError)
  })

  test('altered anywhere, it is refused', () => {
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const file = bytes.slice()
        file[at] ^= change
        expect(() => readPipeline(file)).toThrow(ModelError)
      }),
    )
  })

  test('altered by somebody who knows the checksum, it is refused or parses', () => {
    fc.assert(
      fc.property(fc.nat(bytes.length - 25), fc.nat(255), (at, byte) => {
        const file = bytes.slice()
        file[24 + at] = byte
        let model
        try {
          model = readPipeline(sealed(file))
        } catch (error) {
          expect(error).toBeInstanceOf(ModelError)
          return
        }
        expect([...new Pipeline(model).parse("I don't see the dog. (Ao rio!)")].length).toBeGreaterThan(0)
      }),
      { numRuns: 60 },
    )
  })

  test.each([
    ['no object', null],
    ['no training facts', { ...header, training: 1 }],
    ['FEATS that are no texts', { ...header, feats: [1] }],
    ['FEATS that would break a line', { ...header, feats: header.feats.map(() => 'a\tb') }],
    ['FEATS with a control character', { ...header, feats: header.feats.map(() => 'a\x1bb') }],
    ['tags with a control character', { ...header, tags: header.tags.map(() => ['X', 'a\x1bb', 0]) }],
    ['too few FEATS', { ...header, feats: header.feats.slice(1) }],
    ['no tags', { ...header, tags: [] }],
    ['tags without FEATS', { ...header, tags: header.tags.map((tag: unknown[]) => tag.slice(0, 2)) }],
    ['tags with FEATS that are not there', { ...header, tags: header.tags.map(() => ['X', 'X', 1e9]) }],
    [
      'tags with the FEATS after the last ones',
      { ...header, tags: header.tags.map(() => ['X', 'X', header.feats.length]) },
    ],
    ['XPOS that are no list', { ...header, xpos: 1 }],
    ['XPOS of fewer tags', { ...header, xpos: [] }],
    ['XPOS of fewer FEATS', { ...header, xpos: header.tags.map(() => []) }],
    ['multiword tokens without words', { ...header, multiwords: [['ao']] }],
    ['cuts without offsets', { ...header, splits: [['cannot']] }],
    ['endings that are no texts', { ...header, endings: [1] }],
    ['edits that are no texts', { ...header, edits: [1] }],
    ['edits that are no scripts', { ...header, edits: header.edits.map(() => ['l 0']) }],
    ['edits to empty lemmas', { ...header, edits: header.edits.map(() => ['=']) }],
    ['multiword tokens with line ends', { ...header, multiwords: [['ao', 'a\n', 'o']] }],
  ])('a header with %s is refused', (_, json) => {
    expect(() => readPipeline(withHeader(json))).toThrow(/^not a sound (pipeline|model): /)
  })

  test('has no features of more bits than there are, no classes that are transitions, and comes back with XPOS of its FEATS', () => {
    const { tokenizer, tagger, ...rest } = tinyPipeline()
    const withKey = (key: number, transition = 0): Uint8Array => {
      const keys = Uint32Array.of(key)
      const starts = Uint32Array.of(0, 1)
      const transitions = Int32Array.of(transition)
      const [classes, values] = [Uint16Array.of(0), Int16Array.of(1)]
      const weights = { transitions, keys, starts, classes, values, scale: 1 }
      const changed = { ...tokenizer, boundaryWeights: weights }
      return writePipeline({ ...rest, tagger, tokenizer: changed })
    }
    expect(readPipeline(withKey(2 ** KEY_BITS - 1)).tokenizer.boundaryWeights.keys).toEqual(
      Uint32Array.of(2 ** KEY_BITS - 1),
    )
    expect(() => readPipeline(withKey(2 ** KEY_BITS))).toThrow('a feature of too many bits')
    expect(() => readPipeline(withKey(1, transitionOf(1)))).toThrow('an unknown class')
    const tags = tagger.tags.map((tag) => ({ ...tag, xposOfFeats: tag.feats.map((id) => `X${id}`) }))
    const file = writePipeline({ ...rest, tokenizer, tagger: { ...tagger, tags } })
    expect(readPipeline(file).tagger.tags).toEqual(tags)
  })

  describe('has no number of what is not there:', () => {
    const pipeline = train(paired)
    const { tokenizer, tagger } = pipeline
    const joins = tokenizer.joins!
    const { lemmas } = tagger
    const vocabulary = { ...tagger.vocabulary, choices: [Uint16Array.of(0), Uint16Array.of(0)] }
    const numbered = (number: number): WordNumbers => wordNumbers(new Map([[9, number]]))
    test.each<[string, limit: number, (number: number) => PipelineModel]>([
      [
        'class pairs without ends',
        CLASS_PAIRS,
        (one) => ({ ...pipeline, tokenizer: { ...tokenizer, noEndPairs: Uint16Array.of(one) } }),
      ],
      [
        'class pairs of pieces',
        CLASS_PAIRS,
        (one) => ({
          ...pipeline,
          tokenizer: { ...tokenizer, joins: { ...joins, pairs: Uint16Array.of(one) } },
        }),
      ],
      [
        'shares of phrases',
        SHARES,
        (one) => ({ ...pipeline, tokenizer: { ...tokenizer, joins: { ...joins, phrases: numbered(one) } } }),
      ],
      [
        'choices of tags',
        vocabulary.choices.length,
        (one) => ({
          ...pipeline,
          tagger: { ...tagger, vocabulary: { ...vocabulary, choice: numbered(one) } },
        }),
      ],
      [
        'tags of choices',
        tagger.tags.length,
        (one) => {
          const choices = vocabulary.choices.with(1, Uint16Array.of(one))
          return { ...pipeline, tagger: { ...tagger, vocabulary: { ...vocabulary, choices } } }
        },
      ],
      [
        'FEATS of words',
        tagger.feats.length,
        (one) => ({
          ...pipeline,
          tagger: { ...tagger, vocabulary: { ...vocabulary, feats: numbered(one) } },
        }),
      ],
      [
        'edits of words',
        lemmas.edits.length,
        (one) => ({ ...pipeline, tagger: { ...tagger, lemmas: { ...lemmas, exceptions: numbered(one) } } }),
      ],
    ])('%s', (_, limit, withNumber) => {
      const last = withNumber(limit - 1)
      expect(readPipeline(writePipeline(last))).toMatchObject({
        tokenizer: last.tokenizer,
        tagger: last.tagger,
      })
      expect(() => readPipeline(writePipeline(withNumber(limit)))).toThrow(ModelError)
    })
  })

  test.each([4, 9])('version %i is refused by its number', (version) => {
    const file = bytes.slice()
    file[8] = version
    expect(() => readPipeline(file)).toThrow(`pipeline format version ${version}, expected 5`)
  })
})
