/** Feature sets that only experiments need. */
import { paperRightBranching, type TemplateSet } from '../../src/lab.ts'

/**
 * A second interpretation of section 5 of the right-branching paper, for rb-oracle: features of the gold true
 * tokens of the stack in addition to the predicted true tokens. The set `paper` reads the gold true tokens
 * instead.
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
