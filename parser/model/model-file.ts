/**
 * The binary format of models, in a container (container.ts):
 *
 *   header  ModelHeader, the labels, the defaults
 *   body    the classifiers, then the relabeller if there is one: for each, the transitions and the features as numbers
 *           of variable length; then the words of the clusters, if there are any; at the end the counts of the norms, if
 *           there are any
 *
 * The file of a committee is the file of the first member with additions: the headers of the other members in `helpers`, and
 * their classifiers and relabellers at the end of the body. All members have the same tags, labels and clusters.
 *
 * The features of a classifier are in ascending order of keys. Each feature is: the difference from the previous key, the
 * number of entries, and for each entry the difference from the previous class and the weight. The reader checks all
 * bytes; an error message is one line.
 */
import { bytes as isBytes, hasFields, listOf } from '../../transform/arguments.ts'
import { reservedCharacter } from '../../transform/label.ts'
import type { Symbols } from '../../transform/symbols.ts'
import { canChoose, classifiersOf } from '../features/classifiers.ts'
import { ByteReader, ByteWriter, type Bytes } from '../core/bytes.ts'
import { ModelError, openContainer, packContainer, withModelErrors } from './container.ts'
import { factsFromJson, headerToJson } from './model-header.ts'
import { MAX_MEMBER_COUNT } from './model.ts'
import type { Model, ModelFacts, ModelHeader } from './model.ts'
import type { ClassifierWeights } from '../core/classifier-weights.ts'
import { registered } from '../registry.ts'
import { RowReader } from '../scoring/kernel/row-reader.ts'
import { type WordClusters, readNumbers, writeNumbers } from '../core/word-numbers.ts'
import { MOST_LABELS, type PairCounts } from '../norms/norms.ts'
import { typeOf, labelOf } from '../core/transition-system.ts'

export { headerToJson, ModelError }

export const MODEL_VERSION = 2
const FORMAT = { magic: 'rbparse\0', version: MODEL_VERSION, name: 'model', hasRest: false }

/**
 * The bytes of `model`. Equal models have equal bytes.
 *
 * ```js
 * const { model } = trainModel(readCoNLLU(bytes), { system: 'rb' })
 * writeFileSync('my.rb', writeModel(model))
 * ```
 */
export function writeModel(model: Model): Bytes {
  hasFields({ header: hasFields({}), labels: hasFields({}), classifiers: listOf(hasFields({})) })(
    model,
    'model',
  )
  const { clusters, helpers, norms } = model
  const body = new ByteWriter()
  writeWeights(body, model)
  if (clusters) writeNumbers(body, clusters.words)
  helpers?.forEach((helper) => writeWeights(body, helper))
  if (norms) writeNumbers(body, norms)
  const jsonOfCommittee = {
    ...(clusters && { clusters: clusters.paths }),
    ...(helpers && { helpers: helpers.map(helperToJson) }),
    ...(norms && { norms: true }),
  }
  return packContainer(FORMAT, { ...factsToJson(model), ...jsonOfCommittee }, body.finish())
}

function factsToJson({ header, labels, defaults, rootLabel }: ModelFacts): Record<string, unknown> {
  return { ...headerToJson(header), labels: labels.texts(), defaults: [...defaults], rootLabel }
}

/** The header of a member other than the first. The labels are only in the header of the first member. */
function helperToJson(facts: ModelFacts): Record<string, unknown> {
  const { labels: _, ...json } = factsToJson(facts)
  return json
}

function writeWeights(body: ByteWriter, { classifiers, relabeller }: Model): void {
  for (const classifier of classifiers) writeClassifier(body, classifier)
  if (relabeller) writeClassifier(body, relabeller)
}

/**
 * The model in `bytes`. Throws ModelError if the bytes are not a model, TypeError if the value is not a Uint8Array.
 *
 * ```js
 * const parser = new SentenceParser(readModel(readFileSync('my.rb')))
 * ```
 */
export function readModel(bytes: Uint8Array): Model {
  isBytes(bytes, 'bytes')
  const { json, body } = openContainer(FORMAT, bytes)
  return withModelErrors(FORMAT, () => {
    const facts = factsFromJson(json)
    const otherHeaders = helpersFromJson(json, facts)
    const reader = new ByteReader(body)
    const rowReader = new RowReader(body)
    const weights = readWeights(reader, facts, rowReader)
    const clusters = readClusters(reader, (json as { clusters?: unknown }).clusters)
    const sharedClusters = clusters && { clusters }
    const helpers = otherHeaders?.map((one) => ({
      ...one,
      ...readWeights(reader, one, rowReader),
      ...sharedClusters,
    }))
    const norms = readNorms(reader, json, facts.labels.size)
    if (reader.left > 0) throw new RangeError(`${reader.left} bytes are left over`)
    return { ...facts, ...weights, ...sharedClusters, ...(helpers && { helpers }), ...(norms && { norms }) }
  })
}

/** The other members of a committee; undefined for a single parser. */
function helpersFromJson(json: unknown, first: ModelFacts): ModelFacts[] | undefined {
  const { helpers } = json as { helpers?: unknown }
  if (helpers === undefined) return undefined
  if (!Array.isArray(helpers) || helpers.length === 0 || helpers.length >= MAX_MEMBER_COUNT)
    throw new RangeError(`a committee has 2 to ${MAX_MEMBER_COUNT} members`)
  return helpers.map((helper: unknown) => {
    const { labels } = first
    const facts = factsFromJson({ ...(helper as object | null), labels: labels.texts() })
    if (facts.header.tags !== first.header.tags)
      throw new RangeError('the members of a committee read different tags')
    return { ...facts, labels }
  })
}

