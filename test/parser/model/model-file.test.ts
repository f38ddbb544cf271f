import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { checksum, checksumByTables } from '../../../parser/core/bytes.ts'
import type { Model } from '../../../parser/model/model.ts'
import type { ClassifierWeights } from '../../../parser/core/classifier-weights.ts'
import {
  MODEL_VERSION,
  headerToJson,
  ModelError,
  readModel,
  readModelHeader,
  writeModel,
} from '../../../parser/model/model-file.ts'
import { wordNumbers } from '../../../parser/core/word-numbers.ts'
import { registered, registry } from '../../../parser/registry.ts'
import { prepareModel } from '../../../parser/scoring/scoring.ts'
import { transitionOf, typeOf } from '../../../parser/core/transition-system.ts'
import { nonProjectiveChoices } from '../../../transform/decoding.ts'
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

const LABELS = ['root', 'det', 'nsubj', 'det↑nsubj']

/** Weights of a classifier of some of these transitions. */
const weightsOf = (all: readonly number[]): fc.Arbitrary<ClassifierWeights> =>
  fc.subarray([...all]).chain((transitions) => {
    const classes = fc.subarray([...transitions.keys()], { minLength: Math.min(1, transitions.length) })
    const value = fc.integer({ min: -32768, max: 32767 })
    const row = fc.record({
      key: fc.integer({ min: 1, max: 0xffffffff }),
      entries: classes.chain((list) => fc.tuple(...list.map((one) => fc.tuple(fc.constant(one), value)))),
    })
    const rows = fc.uniqueArray(row, { maxLength: 6, selector: ({ key }) => key })
    return fc.tuple(rows, fc.double({ min: 1e-99, max: 1e99, noNaN: true })).map(([unsorted, scale]) => {
      const sorted = unsorted.toSorted((one, other) => one.key - other.key)
      const entries = sorted.flatMap((one) => one.entries)
      const starts = [0]
      for (const one of sorted) starts.push(starts.at(-1)! + one.entries.length)
      return {
        transitions: Int32Array.from(transitions),
        keys: Uint32Array.from(sorted, ({ key }) => key),
        starts: Uint32Array.from(starts),
        classes: Uint16Array.from(entries, ([one]) => one),
        values: Int16Array.from(entries, ([, weight]) => weight),
        scale,
      }
    })
  })

const firstStage = { templates: ['b0.tag'], labels: ['s0.tag'], margin: 2, labelMargin: 3 }
const settings = fc.record({
  system: fc.constantFrom(...registry.map(({ name }) => name)),
  singleRoot: fc.boolean(),
  form: fc.constantFrom('labelled' as const, 'factored' as const),
  direction: fc.constantFrom('left' as const, 'right' as const),
  nonProjective: fc.constantFrom(...nonProjectiveChoices),
  tags: fc.constantFrom('upos' as const, 'xpos' as const, 'both' as const),
  beam: fc.integer({ min: 1, max: 1024 }),
  firstStage: fc.constantFrom(undefined, firstStage),
  relabelling: fc.constantFrom(undefined, ['w.form side']),
  clusters: fc.constantFrom(undefined, { paths: ['01', '0.n'], words: wordNumbers(new Map([[9, 1]])) }),
})

/** A model of any kind, and the transitions that each of its classifiers may have. */
const anyModel = settings.chain(({ firstStage, relabelling, clusters, ...header }) => {
  const { system, singleRoot, form } = header
  const { states, transitionTypes } = registered(system).make({ singleRoot })
  const ofType = (type: number): number[] =>
    LABELS.slice(0, transitionTypes[type].labelled ? 4 : 1).map((_, label) => transitionOf(type, label))
  const types = [...transitionTypes.keys()]
  const ofState = form === 'labelled' ? types.flatMap(ofType) : types.map((type) => transitionOf(type))
  const labelled = form === 'labelled' ? [] : types.filter((type) => transitionTypes[type].labelled)
  const stage = [...states.map(() => ofState), ...labelled.map(ofType)]
  const choices = firstStage && form === 'factored' ? [...stage, ...stage] : stage
  const plain = LABELS.slice(0, 3).map((_, label) => transitionOf(0, label))
  return fc.tuple(fc.tuple(...choices.map(weightsOf)), weightsOf(plain)).map(([classifiers, relabeller]) => ({
    choices,
    model: {
      header: {
        ...model.header,
        ...header,
        templates: { ...model.header.templates, ...(firstStage && { firstStage }) },
        ...(relabelling && { relabelling }),
      },
      labels: new Symbols(LABELS).freeze(),
      defaults: new Int32Array(types.length),
      rootLabel: 0,
      classifiers,
      ...(relabelling && { relabeller }),
      ...(clusters && { clusters }),
    } satisfies Model,
  }))
})

