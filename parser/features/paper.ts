/**
 * The feature sets of the right-branching paper's Table 2, word for word: one for each family. Stack addresses of the
 * right-branching family read true tokens; the ranged look-ahead of section 4 is in its set. A label of the
 * transformed trees carries its mark, hence `deprel mark` together.
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
