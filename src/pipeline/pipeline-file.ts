/**
 * A pipeline as bytes:
 *
 *   0   magic        8 bytes, `rbpipe` and two zeros
 *   8   version      4 bytes, little-endian, as the next three
 *   12  header size  in bytes
 *   16  body size    in bytes
 *   20  checksum     CRC-32 of header and body
 *   24  header       JSON (UTF-8): training facts, multiword tokens, tags, FEATS
 *       body         weights of boundaries, of sentence ends, of tags, of FEATS; the vocabulary
 *       parser       its model file, which has a checksum of its own
 *
 * Whatever the bytes say is checked before it is believed; every fault is one line.
 */
import { ByteReader, ByteWriter, checksum } from '../../parser/bytes.ts'
import { ModelError, readModel, writeModel } from '../../parser/model-file.ts'
import { readWeights, writeWeights } from './classifier.ts'
import type { PipelineModel } from './model.ts'
import { featsOf, tagOf, type TagClass } from './tagger.ts'
import { BOUNDARIES } from './tokenizer.ts'

export const PIPELINE_VERSION = 1
const MAGIC = Uint8Array.from('rbpipe\0\0', (character) => character.charCodeAt(0))
const PREFIX = 24

/** Whether bytes claim to be a pipeline. */
export function isPipeline(bytes: Uint8Array): boolean {
  return bytes.length >= MAGIC.length && MAGIC.every((byte, i) => bytes[i] === byte)
}

/** The bytes of `model`; equal models give equal bytes. */
export function writePipeline(model: PipelineModel): Uint8Array<ArrayBuffer> {
  const { training, tokenizer, tagger } = model
  const header = new TextEncoder().encode(
    JSON.stringify({
      training,
      multiwords: [...tokenizer.multiwords].map(([token, words]) => [token, ...words]),
      tags: tagger.tags.map(({ upos, xpos, feats }) => [upos, xpos, ...feats]),
      feats: tagger.feats,
    }),
  )
  const body = new ByteWriter()
  writeWeights(body, tokenizer.boundaryWeights)
  writeWeights(body, tokenizer.sentenceWeights)
  writeWeights(body, tagger.tagWeights)
  writeWeights(body, tagger.featsWeights)
  writeNumbers(body, tagger.vocabulary.ambiguity)
  writeNumbers(body, tagger.vocabulary.settled)
  writeNumbers(body, tagger.vocabulary.feats)
  const parser = writeModel(model.parser)
  const end = PREFIX + header.length + body.length
  const file = new Uint8Array(end + parser.length)
  file.set(MAGIC)
  file.set(header, PREFIX)
  file.set(body.finish(), PREFIX + header.length)
  file.set(parser, end)
  const view = new DataView(file.buffer)
  const numbers = [PIPELINE_VERSION, header.length, body.length, checksum(file.subarray(PREFIX, end))]
  numbers.forEach((value, i) => view.setUint32(MAGIC.length + 4 * i, value, true))
  return file
}

/** The pipeline in `bytes`. Throws ModelError. */
export function readPipeline(bytes: Uint8Array): PipelineModel {
  const { json, body, parser } = open(bytes)
  try {
    const { training, multiwords, tags, feats } = checkHeader(json)
    const reader = new ByteReader(body)
    const [boundaryWeights, sentenceWeights, tagWeights, featsWeights] = Array.from({ length: 4 }, () =>
      readWeights(reader),
    )
    const wanted = [BOUNDARIES, 2, tags.length, feats.length]
    const found = [boundaryWeights, sentenceWeights, tagWeights, featsWeights].map(({ classes }) => classes)
    if (found.some((classes, i) => classes !== wanted[i]))
      throw new RangeError(`weights of ${found.join(', ')} classes, expected ${wanted.join(', ')}`)
    const ambiguity = readNumbers(reader)
    const settled = readNumbers(reader)
    const settledFeats = readNumbers(reader)
    for (const analysis of [...settled.values(), ...settledFeats.values()])
      if (tagOf(analysis) >= tags.length || featsOf(analysis) >= feats.length)
        throw new RangeError('a word of no tag')
    if (reader.left > 0) throw new RangeError(`${reader.left} bytes are left over`)
    return {
      training,
      tokenizer: { boundaryWeights, sentenceWeights, multiwords },
      tagger: {
        tags,
        feats,
        vocabulary: { ambiguity, settled, feats: settledFeats },
        tagWeights,
        featsWeights,
      },
      parser: readModel(parser),
    }
  } catch (error) {
    if (error instanceof RangeError) throw new ModelError(`not a sound pipeline: ${error.message}`)
    throw error
  }
}

