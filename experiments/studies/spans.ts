/** Nivre, Goldberg & McDonald 2014, section 4: known phrases as span constraints. */
import * as papers from '../reports/papers.ts'
import type { Study } from '../study.ts'
import { constraintConditions, reportOn, type ConstraintKind } from './constrained.ts'

const SOURCE = 'Nivre, Goldberg & McDonald 2014, section 4'
const NOTE =
  'Against the gold tree: sentences in which a span is no such phrase of the gold tree; phrases anyway: sentences whose spans are phrases without constraints.'

const counts = {
  sentences: 'sentences',
  spans: 'spans',
  'against the gold tree': 'againstGold',
  'phrases anyway': 'metAnyway',
} as const

const kinds: readonly ConstraintKind[] = [
  {
    constraints: 'bunsetsu',
    id: 'spans-bunsetsu',
    title: 'Bunsetsu',
    counts,
    printed: {
      'LAS, without': papers.spans.without.las,
      'LAS, with': papers.spans.with.las,
      'UAS, without': papers.spans.without.uas,
      'UAS, with': papers.spans.with.uas,
    },
    note: `${NOTE} The paper: Korean, spans from white space, beam search.`,
    claim: 'Spans that a segmentation gives raise LAS and UAS (Korean: 89.91 to 90.75, 94.10 to 94.92)',
    source: SOURCE,
  },
  {
    constraints: 'names',
    id: 'spans-names',
    title: 'Names and compounds',
    counts,
    printed: {},
    note: NOTE,
    claim: 'Known names and compounds raise LAS',
    source: 'this project',
  },
]

export const spans: Study = {
  name: 'spans',
  title: 'Spans: bunsetsu, names and compounds',
  reproduces: SOURCE,
  intro:
    'The sentences of the test part that have such spans are parsed twice by the same decoder: without constraints, and with the constraint that every span is a phrase of which only the root has dependents outside (the condition ROOT). Bunsetsu come from the MISC column and not from the tree. Names and compounds are words that flat and compound join in the gold tree, if they are a phrase; they stand for a list of names.',
  conditions: constraintConditions,
  overall: (all) => kinds.map((kind) => reportOn(kind, all)),
}
