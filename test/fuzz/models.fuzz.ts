/** Model files with edits and a right checksum: refused with a ModelError, or they parse. */
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { expect } from 'vitest'
import { ModelError, writeModel } from '../../parser/model/model-file.ts'
import { parserOf } from '../../src/api/text-parser.ts'
import { readCoNLLU } from '../../src/conllu/reader.ts'
import { embeddedTrain } from '../../src/embedded/treebank.ts'
import { readAbbreviations } from '../../src/pipeline/abbreviations.ts'
import { writePipeline } from '../../src/pipeline/pipeline-file.ts'
import { trainModel } from '../../src/training/train-model.ts'
import { conlluOfTokens, tinyPipeline, train } from '../src/pipeline/tiny.ts'
import { edited, edits, target } from './campaign.ts'

const treebank = [...readCoNLLU(embeddedTrain(60))]
const trainings = [
  { system: 'rb' },
  { system: 'arc-eager-unshift' },
  { system: 'rb', learner: 'perceptron', beam: 2, epochs: 1 },
  { committee: 'rb,mirror,arc-eager' },
] as const
const models = trainings.map((options) => trainModel(treebank, options).model)
/** Words of two pieces, and abbreviations. */
const paired =
  conlluOfTokens('the dog', 'saw', 'the cat', 'we all|', '.') + conlluOfTokens('we all', 'sleep|', '.')
const { tokenizer } = train(paired.repeat(9))
const abbreviations = readAbbreviations('Dr. e.g.')
const files = [
  ...models.map(writeModel),
  writePipeline({ ...tinyPipeline(), parser: models[3] }),
  writePipeline({
    ...tinyPipeline(),
    tokenizer: { ...tokenizer, splits: { ...tokenizer.splits, abbreviations } },
  }),
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
  /** Of a pipeline, whether the model in it is changed. */
  inside: fc.boolean(),
  /** Which number, text, list or object of the header is replaced, and by what. */
  header: fc.option(fc.tuple(fc.nat(), fc.constantFrom(...hostile))),
  changes: fc.option(edits('\0', '\xff', '"', ',', '}', '{"a":', '1e999')),
  /** Whether the edits are of the header; of the body if not. */
  ofHeader: fc.boolean(),
})

/** The prefix is magic, version, sizes of header and body, checksum of both. */
const [PREFIX, HEADER_SIZE, BODY_SIZE, CHECKSUM] = [24, 12, 16, 20]

/** The header, the body, and what follows them. */
function partsOf(file: Uint8Array): Uint8Array[] {
  const view = new DataView(file.buffer, file.byteOffset)
  const body = PREFIX + view.getUint32(HEADER_SIZE, true)
  const rest = body + view.getUint32(BODY_SIZE, true)
  return [file.subarray(PREFIX, body), file.subarray(body, rest), file.subarray(rest)]
}

/** The file with these parts, and with the sizes and the checksum that they have, so that the contents are read. */
function joined(file: Uint8Array, [header, body, rest]: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Buffer.concat([file.subarray(0, PREFIX), header, body, rest]))
  const view = new DataView(bytes.buffer)
  view.setUint32(HEADER_SIZE, header.length, true)
  view.setUint32(BODY_SIZE, body.length, true)
  view.setUint32(CHECKSUM, crc32(Buffer.concat([header, body])), true)
  return bytes
}

function replaced(header: Uint8Array, place: number, value: unknown): Uint8Array {
  const json: unknown = JSON.parse(new TextDecoder().decode(header))
  const places: (() => void)[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    for (const key of Object.keys(node)) {
      places.push(() => void ((node as Record<string, unknown>)[key] = value))
      visit((node as Record<string, unknown>)[key])
    }
  }
  visit(json)
  places[place % places.length]()
  return new TextEncoder().encode(JSON.stringify(json))
}

function damaged(
  file: Uint8Array,
  damage: typeof inputs extends fc.Arbitrary<infer Input> ? Input : never,
): Uint8Array<ArrayBuffer> {
  const { inside, header, changes, ofHeader } = damage
  const parts = partsOf(file)
  if (inside && parts[2].length > 0) return joined(file, parts.with(2, damaged(parts[2], damage)))
  if (header) parts[0] = replaced(parts[0], ...header)
  const at = ofHeader ? 0 : 1
  if (changes) parts[at] = edited(parts[at], changes)
  return joined(file, parts)
}

const text = 'The dog, e.g. Dr. Who, sleeps. Nobody knew why we all saw it. (Ao rio!)'

target('models', inputs, (damage) => {
  try {
    const conllu = parserOf(damaged(files[damage.which], damage)).parse(text).toCoNLLU()
    expect([...readCoNLLU(conllu)].length).toBeGreaterThan(0)
  } catch (error) {
    expect(error).toBeInstanceOf(ModelError)
    expect((error as Error).message).toMatch(/^[^\n\p{Cc}]{1,400}$/u)
  }
})
