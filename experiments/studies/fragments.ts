/** Nivre & Fernández-González 2014, Tables 1 and 2: words without a head, attached to the root or by Unshift. */
import { remedies, type Remedy } from '../measurements/fragments.ts'
import type { FiguresOf } from '../measurements/index.ts'
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
    const measured = all.filter((on) => on.find('fragments').length > 0)
    const bars = measured.flatMap((on) =>
      remedies.map((remedy) => ({ group: on.treebank, series: remedy, value: recall(on, remedy) })),
    )
    return {
      blocks: [
        ...tablesOf(measured),
        barPlot('fragments-recall', 'Recall of words left without a head', 'percent', bars),
        measured.map(drawingOf).find((drawing) => drawing !== undefined),
      ],
      claims: claimsOf(measured),
    }
  },
}

type Counted = 'stackToken' | 'stackHead' | 'stackHeadRoot' | 'testSentences'
type CountedByRemedy = 'correct' | 'correctRoot' | 'notOneRoot'

/** Over all seeds. */
const totalOf = (on: TreebankResults, of: (figures: FiguresOf<'fragments'>) => number): number =>
  sum(on.find('fragments').map(({ figures }) => of(figures)))
const total = (on: TreebankResults, what: Counted): number => totalOf(on, (figures) => figures[what])
const totalBy = (on: TreebankResults, what: CountedByRemedy, remedy: Remedy): number =>
  totalOf(on, (figures) => figures[what][remedy])
const recall = (on: TreebankResults, remedy: Remedy): number | undefined =>
  percent(totalBy(on, 'correct', remedy), total(on, 'stackHead'))

const scores = (remedy: Remedy) => (on: TreebankResults) =>
  pool(on.find('fragments').map(({ figures }) => figures.scores[remedy]))
const parsers = { old: scores('old'), new: scores('new'), single: scores('single') }

/** The new system against the old one. */
const gain = (on: TreebankResults, name: ScoreName) =>
  on.compare('Unshift against the root heuristic', parsers.new(on), parsers.old(on), name)
const marks = (on: TreebankResults, head: string, name: ScoreName) =>
  head === 'new' ? gain(on, name) : undefined

/** The paper's figures of the treebank's language. */
function printed(head: string, what: keyof papers.Fragments, digits = 2) {
  const average = papers.fragmentsAverage[what]
  return column.paper<TreebankResults>(head, (on) => papers.fragments[languageOf(on)]?.[what], {
    digits,
    average,
  })
}

function languageOf({ treebank }: TreebankResults): string {
  return papers.languages[treebank.slice(0, 2)] ?? ''
}

function tablesOf(all: readonly TreebankResults[]) {
  const treebank = column.names<TreebankResults>('treebank', (on) => on.treebank)
  const stackHead = column.whole<TreebankResults>('stack-head', (on) => total(on, 'stackHead'))
  const byRemedy = (what: CountedByRemedy, group: string, which: readonly Remedy[]) =>
    which.map((remedy) => column.whole<TreebankResults>(remedy, (on) => totalBy(on, what, remedy), group))
  return [
    table(all, {
      title: 'Words that are left without a head',
      columns: [
        treebank,
        { ...column.whole('test sentences', (on) => total(on, 'testSentences')), average: undefined },
        ...column.scoresOfParsers(['UAS'], { old: parsers.old, new: parsers.new }, marks),
        column.whole('stack-token', (on) => total(on, 'stackToken')),
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
    table(all, {
      title: 'How they are attached',
      columns: [
        treebank,
        stackHead,
        ...byRemedy('correct', 'correct', remedies),
        ...remedies.map((remedy) =>
          column.figure<TreebankResults>(remedy, (on) => recall(on, remedy), 'recall'),
        ),
        printed('correct, old', 'correctOld', 0),
        printed('correct, new', 'correctNew', 0),
        printed('recall, old', 'recallOld'),
        printed('recall, new', 'recallNew'),
      ],
      note: 'Correct: words of stack-head that get their gold head; recall: correct / stack-head.',
      average: true,
    }),
    table(all, {
      title: 'Attachment scores, old and new',
      columns: [
        treebank,
        ...column.scoresOfParsers(['LAS', 'UAS'], parsers, marks),
        ...byRemedy('notOneRoot', 'not one root', ['old', 'new']),
        ...['LAS, old', 'LAS, new', 'UAS, old', 'UAS, new'].map((head, i) =>
          column.paper<TreebankResults>(head, (on) => papers.testScores[languageOf(on)]?.[i], {
            average: papers.testScoresAverage[i],
          }),
        ),
      ],
      against: 'old',
      note: 'The paper: test sets of CoNLL-X; it prints the figures of Czech and Chinese under each other’s headings, here they are with the language that its text and its Table 1 give.',
      average: true,
    }),
  ]
}

function drawingOf(on: TreebankResults) {
  const { treebank } = on
  const examples = examplesOf(on.find('fragments'), 'examples')
  return drawDifference(
    { name: 'Unshift', examples, tree: 'new' },
    { name: 'root heuristic', examples, tree: 'old' },
    `fragments-${treebank}`,
    treebank,
  )
}

function claimsOf(all: readonly TreebankResults[]): ReportedClaim[] {
  const overAll = (of: (on: TreebankResults) => number): number => sum(all.map(of))
  const below = all.flatMap((on) => {
    const { difference = 0 } = gain(on, 'UAS') ?? {}
    return difference < 0 ? [`${on.treebank} (${signed(difference)})`] : []
  })
  const mean = meanOf(all.map((on) => gain(on, 'UAS')?.difference))
  const [heads, roots] = [
    overAll((on) => total(on, 'stackHead')),
    overAll((on) => total(on, 'stackHeadRoot')),
  ]
  const [old, new_] = (['old', 'new'] as const).map((remedy) => ({
    correct: overAll((on) => totalBy(on, 'correct', remedy)),
    rooted: overAll((on) => totalBy(on, 'correctRoot', remedy)),
    recall: meanOf(all.map((on) => recall(on, remedy))),
  }))
  const loses = all.some((on) => totalBy(on, 'correct', 'new') < totalBy(on, 'correct', 'old'))
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
      verdict: (new_.recall ?? 0) <= (old.recall ?? 0) ? 'not held' : loses ? 'partly held' : 'held',
      evidence: `recall ${figure(old.recall)} and ${figure(new_.recall)} on average; over all words ${figure(percent(old.correct, heads))} and ${figure(percent(new_.correct, heads))}`,
      ...little,
    },
    {
      claim: `Unshift loses some attachments to the root and wins others (recall ${papers.fragmentRecall.root} and ${papers.fragmentRecall.other})`,
      source: SOURCE,
      verdict:
        roots === 0 || heads === roots
          ? 'too little to judge'
          : holds(new_.rooted < roots && new_.correct > new_.rooted),
      evidence: `root ${figure(percent(new_.rooted, roots))} of ${count(roots)}, others ${figure(percent(new_.correct - new_.rooted, heads - roots))} of ${count(heads - roots)}`,
      ...little,
    },
  ]
}

/** The evidence if all parses are complete. */
const NOTHING = 'no word was left without a head whose head was left too'
