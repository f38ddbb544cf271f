/** The built-in feature sets, by the family of the system and by the name that a user gives. */
import { paperArcEager, paperOracle, paperRightBranching } from './paper.ts'
import { richBeam } from './rich-beam.ts'
import { richArcEager, richFactored, richRightBranching } from './rich.ts'
import { richBeamOracle, richOracle } from './true-tokens.ts'
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

const forAll = (set: TemplateSet): TemplateChoice => ({ labelled: set, factored: set, searching: set })

export const rightBranchingTemplates: SystemTemplates = {
  rich: { labelled: richRightBranching, factored: richFactored, searching: richBeam },
  paper: forAll(paperRightBranching),
}

export const rightBranchingOracleTemplates: SystemTemplates = {
  rich: { ...forAll(richOracle), searching: richBeamOracle },
  paper: forAll(paperOracle),
}

export const arcEagerTemplates: SystemTemplates = {
  rich: forAll(richArcEager),
  paper: forAll(paperArcEager),
}
