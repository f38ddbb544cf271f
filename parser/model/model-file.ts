/**
 * A model as bytes:
 *
 *   0   magic        8 bytes, `rbparse` and a zero
 *   8   version      4 bytes, little-endian, as the next three
 *   12  header size  in bytes
 *   16  body size    in bytes
 *   20  checksum     CRC-32 of header and body
 *   24  header       JSON (UTF-8): ModelHeader, the labels, the defaults
 *       body         for each classifier, and last for the relabeller if there is one: its transitions, then its
 *                    features, as numbers of variable length
 *
 * The features of a classifier come in ascending order of their keys, each as: the step from the key before, the number
 * of entries, and for each entry the step from the class before and the weight. All bytes are checked when they are
 * read; an error is one line.
 */
import { reservedCharacter } from '../../transform/label.ts'
import type { Symbols } from '../../transform/symbols.ts'
import { canChoose, classifiersOf } from './classifiers.ts'
import { ByteReader, ByteWriter, checksum } from './bytes.ts'
import { ModelError } from './model-error.ts'
import { factsFromJson, headerToJson } from './model-header.ts'
import type { Model, ModelHeader } from './model.ts'
import { registered } from '../registry.ts'
import type { ClassifierWeights } from './weights.ts'
import { typeOf, labelOf } from '../core/transition-system.ts'

export { headerToJson, ModelError }

export const MODEL_VERSION = 2
const MAGIC = Uint8Array.from('rbparse\0', (character) => character.charCodeAt(0))
const PREFIX = 24

/** The bytes of `model`; equal models give equal bytes. */
export function writeModel(model: Model): Uint8Array<ArrayBuffer> {
  const { header, labels, defaults, rootLabel } = model
  const json = { ...headerToJson(header), labels: labels.texts(), defaults: [...defaults], rootLabel }
  const head = new TextEncoder().encode(JSON.stringify(json))
  const body = new ByteWriter()
  for (const classifier of model.classifiers) writeClassifier(body, classifier)
  if (model.relabeller) writeClassifier(body, model.relabeller)
  const file = new Uint8Array(PREFIX + head.length + body.length)
  file.set(MAGIC)
  file.set(head, PREFIX)
  file.set(body.finish(), PREFIX + head.length)
  const numbers = [MODEL_VERSION, head.length, body.length, checksum(file.subarray(PREFIX))]
  const view = new DataView(file.buffer)
  numbers.forEach((value, i) => view.setUint32(MAGIC.length + 4 * i, value, true))
  return file
}

/** The model in `bytes`. Throws ModelError. */
export function readModel(bytes: Uint8Array): Model {
  const { json, body } = open(bytes)
  try {
    const facts = factsFromJson(json)
    const { header, labels } = facts
    const system = registered(header.system).make({ singleRoot: header.singleRoot })
    const reader = new ByteReader(body)
    const described = classifiersOf(system, header.form, header.templates)
    const room = roomFor(reader.left)
    const classifiers = described.names.map((name, index) => {
      const classifier = readClassifier(reader, system.transitionTypes.length, labels.size, room)
      if (classifier.transitions.every((transition) => canChoose(described, index, transition)))
        return classifier
      throw new RangeError(`a class of another classifier than ${name}`)
    })
    const relabeller = header.relabelling && readRelabeller(reader, labels, room)
    if (reader.left > 0) throw new RangeError(`${reader.left} bytes are left over`)
    return { ...facts, classifiers, ...(relabeller && { relabeller }) }
  } catch (error) {
    if (error instanceof RangeError) throw new ModelError(`not a sound model: ${error.message}`)
    throw error
  }
}

/** The header alone, without decoding the weights. Throws ModelError. */
export function readModelHeader(bytes: Uint8Array): { header: ModelHeader; labels: readonly string[] } {
  const { header, labels } = factsFromJson(open(bytes).json)
  return { header, labels: labels.texts() }
}

