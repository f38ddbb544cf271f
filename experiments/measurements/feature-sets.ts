/** Feature sets that only experiments need. */
import { paperRightBranching, type TemplateSet } from '../../src/lab.ts'

/**
 * A second reading of section 5 of the right-branching paper, for rb-oracle: the gold true tokens of the stack besides the true
 * tokens so far, where the set `paper` reads them in place of these.
 */
export const goldTokensAdded: TemplateSet = Object.freeze({
  name: 'paper-and-gold-tokens',
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
