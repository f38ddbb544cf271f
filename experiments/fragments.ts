/** Nivre & Fernández-González 2014, Tables 1 and 2: words without a head, hung on the root or parsed on with Unshift. */
import { cellsFor, defaultLearning } from './cells.ts'
import type { Experiment } from './experiment.ts'
import { remedies, type FragmentFigures, type Remedy } from './measurements/fragments.ts'
import type { SentenceScores } from './measurements/scores.ts'
import type { Specimen } from './measurements/specimens.ts'
import {
  count,
  figure,
  names,
  NONE,
  ours,
  paper,
  signed,
  type Block,
  type Claim,
  type Comparison,
  type Report,
  type Table,
} from './reports/blocks.ts'
import { drawParting } from './reports/drawings.ts'
import * as papers from './reports/papers.ts'
import { barPlot } from './reports/plots.ts'
import type { Results } from './reports/results.ts'
import { compare, marked, pool, score, sum } from './reports/scores.ts'
import { mean } from './statistics/summary.ts'

const SOURCE = 'Nivre & Fernández-González 2014, section 4'

/** The languages of the paper by the first letters of a treebank's name. */
const LANGUAGES: Readonly<Record<string, string>> = {
  ar: 'Arabic',
  bg: 'Bulgarian',
  zh: 'Chinese',
  cs: 'Czech',
  da: 'Danish',
  nl: 'Dutch',
  de: 'German',
  ja: 'Japanese',
  pt: 'Portuguese',
  sl: 'Slovene',
  es: 'Spanish',
  sv: 'Swedish',
  tr: 'Turkish',
}

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

interface Row {
  readonly treebank: string
  readonly language: string | undefined
  readonly runs: readonly FragmentFigures[]
  readonly specimens: readonly Specimen[]
  readonly scores: Readonly<Record<Remedy, SentenceScores | undefined>>
  /** The new system against the old one. */
  readonly las: Comparison | undefined
  readonly uas: Comparison | undefined
}

