/** Nivre & Fernández-González 2014, Tables 1 and 2: words without a head, attached to the root or by Unshift. */
import type { ExampleSentence } from '../measurements/examples.ts'
import { remedies, type FragmentFigures, type Remedy } from '../measurements/fragments.ts'
import { sum, type SentenceScores } from '../measurements/scores.ts'
import { count, figure, percent, signed, type Comparison, type JudgedClaim } from '../reports/blocks.ts'
import { holds } from '../reports/claims.ts'
import { drawDifference } from '../reports/drawings.ts'
import * as papers from '../reports/papers.ts'
import { barPlot } from '../reports/plots.ts'
import { examplesOf, type TreebankResults } from '../reports/results.ts'
import { pool } from '../reports/scores.ts'
import {
  countColumn,
  figureColumn,
  meanOf,
  paperColumn,
  scoreColumn,
  table,
  textColumn,
  type ColumnOf,
} from '../reports/tables.ts'
import type { Study } from '../study.ts'
import { defaultLearning } from './parsers.ts'

const SOURCE = 'Nivre & Fernández-González 2014, section 4'

export const fragments: Study = {
  name: 'fragments',
  title: 'Fragments: the root heuristic and Unshift',
  reproduces: 'Nivre & Fernández-González 2014, Tables 1 and 2',
  intro:
    'One arc-eager classifier for each treebank. Old: words that remain without a head get the artificial root as head. New: parsing continues with Unshift until there is a tree; several roots are possible, and the artificial root is at the left as in the article. Single: the same with a single root. If a treebank has a training part, the dev part is for testing; otherwise a tenth of the dev part is set apart for testing, by seed.',
  conditions: (options) => [
    {
      measurement: 'fragments',
      title: 'fragments of arc-eager',
      settings: defaultLearning('arc-eager', options),
    },
  ],
  overall: (all) => {
    const rows = all.map(rowOf).filter(({ runs }) => runs.length > 0)
    const bars = rows.flatMap((row) =>
      remedies.map((remedy) => ({ group: row.treebank, series: remedy, value: recallOf(row, remedy) })),
    )
    return {
      blocks: [
        stackTable(rows),
        recallTable(rows),
        scoreTable(rows),
        barPlot({ id: 'fragments-recall', title: 'Recall of words left without a head' }, 'percent', bars),
        rows.map(drawingOf).find((drawing) => drawing !== undefined),
      ],
      claims: claimsOf(rows),
    }
  },
}

/** One treebank. */
interface Row {
  readonly treebank: string
  readonly runs: readonly FragmentFigures[]
  readonly examples: readonly ExampleSentence[]
  readonly scores: Readonly<Record<Remedy, SentenceScores | undefined>>
  /** The new system against the old one. */
  readonly las: Comparison | undefined
  readonly uas: Comparison | undefined
}

function rowOf(results: TreebankResults): Row {
  const found = results.find('fragments')
  const runs = found.map(({ figures }) => figures)
  const of = (remedy: Remedy): SentenceScores | undefined => pool(runs.map((run) => run.scores[remedy]))
  const scores = { old: of('old'), new: of('new'), single: of('single') }
  const what = 'Unshift against the root heuristic'
  return {
    treebank: results.treebank,
    runs,
    examples: examplesOf(found, 'examples'),
    scores,
    las: results.compare(what, scores.new, scores.old, 'LAS'),
    uas: results.compare(what, scores.new, scores.old, 'UAS'),
  }
}

type Counted = 'stackToken' | 'stackHead' | 'stackHeadRoot' | 'fragmented' | 'testSentences'
type CountedByRemedy = 'correct' | 'correctRoot' | 'notOneRoot'

const totalOf = (row: Row, what: Counted): number => sum(row.runs.map((run) => run[what]))
const totalBy = (row: Row, what: CountedByRemedy, remedy: Remedy): number =>
  sum(row.runs.map((run) => run[what][remedy]))
const recallOf = (row: Row, remedy: Remedy): number | undefined =>
  percent(totalBy(row, 'correct', remedy), totalOf(row, 'stackHead'))

const treebankColumn = textColumn<Row>('treebank', ({ treebank }) => treebank)
const stackHeadColumn = countColumn<Row>('stack-head', (row) => totalOf(row, 'stackHead'))

/** The paper's figures of the treebank's language. */
function printedColumns(digits: Readonly<Record<string, readonly [keyof papers.Fragments, number]>>) {
  return Object.entries(digits).map(([head, [what, places]]) =>
    paperColumn<Row>(head, (row) => papers.fragments[languageOf(row)]?.[what], {
      digits: places,
      average: papers.fragmentsAverage[what],
    }),
  )
}

function languageOf({ treebank }: Row): string {
  return papers.languages[treebank.slice(0, 2)] ?? ''
}

function stackTable(rows: readonly Row[]) {
  return table(rows, {
    title: 'Words that are left without a head',
    columns: [
      treebankColumn,
      { ...countColumn<Row>('test sentences', (row) => totalOf(row, 'testSentences')), average: undefined },
      ...scoreColumns('UAS', ['old', 'new']).map((column) => ({
        ...column,
        head: `UAS, ${column.head}`,
        group: undefined,
      })),
      countColumn('stack-token', (row) => totalOf(row, 'stackToken')),
      stackHeadColumn,
      ...printedColumns({
        'UAS, old': ['uasOld', 2],
        'UAS, new': ['uasNew', 2],
        'stack-token': ['stackToken', 0],
        'stack-head': ['stackHead', 0],
      }),
    ],
    against: 'old',
    note: 'Stack-token: words without a head when the input ends; stack-head: those of them whose gold head is on the stack, the artificial root included. The paper: development sets of CoNLL-X.',
    average: true,
  })
}

