/** The default features of rb-oracle: the rich sets, and gold true tokens of the stack and of b0. */
import { richBeam } from './rich-beam.ts'
import { richRightBranching } from './rich.ts'
import type { TemplateSet } from './templates.ts'

/** Templates that read the gold true tokens. */
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

/** The rich sets of rb-oracle: for greedy models, and for models with a beam. */
export const richOracle: TemplateSet = Object.freeze({
  name: 'rich, with gold true tokens',
  adaptive: true,
  templates: [...richRightBranching.templates, ...goldTokens],
})
export const richBeamOracle: TemplateSet = Object.freeze({
  name: 'rich, for a beam, with gold true tokens',
  adaptive: true,
  templates: [...richBeam.templates, ...goldTokens],
})
