/**
 * The default feature sets: conjunctions similar to those of Zhang & Nivre 2011. Templates with many words or labels read
 * universal tags (4,000 sentences of English EWT: 81.4 LAS on dev; with full tags 80.2). The right-branching set is the
 * result of backward selection from 97 templates: English EWT 85.5 LAS (85.7 with all templates) at twice the speed.
 */
import { listed } from './template-language.ts'
import type { TemplateSet } from './templates.ts'

/** Templates of FEATS and lemmas. LAS on dev: Hungarian Szeged 69.2 (without them 65.6), Turkish IMST 57.5 (54.9). */
const structure = listed(`
  s0.feats s0.upos, b0.feats b0.upos, b1.feats b1.upos, s0.feats b0.feats, s0.feats b0.upos,
  s0.upos b0.feats, b0.feats b1.feats, s0.case s0.upos b0.case b0.upos, b0.case b1.case b0.upos b1.upos,
  s0.upos s0.case b0.upos b0.case b1.case, s0.verbform s0.upos b0.case b0.upos,
  b0.case b1.verbform b1.upos, s0.lemma b0.upos, s0.lemma b0.lemma
`)

export const richRightBranching: TemplateSet = Object.freeze({
  name: 'rich',
  adaptive: true,
  templates: [
    ...listed(`
      s0.form s0.tag, s0.tag t0.deprel s0.mark, b0.form b0.tag, b1.form b1.tag, b1.upos b2.upos b3.upos,
      t1.upos t1.state t1.mark b0.upos, s0.upos s0l.upos b0.upos, s0.upos s0r.upos b0.upos,
      s0.upos s0r.deprel s0l.deprel b0.upos, s0.upos s0c.upos s0c.deprel s0.state b0.upos,
      b2.form b2.tag, s0l.form s0.tag, s0l.form b0.tag, s0l.deprel b0.form, b1.form b2.tag, b1-4.tag,
      s0c.form b0.tag, s0c.deprel b0.form, s0c.upos b0.upos b1.upos, s0.state s0.mark b0.upos b1.upos,
      t0.deprel t0.mark b0.form, t0.upos t1.upos t2.upos t3.upos, t1l.upos t1.upos b0.upos,
      t2.form b0.tag, n0.form n0.tag, s0.upos b0.upos n0.upos, s0.upos b0.form, s0.upos b0.tag,
      s0.tag b0.upos, b0.upos b1.upos b2.upos, s0.form s0c.deprel s0.state, b0.tag b1.tag,
      s0.upos b0.upos b1.upos, s0c.deprel b0.tag b1.tag, b1-9.upos, s0l2.deprel b0.tag,
      b0.suffix s0.tag, s0.suffix b0.tag, b1.suffix b0.tag
    `),
    ...structure,
    't1.feats b0.upos',
    's0c.feats b0.upos',
    's0c.case s0.upos b0.case b0.upos',
  ],
})

/**
 * Adds templates of word clusters to a set (one third of English EWT, predicted tags, greedy: 76.5 to 77.2 LAS on dev).
 */
export function withClusters(set: TemplateSet): TemplateSet {
  const clusters = listed(`
    s0.cluster b0.upos, s0.cluster6 b0.cluster6, b0.cluster s0.upos, b1.cluster b0.upos,
    s0.cluster b0.cluster, t1.cluster6 b0.cluster6, s0.upos b0.cluster6 b1.cluster6,
    b0.cluster b1.cluster
  `)
  return { ...set, templates: [...set.templates, ...clusters] }
}

/**
 * The right-branching set for factored models. The first stage has the templates that backward selection removed last; it
 * does not reduce LAS on English EWT. A smaller margin for labels is 1.06 times as fast and loses 0.04 LAS.
 */
export const richFactored: TemplateSet = Object.freeze({
  ...richRightBranching,
  firstStage: {
    templates: listed(`
      s0.tag t0.deprel s0.mark, b0.form b0.tag, t1.upos t1.state t1.mark b0.upos,
      s0.upos s0r.deprel s0l.deprel b0.upos, s0.upos s0c.upos s0c.deprel s0.state b0.upos,
      s0l.form b0.tag, s0.state s0.mark b0.upos b1.upos, t0.deprel t0.mark b0.form,
      t0.upos t1.upos t2.upos t3.upos, s0.upos b0.tag, s0.tag b0.upos, b0.upos b1.upos b2.upos,
      b0.tag b1.tag, s0.upos b0.upos b1.upos, s0l2.deprel b0.tag, s0.feats b0.upos, s0.upos b0.feats
    `),
    labels: listed(`
      s0.form s0.tag, s0.tag t0.deprel s0.mark, b0.form b0.tag, s0.upos s0l.upos b0.upos,
      s0.upos s0c.upos s0c.deprel s0.state b0.upos, t0.upos t1.upos t2.upos t3.upos, s0.upos b0.tag,
      b0.upos b1.upos b2.upos, s0.form s0c.deprel s0.state, b0.tag b1.tag, s0l2.deprel b0.tag,
      b0.suffix s0.tag, s0.upos s0r.upos b0.upos, b1-4.tag, s0.state s0.mark b0.upos b1.upos,
      t1.upos t1.state t1.mark b0.upos, s0.feats b0.upos, s0.upos b0.feats, b0.feats b1.feats
    `),
    margin: 1,
    labelMargin: 0.85,
  },
})

