import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checksum } from '../../../parser/model/bytes.ts'
import type { Model } from '../../../parser/model/model.ts'
import {
  MODEL_VERSION,
  ModelError,
  readModel,
  readModelHeader,
  writeModel,
} from '../../../parser/model/model-file.ts'
import { transitionOf } from '../../../parser/core/transition-system.ts'
import { Symbols } from '../../../transform/symbols.ts'

const model: Model = {
  header: {
    system: 'rb',
    singleRoot: true,
    direction: 'right',
    form: 'labelled',
    nonProjective: 'projectivize:head',
    tags: 'both',
    templates: { name: 'tiny', templates: ['s0.form', 's0.tag b0.tag'] },
    beam: 1,
    training: { treebank: 'none', seed: 1 },
  },
  labels: new Symbols(['root', 'det', 'nsubj']).freeze(),
  defaults: Int32Array.of(0, 0, 1, 2),
  rootLabel: 0,
  classifiers: [
    {
      transitions: Int32Array.of(transitionOf(0), transitionOf(1, 0), transitionOf(1, 2)),
      keys: Uint32Array.of(7, 300, 0xffffffff),
      starts: Uint32Array.of(0, 2, 3, 5),
      classes: Uint16Array.of(0, 2, 1, 0, 1),
      values: Int16Array.of(-5, 12, 1000, -1000, 1),
      scale: 1234.5,
    },
    { transitions: Int32Array.of(transitionOf(2, 1)), ...nothing(), scale: 1 },
    { transitions: new Int32Array(0), ...nothing(), scale: 1 },
  ],
}

function nothing() {
  return {
    keys: new Uint32Array(0),
    starts: new Uint32Array(1),
    classes: new Uint16Array(0),
    values: new Int16Array(0),
  }
}

/** The bytes with a checksum that fits, so that what lies behind it is reached. */
function sealed(bytes: Uint8Array): Uint8Array {
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(20, checksum(bytes.subarray(24)), true)
  return bytes
}

describe('a model file', () => {
  it('comes back as it went', () => {
    const back = readModel(writeModel(model))
    expect(back.header).toEqual(model.header)
    expect(back.labels.texts()).toEqual(model.labels.texts())
    expect(back.defaults).toEqual(model.defaults)
    expect(back.classifiers).toEqual(model.classifiers)
    expect(writeModel(back)).toEqual(writeModel(model))
  })

  it('tells its header without its weights', () => {
    expect(readModelHeader(writeModel(model)).header).toEqual(model.header)
  })

  it('is refused when it is foreign, empty or cut', () => {
    expect(() => readModel(new Uint8Array(0))).toThrow(/not a model file/)
    expect(() => readModel(new TextEncoder().encode('# sent_id = 1\n1\tThe\tthe\tDET'))).toThrow(
      /not a model file/,
    )
    const bytes = writeModel(model)
    for (let length = 24; length < bytes.length; length++) {
      expect(() => readModel(bytes.subarray(0, length))).toThrow(/a model of \d+ bytes, but \d+ are there/)
    }
  })

  it('is refused when it is of another version', () => {
    const bytes = writeModel(model)
    new DataView(bytes.buffer).setUint32(8, MODEL_VERSION + 1, true)
    expect(() => readModel(bytes)).toThrow(`version ${MODEL_VERSION + 1}, expected ${MODEL_VERSION}`)
  })

  it('is refused when any byte behind the prefix was altered', () => {
    const bytes = writeModel(model)
    for (let i = 24; i < bytes.length; i++) {
      const altered = bytes.slice()
      altered[i] ^= 1
      expect(() => readModel(altered)).toThrow(/damaged/)
    }
  })

  it.each([-1, 0, NaN, Infinity, 1e-300])('is refused when its weights are scaled by %d', (scale) => {
    const classifiers = model.classifiers.map((classifier) => ({ ...classifier, scale }))
    expect(() => readModel(writeModel({ ...model, classifiers }))).toThrow(
      'not a sound model: weights scaled by',
    )
  })

  it('never breaks on hostile bytes: a ModelError or a model', () => {
    const bytes = writeModel(model)
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 24, max: bytes.length - 1 }), fc.integer({ min: 0, max: 255 })), {
          minLength: 1,
          maxLength: 6,
        }),
        (changes) => {
          const altered = bytes.slice()
          for (const [at, value] of changes) altered[at] = value
          try {
            readModel(sealed(altered))
          } catch (error) {
            expect(error).toBeInstanceOf(ModelError)
          }
        },
      ),
      { numRuns: 2000 },
    )
  })
})
