import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { membersByReach } from '../../../parser/features/program.ts'
import { parts } from '../../../parser/features/templates.ts'
import { decodable } from '../laws/subjects.ts'
import { extractorFor, seeds } from '../search/random-scorer.ts'
import { expectSameWhileLearning, expectSameWithTables } from './random-models.ts'

test('the parts are the whole, each template once', () => {
  for (const { system } of decodable) {
    const { compiled } = extractorFor(system)
    const members = membersByReach(compiled)
    expect(members.flat().toSorted((a, b) => a - b)).toEqual(compiled.members[parts.all])
    for (const part of members) expect(part).not.toEqual([])
  }
})

describe.each(decodable)('$title: the kernel searches as the reference does', ({ system }) => {
  // Where the number of transitions is quadratic, sums get as large with fewer words.
  const longest = system.nonProjective ? 4 : 12
  const sizes = fc.array(fc.integer({ min: 0, max: longest }), { minLength: 1, maxLength: 2 })
  const cases = [fc.constantFrom(3, 40), seeds, fc.constantFrom(1, 8, 80), sizes] as const

  test('with weights that are being learned', () => {
    fc.assert(
      fc.property(...cases, (labels, seed, width, sizes) => {
        expectSameWhileLearning(system, labels, seed, width, sizes)
      }),
      { numRuns: 6 },
    )
  })

  test('with the tables of a model, by sums, by probabilities, and with a margin', () => {
    const options = fc.constantFrom(
      {},
      { temperature: 0.2 },
      { temperature: 5 },
      { pruning: { margin: 0.5, reach: 1, reductionWeight: 0, deficitWeight: 0 } },
    )
    fc.assert(
      fc.property(...cases, options, (labels, seed, width, sizes, options) => {
        expectSameWithTables(system, labels, seed, width, sizes, options)
      }),
      { numRuns: 12 },
    )
  })
})
