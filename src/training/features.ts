/** The built-in sets of feature templates, and template files. */
import { checkedTemplates, type TemplateSet } from '../../parser/features/templates.ts'
import { modelFormOf, type LearnerOptions } from '../../parser/learning/learner-options.ts'
import { registered } from '../../parser/registry.ts'

/** The training options that a built-in set depends on. */
export interface TemplateUse extends Pick<LearnerOptions, 'learner' | 'form' | 'beam'> {
  readonly system: string
}

/** The built-in set of that name; undefined if there is none. Throws RangeError as `modelFormOf` does. */
export function builtInTemplates(name: string, use: TemplateUse): TemplateSet | undefined {
  const { family, templates } = registered(use.system)
  if (name !== 'rich' && name !== 'paper') return undefined
  const form = modelFormOf(family, use)
  return templates[name][(use.beam ?? 1) > 1 ? 'searching' : form]
}

/**
 * Reads a template file: `{ "name": "…", "templates": [ … ] }`, for factored models optionally with `"labels"` and `"glance"`
 * (the first stage). Throws SyntaxError if it is invalid.
 */
export function parseTemplates(text: string): TemplateSet {
  const set = checkedTemplates(JSON.parse(text))
  if (set) return set
  throw new SyntaxError('not a template set, expected { "name": "…", "templates": ["s0.form b0.tag", …] }')
}
