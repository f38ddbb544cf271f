/** The yardstick: LIBLINEAR's own command on the same instances. */
import { readFileSync } from 'node:fs'
import type { Problem, Solver } from 'liblinear-wasm'
import { describe, expect, test } from 'vitest'
import { compare, hasLiblinear, relative, sampleProblem, split, table } from './liblinear-wasm-yardstick.ts'

/** A two-class problem with values. */
function halves(problem: Problem): Problem {
  const values = Float64Array.from(
    problem.rows.columns,
    (column, entry) => 1 + ((column * 7 + entry) % 5) / 4,
  )
  const labels = Array.from(problem.labels, (label) => label % 2)
  return { ...problem, rows: { ...problem.rows, values }, labels, classes: 2 }
}

const sample = sampleProblem(7, 6000, 12, 12)
const cases = [
  ['binary features, 12 classes', ...split(sample, 3000)],
  ['values, two classes', ...split(halves(sample), 3000)],
] as const

describe.skipIf(!hasLiblinear())('beside liblinear-train', () => {
  describe.each(cases)('%s', (_, problem, heldOut) => {
    test.each([
      [0, -1, 0.001],
      [1, -1, 0.001],
      [4, -1, 0.003],
      [7, -1, 0.001],
      [0, 1, 0.001],
      [1, 1, 0.001],
      [4, 1, 0.003],
      [7, 1, 0.001],
    ] as const)('solver %i with bias %d and its default tolerance', (solver, bias, points) => {
      const found = compare(problem, heldOut, { solver, C: 0.1, bias })
      expect(Math.abs(relative(found.reported))).toBeLessThan(1e-3)
      // the primal value of solver 4 wavers by its tolerance long after the dual one has settled
      if (solver !== 4) expect(Math.abs(relative(found.primal))).toBeLessThan(1e-3)
      else expect(Math.abs(relative(found.primal))).toBeLessThan(1e-2)
      expect(found.agreement).toBeGreaterThanOrEqual(0.99)
      expect(Math.abs(found.accuracy.ours - found.accuracy.theirs)).toBeLessThanOrEqual(points)
    })

    test.each([0, 1, 7] as const)('solver %i with tolerance 1e-6', (solver: Solver) => {
      const found = compare(problem, heldOut, { solver, C: 0.1, eps: 1e-6 })
      expect(Math.abs(relative(found.primal))).toBeLessThan(1e-6)
      expect(found.agreement).toBeGreaterThanOrEqual(0.999)
    })

    test('solver 4 with tolerance 1e-4: the primal values meet too', () => {
      const found = compare(problem, heldOut, { solver: 4, C: 0.1, eps: 1e-4 })
      expect(Math.abs(relative(found.primal))).toBeLessThan(1e-4)
    })
  })
})

/** Solver, tolerance and both accuracies in each line of the table: they do not depend on the machine. */
function accuraciesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
  return lines
    .filter(([, solver]) => /^[0-9] \w+$/.test(solver ?? ''))
    .map(([, solver, eps, , , ours, theirs]) => `${solver} ${Number(eps)} ${ours} ${theirs}`)
}

/** `npm run yardstick --workspace liblinear-wasm` prints the table, and finds the accuracies that the README has. */
test.runIf(process.env.YARDSTICK && hasLiblinear())('the table of the README', { timeout: 600_000 }, () => {
  const printed = table()
  console.log(`\n${printed}`)
  const readme = new URL('../../parser/liblinear-wasm/README.md', import.meta.url)
  expect(accuraciesOf(printed)).toHaveLength(7)
  expect(accuraciesOf(printed)).toEqual(accuraciesOf(readFileSync(readme, 'utf8')))
})
