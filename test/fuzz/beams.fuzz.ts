/** Searches by the kernel and in plain JavaScript, with models that are learned at random. */
import fc from 'fast-check'
import { decodable, subject } from '../parser/laws/subjects.ts'
import { expectSameWhileLearning, expectSameWithTables } from '../parser/scoring/random-models.ts'
import { seeds } from '../parser/search/random-scorer.ts'
import { target } from './campaign.ts'

const inputs = fc.record({
  title: fc.constantFrom(...decodable.map(({ title }) => title)),
  labels: fc.integer({ min: 1, max: 50 }),
  seed: seeds,
  width: fc.integer({ min: 1, max: 100 }),
  sizes: fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 3 }),
  temperature: fc.constantFrom(0, 0, 0.2, 5),
  margin: fc.constantFrom(Infinity, Infinity, 0.5, 5),
})

target(
  'beams',
  inputs,
  ({ title, labels, seed, width, sizes, temperature, margin }) => {
    const { system } = subject(title)
    // Where the number of transitions is quadratic, sums get as large with fewer words.
    const lengths = sizes.map((size) => (system.nonProjective ? size % 5 : size))
    expectSameWhileLearning(system, labels, seed, width, lengths)
    expectSameWithTables(system, labels, seed, width, lengths, {
      temperature,
      pruning: margin === Infinity ? undefined : { margin, reach: 1, reductionWeight: 0, deficitWeight: 0 },
    })
  },
  { seconds: 20 },
)
