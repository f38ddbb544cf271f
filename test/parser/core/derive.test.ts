import { expect, test } from 'vitest'
import { Configuration } from '../../../parser/core/configuration.ts'
import { derive, transitionOf } from '../../../parser/core/transition-system.ts'
import { registered } from '../../../parser/registry.ts'

test('a derivation that does not end is an error', () => {
  const system = { ...registered('arc-eager').make({ singleRoot: true }), done: () => false, apply: () => {} }
  const configuration = new Configuration()
  system.start(configuration, 3)
  expect(() => derive(system, configuration, { next: () => transitionOf(0) })).toThrow(
    "system 'arc-eager': no end after 5 transitions for 3 words",
  )
})
