import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { compileTemplates } from '../../../parser/features/templates.ts'
import { attachKernel, createKernel } from '../../../parser/scoring/kernel/kernel.ts'
import { Parser } from '../../../parser/parse.ts'
import { fillSentence, type Token } from '../../../parser/core/sentence.ts'
import { plainScorer } from '../../../parser/scoring/scorer.ts'
import { scoringOf } from '../../../parser/scoring/scoring.ts'
import { attachModel, shareModel, type SharedModel } from '../../../parser/scoring/shared-model.ts'
import { buildTable } from '../../../parser/scoring/tables/table.ts'
import type { Prediction } from '../../../parser/scoring/kernel/layout.ts'
import type { Model } from '../../../parser/model/model.ts'
import { readConllu } from '../../../src/conllu/read.ts'
import { TokenReader } from '../../../src/conllu/tokens.ts'
import { embeddedDev, embeddedTrain } from '../../../src/embedded/treebank.ts'
import { trainModel } from '../../../src/training/training.ts'

const model = trainModel(readConllu(embeddedTrain(80)), { system: 'rb', solver: 4 }).model
const sentences = [...readConllu(embeddedDev(20))].map((sentence) => new TokenReader().tokens(sentence))

type Binaries = typeof import('../../../parser/scoring/kernel/build/kernel.js')

/** Heads and labels of all sentences, each parsed with the next of the models. */
function parses(texts: readonly (readonly Token[])[], models: readonly Model[], Make = Parser): number[][] {
  const parsers = models.map((one) => new Make(one))
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
  vi.doUnmock('../../../parser/scoring/kernel/build/kernel.js')
})

describe('threads that share a model', () => {
  it('parse as one does, in one memory', () => {
    const shared = shareModel(model, 3)
    expect(shared.scoring).toHaveProperty('memory')
    const models = [2, 0, 1].map((thread) => attachModel(sent(shared), thread))
    expect(parses(sentences, models)).toEqual(expected)
    const buffers = models.map((one) => scoringOf(one).kernel!.scorers[0].scores.buffer)
    expect(buffers[0]).toBeInstanceOf(SharedArrayBuffer)
    for (const buffer of buffers) expect(buffer.byteLength).toBe(buffers[0].byteLength)
    // What one writes, the others see.
    const [first, second] = buffers.map((buffer) => new Uint8Array(buffer))
    first[0]++
    expect(second[0]).toBe(first[0])
  })

  it('do without such a memory', () => {
    vi.stubGlobal('SharedArrayBuffer', undefined)
    const shared = shareModel(model, 2)
    expect(Array.isArray(shared.scoring)).toBe(true)
    expect(
      parses(
        sentences,
        [0, 1].map((thread) => attachModel(sent(shared), thread)),
      ),
    ).toEqual(expected)
  })

  it('keep out of the way of each other', () => {
    const { transitions, scale } = model.classifiers[0]
    const made = { transitions, scale, table: buildTable(model.classifiers[0]) }
    const templates = compileTemplates(model.header.templates)
    const one = { form: 'labelled', names: ['one'], ofLabels: new Int32Array(0), firstStage: 0 } as const
    const kernel = createKernel([made], templates, 2, one)!
    const shared = kernel.share(2)!
    const threads = [0, 1].map((thread) => attachKernel(shared, templates, one, thread).scorers[0])
    const plain = [0, 1].map(() => plainScorer(made, 2))
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

describe('without', () => {
  it.each([
    ['WebAssembly with threads', (binaries: Binaries) => ({ ...binaries, sharedKernel: '' }), true],
    ['WebAssembly with SIMD', () => ({ kernel: '', sharedKernel: '' }), false],
  ])('%s, threads share tables', async (_, without, hasKernel) => {
    vi.resetModules()
    vi.doMock('../../../parser/scoring/kernel/build/kernel.js', async (original) => without(await original()))
    const sharing = await import('../../../parser/scoring/shared-model.ts')
    const scoring = await import('../../../parser/scoring/scoring.ts')
    const parse = await import('../../../parser/parse.ts')
    const shared = sharing.shareModel(model, 2)
    const predictions = shared.scoring as readonly Prediction[]
    for (const { table } of predictions) {
      const shares = table.form === 'wide' ? [table.lines, table.codes, table.rows] : [table.lines]
      for (const { buffer } of shares) expect(buffer).toBeInstanceOf(SharedArrayBuffer)
    }
    const models = [0, 1].map((thread) => sharing.attachModel(sent(shared), thread))
    for (const one of models) expect(scoring.scoringOf(one).kernel !== undefined).toBe(hasKernel)
    expect(parses(sentences, models, parse.Parser)).toEqual(expected)
  })
})
