/** Model files with edits and a right checksum: refused with a ModelError, or they parse. */
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { expect } from 'vitest'
import { ModelError, writeModel } from '../../parser/model/model-file.ts'
import { parserOf } from '../../src/api/text-parser.ts'
import { readCoNLLU } from '../../src/conllu/reader.ts'
import { embeddedTrain } from '../../src/embedded/treebank.ts'
import { writePipeline } from '../../src/pipeline/pipeline-file.ts'
import { trainModel } from '../../src/training/train-model.ts'
import { tinyPipeline } from '../src/pipeline/tiny.ts'
import { edited, edits, target } from './campaign.ts'

const treebank = [...readCoNLLU(embeddedTrain(60))]
const files = [
  writeModel(trainModel(treebank, { system: 'rb' }).model),
  writeModel(trainModel(treebank, { system: 'arc-eager-unshift' }).model),
  writeModel(trainModel(treebank, { system: 'rb', learner: 'perceptron', beam: 2, epochs: 1 }).model),
  writePipeline(tinyPipeline()),
]

const hostile = [
  null,
  -1,
  0,
  1e9,
  Infinity,
  '',
  'xx',
  'de*t',
  'det\tx\n9\tinjected',
  '\u001b[31m',
  [],
  {},
  true,
  ['a', 'a'],
]
const inputs = fc.record({
  which: fc.nat(files.length - 1),
  /** Which number, text, list or object of the header is replaced, and by what. */
  header: fc.option(fc.tuple(fc.nat(400), fc.constantFrom(...hostile))),
  changes: fc.option(edits('\0', '\xff', '"', ',', '}', '{"a":', '1e999')),
})

/** The prefix is magic, version, sizes of header and body, checksum of both. */
const [PREFIX, HEADER_SIZE, BODY_SIZE, CHECKSUM] = [24, 12, 16, 20]

function withHeader(file: Uint8Array, place: number, value: unknown): Uint8Array<ArrayBuffer> {
  const size = new DataView(file.buffer, file.byteOffset).getUint32(HEADER_SIZE, true)
  const header: unknown = JSON.parse(new TextDecoder().decode(file.subarray(PREFIX, PREFIX + size)))
  const places: (() => void)[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    for (const key of Object.keys(node)) {
      places.push(() => void ((node as Record<string, unknown>)[key] = value))
      visit((node as Record<string, unknown>)[key])
    }
  }
  visit(header)
  places[place % places.length]()
  const written = new TextEncoder().encode(JSON.stringify(header))
  return new Uint8Array(Buffer.concat([file.subarray(0, PREFIX), written, file.subarray(PREFIX + size)]))
}

/** Makes sizes and checksum fit, so that the contents are looked at. */
function sealed(file: Uint8Array<ArrayBuffer>, headerSize: number): Uint8Array<ArrayBuffer> {
  if (file.length < PREFIX) return file
  const view = new DataView(file.buffer)
  view.setUint32(HEADER_SIZE, Math.min(headerSize, file.length - PREFIX), true)
  view.setUint32(BODY_SIZE, Math.max(0, file.length - PREFIX - headerSize), true)
  view.setUint32(CHECKSUM, crc32(file.subarray(PREFIX)), true)
  return file
}

target('models', inputs, ({ which, header, changes }) => {
  const file = files[which]
  let bytes = header ? withHeader(file, ...header) : new Uint8Array(file)
  const bodySize = new DataView(file.buffer, file.byteOffset).getUint32(BODY_SIZE, true)
  const headerSize = bytes.length - PREFIX - bodySize
  if (changes)
    bytes = Uint8Array.from([...file.subarray(0, PREFIX), ...edited(bytes.subarray(PREFIX), changes)])
  bytes = sealed(bytes, headerSize)
  try {
    const conllu = parserOf(bytes).parse('The dog sleeps. Nobody knew why we saw it.').toCoNLLU()
    expect([...readCoNLLU(conllu)].length).toBeGreaterThan(0)
  } catch (error) {
    expect(error).toBeInstanceOf(ModelError)
    expect((error as Error).message).toMatch(/^[^\n\p{Cc}]{1,400}$/u)
  }
})