export const richArcEager: TemplateSet = Object.freeze({
  name: 'rich',
  adaptive: true,
  templates: [
    ...listed(`
      s0.form s0.tag, s0.tag s0.deprel, b0.form b0.tag, b1.form b1.tag, b1.upos b2.upos b3.upos,
      s0.form b0.form, s0.form b0.tag, s0.tag b0.form, s0.upos b0.upos b1.upos,
      s0.tag b0.tag s0.distance, b0.upos b1.upos b2.upos, b0.form b1.form, b0.form b1.tag,
      s0.upos s1.upos b0.upos, s1.form b0.tag, s1.tag b0.form, s0h.upos s0.upos b0.upos,
      s0h.form s0.upos b0.upos, s0.upos s0.deprel b0.upos b1.upos, s0.upos s0l.upos b0.upos,
      s0.upos s0r.upos b0.upos, s0.upos b0l.upos b0.upos, s0.upos s0l.deprel s0r.deprel b0.upos,
      s0.form s0r.deprel, s0.upos s0.left s0.right b0.upos, s0.tag b0.tag b0.left,
      s0.tag b0.tag b0l.deprel, s0.deprel s1.deprel b0.tag, b0.suffix s0.tag, s0.upos b0.upos,
      s0.form b0.upos, s0.upos b0.form, s0.upos b0.tag, s0.tag b0.upos, s0h.form b0.upos,
      s0.upos b0.upos b1.tag, s0.tag b0.tag
    `),
    ...structure,
    's0h.feats b0.upos',
    's0l.feats s0.upos b0.feats',
  ],
})

// The features of right-branching parsing with a beam: the default features, and features of whole arcs of the original
// tree. An arc t1 → t0 is complete when s0 is popped, long after its label was chosen; only a beam can still prefer
// another arc (compare Zhang & Nivre 2011). LAS on dev with beam 8: a quarter of English EWT, 3 epochs 83.5 (without
// these features 81.9), Turkish IMST 55.3 (54.2), English EWT, 8 epochs 88.4 (87.6).

export const richBeam: TemplateSet = Object.freeze({
  name: 'rich, for a beam',
  adaptive: true,
  templates: [
    ...richRightBranching.templates,
    // The arc t1 → t0.
    ...listed(`
      t1.upos t0.upos t0.deprel t0.mark, s0.form t0.deprel t0.mark, t1.form t0.deprel,
      t0.deprel t1.tag t0.tag, t0.deprel s0.suffix s0.upos, t0.deprel t0.mark b0.upos b1.upos
    `),
    // Siblings and dependents of this arc.
    ...listed(`
      s0.upos t0.deprel s0.left s0.right, s0.upos t0.deprel s0l.deprel s0r.deprel,
      t1.upos t1.left t1.right t0.deprel, t0.deprel s0r.deprel s0c.deprel,
      t0.deprel s0l.deprel s0l2.deprel, t0.deprel s0r.deprel s0r2.deprel, s0.form s0.left s0.right,
      t0.deprel t0.mark s0l.form
    `),
  ],
})

// The feature sets of Table 2 of the right-branching paper. Stack addresses of the right-branching family read true
// tokens. Labels of transformed trees have marks, so templates conjoin `deprel mark`.

export const paperRightBranching: TemplateSet = Object.freeze({
  name: 'paper',
  templates: listed(`
    b0.form, b1.form, s0.form, s1.form, b0.tag, b1.tag, b2.tag, b3.tag, s0.tag, s1.tag, s3.tag,
    s0.deprel s0.mark, s0c.deprel s0.state, b1-3.tag
  `),
})

/**
 * For rb-oracle (section 5 of the paper): stack addresses read gold true tokens in place of present true tokens, and two
 * templates read the gold true token of the front of the buffer.
 */
export const paperOracle: TemplateSet = Object.freeze({
  name: 'paper, with gold true tokens',
  templates: [
    ...paperRightBranching.templates.map((template) =>
      template.replace(
        /^(s\d)\.(form|tag)$/,
        (_, item: string, attribute: string) => `${item}g.${attribute}`,
      ),
    ),
    'b0g.form',
    'b0g.tag',
  ],
})

