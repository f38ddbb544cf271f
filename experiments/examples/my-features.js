/** A custom set of features, for `--features my-features`: parser/features/templates.ts lists what it can read. */
export const features = [
  {
    name: 'my-features',
    templates: [
      's0.form s0.upos',
      'b0.form b0.upos',
      's0.upos b0.upos',
      's1.upos s0.upos',
      's0.upos b0.upos b1.upos',
      's1.upos s0.upos b0.upos',
      's0.form b0.form',
      's0.upos b0.upos s0.distance',
      's0r.deprel s0l.deprel',
    ],
  },
]
