/**
 * A pipeline as bytes:
 *
 *   0   magic        8 bytes, `rbpipe` and two zeros
 *   8   version      4 bytes, little-endian, as the next three
 *   12  header size  in bytes
 *   16  body size    in bytes
 *   20  checksum     CRC-32 of header and body
 *   24  header       JSON (UTF-8): training facts, multiword tokens, cuts of runs, tags, FEATS
 *       body         weights for boundaries, sentence ends, tags and FEATS; class pairs of the tokenizer; the
 *                    vocabulary of the tagger
 *       parser       a model file with a checksum of its own
 *
 * Everything is checked when it is read; an error is one line.
 */
import { ByteReader, ByteWriter, checksum } from '../../parser/model/bytes.ts'
import { ModelError, readModel, writeModel } from '../../parser/model/model-file.ts'
import { checkFacts } from '../../parser/model/model-header.ts'
import { readWeights, writeWeights } from './classifier.ts'
import type { PipelineModel } from './pipeline-model.ts'
import type { RunSplits } from './run-splits.ts'
import { CLASS_PAIRS } from './sentence-end-features.ts'
import type { TagClass } from './tagger.ts'
import { BOUNDARY_CLASSES } from './tokenizer.ts'
import { readNumbers, writeNumbers } from './word-numbers.ts'

export const PIPELINE_VERSION = 3
const MAGIC = Uint8Array.from('rbpipe\0\0', (character) => character.charCodeAt(0))
const PREFIX = 24

/** Whether bytes begin like a pipeline file. */
export function isPipeline(bytes: Uint8Array): boolean {
  return bytes.length >= MAGIC.length && MAGIC.every((byte, i) => bytes[i] === byte)
}

/** The file of a pipeline. Equal models give equal bytes. */
export function writePipeline(model: PipelineModel): Uint8Array<ArrayBuffer> {
  const { training, tokenizer, tagger } = model
  const header = new TextEncoder().encode(
    JSON.stringify({
      training,
      multiwords: [...tokenizer.multiwords].map(([token, words]) => [token, ...words]),
      splits: [...tokenizer.splits.forms].map(([form, offsets]) => [form, ...offsets]),
      endings: [...tokenizer.splits.endings],
      tags: tagger.tags.map(({ upos, xpos, feats }) => [upos, xpos, ...feats]),
      feats: tagger.feats,
    }),
  )
  const body = new ByteWriter()
  const { boundaryWeights, sentenceEndWeights, noEndPairs } = tokenizer
  for (const weights of [boundaryWeights, sentenceEndWeights, tagger.tagWeights, tagger.featsWeights])
    writeWeights(body, weights)
  writeAscending(body, noEndPairs)
  const { ambiguity, choice, choices, feats } = tagger.vocabulary
  writeNumbers(body, ambiguity)
  writeNumbers(body, choice)
  body.unsigned(choices.length)
  for (const set of choices) writeAscending(body, set)
  writeNumbers(body, feats)
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
    const { training, multiwords, splits, tags, feats } = checkHeader(json)
    const reader = new ByteReader(body)
    const weights = [BOUNDARY_CLASSES, 2, tags.length, feats.length].map((classes) => {
      const read = readWeights(reader)
      if (read.classes === classes) return read
      throw new RangeError(`weights of ${read.classes} classes, expected ${classes}`)
    })
    const [boundaryWeights, sentenceEndWeights, tagWeights, featsWeights] = weights
    const noEndPairs = readAscending(reader, CLASS_PAIRS)
    const ambiguity = readNumbers(reader)
    const choice = readNumbers(reader)
    const choices = readChoices(reader, tags.length)
    if (choice.numbers.some((number) => number >= choices.length))
      throw new RangeError('a word refers to a choice that does not exist')
    const vocabulary = { ambiguity, choice, choices, feats: readNumbers(reader, feats.length) }
    if (reader.left > 0) throw new RangeError(`${reader.left} bytes too many`)
    return {
      training,
      tokenizer: { boundaryWeights, sentenceEndWeights, splits, noEndPairs, multiwords },
      tagger: { tags, feats, vocabulary, tagWeights, featsWeights },
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
    throw new ModelError('the pipeline is damaged: its checksum is wrong')
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
  readonly splits: RunSplits
  readonly tags: TagClass[]
  readonly feats: string[]
}

function checkHeader(json: unknown): Header {
  const { training, multiwords, splits, endings, tags, feats } = (json ?? {}) as Record<string, unknown>
  const must = (holds: boolean, what: string): void => {
    if (!holds) throw new RangeError(`bad ${what} in its header`)
  }
  must(isListOf(feats, isColumn), 'FEATS')
  const isId = (id: unknown): id is number =>
    Number.isInteger(id) && (id as number) >= 0 && (id as number) < (feats as string[]).length
  const isTag = (tag: unknown): tag is [string, string, ...number[]] =>
    Array.isArray(tag) && tag.length > 2 && tag.slice(0, 2).every(isColumn) && tag.slice(2).every(isId)
  must(isListOf(tags, isTag) && tags.length > 0, 'tags')
  const isMultiword = (entry: unknown): entry is string[] => isListOf(entry, isColumn) && entry.length > 1
  must(isListOf(multiwords, isMultiword), 'multiword tokens')
  const isSplit = (entry: unknown): entry is [string, ...number[]] =>
    Array.isArray(entry) && entry.length > 1 && isColumn(entry[0]) && entry.slice(1).every(Number.isInteger)
  must(isListOf(splits, isSplit), 'cuts of runs')
  must(isListOf(endings, isColumn), 'endings')
  return {
    training: checkFacts(training),
    multiwords: new Map((multiwords as string[][]).map(([token, ...words]) => [token, words])),
    splits: {
      forms: new Map((splits as [string, ...number[]][]).map(([form, ...offsets]) => [form, offsets])),
      endings: new Set(endings as string[]),
    },
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

/** Whether a text is valid in a column of CoNLL-U. */
function isColumn(text: unknown): text is string {
  return typeof text === 'string' && /^[^\t\r\n]+$/.test(text)
}

/** Writes the count of numbers, and the difference of each from the previous one. */
function writeAscending(writer: ByteWriter, numbers: Uint16Array): void {
  writer.unsigned(numbers.length)
  for (let i = 0; i < numbers.length; i++) writer.unsigned(numbers[i] - (i === 0 ? 0 : numbers[i - 1]))
}

/** Throws RangeError if the numbers are not ascending or not below `limit`. */
function readAscending(reader: ByteReader, limit: number): Uint16Array {
  const count = reader.unsigned()
  if (count > reader.left) throw new RangeError(`${count} numbers in ${reader.left} bytes`)
  const numbers = new Uint16Array(count)
  for (let i = 0, number = 0; i < count; i++) {
    const step = reader.unsigned()
    number += step
    if (number >= limit || (step === 0 && i > 0)) throw new RangeError('numbers are out of order')
    numbers[i] = number
  }
  return numbers
}

/** Non-empty sets of tag ids. */
function readChoices(reader: ByteReader, tags: number): Uint16Array[] {
  const count = reader.unsigned()
  // Each takes two bytes or more.
  if (2 * count > reader.left) throw new RangeError(`${count} choices in ${reader.left} bytes`)
  const choices = Array.from({ length: count }, () => readAscending(reader, tags))
  if (choices.some(({ length }) => length === 0)) throw new RangeError('a choice has no tags')
  return choices
}