function recallTable(rows: readonly Row[]) {
  return table(rows, {
    title: 'How they are attached',
    columns: [
      treebankColumn,
      stackHeadColumn,
      ...remedies.map((remedy) =>
        countColumn<Row>(remedy, (row) => totalBy(row, 'correct', remedy), 'correct'),
      ),
      ...remedies.map((remedy) =>
        figureColumn<Row>(remedy, (row) => recallOf(row, remedy), { group: 'recall' }),
      ),
      ...printedColumns({
        'correct, old': ['correctOld', 0],
        'correct, new': ['correctNew', 0],
        'recall, old': ['recallOld', 2],
        'recall, new': ['recallNew', 2],
      }),
    ],
    note: 'Correct: words of stack-head that get their gold head; recall: correct / stack-head.',
    average: true,
  })
}

function scoreColumns(group: 'LAS' | 'UAS', which: readonly Remedy[]): ColumnOf<Row>[] {
  return which.map((remedy) =>
    scoreColumn<Row>(group, ({ scores }) => scores[remedy], {
      head: remedy,
      group,
      against: remedy === 'new' ? (row) => (group === 'LAS' ? row.las : row.uas) : undefined,
    }),
  )
}

function scoreTable(rows: readonly Row[]) {
  return table(rows, {
    title: 'Attachment scores, old and new',
    columns: [
      treebankColumn,
      ...scoreColumns('LAS', remedies),
      ...scoreColumns('UAS', remedies),
      ...(['old', 'new'] as const).map((remedy) =>
        countColumn<Row>(remedy, (row) => totalBy(row, 'notOneRoot', remedy), 'not one root'),
      ),
      ...['LAS, old', 'LAS, new', 'UAS, old', 'UAS, new'].map((head, i) =>
        paperColumn<Row>(head, (row) => papers.testScores[languageOf(row)]?.[i], {
          average: papers.testScoresAverage[i],
        }),
      ),
    ],
    against: 'old',
    note: 'The paper: test sets of CoNLL-X; it prints the figures of Czech and Chinese under each other’s headings, here they are with the language that its text and its Table 1 give.',
    average: true,
  })
}

function drawingOf({ treebank, examples }: Row) {
  return drawDifference(
    { name: 'Unshift', examples, tree: 'new' },
    { name: 'root heuristic', examples, tree: 'old' },
    `fragments-${treebank}`,
    treebank,
  )
}

function claimsOf(rows: readonly Row[]): JudgedClaim[] {
  const below = rows.filter(({ uas }) => uas && uas.difference < 0)
  const gain = meanOf(rows.map(({ uas }) => uas?.difference))
  const [heads, roots] = (['stackHead', 'stackHeadRoot'] as const).map((what) =>
    sum(rows.map((row) => totalOf(row, what))),
  )
  const totals = (what: CountedByRemedy, remedy: Remedy): number =>
    sum(rows.map((row) => totalBy(row, what, remedy)))
  const [old, new_] = (['old', 'new'] as const).map((remedy) =>
    meanOf(rows.map((row) => recallOf(row, remedy))),
  )
  const [correctOld, correctNew] = [totals('correct', 'old'), totals('correct', 'new')]
  const rooted = totals('correctRoot', 'new')
  const loses = rows.some((row) => totalBy(row, 'correct', 'new') < totalBy(row, 'correct', 'old'))
  const little = heads === 0 ? ({ verdict: 'too little to judge', evidence: NOTHING } as const) : undefined
  return [
    {
      claim: 'Unshift is at least as good as the root heuristic for every language, by 0.19 UAS on average',
      source: SOURCE,
      verdict: below.length === 0 ? 'held' : (gain ?? 0) > 0 ? 'partly held' : 'not held',
      evidence: `${signed(gain)} on average${below.length > 0 ? `; below it on ${below.map((row) => `${row.treebank} (${signed(row.uas?.difference)})`).join(', ')}` : ''}`,
      ...little,
    },
    {
      claim: 'Unshift attaches more of the fragments’ words rightly, on average 72 % in place of 41 %',
      source: SOURCE,
      verdict: (new_ ?? 0) <= (old ?? 0) ? 'not held' : loses ? 'partly held' : 'held',
      evidence: `recall ${figure(old)} and ${figure(new_)} on average; over all words ${figure(percent(correctOld, heads))} and ${figure(percent(correctNew, heads))}`,
      ...little,
    },
    {
      claim: `Unshift loses some attachments to the root and wins others (recall ${papers.fragmentRecall.root} and ${papers.fragmentRecall.other})`,
      source: SOURCE,
      verdict:
        roots === 0 || heads === roots ? 'too little to judge' : holds(rooted < roots && correctNew > rooted),
      evidence: `root ${figure(percent(rooted, roots))} of ${count(roots)}, others ${figure(percent(correctNew - rooted, heads - roots))} of ${count(heads - roots)}`,
      ...little,
    },
  ]
}

/** The evidence if all parses are complete. */
const NOTHING = 'no word was left without a head whose head was left too'
