/**
 * A pipeline as bytes, in a container (see container.ts):
 *
 *   header training information, multiword tokens, cuts of runs, tags, FEATS, lemma edits; if tags are only UPOS, for
 *           each tag the XPOS of its FEATS
 *   body    weights for boundaries, sentence ends, tags, FEATS and lemmas; class pairs of the tokenizer; the vocabulary
 *           of the tagger; lemma exceptions; if the header says that words have several pieces, the join model
 *   rest    a model file: the parser
 *
 * The reader checks everything; each error is one line.
 */
import { bytes as isBytes, hasFields } from '../../transform/arguments.ts'
import { ByteReader, ByteWriter, type Bytes } from '../../parser/core/bytes.ts'
import { openContainer, packContainer, withModelErrors } from '../../parser/model/container.ts'
import { readClassifier, readModel, writeClassifier, writeModel } from '../../parser/model/model-file.ts'
import type { Model } from '../../parser/model/model.ts'
import type { ClassifierWeights } from '../../parser/core/classifier-weights.ts'
import { checkFacts, checkPrintable } from '../../parser/model/model-header.ts'
import { RowReader } from '../../parser/scoring/kernel/row-reader.ts'
import { CLASS_PAIRS } from './characters.ts'
import { KEY_BITS } from './features.ts'
import { isScript, type Edit } from './lemma-edits.ts'
import { isPipeline, PIPELINE_MAGIC, textModelOf, type PipelineModel, type TextModel } from './text-model.ts'
import type { TaggerModel } from './tagger.ts'
import { BOUNDARY_CLASSES, type TokenizerModel } from './tokenizer.ts'
import { SHARES } from './word-pieces.ts'
import { readAscending, readNumbers, writeAscending, writeNumbers } from '../../parser/core/word-numbers.ts'

export const PIPELINE_VERSION = 5
const FORMAT = {
  magic: PIPELINE_MAGIC,
  version: PIPELINE_VERSION,
  name: 'pipeline',
  hasRest: true,
}

/** Writes a pipeline to bytes. Equal models give equal bytes. */
export function writePipeline(model: PipelineModel): Bytes {
  hasFields({ tokenizer: hasFields({}), tagger: hasFields({}), parser: hasFields({}) })(model, 'model')
  const { training, tokenizer, tagger } = model
  const header = {
    training,
    multiwords: [...tokenizer.multiwords].map(([token, words]) => [token, ...words]),
    splits: [...tokenizer.splits.forms].map(([form, offsets]) => [form, ...offsets]),
    endings: [...tokenizer.splits.endings],
    abbreviations: [...tokenizer.splits.abbreviations],
    tags: tagger.tags.map(({ upos, xpos, feats }) => [upos, xpos, ...feats]),
    ...(tagger.tags.some(({ xposOfFeats }) => xposOfFeats) && {
      xpos: tagger.tags.map(({ xposOfFeats }) => xposOfFeats),
    }),
    feats: tagger.feats,
    edits: tagger.lemmas.edits.map(({ script, cuts }) => [script, ...cuts]),
    ...(tokenizer.joins && { pieces: true }),
  }
  const body = new ByteWriter()
  const { boundaryWeights, sentenceEndWeights, noEndPairs } = tokenizer
  const { tagWeights, featsWeights, lemmas } = tagger
  for (const weights of [boundaryWeights, sentenceEndWeights, tagWeights, featsWeights, lemmas.weights])
    writeClassifier(body, weights)
  writeAscending(body, noEndPairs)
  const { ambiguity, choice, choices, feats } = tagger.vocabulary
  writeNumbers(body, ambiguity)
  writeNumbers(body, choice)
  body.unsigned(choices.length)
  for (const set of choices) writeAscending(body, set)
  for (const numbers of [feats, lemmas.exceptions]) writeNumbers(body, numbers)
  if (tokenizer.joins) {
    writeAscending(body, tokenizer.joins.pairs)
    writeClassifier(body, tokenizer.joins.weights)
    writeNumbers(body, tokenizer.joins.phrases)
  }
  return packContainer(FORMAT, header, body.finish(), writeModel(model.parser))
}

/** Reads a pipeline from bytes. Throws ModelError for invalid bytes. */
export function readPipeline(bytes: Uint8Array): PipelineModel {
  isBytes(bytes, 'bytes')
  const { json, body, rest } = openContainer(FORMAT, bytes)
  return withModelErrors(FORMAT, () => {
    const { training, multiwords, splits, tags, feats, edits, pieces } = checkHeader(json)
    const reader = new ByteReader(body)
    const rowReader = new RowReader(body)
    const readWeights = (classes: number): ClassifierWeights => {
      const classifierWeights = readClassifier(reader, 1, classes, rowReader)
      if ((classifierWeights.keys.at(-1) ?? 0) >>> KEY_BITS === 0) return classifierWeights
      throw new RangeError('a feature of too many bits')
    }
    const weights = [BOUNDARY_CLASSES, 2, tags.length, feats.length, edits.length].map(readWeights)
    const [boundaryWeights, sentenceEndWeights, tagWeights, featsWeights, lemmaWeights] = weights
    const noEndPairs = readAscending(reader, CLASS_PAIRS)
    const ambiguity = readNumbers(reader)
    const choice = readNumbers(reader)
    const choices = readChoices(reader, tags.length)
    if (choice.numbers.some((number) => number >= choices.length))
      throw new RangeError('a word refers to a choice that does not exist')
    const numberTables = [feats, edits].map(({ length }) => readNumbers(reader, length))
    const vocabulary = { ambiguity, choice, choices, feats: numberTables[0] }
    const lemmas = { edits, weights: lemmaWeights, exceptions: numberTables[1] }
    const joins = pieces
      ? {
          pairs: readAscending(reader, CLASS_PAIRS),
          weights: readWeights(2),
          phrases: readNumbers(reader, SHARES),
        }
      : undefined
    if (reader.left > 0) throw new RangeError(`${reader.left} bytes too many`)
    return {
      training,
      tokenizer: { boundaryWeights, sentenceEndWeights, splits, joins, noEndPairs, multiwords },
      tagger: { tags, feats, vocabulary, tagWeights, featsWeights, lemmas },
      parser: readModel(rest),
    }
  })
}

