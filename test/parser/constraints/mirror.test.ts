import { expect, test } from 'vitest'
import { mirrorConstraints } from '../../../parser/core/constraints.ts'

test('all that is demanded is turned round, and back again', () => {
  const demands = {
    arcs: [
      { head: 0, dependent: 2, label: 3 },
      { head: 5, dependent: 1, label: -1 },
    ],
    spans: [{ first: 1, last: 2, condition: 'root' as const }],
    root: 2,
    labels: [{ dependent: 4, label: 7 }],
    leaves: [3, 4],
  }
  const mirrored = mirrorConstraints(5, demands)
  expect(mirrored).toEqual({
    arcs: [
      { head: 0, dependent: 4, label: 3 },
      { head: 1, dependent: 5, label: -1 },
    ],
    spans: [{ first: 4, last: 5, condition: 'root' }],
    root: 4,
    labels: [{ dependent: 2, label: 7 }],
    leaves: [3, 2],
  })
  expect(mirrorConstraints(5, mirrored)).toEqual(demands)
  expect(mirrorConstraints(5, {})).toEqual({})
})
