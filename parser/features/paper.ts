/**
 * The feature sets of Table 2 of the right-branching paper. Stack addresses of the right-branching family read true
 * tokens; labels of transformed trees have marks, hence `deprel mark` together.
 */
import type { TemplateSet } from './templates.ts'

export const paperRightBranching: TemplateSet = Object.freeze({
  name: 'paper',
  templates: [
    'b0.form',
    'b1.form',
    's0.form',
    's1.form',
    'b0.tag',
    'b1.tag',
    'b2.tag',
    'b3.tag',
    's0.tag',
    's1.tag',
    's3.tag',
    's0.deprel s0.mark',
    's0c.deprel s0.state',
    'b1-3.tag',
  ],
})

/** For rb-oracle: what the set above reads of the stack and of the buffer's front, of the gold true tokens too. */
export const paperOracle: TemplateSet = Object.freeze({
  name: 'paper, with gold true tokens',
  templates: [
    ...paperRightBranching.templates,
    'b0g.form',
    's0g.form',
    's1g.form',
    'b0g.tag',
    's0g.tag',
    's1g.tag',
    's3g.tag',
  ],
})

export const paperArcEager: TemplateSet = Object.freeze({
  name: 'paper',
  templates: [
    'b0.form',
    'b1.form',
    's0.form',
    's0h.form',
    'b0.tag',
    'b1.tag',
    'b2.tag',
    'b3.tag',
    's0.tag',
    's1.tag',
    's0.deprel',
    's0l.deprel',
    's0r.deprel',
    'b0l.deprel',
  ],
})