/** Reads the model from a pipeline file or a parser file. Throws ModelError for invalid bytes. */
export function readTextModel(bytes: Uint8Array): TextModel<Model> {
  return isPipeline(bytes) ? readPipeline(bytes) : textModelOf(readModel(bytes))
}

type Header = Pick<PipelineModel, 'training'> &
  Pick<TokenizerModel, 'multiwords' | 'splits'> &
  Pick<TaggerModel, 'tags' | 'feats'> & {
    readonly edits: Edit[]
    readonly pieces: boolean
  }

function checkHeader(json: unknown): Header {
  const header = (json ?? {}) as Record<string, unknown>
  const feats = entriesOf(header.feats, isColumn, 'FEATS')
  const isId = (id: unknown): id is number =>
    Number.isInteger(id) && (id as number) >= 0 && (id as number) < feats.length
  const isTag = (tag: unknown): tag is [string, string, ...number[]] => isEntry(tag, 2, isId)
  const tags = entriesOf(header.tags, isTag, 'tags')
  if (tags.length === 0) throw new RangeError('bad tags in its header')
  const isXpos = (list: unknown, tag: number): list is string[] =>
    Array.isArray(list) && list.length === tags[tag].length - 2 && list.every(isColumn)
  const xpos = header.xpos as string[][] | undefined
  if (xpos !== undefined && !(Array.isArray(xpos) && xpos.length === tags.length && xpos.every(isXpos)))
    throw new RangeError('bad XPOS in its header')
  for (const text of [...feats, ...tags.flatMap(([upos, xpos]) => [upos, xpos]), ...(xpos ?? []).flat()])
    checkPrintable(text, 'the tag')
  const isMultiword = (entry: unknown): entry is [string, ...string[]] => isEntry(entry, 1, isColumn)
  const multiwords = entriesOf(header.multiwords, isMultiword, 'multiword tokens')
  const isSplit = (entry: unknown): entry is [string, ...number[]] => isEntry(entry, 1, Number.isInteger)
  const forms = entriesOf(header.splits, isSplit, 'cuts of runs')
  const endings = entriesOf(header.endings, isColumn, 'endings')
  return {
    training: checkFacts(header.training),
    multiwords: new Map(multiwords.map(([token, ...words]) => [token, words])),
    splits: {
      forms: new Map(forms.map(([form, ...offsets]) => [form, offsets])),
      endings: new Set(endings),
      abbreviations: new Set(entriesOf(header.abbreviations, isColumn, 'abbreviations')),
    },
    tags: tags.map(([upos, one, ...ids], tag) => ({
      upos,
      xpos: one,
      feats: ids,
      ...(xpos && { xposOfFeats: xpos[tag] }),
    })),
    feats,
    pieces: header.pieces === true,
    edits: entriesOf(header.edits, isEdit, 'edits').map(([script, ...cuts]) => ({
      script,
      cuts: new Set(cuts),
    })),
  }
}

/** Throws RangeError if `list` is not a list of valid entries. */
function entriesOf<T>(list: unknown, isValid: (entry: unknown) => entry is T, name: string): T[] {
  if (Array.isArray(list) && list.every(isValid)) return list
  throw new RangeError(`bad ${name} in its header`)
}

/** Whether an entry is a script followed by the texts that it cut off in training. */
function isEdit(entry: unknown): entry is string[] {
  return Array.isArray(entry) && entry.every(isColumn) && isScript(entry[0])
}

/** Whether an entry consists of `columns` texts followed by at least one valid item. */
function isEntry(entry: unknown, columns: number, isValid: (item: unknown) => boolean): boolean {
  return (
    Array.isArray(entry) &&
    entry.length > columns &&
    entry.every((item, i) => (i < columns ? isColumn(item) : isValid(item)))
  )
}

/** Whether a text is valid in a column of CoNLL-U. */
function isColumn(text: unknown): text is string {
  return typeof text === 'string' && /^[^\t\r\n]+$/.test(text)
}

/** Reads non-empty sets of tag ids. */
function readChoices(reader: ByteReader, tags: number): Uint16Array[] {
  const count = reader.unsigned()
  // Each set takes at least two bytes.
  if (2 * count > reader.left) throw new RangeError(`${count} choices in ${reader.left} bytes`)
  const choices = Array.from({ length: count }, () => readAscending(reader, tags))
  if (choices.some(({ length }) => length === 0)) throw new RangeError('a choice has no tags')
  return choices
}
