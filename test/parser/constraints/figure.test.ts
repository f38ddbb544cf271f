/**
 * Figure 2 of Nivre, Goldberg & McDonald (2014) as printed lets some derivations go wrong; here each of them is
 * stopped where it does. Words 1..m and R = m + 1 at the right end; S R D L are shift, right-arc, reduce and left-arc.
 */
import { describe, expect, test } from 'vitest'
import { Configuration } from '../../../parser/core/configuration.ts'
import { ConstraintError, type Constraints } from '../../../parser/core/constraints.ts'
import { createTree } from '../../../transform/tree.ts'
import { headsOf } from '../../trees.ts'
import { settingOf } from './law.ts'

const { system } = settingOf('RE')
const LETTERS = ['S', 'R', 'D', 'L']

/** How far a derivation is allowed: its transitions up to the first that is refused; and its tree, if it is whole. */
function follow(size: number, constraints: Constraints, derivation: string) {
  const configuration = new Configuration()
  system.impose(size, constraints)
  system.start(configuration, size)
  const followed: string[] = []
  for (const letter of derivation.split(' ')) {
    const type = LETTERS.indexOf(letter)
    if (((system.allowed(configuration) >> type) & 1) === 0) break
    system.apply(configuration, type, 0)
    followed.push(letter)
  }
  if (!system.done(configuration)) return { followed: followed.join(' '), heads: undefined }
  const tree = createTree(size)
  system.finish(configuration, tree)
  return { followed: followed.join(' '), heads: headsOf(tree) }
}

const arc = (head: number, dependent: number) => ({ head, dependent, label: -1 })

describe('demanded arcs', () => {
  test('R→2: a right-arc must not give 2 another head while R is still to come', () => {
    const constraints = { arcs: [arc(0, 2)] }
    expect(follow(2, constraints, 'S R D L').followed).toBe('S')
    expect(follow(2, constraints, 'S S L L').heads).toEqual([0, 0])
    expect(follow(2, constraints, 'S L S L').heads).toEqual([2, 0])
  })
})

describe('demanded spans', () => {
  test('an open root blocks nothing: a left-arc out of a span decides it', () => {
    const constraints = { spans: [{ first: 1, last: 2, condition: 'plain' as const }] }
    expect(follow(2, constraints, 'S R D L').heads).toEqual([0, 1])
    expect(follow(2, constraints, 'S L S L').heads).toEqual([2, 0])
  })

  test('a right-arc from outside to a word that is not the first starts a component: S S L R S', () => {
    const constraints = { spans: [{ first: 2, last: 4, condition: 'plain' as const }] }
    expect(follow(4, constraints, 'S S L R S').followed).toBe('S S L R')
    expect(follow(4, constraints, 'S S L R R D D L').heads).toEqual([0, 3, 1, 3])
  })

  test('a left-arc to a word outside joins nothing: S S L L S S L', () => {
    const constraints = { spans: [{ first: 2, last: 4, condition: 'plain' as const }] }
    expect(follow(4, constraints, 'S S L L S S L').followed).toBe('S S L L S')
    expect(follow(4, constraints, 'S S L L S R D L').heads).toEqual([3, 3, 0, 3])
  })

  test('under ROOT a word that is not the root takes nothing outside: S R R D D', () => {
    const constraints = { spans: [{ first: 1, last: 2, condition: 'root' as const }] }
    expect(follow(3, constraints, 'S R R D D').followed).toBe('S R')
    expect(follow(3, constraints, 'S R D R D L').heads).toEqual([0, 1, 1])
  })
})

describe('both', () => {
  test('2→3 in the span 1-3: nothing after 2 can connect it with 1', () => {
    const constraints = { arcs: [arc(2, 3)], spans: [{ first: 1, last: 3, condition: 'plain' as const }] }
    expect(follow(3, constraints, 'S S').followed).toBe('S')
    expect(follow(3, constraints, 'S L S R D L').heads).toEqual([2, 0, 2])
    expect(follow(3, constraints, 'S R R D D L').heads).toEqual([0, 1, 2])
  })

  test('1→3 and 3→2 make a cycle once 1-2 is a span', () => {
    const arcs = [arc(1, 3), arc(3, 2)]
    expect(follow(3, { arcs }, 'S S L R D L').heads).toEqual([0, 3, 1])
    expect(() => system.impose(3, { arcs, spans: [{ first: 1, last: 2, condition: 'plain' }] })).toThrow(
      ConstraintError,
    )
  })
})
