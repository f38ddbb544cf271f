/** What measured a cell: the build and the modules of `--use`, by their content. */
import { writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readPlan, printPlan } from '../../../experiments/studies/plan.ts'
import { provenance, provenanceOf } from '../../../experiments/cells/provenance.ts'
import { RunError } from '../../../src/files/failures.ts'
import { newFolder } from '../../src/commands/rbparse.ts'
import { cellOf } from '../made.ts'

it('an edited module is another one, and so is one that imports an edited file', () => {
  const file = newFolder()
  writeFileSync(file('helper.js'), 'export const a = 1\n')
  writeFileSync(file('mine.js'), "import { a } from './helper.js'\nexport const metrics = [a]\n")
  const hash = (): string => provenanceOf([file('mine.js')]).modules[0].sha256
  const first = hash()
  expect(hash()).toBe(first)
  writeFileSync(file('helper.js'), 'export const a = 2\n')
  const second = hash()
  expect(second).not.toBe(first)
  writeFileSync(file('mine.js'), "import { a } from './helper.js'\nexport const metrics = []\n")
  expect(hash()).not.toBe(second)
  expect(provenanceOf([file('mine.js')]).modules[0].name).toBe('mine.js')
})

it('the build is the code of the program, whatever the folder of the call', () => {
  const { build, modules } = provenance()
  expect(build).toMatch(/^[0-9a-f]{16}$/)
  expect(provenanceOf([])).toEqual(provenance())
  expect(modules).toEqual([])
})

it('a plan of another build is refused', () => {
  const cell = cellOf()
  expect(readPlan(printPlan([cell]), 'plan')).toHaveLength(1)
  expect(() => readPlan(printPlan([{ ...cell, build: 'other' }]), 'plan')).toThrow(
    new RunError(`plan:1: planned by build other, expected ${cell.build}: plan again`),
  )
})
