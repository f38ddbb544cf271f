/** The built-in feature sets, by the pairs of words that a system attaches and by the name that a user gives. */
import { paperArcEager, paperOracle, paperRightBranching } from './paper.ts'
import { richBeam } from './rich-beam.ts'
import { richArcEager, richFactored, richRightBranching } from './rich.ts'
import type { TemplateSet } from './templates.ts'

/** The templates of one feature set, by the models that read them. */
export interface TemplateChoice {
  /** For models whose classifiers choose transitions with their labels. */
  readonly labelled: TemplateSet
  /** For models that choose the type of a transition first, then its label. */
  readonly factored: TemplateSet
  /** For models that learn with a beam. */
  readonly searching: TemplateSet
}

/** The feature sets of a system, by name. `rich` is the default; `paper` has the templates of the paper's Table 2. */
export type SystemTemplates = Readonly<Record<'rich' | 'paper', TemplateChoice>>

/** The set, read one place further down: words on the stack have no heads in these systems. */
function moved({ templates }: TemplateSet): string[] {
  const below = (template: string): string =>
    template.replaceAll(/\b([sb])(\d)/g, (_, list: string, digit: string) => {
      if (list === 's') return `s${Number(digit) + 1}`
      return digit === '0' ? 's0' : `b${Number(digit) - 1}`
    })
  return templates.filter((template) => !template.includes('s0h')).map(below)
}

function joined(set: TemplateSet, ...others: readonly TemplateSet['templates'][]): TemplateSet {
  return { ...set, templates: [...new Set([...set.templates, ...others.flat()])] }
}

const rightDependents = [
  's1.upos s0.upos s0r.upos',
  's1.upos s0.upos s0r.deprel',
  's1.upos s0.upos s0.left s0.right',
]
const headsOfFront = [
  'b0.deprel s0.deprel',
  'b0h.upos b0.upos s0.upos',
  's0.upos b0.upos b0.deprel s0.distance',
]

const forAll = (set: TemplateSet): TemplateChoice => ({ labelled: set, factored: set, searching: set })

export const rightBranchingTemplates: SystemTemplates = {
  rich: { labelled: richRightBranching, factored: richFactored, searching: richBeam },
  paper: forAll(paperRightBranching),
}

/** Templates that read the gold true tokens of the stack and of the front of the buffer. */
const goldTokens = [
  's0g.form s0g.tag',
  's0g.upos b0.upos',
  's0g.upos b0.upos b1.upos',
  's0g.tag b0.tag',
  's0g.upos s0.upos b0.upos',
  's0g.upos t0.deprel t0.mark b0.upos',
  's0g.upos s0c.deprel s0.state b0.upos',
  's0g.form b0.upos',
  's0g.upos b0.form',
  'b0g.form b0g.tag',
  'b0g.upos b0.upos',
  'b0g.upos s0.upos b0.upos',
  'b0g.form s0.upos',
  'b0g.upos s0.form',
  's0g.upos b0g.upos',
  's0g.form b0g.upos',
  's0g.upos b0g.form',
]

/** A set for rb-oracle, which reads the gold true tokens besides. */
const withGoldTokens = ({ name, templates }: TemplateSet): TemplateSet =>
  Object.freeze({
    name: `${name}, with gold true tokens`,
    adaptive: true,
    templates: [...templates, ...goldTokens],
  })

export const rightBranchingOracleTemplates: SystemTemplates = {
  rich: { ...forAll(withGoldTokens(richRightBranching)), searching: withGoldTokens(richBeam) },
  paper: forAll(paperOracle),
}

export const arcEagerTemplates: SystemTemplates = {
  rich: forAll(richArcEager),
  paper: forAll(paperArcEager),
}

/** For systems that attach s0 and s1: the arc-eager sets as they are, which say when to shift, and one place further down. */
export const arcStandardTemplates: SystemTemplates = {
  rich: forAll(joined(richArcEager, moved(richArcEager), rightDependents)),
  paper: forAll(joined(paperArcEager, moved(paperArcEager))),
}

/** For systems in which b0 can have a head. */
export const covingtonTemplates: SystemTemplates = {
  rich: forAll(joined(richArcEager, headsOfFront)),
  paper: forAll(paperArcEager),
}
