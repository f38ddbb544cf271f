/** Nivre, Goldberg & McDonald 2014, section 4: known phrases as span constraints. */
import type { ConstraintSource } from '../measurements/constraints.ts'
import type { Report } from '../reports/blocks.ts'
import * as column from '../reports/columns.ts'
import * as papers from '../reports/papers.ts'
import type { TreebankResults } from '../reports/results.ts'
import { table } from '../reports/table.ts'
import type { Study } from '../study.ts'
import {
  claimsOn,
  constrainedBy,
  constrainedColumns,
  constraintConditions,
  drawCorrected,
} from './constrained.ts'

const SOURCE = 'Nivre, Goldberg & McDonald 2014, section 4'
const { without, with: with_ } = papers.spans

const kinds: readonly Kind[] = [
  {
    constraints: 'bunsetsu',
    title: 'Bunsetsu',
    printed: {
      'LAS, without': without.las,
      'LAS, with': with_.las,
      'UAS, without': without.uas,
      'UAS, with': with_.uas,
    },
    note: ' The paper: Korean, spans from white space, beam search.',
    claim: 'Spans that a segmentation gives raise LAS and UAS (Korean: 89.91 to 90.75, 94.10 to 94.92)',
    source: SOURCE,
  },
  {
    constraints: 'names',
    title: 'Names and compounds',
    printed: {},
    note: '',
    claim: 'Known names and compounds raise LAS',
    source: 'this project',
  },
]

interface Kind {
  readonly constraints: ConstraintSource
  readonly title: string
  /** The paper's figures by heading. */
  readonly printed: Readonly<Record<string, number>>
  readonly note: string
  readonly claim: string
  readonly source: string
}

export const spans: Study = {
  name: 'spans',
  title: 'Spans: bunsetsu, names and compounds',
  reproduces: SOURCE,
  intro:
    'The sentences of the test part that have such spans are parsed twice by the same decoder: without constraints, and with the constraint that every span is a phrase of which only the root has dependents outside (the condition ROOT). Bunsetsu come from the MISC column and not from the tree. Names and compounds are words that flat and compound join in the gold tree, if they are a phrase; they stand for a list of names.',
  conditions: constraintConditions,
  overall: (all) => {
    const reports = kinds.map((kind) => reportOn(kind, all))
    return {
      blocks: reports.flatMap(({ blocks }) => blocks),
      claims: reports.flatMap(({ claims = [] }) => claims),
    }
  },
}

function reportOn(
  { constraints, title, printed, note, claim, source }: Kind,
  all: readonly TreebankResults[],
): Report {
  const rows = constrainedBy(constraints, all)
  return {
    blocks: [
      table(rows, {
        title,
        columns: [
          ...constrainedColumns({
            sentences: 'sentences',
            spans: 'spans',
            'against the gold tree': 'againstGold',
            'phrases anyway': 'metAnyway',
          }),
          ...Object.entries(printed).map(([head, value]) => column.paper(head, () => value)),
        ],
        against: 'the parser without constraints',
        note: `Against the gold tree: sentences in which a span is no such phrase of the gold tree; phrases anyway: sentences whose spans are phrases without constraints.${note}`,
      }),
      drawCorrected(rows, `spans-${constraints}`),
    ],
    claims: claimsOn(claim, source, rows),
  }
}
