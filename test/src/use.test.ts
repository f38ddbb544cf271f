import { expect, test } from 'vitest'
import { use } from '../../src/use.ts'

const metric = (name: string) => ({ metrics: [{ name, count: () => ({ right: 0, all: 0 }) }] })

test.each(['exact', 'LAS', 'CLAS', 'sentences', 'constructor!', ''])(
  'a metric cannot have the name %j',
  (name) => {
    expect(() => use(metric(name))).toThrow(/another name|a metric is wrong/)
  },
)

test('a metric cannot be __proto__', () => {
  expect(() => use(metric('__proto__'))).toThrow('a metric is wrong')
})
