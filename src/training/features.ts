/** The sets of feature templates that a user can name, and template files. */
import { paperArcEager, paperOracle, paperRightBranching } from '../../parser/features/paper.ts'
import { richArcEager, richRightBranching, richStepwise } from '../../parser/features/rich.ts'
import { richHypotheses, richOracle } from '../../parser/features/true-tokens.ts'
import { checkedTemplates, type TemplateSet } from '../../parser/features/templates.ts'
import { decisionOf, type LearnerOptions } from '../../parser/learning/learners.ts'
import { registered } from '../../parser/registry.ts'

const sets = {
  rich: {
    joint: { 'right-branching': richRightBranching, 'arc-eager': richArcEager },
    stepwise: { 'right-branching': richStepwise, 'arc-eager': richArcEager },
  },
  paper: {
    joint: { 'right-branching': paperRightBranching, 'arc-eager': paperArcEager },
    stepwise: { 'right-branching': paperRightBranching, 'arc-eager': paperArcEager },
  },
} as const

/** Those of systems that others of their family do not share them with. */
const own: Readonly<Record<string, Readonly<Record<string, TemplateSet>>>> = {
  rich: { 'rb-hypotheses': richHypotheses, 'rb-oracle': richOracle },
  paper: { 'rb-oracle': paperOracle },
}

/** What a built-in set is chosen by: the system, and how its models decide. */
export interface TemplateUse extends Pick<LearnerOptions, 'learner' | 'decision'> {
  readonly system: string
}

/** The built-in set of that name; undefined where there is none. Throws RangeError as `decisionOf` does. */
export function builtInTemplates(name: string, use: TemplateUse): TemplateSet | undefined {
  if (!Object.hasOwn(sets, name)) return undefined
  const { family } = registered(use.system)
  const decision = decisionOf(family, use)
  return own[name][use.system] ?? sets[name as keyof typeof sets][decision][family]
}

/**
 * The set in the text of a template file, `{ "name": …, "templates": [ … ] }`, for stepwise models perhaps with
 * `"labels": [ … ]` and `"glance": { … }`. Throws SyntaxError where it is none.
 */
export function parseTemplates(text: string): TemplateSet {
  const set = checkedTemplates(JSON.parse(text))
  if (set) return set
  throw new SyntaxError('not a template set, expected { "name": "…", "templates": ["s0.form b0.tag", …] }')
}
