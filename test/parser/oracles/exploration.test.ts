import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Configuration } from '../../../parser/configuration.ts'
import { labelledCost } from '../../../parser/oracles/dynamic.ts'
import { explorationOracle } from '../../../parser/oracles/exploration.ts'
import { registry } from '../../../parser/registry.ts'
import { moveOf } from '../../../parser/system.ts'
import { domainArbitrary } from '../laws/subjects.ts'

const dynamic = registry.filter(({ dynamicOracle }) => dynamicOracle !== undefined)

test('the arc-eager systems have dynamic oracles', () => {
  const names = registry.filter(({ family }) => family === 'arc-eager').map(({ name }) => name)
  expect(dynamic.map(({ name }) => name)).toEqual(names)
})

describe.each(dynamic)('$name', ({ make, dynamicOracle }) => {
  test.each([true, false])('single root %s: free is what costs nothing, with its label', (singleRoot) => {
    const system = make({ singleRoot })
    const costs = dynamicOracle!({ singleRoot })
    const oracle = explorationOracle(system, dynamicOracle!({ singleRoot }))
    const configuration = new Configuration()
    const choices = fc.array(fc.nat(59), { minLength: 120, maxLength: 120, size: 'max' })
    fc.assert(
      fc.property(domainArbitrary(system, 30), choices, (gold, choices) => {
        costs.begin(gold)
        oracle.begin(gold)
        system.start(configuration, gold.size)
        for (let step = 0; !system.done(configuration); step++) {
          const allowed = system.allowed(configuration)
          costs.weigh(configuration, allowed)
          const kinds = system.kinds.map((_, kind) => kind).filter((kind) => (allowed >> kind) & 1)
          for (const kind of kinds) {
            for (const label of system.kinds[kind].labelled
              ? [1, gold.size, Math.max(0, costs.labels[kind])]
              : [0]) {
              const free = labelledCost(costs, kind, label) === 0
              expect(oracle.isFree(configuration, moveOf(kind, label))).toBe(free)
            }
          }
          const kind = kinds[choices[step] % kinds.length]
          system.apply(configuration, kind, Math.max(0, costs.labels[kind]))
        }
      }),
    )
  })
})