function open(bytes: Uint8Array): { json: unknown; body: Uint8Array; parser: Uint8Array } {
  if (bytes.length < PREFIX || !isPipeline(bytes))
    throw new ModelError('not a pipeline file (it does not begin with `rbpipe`)')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const [version, headerSize, bodySize, sum] = [8, 12, 16, 20].map((at) => view.getUint32(at, true))
  if (version !== PIPELINE_VERSION)
    throw new ModelError(
      `pipeline format version ${version}, expected ${PIPELINE_VERSION}: train it again or update rbparse`,
    )
  const end = PREFIX + headerSize + bodySize
  if (bytes.length < end)
    throw new ModelError(`a pipeline of more than ${end} bytes, but ${bytes.length} are there`)
  if (checksum(bytes.subarray(PREFIX, end)) !== sum)
    throw new ModelError('the pipeline is damaged: its checksum does not fit')
  const header = bytes.subarray(PREFIX, PREFIX + headerSize)
  try {
    const json: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(header))
    return { json, body: bytes.subarray(PREFIX + headerSize, end), parser: bytes.subarray(end) }
  } catch {
    throw new ModelError('not a sound pipeline: its header is not JSON')
  }
}

interface Header {
  readonly training: PipelineModel['training']
  readonly multiwords: Map<string, readonly string[]>
  readonly tags: TagClass[]
  readonly feats: string[]
}

function checkHeader(json: unknown): Header {
  const { training, multiwords, tags, feats } = (json ?? {}) as Record<string, unknown>
  const must = (holds: boolean, what: string): void => {
    if (!holds) throw new RangeError(`bad ${what} in its header`)
  }
  must(typeof training === 'object' && training !== null && !Array.isArray(training), 'training facts')
  must(isListOf(feats, isColumn), 'FEATS')
  const isId = (id: unknown): id is number =>
    Number.isInteger(id) && (id as number) >= 0 && (id as number) < (feats as string[]).length
  const isTag = (tag: unknown): tag is [string, string, ...number[]] =>
    Array.isArray(tag) && tag.length > 2 && tag.slice(0, 2).every(isColumn) && tag.slice(2).every(isId)
  must(isListOf(tags, isTag) && tags.length > 0, 'tags')
  const isMultiword = (entry: unknown): entry is string[] => isListOf(entry, isColumn) && entry.length > 1
  must(isListOf(multiwords, isMultiword), 'multiword tokens')
  return {
    training: training as Header['training'],
    multiwords: new Map((multiwords as string[][]).map(([token, ...words]) => [token, words])),
    tags: (tags as [string, string, ...number[]][]).map(([upos, xpos, ...ids]) => ({
      upos,
      xpos,
      feats: ids,
    })),
    feats: feats as string[],
  }
}

function isListOf<T>(list: unknown, holds: (item: unknown) => item is T): list is T[] {
  return Array.isArray(list) && list.every(holds)
}

/** What may stand in a column of CoNLL-U. */
function isColumn(text: unknown): text is string {
  return typeof text === 'string' && /^[^\t\r\n]+$/.test(text)
}

/** Writes numbers of words, in the order of the words' hashes. */
function writeNumbers(writer: ByteWriter, numbers: ReadonlyMap<number, number>): void {
  const words = [...numbers].sort(([a], [b]) => a - b)
  writer.unsigned(words.length)
  let before = 0
  for (const [word, number] of words) {
    writer.unsigned(word - before)
    writer.unsigned(number)
    before = word
  }
}

function readNumbers(reader: ByteReader): Map<number, number> {
  const count = reader.unsigned()
  if (2 * count > reader.left) throw new RangeError(`${count} words in ${reader.left} bytes`)
  const numbers = new Map<number, number>()
  for (let word = 0, left = count; left > 0; left--) {
    word += reader.unsigned()
    if (word > 0xffffffff || numbers.has(word)) throw new RangeError('the words are out of order')
    const number = reader.unsigned()
    if (number > 0x7fffffff) throw new RangeError(`the number ${number} of a word`)
    numbers.set(word, number)
  }
  return numbers
}
