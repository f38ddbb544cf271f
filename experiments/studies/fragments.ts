/** Nivre & Fernández-González 2014, Tables 1 and 2: words without a head, attached to the root or by Unshift. */
import { byRemedy, remedies } from '../measurements/fragments.ts'
import { sum } from '../measurements/scores.ts'
import { count, figure, percent, signed, type ReportedClaim } from '../reports/blocks.ts'
import { holds } from '../reports/claims.ts'
import * as column from '../reports/columns.ts'
import { drawDifference } from '../reports/drawings.ts'
import * as papers from '../reports/papers.ts'
import { barPlot } from '../reports/plots.ts'
import { examplesOf, type TreebankResults } from '../reports/results.ts'
import { pool, type ScoreName } from '../reports/scores.ts'
import { table } from '../reports/table.ts'
import { meanOf } from '../statistics/summary.ts'
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
    const rows = all.flatMap(rowOf)
    const bars = rows.flatMap(({ on, recall }) =>
      remedies.map((remedy) => ({ group: on.treebank, series: remedy, value: recall[remedy] })),
    )
    return {
      blocks: [
        ...tablesOf(rows),
        barPlot('fragments-recall', 'Recall of words left without a head', 'percent', bars),
        rows.map(drawingOf).find((drawing) => drawing !== undefined),
      ],
      claims: claimsOf(rows),
    }
  },
}

type Row = ReturnType<typeof rowOf>[0]

/** The results of a treebank over all seeds; none if it is not measured. */
function rowOf(on: TreebankResults) {
  const found = on.find('fragments')
  if (found.length === 0) return []
  const runs = found.map(({ figures }) => figures)
  const total = (what: 'stackToken' | 'stackHead' | 'stackHeadRoot' | 'testSentences'): number =>
    sum(runs.map((run) => run[what]))
  const totals = (what: 'correct' | 'correctRoot' | 'notOneRoot') =>
    byRemedy((remedy) => sum(runs.map((run) => run[what][remedy])))
  const [stackHead, correct] = [total('stackHead'), totals('correct')]
  const scores = byRemedy((remedy) => pool(runs.map((run) => run.scores[remedy])))
  const row = {
    on,
    /** In the paper; empty if it does not have it. */
    language: papers.languages[on.treebank.slice(0, 2)] ?? '',
    testSentences: total('testSentences'),
    stackToken: total('stackToken'),
    stackHead,
    stackHeadRoot: total('stackHeadRoot'),
    correct,
    correctRoot: totals('correctRoot'),
    notOneRoot: totals('notOneRoot'),
    recall: byRemedy((remedy) => percent(correct[remedy], stackHead)),
    scores,
    /** The new system against the old one. */
    gain: (name: ScoreName) => on.compare('Unshift against the root heuristic', scores.new, scores.old, name),
    examples: examplesOf(found, 'examples'),
  }
  return [row]
}

const parsers = byRemedy((remedy) => (row: Row) => row.scores[remedy])
const marks = ({ gain }: Row, head: string, name: ScoreName) => (head === 'new' ? gain(name) : undefined)

/** The paper's figures of the treebank's language. */
function printed(head: string, what: keyof papers.Fragments, digits = 2) {
  const average = papers.fragmentsAverage[what]
  const options = { digits, average }
  return column.paper<Row>(head, ({ language }) => papers.fragments[language]?.[what], options)
}

