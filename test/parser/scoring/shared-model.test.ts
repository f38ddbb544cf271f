import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { compileFor } from '../../../parser/registry.ts'
import { Kernel } from '../../../parser/scoring/kernel/kernel.ts'
import { Parser } from '../../../parser/parse.ts'
import { fillSentence } from '../../../parser/core/sentence.ts'
import type { ParserToken } from '../../../parser/core/word-attributes.ts'
import {
  attachModel,
  type PreparedModel,
  type SharedModel,
  shareModel,
} from '../../../parser/scoring/scoring.ts'
import type { Model } from '../../../parser/model/model.ts'
import { readCoNLLU } from '../../../src/conllu/reader.ts'
import { TokenReader } from '../../../src/conllu/trees.ts'
import { embeddedDev, embeddedTrain } from '../../../src/embedded/treebank.ts'
import { trainModel } from '../../../src/training/train-model.ts'
import { ReferenceScorer } from './reference-scorer.ts'

const model = trainModel(readCoNLLU(embeddedTrain(80)), { system: 'rb', solver: 4 }).model
const sentences = [...readCoNLLU(embeddedDev(20))].map((sentence) => new TokenReader().tokens(sentence))

/** Heads and labels of all sentences, each parsed with the next of the models. */
function parses(
  texts: readonly (readonly ParserToken[])[],
  models: readonly (Model | PreparedModel)[],
): number[][] {
  const parsers = models.map((one) => new Parser(one))
  return texts.map((tokens, i) => {
    const parser = parsers[i % parsers.length]
    const { tree } = parser.parse(fillSentence(parser.sentence(), tokens))
    return [...tree.head, ...tree.label]
  })
}

const expected = parses(sentences, [model])

/** As it arrives in another thread. */
const sent = (shared: SharedModel): SharedModel => structuredClone(shared)

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('threads that share a model', () => {
  it('parse as one does, each in a memory of its own', () => {
    const shared = shareModel(model)
    expect(shared.tables.bytes.buffer).toBeInstanceOf(SharedArrayBuffer)
    const models = [1, 2, 3].map(() => attachModel(sent(shared)))
    expect(parses(sentences, models)).toEqual(expected)
    const buffers = models.map((one) => (one.scoring.scorers[0].scores as Int16Array).buffer)
    expect(new Set(buffers).size).toBe(3)
  })

  it('do without shared memory', () => {
    vi.stubGlobal('SharedArrayBuffer', undefined)
    const shared = shareModel(model)
    expect(shared.tables.bytes.buffer).toBeInstanceOf(ArrayBuffer)
    expect(
      parses(
        sentences,
        [0, 1].map(() => attachModel(sent(shared))),
      ),
    ).toEqual(expected)
  })

  it('keep out of the way of each other', () => {
    const templates = compileFor(model.header.system, model.header.templates)
    const one = { form: 'labelled', names: ['one'], ofLabels: new Int32Array(0), firstStage: 0 } as const
    const shared = Kernel.of([model.classifiers[0]], templates, 2, one).share()
    const threads = [0, 1].map(() => Kernel.attach(shared, templates, one).scorers[0])
    const plain = [0, 1].map(() => new ReferenceScorer(model.classifiers[0], 2))
    const features = fc.array(fc.nat(model.classifiers[0].keys.length - 1), { maxLength: templates.most })
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(1), features), { minLength: 2 }), (calls) => {
        for (const [thread, call] of calls) {
          const keys = Uint32Array.from(call, (feature) => model.classifiers[0].keys[feature])
          threads[thread].score(keys, keys.length)
          plain[thread].score(keys, keys.length)
          for (const i of [0, 1]) {
            expect([...threads[i].scores]).toEqual([...plain[i].scores])
            expect(threads[i].best(3)).toBe(plain[i].best(3))
          }
        }
      }),
      { numRuns: 50 },
    )
  })
})
