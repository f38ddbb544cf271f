import { expect, test } from 'vitest'
import { Configuration } from '../../../parser/core/configuration.ts'
import { LEFT_ARC, SHIFT, UNSHIFT } from '../../../parser/systems/arc-eager-family.ts'
import { headsOf } from '../../trees.ts'
import { bufferOf, deadEnds, explore, stackOf, terminal, treeIn } from './explore.ts'
import { domain } from './subjects.ts'
import { unshiftAsPrinted as system } from './unshift-as-printed.ts'

const SIZES = [1, 2, 3, 4, 5, 6]

test('the smallest dead end: two words, shift shift unshift left-arc', () => {
  const configuration = new Configuration()
  system.start(configuration, 2)
  for (const type of [SHIFT, SHIFT, UNSHIFT, LEFT_ARC]) {
    expect((system.allowed(configuration) >> type) & 1).toBe(1)
    system.apply(configuration, type, 0)
  }
  expect([stackOf(configuration), bufferOf(configuration)]).toEqual([[], [2]])
  expect([configuration.head[1], configuration.head[2], configuration.own]).toEqual([2, -1, 1])
  expect(system.done(configuration)).toBe(false)
  expect(system.allowed(configuration)).toBe(0)
})

test('dead ends of 1 to 6 words', () => {
  const counts = SIZES.map((size) => deadEnds(explore(system, size)).length)
  expect(counts).toEqual([0, 1, 4, 18, 88, 455])
})

test('every dead end is an empty stack and a last word in the buffer, which a shift would end', () => {
  for (const configuration of deadEnds(explore(system, 5))) {
    expect(configuration.height).toBe(0)
    expect(bufferOf(configuration)).toEqual([configuration.front])
    expect(configuration.head[configuration.front]).toBe(-1)
  }
})

test('it is sound and complete all the same', () => {
  for (const size of SIZES) {
    const trees = new Set(terminal(explore(system, size)).map((end) => headsOf(treeIn(system, end)).join()))
    expect(trees).toEqual(new Set(domain(system, size).map((tree) => headsOf(tree).join())))
  }
})
