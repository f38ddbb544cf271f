/** Nivre, Goldberg & McDonald 2014, section 3: commands, parsed without and with knowing that they begin with the root. */
import type { Experiment } from './experiment.ts'
import { figure, names, nothing, ours, paper, type Report } from './reports/blocks.ts'
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

export const imperatives: Experiment = {
  name: 'imperatives',
  title: 'Imperatives: the first word is the root',
  reproduces: 'Nivre, Goldberg & McDonald 2014, section 3',
  intro: [
    'The sentences of the test part whose first word is a verb (UPOS VERB) and the root are parsed twice by the same decoder: without constraints, and with the one that the first word is the root. Arc-eager has its root at the right end, as in the article.',
  ],
  wanted: constraintCells,
  reportAll,
}

function reportAll(results: Results): Report {
  const demanded = demandedIn(results, 'imperatives')
  if (demanded.length === 0) return nothing
  const drawing = drawDemand(demanded, 'imperatives')
  return {
    blocks: [
      {
        kind: 'table',
        title: 'Sentences that begin with a verb that is their root',
        columns: [
          names('treebank'),
          names('system'),
          ours('sentences'),
          ours('right root anyway'),
          ...['LAS', 'UAS'].flatMap((name) =>
            ['without', 'with', 'difference'].map((head) => ours(head, name)),
          ),
          paper('LAS, without'),
          paper('LAS, with'),
        ],
        rows: demanded.map((one) => [
          one.treebank,
          one.system,
          totalOf(one, 'sentences'),
          totalOf(one, 'metAnyway'),
          ...scoreCells(one, 'LAS'),
          ...scoreCells(one, 'UAS'),
          figure(papers.imperatives.without),
          figure(papers.imperatives.with),
        ]),
        note: '* differs from without (p < .05). Trees are the decoder’s own: arcs that were lifted in training stay lifted in both. The paper: commands of the Web Treebank, beam search. Treebanks without such sentences are left out.',
      },
      ...(drawing ? [drawing] : []),
    ],
    claims: judgeDemands(
      'Knowing that the first word of a command is its root raises LAS (from 82.14 to 85.56)',
      'Nivre, Goldberg & McDonald 2014, section 3',
      demanded,
    ),
    comparisons: comparisonsOf(demanded),
  }
}
