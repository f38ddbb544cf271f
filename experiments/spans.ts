/** Nivre, Goldberg & McDonald 2014, section 4: phrases that are known beforehand, as span constraints. */
import type { Experiment } from './experiment.ts'
import type { DemandName } from './measurements/constraints.ts'
import { figure, joined, names, nothing, ours, paper, type Block, type Report } from './reports/blocks.ts'
import {
  comparisonsOf,
  constraintCells,
  demandedIn,
  drawDemand,
  judgeDemands,
  scoreCells,
  totalOf,
} from './reports/constrained.ts'
import * as papers from './reports/papers.ts'
import type { Results } from './reports/results.ts'

const SOURCE = 'Nivre, Goldberg & McDonald 2014, section 4'

export const spans: Experiment = {
  name: 'spans',
  title: 'Spans: bunsetsu, names and compounds',
  reproduces: 'Nivre, Goldberg & McDonald 2014, section 4',
  intro: [
    'The sentences of the test part that have such spans are parsed twice by the same decoder: without constraints, and with every span demanded to be a phrase whose root alone has dependents outside (the condition ROOT). Bunsetsu come from the MISC column and not from the tree; names and compounds are words joined by flat and compound in the gold tree, where they are a phrase, in place of a list of names.',
  ],
  wanted: constraintCells,
  reportAll: (results) => {
    const reports = [
      reportOn(results, 'bunsetsu', 'Bunsetsu', true),
      reportOn(results, 'names', 'Names and compounds', false),
    ]
    return joined(reports)
  },
}

function reportOn(results: Results, demand: DemandName, title: string, hasPaper: boolean): Report {
  const demanded = demandedIn(results, demand)
  if (demanded.length === 0) return nothing
  const { without, with: with_ } = papers.spans
  const printed = [without.las, with_.las, without.uas, with_.uas].map((value) => figure(value))
  const drawing = drawDemand(demanded, `spans-${demand}`)
  const blocks: Block[] = [
    {
      kind: 'table',
      title,
      columns: [
        names('treebank'),
        names('system'),
        ...['sentences', 'spans', 'against the gold tree', 'phrases anyway'].map((head) => ours(head)),
        ...['LAS', 'UAS'].flatMap((name) =>
          ['without', 'with', 'difference'].map((head) => ours(head, name)),
        ),
        ...(hasPaper
          ? ['LAS, without', 'LAS, with', 'UAS, without', 'UAS, with'].map((head) => paper(head))
          : []),
      ],
      rows: demanded.map((one) => [
        one.treebank,
        one.system,
        ...(['sentences', 'spans', 'againstGold', 'metAnyway'] as const).map((what) => totalOf(one, what)),
        ...scoreCells(one, 'LAS'),
        ...scoreCells(one, 'UAS'),
        ...(hasPaper ? printed : []),
      ]),
      note: `* differs from without (p < .05). Against the gold tree: sentences in which a span is no such phrase of the gold tree; phrases anyway: sentences whose spans are without being demanded.${hasPaper ? ' The paper: Korean, spans from white space, beam search.' : ''}`,
    },
    ...(drawing ? [drawing] : []),
  ]
  const claim = hasPaper
    ? 'Spans that a segmentation gives raise LAS and UAS (Korean: 89.91 to 90.75, 94.10 to 94.92)'
    : 'Known names and compounds raise LAS'
  const source = hasPaper ? SOURCE : 'this project'
  return { blocks, claims: judgeDemands(claim, source, demanded), comparisons: comparisonsOf(demanded) }
}