function tablesOf(rows: readonly Row[]) {
  const treebank = column.names<Row>('treebank', ({ on }) => on.treebank)
  const stackHead = column.whole<Row>('stack-head', (row) => row.stackHead)
  const { old, new: unshift } = parsers
  return [
    table(rows, {
      title: 'Words that are left without a head',
      columns: [
        treebank,
        { ...column.whole('test sentences', ({ testSentences }) => testSentences), average: undefined },
        ...column.scoresOfParsers(['UAS'], { old, new: unshift }, marks),
        column.whole('stack-token', ({ stackToken }) => stackToken),
        stackHead,
        printed('UAS, old', 'uasOld'),
        printed('UAS, new', 'uasNew'),
        printed('stack-token', 'stackToken', 0),
        printed('stack-head', 'stackHead', 0),
      ],
      against: 'old',
      note: 'Stack-token: words without a head when the input ends; stack-head: those of them whose gold head is on the stack, the artificial root included. The paper: development sets of CoNLL-X.',
      average: true,
    }),
    table(rows, {
      title: 'How they are attached',
      columns: [
        treebank,
        stackHead,
        ...remedies.map((remedy) => column.whole<Row>(remedy, ({ correct }) => correct[remedy], 'correct')),
        ...remedies.map((remedy) => column.figure<Row>(remedy, ({ recall }) => recall[remedy], 'recall')),
        printed('correct, old', 'correctOld', 0),
        printed('correct, new', 'correctNew', 0),
        printed('recall, old', 'recallOld'),
        printed('recall, new', 'recallNew'),
      ],
      note: 'Correct: words of stack-head that get their gold head; recall: correct / stack-head.',
      average: true,
    }),
    table(rows, {
      title: 'Attachment scores, old and new',
      columns: [
        treebank,
        ...column.scoresOfParsers(['LAS', 'UAS'], parsers, marks),
        column.whole('old', ({ notOneRoot }) => notOneRoot.old, 'not one root'),
        column.whole('new', ({ notOneRoot }) => notOneRoot.new, 'not one root'),
        ...['LAS, old', 'LAS, new', 'UAS, old', 'UAS, new'].map((head, i) => {
          const average = papers.testScoresAverage[i]
          return column.paper<Row>(head, ({ language }) => papers.testScores[language]?.[i], { average })
        }),
      ],
      against: 'old',
      note: 'The paper: test sets of CoNLL-X; it prints the figures of Czech and Chinese under each other’s headings, here they are with the language that its text and its Table 1 give.',
      average: true,
    }),
  ]
}

function drawingOf({ on: { treebank }, examples }: Row) {
  return drawDifference(
    { name: 'Unshift', examples, tree: 'new' },
    { name: 'root heuristic', examples, tree: 'old' },
    `fragments-${treebank}`,
    treebank,
  )
}

function claimsOf(rows: readonly Row[]): ReportedClaim[] {
  const below = rows.flatMap(({ on, gain }) => {
    const { difference = 0 } = gain('UAS') ?? {}
    return difference < 0 ? [`${on.treebank} (${signed(difference)})`] : []
  })
  const mean = meanOf(rows.map(({ gain }) => gain('UAS')?.difference))
  const heads = sum(rows.map(({ stackHead }) => stackHead))
  const roots = sum(rows.map(({ stackHeadRoot }) => stackHeadRoot))
  const { old, new: unshift } = byRemedy((remedy) => ({
    correct: sum(rows.map(({ correct }) => correct[remedy])),
    rooted: sum(rows.map(({ correctRoot }) => correctRoot[remedy])),
    recall: meanOf(rows.map(({ recall }) => recall[remedy])),
  }))
  const loses = rows.some(({ correct }) => correct.new < correct.old)
  const little = heads === 0 ? ({ verdict: 'too little to judge', evidence: NOTHING } as const) : undefined
  return [
    {
      claim: 'Unshift is at least as good as the root heuristic for every language, by 0.19 UAS on average',
      source: SOURCE,
      verdict: below.length === 0 ? 'held' : (mean ?? 0) > 0 ? 'partly held' : 'not held',
      evidence: `${signed(mean)} on average${below.length > 0 ? `; below it on ${below.join(', ')}` : ''}`,
      ...little,
    },
    {
      claim: 'Unshift attaches more of the fragments’ words rightly, on average 72 % in place of 41 %',
      source: SOURCE,
      verdict: (unshift.recall ?? 0) <= (old.recall ?? 0) ? 'not held' : loses ? 'partly held' : 'held',
      evidence: `recall ${figure(old.recall)} and ${figure(unshift.recall)} on average; over all words ${figure(percent(old.correct, heads))} and ${figure(percent(unshift.correct, heads))}`,
      ...little,
    },
    {
      claim: `Unshift loses some attachments to the root and wins others (recall ${papers.fragmentRecall.root} and ${papers.fragmentRecall.other})`,
      source: SOURCE,
      verdict:
        roots === 0 || heads === roots
          ? 'too little to judge'
          : holds(unshift.rooted < roots && unshift.correct > unshift.rooted),
      evidence: `root ${figure(percent(unshift.rooted, roots))} of ${count(roots)}, others ${figure(percent(unshift.correct - unshift.rooted, heads - roots))} of ${count(heads - roots)}`,
      ...little,
    },
  ]
}

/** The evidence if all parses are complete. */
const NOTHING = 'no word was left without a head whose head was left too'
