/**
 * The default features of the systems that know more of true tokens than what has been parsed of them: beside those of
 * rich.ts what the stack, and for rb-oracle the front of the buffer, will be in the end.
 */
import { richBeam } from './rich-beam.ts'
import { richRightBranching } from './rich.ts'
import type { TemplateSet } from './templates.ts'

/** What the gold true tokens say. */
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

/** What hypothesized ones say. */
const hypotheses = [
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
]

/** For rb-oracle, which is told the gold true tokens; greedily and with a beam. */
export const richOracle: TemplateSet = Object.freeze({
  name: 'rich, with gold true tokens',
  templates: [...richRightBranching.templates, ...goldTokens],
})
export const richBeamOracle: TemplateSet = Object.freeze({
  name: 'rich, for a beam, with gold true tokens',
  templates: [...richBeam.templates, ...goldTokens],
})

/** For rb-hypotheses, which supposes them. */
export const richHypotheses: TemplateSet = Object.freeze({
  name: 'rich, with hypothesized true tokens',
  templates: [...richRightBranching.templates, ...hypotheses],
})
export const richBeamHypotheses: TemplateSet = Object.freeze({
  name: 'rich, for a beam, with hypothesized true tokens',
  templates: [...richBeam.templates, ...hypotheses],
})
