import { describe, expect, test } from 'vitest'
import { settingOf, settings, tallySpans, tallyTogether } from './law.ts'
import { spanSets } from './sets.ts'

describe('every set of demanded spans', () => {
  test.each([
    [2, 1, 2, 2, 2],
    [3, 3, 21, 15, 19],
    [4, 7, 188, 104, 156],
    [5, 15, 1628, 718, 1243],
  ])('of %i words, at most two spans: %i sets; pairs: %i plain, %i NONE, %i ROOT', (size, sets, ...pairs) => {
    for (const name of ['RE', 'UL'] as const) {
      ;(['plain', 'none', 'root'] as const).forEach((condition, index) => {
        const tally = tallySpans(settingOf(name), size, condition, 2)
        expect(tally).toEqual({ sets, satisfiable: sets, pairs: pairs[index], violations: [] })
      })
    }
  })

  test('of 6 words, at most three spans: 31 sets; pairs: 14045, 4993, 9867', { tags: ['slow'] }, () => {
    for (const name of ['RE', 'UL'] as const) {
      ;(['plain', 'none', 'root'] as const).forEach((condition, index) => {
        const pairs = [14045, 4993, 9867][index]
        const tally = tallySpans(settingOf(name), 6, condition, 3)
        expect(tally).toEqual({ sets: 31, satisfiable: 31, pairs, violations: [] })
      })
    }
  })
})

describe.each(settings)('the law of spans with arcs, $name', (setting) => {
  test('plain and ROOT spans mixed, 4 words', () => {
    const tally = tallyTogether(setting, 4, spanSets(4, 2, ['plain', 'root']))
    expect(tally.violations).toEqual([])
    expect(tally.pairs).toBeGreaterThan(0)
  })

  test('spans of one word among them, any number, 3 words', () => {
    const mixed = spanSets(3, 3, ['plain', 'root'], 1)
    const none = spanSets(3, 3, ['none'], 1)
    const tally = tallyTogether(setting, 3, [...mixed, ...none])
    expect(tally.violations).toEqual([])
    expect(tally.pairs).toBeGreaterThan(0)
  })

  test('spans of one word among them, any number, 4 words', { tags: ['slow'] }, () => {
    const mixed = spanSets(4, 4, ['plain', 'root'], 1)
    const none = spanSets(4, 4, ['none'], 1)
    expect(tallyTogether(setting, 4, [...mixed, ...none]).violations).toEqual([])
  })
})