export const paperArcEager: TemplateSet = Object.freeze({
  name: 'paper',
  templates: listed(`
    b0.form, b1.form, s0.form, s0h.form, b0.tag, b1.tag, b2.tag, b3.tag, s0.tag, s1.tag, s0.deprel,
    s0l.deprel, s0r.deprel, b0l.deprel
  `),
})

// The built-in feature sets, by kind of system and by name.

/** The templates of one feature set, by kind of model. */
export interface TemplateChoice {
  /** For models whose classifiers choose transitions together with labels. */
  readonly labelled: TemplateSet
  /** For models that choose the type of a transition first, then its label. */
  readonly factored: TemplateSet
  /** For models that learn with a beam. */
  readonly searching: TemplateSet
}

/** The feature sets of a system, by name. `rich` is the default; `paper` has the templates of the paper's Table 2. */
export type SystemTemplates = Readonly<Record<'rich' | 'paper', TemplateChoice>>

/** Moves the addresses of a set by one place: b0 becomes s0, s0 becomes s1. Words on the stack have no heads in these systems. */
function moved({ templates }: TemplateSet): string[] {
  const shifted = (template: string): string =>
    template.replaceAll(/\b([sb])(\d)/g, (_, list: string, digit: string) => {
      if (list === 's') return `s${Number(digit) + 1}`
      return digit === '0' ? 's0' : `b${Number(digit) - 1}`
    })
  return templates.filter((template) => !template.includes('s0h')).map(shifted)
}

function joined(set: TemplateSet, ...others: readonly TemplateSet['templates'][]): TemplateSet {
  return { ...set, templates: [...new Set([...set.templates, ...others.flat()])] }
}

const rightDependents = [
  's1.upos s0.upos s0r.upos',
  's1.upos s0.upos s0r.deprel',
  's1.upos s0.upos s0.left s0.right',
]
const headsOfFront = [
  'b0.deprel s0.deprel',
  'b0h.upos b0.upos s0.upos',
  's0.upos b0.upos b0.deprel s0.distance',
]

const forAll = (set: TemplateSet): TemplateChoice => ({ labelled: set, factored: set, searching: set })

const rightBranchingTemplates: SystemTemplates = {
  rich: { labelled: richRightBranching, factored: richFactored, searching: richBeam },
  paper: forAll(paperRightBranching),
}

/** Templates that read the gold true tokens of the stack and of the front of the buffer. */
const goldTokens = listed(`
  s0g.form s0g.tag, s0g.upos b0.upos, s0g.upos b0.upos b1.upos, s0g.tag b0.tag,
  s0g.upos s0.upos b0.upos, s0g.upos t0.deprel t0.mark b0.upos, s0g.upos s0c.deprel s0.state b0.upos,
  s0g.form b0.upos, s0g.upos b0.form, b0g.form b0g.tag, b0g.upos b0.upos, b0g.upos s0.upos b0.upos,
  b0g.form s0.upos, b0g.upos s0.form, s0g.upos b0g.upos, s0g.form b0g.upos, s0g.upos b0g.form
`)

/** Adds the templates of gold true tokens to a set, for rb-oracle. */
const withGoldTokens = ({ name, templates }: TemplateSet): TemplateSet =>
  Object.freeze({
    name: `${name}, with gold true tokens`,
    adaptive: true,
    templates: [...templates, ...goldTokens],
  })

const rightBranchingOracleTemplates: SystemTemplates = {
  rich: { ...forAll(withGoldTokens(richRightBranching)), searching: withGoldTokens(richBeam) },
  paper: forAll(paperOracle),
}

const arcEagerTemplates: SystemTemplates = {
  rich: forAll(richArcEager),
  paper: forAll(paperArcEager),
}

/** For systems that attach s0 and s1: the arc-eager sets (useful for shift), and the same sets moved by one place. */
const arcStandardTemplates: SystemTemplates = {
  rich: forAll(joined(richArcEager, moved(richArcEager), rightDependents)),
  paper: forAll(joined(paperArcEager, moved(paperArcEager))),
}

/** For systems in which b0 can have a head. */
const covingtonTemplates: SystemTemplates = {
  rich: forAll(joined(richArcEager, headsOfFront)),
  paper: forAll(paperArcEager),
}

/** The sets of the built-in systems, by their names in the registry. */
const setsOfSystems = {
  rightBranching: rightBranchingTemplates,
  rightBranchingOracle: rightBranchingOracleTemplates,
  arcEager: arcEagerTemplates,
  arcStandard: arcStandardTemplates,
  covington: covingtonTemplates,
}

/** The templates of a system in the registry: the name of built-in sets, or other sets. */
export type TemplatesOfSystem = keyof typeof setsOfSystems | SystemTemplates

/** The sets with which a system is trained. Parsing does not read them: a model contains its templates. */
export function templatesOfSystem(templates: TemplatesOfSystem): SystemTemplates {
  return typeof templates === 'string' ? setsOfSystems[templates] : templates
}
