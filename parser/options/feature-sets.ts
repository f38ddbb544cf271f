/** The feature sets by name: the sets of the registry, and sets that modules add. */
import { templatesOfSystem, withClusters } from '../features/template-sets.ts'
import { checkedTemplates, type TemplateSet } from '../features/templates.ts'
import { modelFormOf, type LearnerOptions } from '../learning/learner-options.ts'
import { compileFor, defaultSystem, registered } from '../registry.ts'

/** The training for which a set is chosen. */
export interface TemplateUse extends Pick<LearnerOptions, 'learner' | 'form' | 'beam'> {
  readonly system: string
}

const registeredSets = new Map<string, TemplateSet>()

export const featureNames = (): string[] => ['rich', 'paper', ...registeredSets.keys()]

/** Adds a feature set. Throws RangeError if a template is not valid or the name is already used. */
export function registerFeatures(set: TemplateSet): void {
  if (!checkedTemplates(set) || !/^[\w.-]{1,60}$/.test(set.name))
    throw new RangeError('a feature set is wrong, expected { name, templates: ["s0.form b0.tag", …] }')
  compileFor(defaultSystem, set)
  if (featureNames().includes(set.name))
    throw new RangeError(`features '${set.name}': expected another name, there are features of this one`)
  registeredSets.set(set.name, set)
}

/** The set of this name, built in or registered. Throws RangeError if there is none, and as `modelFormOf`. */
export function builtInTemplates(name: string, use: TemplateUse): TemplateSet {
  const { traits, templates } = registered(use.system)
  const set = registeredSets.get(name)
  if (set) return set
  if (name !== 'rich' && name !== 'paper')
    throw new RangeError(`unknown feature set '${name}', expected one of: ${featureNames().join(', ')}`)
  const form = modelFormOf(traits, use)
  return templatesOfSystem(templates)[name][(use.beam ?? 1) > 1 ? 'searching' : form]
}

/**
 * The set with the same name for another training; with features of clusters if `set` has them. If `set` is neither built in
 * nor registered for `use`, returns `set`.
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

/** Parses `{ name, templates }`; `labels` and `glance` (the first stage) are optional. Throws SyntaxError. */
export function parseTemplates(text: string): TemplateSet {
  const set = checkedTemplates(JSON.parse(text))
  if (set) return set
  throw new SyntaxError('not a template set, expected { "name": "…", "templates": ["s0.form b0.tag", …] }')
}
