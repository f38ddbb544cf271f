import { afterAll, describe, expect, it, test } from 'vitest'
import { Configuration } from '../../parser/core/configuration.ts'
import { FIRST_OWN_FIELD, OWN_FIELD_COUNT } from '../../parser/core/node-fields.ts'
import { fillSentence, ParserSentence } from '../../parser/core/sentence.ts'
import type { NodeField, Settings, TransitionSystem } from '../../parser/core/transition-system.ts'
import { compileFor, registered, registerSystem, registry, type Registered } from '../../parser/registry.ts'
import { Kernel } from '../../parser/scoring/kernel/kernel.ts'
import { arcEager } from '../../parser/systems/arc-eager.ts'

/** Arc-eager parsing that counts in a field of its own how often a word was the front of the buffer. */
function withFields(name: string, nodeFields: readonly NodeField[]) {
  const system = arcEager()
  const make = (settings: Settings): TransitionSystem => ({
    ...system,
    name,
    family: name,
    settings,
    nodeFields,
    apply(c, type, label) {
      c.nodes[c.next + FIRST_OWN_FIELD]++
      system.apply(c, type, label)
    },
  })
  return { name, make }
}

test('the node fields of every system are numbers that it may use, each once', () => {
  for (const { make, constrained } of registry) {
    for (const system of [make({ singleRoot: true }), constrained?.({ singleRoot: true })]) {
      const fields = (system?.nodeFields ?? []).map(({ field }) => field)
      expect(new Set(fields).size).toBe(fields.length)
      for (const field of fields)
        expect(field - FIRST_OWN_FIELD).toBeOneOf([...Array(OWN_FIELD_COUNT).keys()])
    }
  }
})

describe('a system with node fields of its own', () => {
  // Other tests in this process ask for all systems.
  const builtIn = registry.length
  afterAll(() => void (registry as Registered[]).splice(builtIn))

  it('has them in its templates, and other systems read 0 there', () => {
    const name = 'counting'
    registerSystem(withFields(name, [{ field: FIRST_OWN_FIELD, template: 's0.fronts', isCount: true }]))
    const set = { name: 'one', templates: ['b0.fronts'] }
    const keyOf = (system: string, transitions: number): number => {
      const { apply, start } = registered(name).make({ singleRoot: true })
      const c = new Configuration()
      start(c, 3)
      for (let i = 0; i < transitions; i++) apply(c, i === 0 ? 0 : 3, 0)
      const extractor = Kernel.extractor(compileFor(system, set))
      extractor.extract(c, fillSentence(new ParserSentence(), [{ form: 'a' }, { form: 'b' }, { form: 'c' }]))
      return extractor.keys[0]
    }
    expect(keyOf(name, 2)).not.toBe(keyOf(name, 1))
    expect(keyOf('arc-eager', 2)).toBe(keyOf('arc-eager', 1))
  })

  it.each([
    [[{ field: FIRST_OWN_FIELD - 1 }], 'a node field 16, expected a number from 17 to 30'],
    [[{ field: FIRST_OWN_FIELD + OWN_FIELD_COUNT }], 'a node field 31, expected a number from 17 to 30'],
    [[{ field: 17 }, { field: 17 }], 'two node fields with the number 17, expected one'],
    [[{ field: 17, template: 's1.fronts' }], "a node field is read by 's1.fronts', expected s0x"],
  ] as const)('is refused with the fields %j', (nodeFields, problem) => {
    expect(() => registerSystem(withFields('refused', nodeFields))).toThrow(problem)
  })
})
