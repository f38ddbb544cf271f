/** Nothing that is registered goes without its law: the laws that are not about every entry by themselves name them all. */
import { expect, test } from 'vitest'
import { registry } from '../../../parser/registry.ts'
import type { TransitionSystem } from '../../../parser/core/transition-system.ts'
import { settings as arcEagerSettings } from '../constraints/law.ts'
import { several, single } from '../constraints/right-branching-law.ts'
import { subjects } from './subjects.ts'

const named = ({ name, settings }: TransitionSystem): string => `${name}, single root: ${settings.singleRoot}`

/** Both settings of a kind of system; they may come to one. */
const both = (make: (settings: { singleRoot: boolean }) => TransitionSystem): string[] =>
  [true, false].map((singleRoot) => named(make({ singleRoot })))

test('every system of the registry, in each setting, is a subject of the laws', () => {
  const covered = new Set(subjects.map(({ system }) => named(system)))
  for (const { make } of registry) for (const name of both(make)) expect(covered).toContain(name)
})

test('every system under constraints, in each setting, is enumerated and walked', () => {
  const covered = new Set([...arcEagerSettings.map(({ system }) => system), several, single].map(named))
  const names = registry.flatMap(({ constrained }) => (constrained ? both(constrained) : []))
  expect(names.length).toBeGreaterThan(0)
  expect(names.filter((name) => !covered.has(name))).toEqual([])
})
