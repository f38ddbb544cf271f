/** Tables of weights whose keys crowd together: filled, or refused. */
import { expect, test } from 'vitest'
import { compileFor } from '../../../parser/registry.ts'
import type { Classifiers } from '../../../parser/features/classifiers.ts'
import { Arena } from '../../../parser/scoring/kernel/arena.ts'
import { Kernel } from '../../../parser/scoring/kernel/kernel.ts'
import { transitionOf } from '../../../parser/core/transition-system.ts'
import { buildTable } from '../../../parser/scoring/kernel/table.ts'
import type { ClassifierWeights } from '../../../parser/core/classifier-weights.ts'

/** What undoes the product that spreads keys over lines. */
let inverse = 1
for (let i = 0; i < 5; i++) inverse = Math.imul(inverse, 2 - Math.imul(0x9e3779b1, inverse))

/** So many features, spread evenly over this share of all lines, each with one weight. */
function weightsOf(features: number, share: number, classes: number): ClassifierWeights {
  const step = Math.floor((share * 2 ** 32) / features)
  const keys = Uint32Array.from({ length: features }, (_, i) => Math.imul(1 + step * i, inverse)).sort()
  return {
    transitions: Int32Array.from({ length: classes }, (_, c) => transitionOf(0, c)),
    keys,
    starts: Uint32Array.from({ length: features + 1 }, (_, i) => i),
    classes: Uint16Array.from(keys, (_, i) => i % classes),
    values: Int16Array.from(keys, (_, i) => 1 + (i % 100)),
    scale: 1,
  }
}

const templates = compileFor('rb', { name: 'one', templates: ['b0.form'] })
const labelled: Classifiers = { form: 'labelled', names: ['one'], ofLabels: Int32Array.of(-1), firstStage: 0 }

/** Of narrow tables and of sparse ones. */
test.each([2, 40])('%d classes: as crowded as it gets', (classes) => {
  const arena = new Arena()
  const homes = new Map([
    [weightsOf(3000, 1, classes), 625],
    // One line, and those behind it full.
    [weightsOf(512, 1e-5, classes), 107],
    // With four times as many lines as at first.
    [weightsOf(600, 0.2, classes), 500],
  ])
  for (const [weights, lines] of homes) {
    const { keys, values } = weights
    expect(buildTable(weights, arena)).toMatchObject({ spread: lines })
    const [scorer] = Kernel.of([weights], templates, 1, labelled).scorers
    keys.forEach((key, i) => {
      scorer.score(Uint32Array.of(key), 1)
      expect(scorer.scores[i % classes]).toBe(values[i])
    })
  }
  expect(() => buildTable(weightsOf(600, 1e-5, classes), arena)).toThrow(
    new RangeError('the features of a model crowd together'),
  )
})
