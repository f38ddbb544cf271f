/** The sets of feature templates that a user can name, and template files. */
import { paperArcEager, paperOracle, paperRightBranching } from '../../parser/features/paper.ts'
import { richBeam } from '../../parser/features/rich-beam.ts'
import { richArcEager, richRightBranching, richFactored } from '../../parser/features/rich.ts'
import { richBeamOracle, richOracle } from '../../parser/features/true-tokens.ts'
import { checkedTemplates, type TemplateSet } from '../../parser/features/templates.ts'
import { modelFormOf, type LearnerOptions } from '../../parser/learning/learners.ts'
import { registered } from '../../parser/registry.ts'

const sets = {
  rich: {
    labelled: { 'right-branching': richRightBranching, 'arc-eager': richArcEager },
    factored: { 'right-branching': richFactored, 'arc-eager': richArcEager },
  },
  paper: {
    labelled: { 'right-branching': paperRightBranching, 'arc-eager': paperArcEager },
    factored: { 'right-branching': paperRightBranching, 'arc-eager': paperArcEager },
  },
} as const

/** Those of systems that others of their family do not share them with. */
const own: Readonly<Record<string, Readonly<Record<string, TemplateSet>>>> = {
  rich: { 'rb-oracle': richOracle },
  paper: { 'rb-oracle': paperOracle },
}

/** Those of systems that look at more where they search than where they choose once and for all. */
const searching: Readonly<Record<string, Readonly<Record<string, TemplateSet>>>> = {
  rich: {
    rb: richBeam,
    'rb-learned': richBeam,
    'rb-oracle': richBeamOracle,
  },
  paper: {},
}

/** What a built-in set is chosen by: the system, how its models decide, and whether they search. */
export interface TemplateUse extends Pick<LearnerOptions, 'learner' | 'form' | 'beam'> {
  readonly system: string
}

/** The built-in set of that name; undefined where there is none. Throws RangeError as `modelFormOf` does. */
export function builtInTemplates(name: string, use: TemplateUse): TemplateSet | undefined {
  if (!Object.hasOwn(sets, name)) return undefined
  const { family } = registered(use.system)
  const form = modelFormOf(family, use)
  const { system, beam = 1 } = use
  return (
    (beam > 1 ? searching[name][system] : undefined) ??
    own[name][system] ??
    sets[name as keyof typeof sets][form][family]
  )
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
