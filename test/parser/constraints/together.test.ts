import { describe, expect, test } from 'vitest'
import { settingOf, tallyTogether, type Setting } from './law.ts'
import { spanSets } from './sets.ts'

// By setting and number of words: the sets of arcs with one or two spans, and for each condition of the spans how many
// can be satisfied and by how many trees in all. Two spans with a word between them, before them or behind them take 5
// words. 6 words are for the setting with the most rules, a single root and Unshift.
// prettier-ignore
const COUNTS: readonly (readonly [Setting['name'], number, number, ...(readonly [number, number])[]])[] = [
  ['RE', 4, 1764, [1235, 3008], [772, 1664], [1084, 2496]],
  ['UL', 4, 1764, [1235, 3008], [772, 1664], [1084, 2496]],
  ['US', 4, 1365, [1078, 2176], [538, 1024], [935, 1728]],
  ['U0', 4, 553, [438, 1088], [238, 512], [387, 864]],
  ['RE', 5, 24540, [14860, 52096], [7508, 22976], [12124, 39776]],
  ['UL', 5, 24540, [14860, 52096], [7508, 22976], [12124, 39776]],
  ['US', 5, 18450, [12516, 35104], [4894, 12704], [10030, 25280]],
  ['U0', 5, 7410, [5037, 17552], [2141, 6352], [4117, 12640]],
  ['US', 6, 247380, [143922, 568960], [45832, 164480], [106590, 374144]],
]

describe('every set of arcs with every set of at most two spans', () => {
  for (const [name, size, sets, ...tallies] of COUNTS) {
    ;(['plain', 'none', 'root'] as const).forEach((condition, index) => {
      const [satisfiable, pairs] = tallies[index]
      // Some of what is particular to NONE shows with 5 words only.
      const small = size <= 4 || (name === 'UL' && size === 5 && condition === 'none')
      test(
        `${name}, ${size} words, ${condition}: ${satisfiable} of ${sets} sets, ${pairs} pairs`,
        { tags: small ? [] : ['slow'] },
        () => {
          const tally = tallyTogether(settingOf(name), size, spanSets(size, 2, [condition]))
          expect(tally).toEqual({ sets, satisfiable, pairs, violations: [] })
        },
      )
    })
  }
})