describe('a model of any kind', () => {
  it('comes back as it went, alone and in a committee', () => {
    fc.assert(
      fc.property(
        anyModel,
        anyModel,
        fc.integer({ min: 1, max: 8 }),
        ({ model }, { model: other }, count) => {
          const { clusters: _, ...rest } = other
          const header = { ...rest.header, tags: model.header.tags }
          const helper = { ...rest, header, ...(model.clusters && { clusters: model.clusters }) }
          const helpers = Array.from({ length: count }, () => helper)
          for (const one of [model, { ...model, helpers }]) {
            const bytes = writeModel(one)
            if (one !== model && count > 7) {
              expect(() => readModel(bytes)).toThrow('a committee has 2 to 8 members')
              continue
            }
            expect(readModel(bytes)).toEqual(one)
            expect(readModelHeader(bytes)).toEqual({
              header: one.header,
              labels: LABELS,
              helpers: one === model ? [] : helpers.map(() => header),
            })
          }
          if (header.tags !== other.header.tags)
            expect(() => readModel(writeModel({ ...model, helpers: [other] }))).toThrow('read different tags')
        },
      ),
    )
  })

  it('has its classes in the order of their types', () => {
    fc.assert(
      fc.property(anyModel, ({ model }) => {
        const classifiers = model.classifiers.map((one) => ({
          ...one,
          transitions: one.transitions.toReversed(),
        }))
        const types = classifiers.map((one) => new Set(Array.from(one.transitions, typeOf)).size)
        const read = (): Model => readModel(writeModel({ ...model, classifiers }))
        if (Math.max(...types) > 1) expect(read).toThrow('the classes are out of order')
        else expect(read().classifiers).toEqual(classifiers)
      }),
    )
  })

  it('has no class that its classifier cannot choose', () => {
    fc.assert(
      fc.property(
        anyModel,
        fc.nat(),
        fc.nat(8 * LABELS.length + 7),
        ({ model, choices }, index, transition) => {
          const at = index % choices.length
          const classifiers = model.classifiers.with(at, {
            transitions: Int32Array.of(transition),
            ...nothing(),
            scale: 1,
          })
          const read = (): Model => readModel(writeModel({ ...model, classifiers }))
          if (choices[at].includes(transition)) expect(read().classifiers).toEqual(classifiers)
          else expect(read).toThrow(ModelError)
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('a model file', () => {
  it('has weights of its classes only: of the class after the last one is an error', () => {
    const [first, ...others] = model.classifiers
    const withLast = (last: number): Uint8Array =>
      writeModel({
        ...model,
        classifiers: [{ ...first, classes: Uint16Array.of(0, 2, 1, 0, last) }, ...others],
      })
    expect(readModel(withLast(2)).classifiers[0].classes[4]).toBe(2)
    expect(() => readModel(withLast(3))).toThrow(ModelError)
  })

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

  describe('is refused when its header is not sound:', () => {
    /** The bytes of a model whose header has these fields. */
    function withFields(fields: Record<string, unknown>): Uint8Array {
      const bytes = writeModel(model)
      const view = new DataView(bytes.buffer)
      const size = view.getUint32(12, true)
      const json = JSON.parse(new TextDecoder().decode(bytes.subarray(24, 24 + size))) as object
      const header = new TextEncoder().encode(JSON.stringify({ ...json, ...fields }))
      const file = new Uint8Array(bytes.length - size + header.length)
      file.set(bytes.subarray(0, 24))
      file.set(header, 24)
      file.set(bytes.subarray(24 + size), 24 + header.length)
      new DataView(file.buffer).setUint32(12, header.length, true)
      return sealed(file)
    }

    const labels = (label: string): { labels: string[] } => ({ labels: ['root', 'det', label] })

    it.each([
      ['no list of labels', { labels: 'det' }, 'no labels'],
      ['an empty label', labels(''), "label '' is malformed"],
      ['a label with two marks', labels('de*t'), "label 'de*t' is malformed"],
      ['a label with a mark', labels('nsubj*'), "the label 'nsubj*' has a mark"],
      [
        'a label with other columns',
        labels('det\tx\n9\tinjected'),
        'the label "det\\tx\\n9\\tinjected" has a control',
      ],
      [
        'a label of half a character',
        labels('det\ud800'),
        'the label "det\\ud800" has a control character, expected printable text',
      ],
      [
        'a label without the base of its lift',
        labels('nsubj↑obj'),
        "label 'nsubj' is not in the frozen table",
      ],
      ['a label without the head of its lift', labels('det↑obj'), "label 'obj' is not in the frozen table"],
      [
        'a label without the one before a step',
        { labels: ['root', 'det', 'case↔'], steps: ['function-heads:case'] },
        "label 'case' is not in the frozen table",
      ],
      ['a default that is no label', { defaults: [0, 0, 1, 3] }, 'no default labels'],
      ['too few defaults', { defaults: [0] }, 'the defaults do not fit the system'],
      ['a choice that does not exist', { nonProjective: 'xx' }, 'nonProjective'],
      ['a system that does not exist', { system: '\u001b[31m' }, "unknown system ' [31m'"],
      ['a beam of half a hypothesis', { beam: 0.5 }, 'beam'],
      ['templates that are no list', { templates: { name: 'x', templates: 's0.form' } }, 'templates'],
      [
        'templates of a name in red',
        { templates: { name: '\u001b', templates: ['s0.form'] } },
        'the name of the templates',
      ],
      ['facts that are a list', { training: [1] }, 'training facts'],
      [
        'a fact that is a list',
        { training: { treebank: [] } },
        "the training fact 'treebank' is neither text",
      ],
      [
        'a fact in red',
        { training: { treebank: '\u001b[31m' } },
        `the training fact 'treebank' "\\u001b[31m" has a control`,
      ],
      [
        'a fact of a name in red',
        { training: { '\u001b': 1 } },
        'the name of the training fact "\\u001b" has a control',
      ],
    ])('%s', (_, fields, problem) => {
      for (const read of [readModel, readModelHeader]) {
        const attempt = (): unknown => read(withFields(fields))
        expect(attempt).toThrow(ModelError)
        expect(attempt).toThrow(`not a sound model: ${problem}`)
        expect(attempt).toThrow(/^[^\p{Cc}]+$/u)
      }
    })

    it.each(Object.keys({ ...headerToJson(model.header), labels: [], defaults: [], rootLabel: 0 }))(
      'without %s',
      (field) => {
        for (const wrong of [undefined, null, 5.5, 'x'])
          expect(() => readModel(withFields({ [field]: wrong }))).toThrow(ModelError)
      },
    )

    it('but fields that nobody reads are left out', () => {
      expect(readModel(withFields({ more: 1 })).header).toEqual(model.header)
    })
  })

  it('cannot be prepared when its features crowd together', () => {
    // What multiplies keys in tables undone: the products follow each other.
    const keys = Uint32Array.from({ length: 5000 }, (_, i) => Math.imul(i + 1, 244002641)).sort()
    const weights = {
      transitions: Int32Array.from({ length: 200 }, (_, label) => transitionOf(1, label)),
      keys,
      starts: Uint32Array.from({ length: 5001 }, (_, i) => i),
      classes: new Uint16Array(5000),
      values: new Int16Array(5000).fill(1),
      scale: 1,
    }
    const crowded = { ...model, classifiers: model.classifiers.map(() => weights) }
    expect(() => prepareModel(crowded)).toThrow(
      new ModelError('not a sound model: the features of a model crowd together'),
    )
  })
})

it('the checksum of runtimes without zlib is that of zlib', () => {
  expect(checksumByTables(new TextEncoder().encode('123456789'))).toBe(0xcbf43926)
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), fc.nat(3), (bytes, start) => {
      const part = bytes.subarray(start)
      expect(checksum(part)).toBe(checksumByTables(part))
    }),
  )
})

it('a runtime without zlib that has getBuiltinModule gets the checksum, too', () => {
  vi.stubGlobal('process', { getBuiltinModule: () => undefined })
  try {
    expect(checksum(new TextEncoder().encode('123456789'))).toBe(0xcbf43926)
  } finally {
    vi.unstubAllGlobals()
  }
})
