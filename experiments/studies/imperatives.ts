/** Nivre, Goldberg & McDonald 2014, section 3: commands, without and with the constraint that they begin with the root. */
import * as papers from '../reports/papers.ts'
import type { Study } from '../study.ts'
import { constraintConditions, reportOn, type ConstraintKind } from './constrained.ts'

const SOURCE = 'Nivre, Goldberg & McDonald 2014, section 3'

const kind: ConstraintKind = {
  constraints: 'imperatives',
  id: 'imperatives',
  title: 'Sentences that begin with a verb that is their root',
  counts: { sentences: 'sentences', 'right root anyway': 'metAnyway' },
  printed: { 'LAS, without': papers.imperatives.without, 'LAS, with': papers.imperatives.with },
  note: 'Trees are the decoder’s own: arcs that were lifted in training stay lifted in both. The paper: commands of the Web Treebank, beam search. Treebanks without such sentences are left out.',
  claim: 'Knowing that the first word of a command is its root raises LAS (from 82.14 to 85.56)',
  source: SOURCE,
}

export const imperatives: Study = {
  name: 'imperatives',
  title: 'Imperatives: the first word is the root',
  reproduces: SOURCE,
  intro:
    'The sentences of the test part whose first word is a verb (UPOS VERB) and the root are parsed twice by the same decoder: without constraints, and with the constraint that the first word is the root. Arc-eager has its root at the right end, as in the article.',
  conditions: constraintConditions,
  overall: (all) => reportOn(kind, all),
}