function readWeights(
  reader: ByteReader,
  { header, labels }: ModelFacts,
  rowReader: RowReader,
): Pick<Model, 'classifiers' | 'relabeller'> {
  const system = registered(header.system).make({ singleRoot: header.singleRoot })
  const expected = classifiersOf(system, header.form, header.templates)
  const classifiers = expected.names.map((name, index) => {
    const classifier = readClassifier(reader, system.transitionTypes.length, labels.size, rowReader)
    const isKnown = (transition: number): boolean =>
      labelOf(transition) === 0 || system.transitionTypes[typeOf(transition)].labelled
    if (classifier.transitions.every((one) => canChoose(expected, index, one) && isKnown(one)))
      return classifier
    throw new RangeError(`a class of another classifier than ${name}`)
  })
  const relabeller = header.relabelling && readRelabeller(reader, labels, rowReader)
  return { classifiers, ...(relabeller && { relabeller }) }
}

/** Reads only headers; does not decode weights. `helpers`: the headers of the other members of a committee. Throws ModelError. */
export function readModelHeader(bytes: Uint8Array): {
  header: ModelHeader
  labels: readonly string[]
  helpers: readonly ModelHeader[]
} {
  return withModelErrors(FORMAT, () => {
    const { json } = openContainer(FORMAT, bytes)
    const facts = factsFromJson(json)
    const helpers = helpersFromJson(json, facts) ?? []
    return {
      header: facts.header,
      labels: facts.labels.texts(),
      helpers: helpers.map(({ header }) => header),
    }
  })
}

export function writeClassifier(
  writer: ByteWriter,
  { transitions, scale, keys, starts, classes, values }: ClassifierWeights,
): void {
  writer.unsigned(transitions.length)
  for (const transition of transitions) writer.unsigned(transition)
  for (const byte of new Uint8Array(Float64Array.of(scale).buffer)) writer.unsigned(byte)
  writer.unsigned(keys.length)
  let previousKey = 0
  for (let feature = 0; feature < keys.length; feature++) {
    writer.unsigned(keys[feature] - previousKey)
    previousKey = keys[feature]
    writer.unsigned(starts[feature + 1] - starts[feature])
    let last = -1
    for (let i = starts[feature]; i < starts[feature + 1]; i++) {
      writer.unsigned(classes[i] - last - 1)
      writer.signed(values[i])
      last = classes[i]
    }
  }
}

/** What norms are learned from, if the header says that there are some. */
function readNorms(reader: ByteReader, json: unknown, labels: number): PairCounts | undefined {
  if ((json as { norms?: unknown }).norms !== true) return undefined
  if (labels > MOST_LABELS) throw new RangeError(`norms of ${labels} labels`)
  return readNumbers(reader)
}

/** @param paths the paths of the header, undefined if the model has no clusters */
function readClusters(reader: ByteReader, paths: unknown): WordClusters | undefined {
  if (paths === undefined) return undefined
  const isPath = (path: unknown): path is string =>
    typeof path === 'string' && /^[01]*(\.[\da-z]+)?$/.test(path)
  if (!Array.isArray(paths) || !paths.every(isPath)) throw new RangeError('paths of clusters')
  return { paths, words: readNumbers(reader, paths.length) }
}

/** Reads the relabeller. Its labels have no lifts and no marks. */
function readRelabeller(reader: ByteReader, labels: Symbols, rowReader: RowReader): ClassifierWeights {
  const relabeller = readClassifier(reader, 1, labels.size, rowReader)
  const texts = Array.from(relabeller.transitions, (transition) => labels.text(labelOf(transition)))
  if (texts.some((text) => reservedCharacter(text) !== undefined))
    throw new RangeError('a finished tree has no lifts and no marks')
  return relabeller
}

/** The scale of weights is between this number and its inverse. */
const MIN_SCALE = 1e-100

/** Reads the weights of a classifier. @param typeCount the number of transition types @param labels the number of labels */
export function readClassifier(
  reader: ByteReader,
  typeCount: number,
  labelCount: number,
  rowReader: RowReader,
): ClassifierWeights {
  const classCount = reader.unsigned()
  if (classCount > 65535 || classCount > reader.left) throw new RangeError(`${classCount} classes`)
  const transitions = new Int32Array(classCount)
  for (let i = 0; i < classCount; i++) {
    transitions[i] = reader.unsigned()
    if (typeOf(transitions[i]) >= typeCount || transitions[i] < 0 || labelOf(transitions[i]) >= labelCount)
      throw new RangeError('an unknown class')
    if (i > 0 && typeOf(transitions[i]) < typeOf(transitions[i - 1]))
      throw new RangeError('the classes are out of order')
  }
  const scale = new Float64Array(Uint8Array.from({ length: 8 }, () => reader.unsigned()).buffer)[0]
  if (!(scale >= MIN_SCALE && scale <= 1 / MIN_SCALE)) throw new RangeError(`weights scaled by ${scale}`)
  const features = reader.unsigned()
  if (2 * features > reader.left) throw new RangeError(`${features} features in ${reader.left} bytes`)
  const { weights, end } = rowReader.read(reader.at, features, { transitions, scale })
  reader.at = end
  return weights
}
