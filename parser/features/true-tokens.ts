/**
 * The default features of the systems that know more of true tokens than what has been parsed of them: beside those of
 * rich.ts what the stack, and for rb-oracle the front of the buffer, will be in the end.
 */
import { richRightBranching } from './rich.ts'
import type { TemplateSet } from './templates.ts'

/** For rb-oracle, which is told the gold true tokens. */
export const richOracle: TemplateSet = Object.freeze({
  name: 'rich, with gold true tokens',
  templates: [
    ...richRightBranching.templates,
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
  ],
})

/** For rb-hypotheses, which supposes them. */
export const richHypotheses: TemplateSet = Object.freeze({
  name: 'rich, with hypothesized true tokens',
  templates: [
    ...richRightBranching.templates,
    's0.expected s0.upos b0.upos',
    's0.expected s0.state b0.upos',
    's0.expected t0.deprel b0.tag',
    's0.expected s0.upos b0.upos b1.upos',
    's0.expected s1.expected b0.upos',
    's0g.upos b0.upos',
    's0g.form b0.upos',
    's0g.upos s0.upos b0.upos',
    's0g.tag t0.deprel',
    's0g.form s1.upos',
  ],
})