function reportAll(results: Results): Report {
  const rows = results.treebanks.map(({ name }) => rowOf(results, name)).filter(({ runs }) => runs.length > 0)
  const contender = (
    row: Row,
    tree: Remedy,
  ): { name: string; specimens: readonly Specimen[]; tree: string } => ({
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
    fragmentTable(rows),
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

function rowOf(results: Results, treebank: string): Row {
  const found = results.find<FragmentFigures>({ measurement: 'fragments', treebank })
  const runs = found.map(({ figures }) => figures)
  const of = (remedy: Remedy): SentenceScores | undefined => pool(runs.map((run) => run.scores[remedy]))
  const scores = { old: of('old'), new: of('new'), single: of('single') }
  const about = { what: 'Unshift against the root heuristic', treebank, seed: results.seed }
  return {
    treebank,
    language: LANGUAGES[treebank.slice(0, 2)],
    runs,
    specimens: found.flatMap(({ result }) => (result.trees as { specimens: Specimen[] }).specimens),
    scores,
    las: compare(scores.new, scores.old, 'LAS', about),
    uas: compare(scores.new, scores.old, 'UAS', about),
  }
}

type Counted = 'stackToken' | 'stackHead' | 'stackHeadRoot' | 'fragmented' | 'testSentences'

const totalOf = (row: Row, what: Counted): number => sum(row.runs.map((run) => run[what]))
const correctOf = (row: Row, remedy: Remedy): number => sum(row.runs.map((run) => run.correct[remedy]))
const percent = (part: number, all: number): number | undefined =>
  all === 0 ? undefined : (100 * part) / all

function recallOf(row: Row, remedy: Remedy): number | undefined {
  return percent(correctOf(row, remedy), totalOf(row, 'stackHead'))
}

/** The mean over those rows for which there is something. */
function average(values: readonly (number | undefined)[]): number | undefined {
  return mean(values.filter((value) => value !== undefined))
}

function fragmentTable(rows: readonly Row[]): Table {
  const printed = (row: papers.Fragments | undefined): string[] =>
    row
      ? [
          figure(row.uasOld),
          figure(row.uasNew),
          figure(row.stackToken, row === papers.fragmentsAverage ? 2 : 0),
          figure(row.stackHead, row === papers.fragmentsAverage ? 2 : 0),
          figure(row.correctOld, row === papers.fragmentsAverage ? 2 : 0),
          figure(row.correctNew, row === papers.fragmentsAverage ? 2 : 0),
          figure(row.recallOld),
          figure(row.recallNew),
        ]
      : Array.from({ length: 8 }, () => NONE)
  const last = [
    'average',
    NONE,
    ...(['old', 'new'] as const).map((remedy) =>
      figure(average(rows.map(({ scores }) => score(scores[remedy], 'UAS')))),
    ),
    ...(['stackToken', 'stackHead'] as const).map((what) =>
      figure(average(rows.map((row) => totalOf(row, what)))),
    ),
    ...remedies.map((remedy) => figure(average(rows.map((row) => correctOf(row, remedy))))),
    ...remedies.map((remedy) => figure(average(rows.map((row) => recallOf(row, remedy))))),
    ...printed(papers.fragmentsAverage),
  ]
  return {
    kind: 'table',
    title: 'Words that are left without a head',
    columns: [
      names('treebank'),
      ours('test sentences'),
      ours('UAS, old'),
      ours('UAS, new'),
      ours('stack-token'),
      ours('stack-head'),
      ...remedies.map((remedy) => ours(`correct, ${remedy}`)),
      ...remedies.map((remedy) => ours(`recall, ${remedy}`)),
      paper('UAS, old, paper'),
      paper('UAS, new, paper'),
      paper('stack-token, paper'),
      paper('stack-head, paper'),
      paper('correct, old, paper'),
      paper('correct, new, paper'),
      paper('recall, old, paper'),
      paper('recall, new, paper'),
    ],
    rows: [
      ...rows.map((row) => [
        row.treebank,
        count(totalOf(row, 'testSentences')),
        figure(score(row.scores.old, 'UAS')),
        marked(score(row.scores.new, 'UAS'), row.uas),
        count(totalOf(row, 'stackToken')),
        count(totalOf(row, 'stackHead')),
        ...remedies.map((remedy) => count(correctOf(row, remedy))),
        ...remedies.map((remedy) => figure(recallOf(row, remedy))),
        ...printed(row.language === undefined ? undefined : papers.fragments[row.language]),
      ]),
      ...(rows.length > 1 ? [last] : []),
    ],
    note: '* differs from old (p < .05). Stack-token: words without a head when the input ends; stack-head: those of them whose gold head is on the stack then, the artificial root included; correct: those of these that get it; recall: correct / stack-head. The paper: development sets of CoNLL-X.',
  }
}

function scoreTable(rows: readonly Row[]): Table {
  const printed = (values: papers.TestScores | undefined): string[] =>
    values ? values.map((value) => figure(value)) : [NONE, NONE, NONE, NONE]
  return {
    kind: 'table',
    title: 'Attachment scores, old and new',
    columns: [
      names('treebank'),
      ours('LAS, old'),
      ours('LAS, new'),
      ours('LAS, single'),
      ours('UAS, old'),
      ours('UAS, new'),
      ours('UAS, single'),
      ours('not one root, old'),
      ours('not one root, new'),
      paper('LAS, old, paper'),
      paper('LAS, new, paper'),
      paper('UAS, old, paper'),
      paper('UAS, new, paper'),
    ],
    rows: [
      ...rows.map(({ treebank, language, runs, scores, las, uas }) => [
        treebank,
        figure(score(scores.old, 'LAS')),
        marked(score(scores.new, 'LAS'), las),
        figure(score(scores.single, 'LAS')),
        figure(score(scores.old, 'UAS')),
        marked(score(scores.new, 'UAS'), uas),
        figure(score(scores.single, 'UAS')),
        count(sum(runs.map((run) => run.notOneRoot.old))),
        count(sum(runs.map((run) => run.notOneRoot.new))),
        ...printed(language === undefined ? undefined : papers.testScores[language]),
      ]),
      ...(rows.length > 1
        ? [
            [
              'average',
              ...(['LAS', 'UAS'] as const).flatMap((name) =>
                remedies.map((remedy) =>
                  figure(average(rows.map(({ scores }) => score(scores[remedy], name)))),
                ),
              ),
              NONE,
              NONE,
              ...printed(papers.testScoresAverage),
            ],
          ]
        : []),
    ],
    note: '* differs from old (p < .05). The paper: test sets of CoNLL-X; it prints the figures of Czech and Chinese under each other’s headings, here they stand with the language that its text and its Table 1 say they are of.',
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
      verdict: below.length === 0 ? 'held' : (gain ?? 0) > 0 ? 'partly held' : 'not held',
      evidence: `${signed(gain)} on average${below.length > 0 ? `; below it on ${below.map((row) => `${row.treebank} (${signed(row.uas?.difference)})`).join(', ')}` : ''}`,
    },
    {
      claim: 'It attaches more of the fragments’ words rightly, on average 72 % in place of 41 %',
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
      evidence: `recall ${figure(old)} and ${figure(new_)} on average; over all words ${figure(percent(correct('old'), heads))} and ${figure(percent(correct('new'), heads))}`,
    },
    {
      claim: `It loses some attachments to the root and wins others (recall ${papers.fragmentRecall.root} and ${papers.fragmentRecall.other})`,
      source: SOURCE,
      treebank,
      verdict:
        roots === 0 || heads === roots
          ? 'not measured'
          : rooted('new') < roots && correct('new') > rooted('new')
            ? 'held'
            : 'not held',
      evidence: `root ${figure(percent(rooted('new'), roots))} of ${count(roots)}, others ${figure(percent(correct('new') - rooted('new'), heads - roots))} of ${count(heads - roots)}`,
    },
  ]
}
