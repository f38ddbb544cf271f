/** The sets of feature templates that a user can name, and template files. */
import { paperArcEager, paperRightBranching } from '../../parser/features/paper.ts'
import { richArcEager, richRightBranching } from '../../parser/features/rich.ts'
import type { TemplateSet } from '../../parser/features/templates.ts'
import { registered } from '../../parser/registry.ts'

const sets = {
  rich: { 'right-branching': richRightBranching, 'arc-eager': richArcEager },
  paper: { 'right-branching': paperRightBranching, 'arc-eager': paperArcEager },
} as const

/** The built-in set of that name for a system, undefined where there is none of the name. */
export function builtInTemplates(name: string, system: string): TemplateSet | undefined {
  return Object.hasOwn(sets, name) ? sets[name as keyof typeof sets][registered(system).family] : undefined
}

/** The set in the text of a template file, `{ "name": …, "templates": [ … ] }`. Throws SyntaxError where it is none. */
export function parseTemplates(text: string): TemplateSet {
  const set: unknown = JSON.parse(text)
  const { name, templates } = (set ?? {}) as Partial<Record<keyof TemplateSet, unknown>>
  const isText = (value: unknown): value is string => typeof value === 'string'
  if (!isText(name) || !Array.isArray(templates) || !templates.every(isText))
    throw new SyntaxError('not a template set, expected { "name": "…", "templates": ["s0.form b0.tag", …] }')
  return { name, templates }
}
