/** Nivre & Fernández-González 2014, Tables 1 and 2: words without a head, attached to the root or by Unshift. */
import * as papers from '../reports/papers.ts'
import type { ClaimDeclaration, Place, Study } from '../study.ts'
import { defaultLearning } from './parsers.ts'

const SOURCE = 'Nivre & Fernández-González 2014, section 4'
const compare = [['new', 'old']] as const

export const fragments: Study = {
  name: 'fragments',
  title: 'Fragments: the root heuristic and Unshift',
  reproduces: 'Nivre & Fernández-González 2014, Tables 1 and 2',
  intro:
    'One arc-eager classifier for each treebank. Old: words that remain without a head get the artificial root as head. New: parsing continues with Unshift until there is a tree; several roots are possible, and the artificial root is at the left as in the article. Single: the same with a single root. Stack-token: words without a head when the input ends; stack-head: those of them whose gold head is on the stack, the artificial root included; correct: words of stack-head that get their gold head; recall: correct / stack-head, in percent. If a treebank has a training part, the dev part is for testing; otherwise a tenth of the dev part is set apart for testing, by seed. The paper’s figures are those of the language in CoNLL-X.',
  conditions: (options) =>
    ['old', 'new', 'single'].map((name) => ({
      name,
      measurement: 'fragments',
      settings: defaultLearning('arc-eager', options),
      view: name,
    })),
  metrics: ['UAS', 'LAS', 'recall'],
  compare,
  tables: [
    {
      title: 'Words that are left without a head',
      rows: ['treebank'],
      columns: ['metric'],
      parsers: (name) => name === 'old',
      metrics: ['test sentences', 'stack-token', 'stack-head'],
    },
    {
      title: 'How they are attached',
      rows: ['treebank'],
      columns: ['metric', 'parser'],
      metrics: ['correct', 'recall'],
    },
    {
      title: 'Attachment scores, old and new',
      rows: ['treebank'],
      columns: ['metric', 'parser'],
      metrics: ['UAS', 'LAS', 'not one root'],
    },
  ],
  plots: [
    {
      title: 'Recall of words left without a head',
      mark: 'bar',
      groups: 'treebank',
      series: 'parser',
      metrics: ['recall'],
    },
  ],
  claims: [
    {
      claim: 'Unshift is at least as good as the root heuristic for every language (by 0.19 UAS on average)',
      source: SOURCE,
      compare,
      metrics: ['UAS'],
      expected: { from: 0 },
      basis: 'stack-head',
    },
    claimOn('attaches more of the fragments’ words rightly (72 % in place of 41 %)', 'recall', 'above'),
    claimOn(
      `loses some attachments to the root (recall ${papers.fragmentRecall.root})`,
      'recall of roots',
      'below',
    ),
    claimOn(`wins other attachments (recall ${papers.fragmentRecall.other})`, 'recall of others', 'above'),
  ],
  printed,
}

function claimOn(what: string, metric: string, expected: 'above' | 'below'): ClaimDeclaration {
  return {
    claim: `Unshift ${what}`,
    source: SOURCE,
    compare,
    metrics: [metric],
    expected,
    basis: 'stack-head',
  }
}

/** The figures of the treebank's language, or the averages. */
function printed({ treebank, parser, metric }: Place): number | undefined {
  const language = papers.languages[treebank.slice(0, 2)] ?? ''
  const [development, test] =
    treebank === 'average'
      ? [papers.fragmentsAverage, papers.testScoresAverage]
      : [papers.fragments[language], papers.testScores[language]]
  if (!development || parser === 'single') return undefined
  const isOld = parser === 'old'
  const figures: Readonly<Record<string, number | undefined>> = {
    'stack-token': development.stackToken,
    'stack-head': development.stackHead,
    correct: isOld ? development.correctOld : development.correctNew,
    recall: isOld ? development.recallOld : development.recallNew,
    LAS: test[isOld ? 0 : 1],
    UAS: test[isOld ? 2 : 3],
  }
  return figures[metric]
}
