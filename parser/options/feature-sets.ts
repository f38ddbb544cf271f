/** The sets of features by name: those of the registry, and those that modules add. */
import { templatesOfSystem, withClusters } from '../features/template-sets.ts'
import { checkedTemplates, type TemplateSet } from '../features/templates.ts'
import { modelFormOf, type LearnerOptions } from '../learning/learner-options.ts'
import { compileFor, defaultSystem, registered } from '../registry.ts'

/** What a set is chosen for. */
export interface TemplateUse extends Pick<LearnerOptions, 'learner' | 'form' | 'beam'> {
  readonly system: string
}

const own = new Map<string, TemplateSet>()

export const featureNames = (): string[] => ['rich', 'paper', ...own.keys()]

/** Adds a set of features, of the name of the set. Throws RangeError for bad templates and if the name is taken. */
export function registerFeatures(set: TemplateSet): void {
  if (!checkedTemplates(set) || !/^[\w.-]{1,60}$/.test(set.name))
    throw new RangeError('a feature set is wrong, expected { name, templates: ["s0.form b0.tag", …] }')
  compileFor(defaultSystem, set)
  if (featureNames().includes(set.name))
    throw new RangeError(`features '${set.name}': expected another name, there are features of this one`)
  own.set(set.name, set)
}

/** The set of that name, built in or registered. Throws RangeError if there is none, and as `modelFormOf` does. */
export function builtInTemplates(name: string, use: TemplateUse): TemplateSet {
  const { traits, templates } = registered(use.system)
  const set = own.get(name)
  if (set) return set
  if (name !== 'rich' && name !== 'paper')
    throw new RangeError(`unknown feature set '${name}', expected one of: ${featureNames().join(', ')}`)
  const form = modelFormOf(traits, use)
  return templatesOfSystem(templates)[name][(use.beam ?? 1) > 1 ? 'searching' : form]
}

/**
 * The set for another use that has the name of a set, and features of clusters if that has some. A set that is not built in
 * or registered for `use` is for all systems.
 */
export function templatesLike(set: TemplateSet, use: TemplateUse, other: TemplateUse): TemplateSet {
  const { adaptive, templates } = set
  for (const name of featureNames())
    for (const change of [(one: TemplateSet) => one, withClusters]) {
      const isLike = change(builtInTemplates(name, use)).templates.join() === templates.join()
      if (isLike) return { ...change(builtInTemplates(name, other)), adaptive }
    }
  return set
}

/** Reads `{ name, templates }`, perhaps with `labels` and `glance`, the first stage. Throws SyntaxError. */
export function parseTemplates(text: string): TemplateSet {
  const set = checkedTemplates(JSON.parse(text))
  if (set) return set
  throw new SyntaxError('not a template set, expected { "name": "…", "templates": ["s0.form b0.tag", …] }')
}
