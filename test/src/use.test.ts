import { expect, test } from 'vitest'
import { use } from '../../src/use.ts'

const metric = (name: string) => ({ metrics: [{ name, count: () => ({ right: 0, all: 0 }) }] })

test.each(['exact', 'LAS', 'vestigial arcs', 'vestigialArcs', 'non-projective', 'final'])(
  'a metric cannot have the name of the built-in figure %s',
  (name) => {
    expect(() => use(metric(name))).toThrow(`metric '${name}': expected another name`)
  },
)

test('a metric cannot be __proto__', () => {
  expect(() => use(metric('__proto__'))).toThrow('a metric is wrong')
})
