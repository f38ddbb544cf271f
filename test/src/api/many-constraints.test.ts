/** Many constraints on one sentence: all work with them is linear. */
import { expect, test } from 'vitest'
import { processorSeconds } from '../../processor-time.ts'
import { tinyParser } from './parsers.ts'

const MANY = 100_000
const many = <Item>(item: Item): Item[] => Array.from({ length: MANY }, () => item)

test.each([
  ['arcs', { arcs: many({ head: 2, dependent: 99 }) }, /word 99/],
  ['arcs that hold', { arcs: many({ head: 3, dependent: 2 }) }, undefined],
  ['arcs against each other', { arcs: [...many({ head: 3, dependent: 2 }), { head: 1, dependent: 2 }] }, /./],
  ['spans', { spans: many({ first: 1, last: 99 }) }, /99/],
  ['spans that hold', { spans: many({ first: 1, last: 2 }) }, undefined],
  ['spans that cross', { spans: [...many({ first: 1, last: 2 }), { first: 2, last: 3 }] }, undefined],
  ['roots', { roots: many({ word: 99 }) }, /99/],
  ['roots that hold', { roots: many({ word: 3 }) }, undefined],
  ['leaves', { leaves: many({ word: 99 }) }, /99/],
  ['leaves that hold', { leaves: many({ word: 1 }) }, undefined],
  ['characters', { arcs: many({ head: 'root' as const, dependent: { start: 0, end: 99 } }) }, /0-99/],
])('%s', (_, constraints, problem) => {
  const parser = tinyParser()
  const parse = (): unknown => parser.parse('The dog saw a cat.', { constraints }).sentences
  const seconds = processorSeconds(() => {
    if (problem) expect(parse).toThrow(problem)
    else expect(parse()).toHaveLength(1)
  })
  expect(seconds).toBeLessThan(10) // 100 if the list is copied for each of them
})
