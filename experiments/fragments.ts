/** Nivre & Fernández-González 2014, Tables 1 and 2: words without a head, hung on the root or parsed on with Unshift. */
import { cellsFor, defaultLearning } from './cells.ts'
import type { Experiment } from './experiment.ts'
import { remedies, type Remedy } from './measurements/fragments.ts'
import { count, figure, signed, type Block, type Claim, type Report } from './reports/blocks.ts'
import { drawParting, type Contender } from './reports/drawings.ts'
import {
  average,
  correctOf,
  percent,
  recallOf,
  recallTable,
  rowOf,
  scoreTable,
  stackTable,
  totalOf,
  type Row,
} from './reports/fragments.ts'
import * as papers from './reports/papers.ts'
import { barPlot } from './reports/plots.ts'
import type { Results } from './reports/results.ts'
import { sum } from './reports/scores.ts'

/** Of treebanks whose parses are whole. */
const NOTHING = 'no word was left without a head whose head was left too'
const SOURCE = 'Nivre & Fernández-González 2014, section 4'

export const fragments: Experiment = {
  name: 'fragments',
  title: 'Fragments: the root heuristic and Unshift',
  reproduces: 'Nivre & Fernández-González 2014, Tables 1 and 2',
  intro: [
    'One arc-eager classifier for each treebank. Old: words that are left without a head hang on the artificial root. New: parsing goes on with Unshift until there is a tree, several roots being possible, with the artificial root at the left as in the article. Single: the same with one root. Where a treebank has a training part it is trained on, and tested on the dev part; else a tenth of the dev part is set apart for testing, by seed.',
  ],
  wanted: (treebank, options) =>
    cellsFor('fragments', 'fragments of arc-eager', treebank, options, defaultLearning('arc-eager', options)),
  reportAll,
}

function reportAll(results: Results): Report {
  const rows = results.treebanks.map(({ name }) => rowOf(results, name)).filter(({ runs }) => runs.length > 0)
  const contender = (row: Row, tree: Remedy): Contender => ({
    name: tree === 'old' ? 'root heuristic' : 'Unshift',
    specimens: row.specimens,
    tree,
  })
  const drawing = rows
    .map((row) =>
      drawParting(contender(row, 'new'), contender(row, 'old'), `fragments-${row.treebank}`, row.treebank),
    )
    .find((one) => one !== undefined)
  const bars = rows.flatMap((row) =>
    remedies.flatMap((remedy) => {
      const value = recallOf(row, remedy)
      return value === undefined ? [] : [{ group: row.treebank, series: remedy, value }]
    }),
  )
  const blocks: Block[] = [
    stackTable(rows),
    recallTable(rows),
    scoreTable(rows),
    ...(bars.length > 0
      ? [barPlot('fragments-recall', 'Recall of words left without a head', 'percent', bars)]
      : []),
    ...(drawing ? [drawing] : []),
  ]
  return {
    blocks: rows.length > 0 ? blocks : [],
    claims: rows.length > 0 ? judge(rows) : [],
    comparisons: rows.flatMap(({ las, uas }) => [las, uas]).filter((one) => one !== undefined),
  }
}

function judge(rows: readonly Row[]): Claim[] {
  const treebank = rows.length === 1 ? rows[0].treebank : `${rows.length} treebanks`
  const below = rows.filter(({ uas }) => uas && uas.difference < 0)
  const gain = average(rows.map(({ uas }) => uas?.difference))
  const [old, new_] = (['old', 'new'] as const).map((remedy) =>
    average(rows.map((row) => recallOf(row, remedy))),
  )
  const isSmaller = (row: Row): boolean => correctOf(row, 'new') < correctOf(row, 'old')
  const rooted = (remedy: Remedy): number =>
    sum(rows.flatMap(({ runs }) => runs.map((run) => run.correctRoot[remedy])))
  const [heads, roots] = (['stackHead', 'stackHeadRoot'] as const).map((what) =>
    sum(rows.map((row) => totalOf(row, what))),
  )
  const correct = (remedy: Remedy): number => sum(rows.map((row) => correctOf(row, remedy)))
  return [
    {
      claim: 'Unshift is at least as good as the root heuristic for every language, by 0.19 UAS on average',
      source: SOURCE,
      treebank,
      verdict:
        heads === 0
          ? 'not measured'
          : below.length === 0
            ? 'held'
            : (gain ?? 0) > 0
              ? 'partly held'
              : 'not held',
      evidence: `${signed(gain)} on average${below.length > 0 ? `; below it on ${below.map((row) => `${row.treebank} (${signed(row.uas?.difference)})`).join(', ')}` : ''}`,
    },
    {
      claim: 'Unshift attaches more of the fragments’ words rightly, on average 72 % in place of 41 %',
      source: SOURCE,
      treebank,
      verdict:
        old === undefined || new_ === undefined
          ? 'not measured'
          : new_ <= old
            ? 'not held'
            : rows.some(isSmaller)
              ? 'partly held'
              : 'held',
      evidence:
        heads === 0
          ? NOTHING
          : `recall ${figure(old)} and ${figure(new_)} on average; over all words ${figure(percent(correct('old'), heads))} and ${figure(percent(correct('new'), heads))}`,
    },
    {
      claim: `Unshift loses some attachments to the root and wins others (recall ${papers.fragmentRecall.root} and ${papers.fragmentRecall.other})`,
      source: SOURCE,
      treebank,
      verdict:
        roots === 0 || heads === roots
          ? 'not measured'
          : rooted('new') < roots && correct('new') > rooted('new')
            ? 'held'
            : 'not held',
      evidence:
        heads === 0
          ? NOTHING
          : `root ${figure(percent(rooted('new'), roots))} of ${count(roots)}, others ${figure(percent(correct('new') - rooted('new'), heads - roots))} of ${count(heads - roots)}`,
    },
  ]
}