function open(bytes: Uint8Array): { json: unknown; body: Uint8Array } {
  if (bytes.length < PREFIX || MAGIC.some((byte, i) => bytes[i] !== byte)) {
    throw new ModelError('not a model file (it does not begin with `rbparse`)')
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const [version, headSize, bodySize, sum] = [8, 12, 16, 20].map((at) => view.getUint32(at, true))
  if (version !== MODEL_VERSION) {
    throw new ModelError(
      `model format version ${version}, expected ${MODEL_VERSION}: train it again or update rbparse`,
    )
  }
  const size = PREFIX + headSize + bodySize
  if (bytes.length !== size) throw new ModelError(`a model of ${size} bytes, but ${bytes.length} are there`)
  if (checksum(bytes.subarray(PREFIX)) !== sum)
    throw new ModelError('the model is damaged: its checksum does not fit')
  try {
    const json: unknown = JSON.parse(
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(PREFIX, PREFIX + headSize)),
    )
    return { json, body: bytes.subarray(PREFIX + headSize) }
  } catch {
    throw new ModelError('not a sound model: its header is not JSON')
  }
}

function writeClassifier(
  writer: ByteWriter,
  { transitions, scale, keys, starts, classes, values }: ClassifierWeights,
): void {
  writer.unsigned(transitions.length)
  for (const transition of transitions) writer.unsigned(transition)
  for (const byte of new Uint8Array(Float64Array.of(scale).buffer)) writer.unsigned(byte)
  writer.unsigned(keys.length)
  let before = 0
  for (let feature = 0; feature < keys.length; feature++) {
    writer.unsigned(keys[feature] - before)
    before = keys[feature]
    writer.unsigned(starts[feature + 1] - starts[feature])
    let last = -1
    for (let i = starts[feature]; i < starts[feature + 1]; i++) {
      writer.unsigned(classes[i] - last - 1)
      writer.signed(values[i])
      last = classes[i]
    }
  }
}

/** The classifier that relabels: finished trees have no lifts and no marks. */
function readRelabeller(reader: ByteReader, labels: Symbols, room: Entries): ClassifierWeights {
  const relabeller = readClassifier(reader, 1, labels.size, room)
  if (
    relabeller.transitions.every(
      (transition) => reservedCharacter(labels.text(labelOf(transition))) === undefined,
    )
  )
    return relabeller
  throw new RangeError('a finished tree has no lifts and no marks')
}

/** Room for the entries of any classifier of a file. */
interface Entries {
  readonly classes: Uint16Array
  readonly values: Int16Array
}

/** Two bytes an entry at least. */
function roomFor(bytes: number): Entries {
  return { classes: new Uint16Array(bytes >> 1), values: new Int16Array(bytes >> 1) }
}

/** What weights are scaled by is between this and its inverse. */
const LEAST_SCALE = 1e-100

function readClassifier(
  reader: ByteReader,
  types: number,
  labels: number,
  { classes, values }: Entries,
): ClassifierWeights {
  const width = reader.unsigned()
  if (width > 65535 || width > reader.left) throw new RangeError(`${width} classes`)
  const transitions = new Int32Array(width)
  for (let i = 0; i < width; i++) {
    transitions[i] = reader.unsigned()
    if (typeOf(transitions[i]) >= types || transitions[i] < 0 || labelOf(transitions[i]) >= labels)
      throw new RangeError('an unknown class')
    if (i > 0 && typeOf(transitions[i]) < typeOf(transitions[i - 1]))
      throw new RangeError('the classes are out of order')
  }
  const scale = new Float64Array(Uint8Array.from({ length: 8 }, () => reader.unsigned()).buffer)[0]
  if (!(scale >= LEAST_SCALE && scale <= 1 / LEAST_SCALE)) throw new RangeError(`weights scaled by ${scale}`)
  const features = reader.unsigned()
  if (2 * features > reader.left) throw new RangeError(`${features} features in ${reader.left} bytes`)
  const keys = new Uint32Array(features)
  const starts = new Uint32Array(features + 1)
  let key = 0
  let end = 0
  for (let feature = 0; feature < features; feature++) {
    const step = reader.unsigned()
    key += step
    if (step === 0 || key > 0xffffffff) throw new RangeError('the features are out of order')
    keys[feature] = key
    let last = -1
    for (let left = reader.unsigned(); left > 0; left--) {
      last += reader.unsigned() + 1
      if (last >= width) throw new RangeError('a weight of no class')
      classes[end] = last
      values[end++] = reader.signed()
    }
    starts[feature + 1] = end
  }
  return { transitions, keys, starts, classes: classes.slice(0, end), values: values.slice(0, end), scale }
}
