/**
 * The default features of right-branching parsing with a beam: those of rich.ts, and some that see whole arcs of the
 * original tree. An arc t1 → t0 is complete when s0 is popped, long after its label was chosen; only a beam can still
 * prefer another (compare Zhang & Nivre 2011). LAS on dev with beam 8: a quarter of English EWT, 3 epochs 83.5 (without
 * 81.9), Turkish IMST 55.3 (54.2), English EWT, 8 epochs 88.4 (87.6).
 */
import { richRightBranching } from './rich.ts'
import type { TemplateSet } from './templates.ts'

export const richBeam: TemplateSet = Object.freeze({
  name: 'rich, for a beam',
  adaptive: true,
  templates: [
    ...richRightBranching.templates,
    // The arc that s0 leads to.
    't1.upos t0.upos t0.deprel t0.mark',
    's0.form t0.deprel t0.mark',
    't1.form t0.deprel',
    't0.deprel t1.tag t0.tag',
    't0.deprel s0.suffix s0.upos',
    't0.deprel t0.mark b0.upos b1.upos',
    // What it has beside it and below.
    's0.upos t0.deprel s0.left s0.right',
    's0.upos t0.deprel s0l.deprel s0r.deprel',
    't1.upos t1.left t1.right t0.deprel',
    't0.deprel s0r.deprel s0c.deprel',
    't0.deprel s0l.deprel s0l2.deprel',
    't0.deprel s0r.deprel s0r2.deprel',
    's0.form s0.left s0.right',
    't0.deprel t0.mark s0l.form',
  ],
})
