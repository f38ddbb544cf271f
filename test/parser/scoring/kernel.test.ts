import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Classifiers } from '../../../parser/features/classifiers.ts'
import { compileFor } from '../../../parser/registry.ts'
import { Arena } from '../../../parser/scoring/kernel/arena.ts'
import { Kernel } from '../../../parser/scoring/kernel/kernel.ts'
import { buildTable } from '../../../parser/scoring/kernel/table.ts'
import type { ClassScorer } from '../../../parser/core/scorer.ts'
import type { ClassifierWeights } from '../../../parser/core/classifier-weights.ts'
import { typeOf, transitionOf } from '../../../parser/core/transition-system.ts'
import { ReferenceScorer } from './reference-scorer.ts'

/** The bits of a key that tell features of a line apart. */
const TAG = 0x7fff

/** Weights of some moves over some keys. */
const weights = fc
  .record({
    labels: fc.oneof(
      fc.array(fc.integer({ min: 0, max: 70 }), { minLength: 0, maxLength: 4 }),
      fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 4 }),
      fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 1, maxLength: 4 }),
    ),
    keys: fc.uniqueArray(fc.integer({ min: 1, max: 0xffffffff }), { minLength: 1, maxLength: 40 }),
    seed: fc.infiniteStream(fc.integer({ min: -3000, max: 3000 })),
    share: fc.constantFrom(0.01, 0.05, 0.5, 1),
  })
  .map(({ labels, keys, seed, share }): ClassifierWeights => {
    const transitions = Int32Array.from(
      labels.flatMap((count, type) => Array.from({ length: count }, (_, l) => transitionOf(type, l))),
    )
    keys.sort((a, b) => a - b)
    const starts = [0]
    const classes: number[] = []
    const values: number[] = []
    for (const _ of keys) {
      for (let c = 0; c < transitions.length; c++) {
        const value = seed.next().value
        if (Math.abs(value) > 3000 * share) continue
        const weight = value % 128
        if (weight === 0) continue
        classes.push(c)
        values.push(weight)
      }
      starts.push(classes.length)
    }
    return {
      transitions,
      keys: Uint32Array.from(keys),
      starts: Uint32Array.from(starts),
      classes: Uint16Array.from(classes),
      values: Int16Array.from(values),
      scale: 1,
    }
  })

const KINDS = 4
const arena = new Arena()
const joint: Classifiers = {
  form: 'labelled',
  names: ['one'],
  ofLabels: new Int32Array(KINDS).fill(-1),
  firstStage: 0,
}
const templates = compileFor('rb', { name: 'ten', templates: ['b0-9.form'] })

/** The weights of one feature added to sums. */
function addRow(sums: number[], { starts, classes, values }: ClassifierWeights, feature: number): void {
  for (let i = starts[feature]; i < starts[feature + 1]; i++) sums[classes[i]] += values[i]
}

const kernelScorer = (weights: ClassifierWeights): ClassScorer =>
  Kernel.of([weights], templates, KINDS, joint).scorers[0]

/** The keys of some calls. Tables tell keys apart by their low bits, on a line: they are to differ in these. */
function keysOf(state: ClassifierWeights, calls: readonly (readonly number[])[]): Uint32Array[] {
  const all = calls.map((call) => Uint32Array.from(call, (key) => state.keys[key] ?? key))
  const distinct = new Set([...state.keys, ...all.flatMap((keys) => [...keys])])
  fc.pre(new Set([...distinct].map((key) => key & TAG || 1)).size === distinct.size)
  return all
}

const calls = fc.array(
  fc.array(fc.oneof(fc.nat(39), fc.integer({ min: 1, max: 0xffffffff })), { maxLength: 10 }),
  { minLength: 1 },
)

describe('the kernel', () => {
  it('sums and chooses as the reference does', () => {
    fc.assert(
      fc.property(weights, calls, fc.nat(15), (state, calls, mask) => {
        const all = keysOf(state, calls)
        const kernel = kernelScorer(state)
        const reference = new ReferenceScorer(state, KINDS)
        for (const keys of all) {
          kernel.score(keys, keys.length)
          reference.score(keys, keys.length)
          expect([...kernel.scores]).toEqual([...reference.scores])
          expect(kernel.best(mask)).toBe(reference.best(mask))
          for (const margin of [1, 50, 2000])
            expect(kernel.leading(mask, margin)).toBe(reference.leading(mask, margin))
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe('a leader', () => {
  it('is ahead of all others that are allowed by the margin, and there is one at most', () => {
    fc.assert(
      fc.property(
        weights,
        calls,
        fc.nat(15),
        fc.integer({ min: 1, max: 4000 }),
        (state, calls, mask, margin) => {
          const plain = kernelScorer(state)
          for (const call of calls) {
            plain.score(
              Uint32Array.from(call, (key) => state.keys[key] ?? key),
              call.length,
            )
            const allowed = [...state.transitions.keys()].filter(
              (c) => (mask >> typeOf(state.transitions[c])) & 1,
            )
            const leaders = allowed.filter((c) =>
              allowed.every((other) => other === c || plain.scores[c] >= plain.scores[other] + margin),
            )
            expect(plain.leading(mask, margin)).toBe(leaders[0] ?? -1)
          }
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('a table', () => {
  it('holds the weights of each feature', () => {
    fc.assert(
      fc.property(weights, fc.array(fc.nat(39), { maxLength: 10 }), (state, call) => {
        const features = call.filter((feature) => feature < state.keys.length)
        const [keys] = keysOf(state, [features])
        const scorer = kernelScorer(state)
        const sums = Array.from(state.transitions, () => 0)
        for (const feature of features) addRow(sums, state, feature)
        scorer.score(keys, keys.length)
        expect([...scorer.scores]).toEqual(sums)
      }),
      { numRuns: 300 },
    )
  })

  it('has a place for features whose line is full', () => {
    const state = weightsOf(Array.from({ length: 60 }, (_, i) => [i + 1, i + 1]))
    const plain = kernelScorer(state)
    for (let i = 0; i < 60; i++) {
      plain.score(Uint32Array.of(i + 1), 1)
      expect(plain.scores[0]).toBe(i + 1)
    }
  })

  it('is refused where keys are no hashes', () => {
    const keys = Array.from({ length: 5000 }, (_, i) => i + 1)
    // What multiplies keys in tables undone: the products follow each other.
    const inverse = 244002641
    expect(Math.imul(inverse, 0x9e3779b1)).toBe(1)
    const products = keys.map((key) => Math.imul(key, inverse) >>> 0).sort((a, b) => a - b)
    expect(() => buildTable(weightsOf(products.map((key) => [key, 1])), arena)).toThrow('crowd together')
  })
})

it('has weights of eight bits', () => {
  expect(() => buildTable(weightsOf([[7, 128]]), arena)).toThrow(
    'a weight of 128, expected -127 to 127: train the model again',
  )
})

/** One class, and features with a weight for it each. */
function weightsOf(features: readonly (readonly [key: number, value: number])[]): ClassifierWeights {
  return {
    transitions: Int32Array.of(transitionOf(0)),
    keys: Uint32Array.from(features, ([key]) => key),
    starts: Uint32Array.from({ length: features.length + 1 }, (_, i) => i),
    classes: new Uint16Array(features.length),
    values: Int16Array.from(features, ([, value]) => value),
    scale: 1,
  }
}
