/** The rows and tables of the experiment with fragments. */
import { remedies, type FragmentFigures, type Remedy } from '../measurements/fragments.ts'
import type { SentenceScores } from '../measurements/scores.ts'
import type { Specimen } from '../measurements/specimens.ts'
import { mean } from '../statistics/summary.ts'
import { count, figure, names, NONE, ours, paper, type Comparison, type Table } from './blocks.ts'
import * as papers from './papers.ts'
import { specimensOf, type Results } from './results.ts'
import { compare, marked, pool, score, sum } from './scores.ts'

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

/** One treebank. */
export interface Row {
  readonly treebank: string
  readonly language: string | undefined
  readonly runs: readonly FragmentFigures[]
  readonly specimens: readonly Specimen[]
  readonly scores: Readonly<Record<Remedy, SentenceScores | undefined>>
  /** The new system against the old one. */
  readonly las: Comparison | undefined
  readonly uas: Comparison | undefined
}

export function rowOf(results: Results, treebank: string): Row {
  const found = results.find<FragmentFigures>({ measurement: 'fragments', treebank })
  const runs = found.map(({ figures }) => figures)
  const of = (remedy: Remedy): SentenceScores | undefined => pool(runs.map((run) => run.scores[remedy]))
  const scores = { old: of('old'), new: of('new'), single: of('single') }
  const about = { what: 'Unshift against the root heuristic', treebank, seed: results.seed }
  return {
    treebank,
    language: LANGUAGES[treebank.slice(0, 2)],
    runs,
    specimens: specimensOf(found),
    scores,
    las: compare(scores.new, scores.old, 'LAS', about),
    uas: compare(scores.new, scores.old, 'UAS', about),
  }
}

type Counted = 'stackToken' | 'stackHead' | 'stackHeadRoot' | 'fragmented' | 'testSentences'

export const totalOf = (row: Row, what: Counted): number => sum(row.runs.map((run) => run[what]))
export const correctOf = (row: Row, remedy: Remedy): number => sum(row.runs.map((run) => run.correct[remedy]))
export const percent = (part: number, all: number): number | undefined =>
  all === 0 ? undefined : (100 * part) / all

export function recallOf(row: Row, remedy: Remedy): number | undefined {
  return percent(correctOf(row, remedy), totalOf(row, 'stackHead'))
}

/** The mean over those rows for which there is something. */
export function average(values: readonly (number | undefined)[]): number | undefined {
  return mean(values.filter((value) => value !== undefined))
}

const dashes = (length: number): string[] => Array.from({ length }, () => NONE)

/** The rows of all treebanks, and their average where there are several. */
function withAverage(
  rows: readonly Row[],
  of: (row: Row) => readonly string[],
  average_: readonly string[],
): string[][] {
  const each = rows.map((row) => [row.treebank, ...of(row)])
  return rows.length > 1 ? [...each, ['average', ...average_]] : each
}

export function stackTable(rows: readonly Row[]): Table {
  const printed = (row: papers.Fragments | undefined, digits: number): string[] =>
    row
      ? [
          figure(row.uasOld),
          figure(row.uasNew),
          figure(row.stackToken, digits),
          figure(row.stackHead, digits),
        ]
      : dashes(4)
  const uas = (remedy: Remedy): string =>
    figure(average(rows.map(({ scores }) => score(scores[remedy], 'UAS'))))
  const stack = (what: Counted): string => figure(average(rows.map((row) => totalOf(row, what))))
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
      ...['UAS, old', 'UAS, new', 'stack-token', 'stack-head'].map((head) => paper(head)),
    ],
    rows: withAverage(
      rows,
      (row) => [
        count(totalOf(row, 'testSentences')),
        figure(score(row.scores.old, 'UAS')),
        marked(score(row.scores.new, 'UAS'), row.uas),
        count(totalOf(row, 'stackToken')),
        count(totalOf(row, 'stackHead')),
        ...printed(printedOf(row), 0),
      ],
      [
        NONE,
        uas('old'),
        uas('new'),
        stack('stackToken'),
        stack('stackHead'),
        ...printed(papers.fragmentsAverage, 2),
      ],
    ),
    note: '* differs from old (p < .05). Stack-token: words without a head when the input ends; stack-head: those of them whose gold head is on the stack then, the artificial root included. The paper: development sets of CoNLL-X.',
  }
}

export function recallTable(rows: readonly Row[]): Table {
  const printed = (row: papers.Fragments | undefined, digits: number): string[] =>
    row
      ? [
          figure(row.correctOld, digits),
          figure(row.correctNew, digits),
          figure(row.recallOld),
          figure(row.recallNew),
        ]
      : dashes(4)
  return {
    kind: 'table',
    title: 'What becomes of them',
    columns: [
      names('treebank'),
      ours('stack-head'),
      ...remedies.map((remedy) => ours(remedy, 'correct')),
      ...remedies.map((remedy) => ours(remedy, 'recall')),
      ...['correct, old', 'correct, new', 'recall, old', 'recall, new'].map((head) => paper(head)),
    ],
    rows: withAverage(
      rows,
      (row) => [
        count(totalOf(row, 'stackHead')),
        ...remedies.map((remedy) => count(correctOf(row, remedy))),
        ...remedies.map((remedy) => figure(recallOf(row, remedy))),
        ...printed(printedOf(row), 0),
      ],
      [
        figure(average(rows.map((row) => totalOf(row, 'stackHead')))),
        ...remedies.map((remedy) => figure(average(rows.map((row) => correctOf(row, remedy))))),
        ...remedies.map((remedy) => figure(average(rows.map((row) => recallOf(row, remedy))))),
        ...printed(papers.fragmentsAverage, 2),
      ],
    ),
    note: 'Correct: words of stack-head that get their gold head in the end; recall: correct / stack-head.',
  }
}

function printedOf({ language }: Row): papers.Fragments | undefined {
  return language === undefined ? undefined : papers.fragments[language]
}

export function scoreTable(rows: readonly Row[]): Table {
  const printed = (values: papers.TestScores | undefined): string[] =>
    values ? values.map((value) => figure(value)) : dashes(4)
  const manyRoots = ({ runs }: Row, remedy: Remedy): number => sum(runs.map((run) => run.notOneRoot[remedy]))
  return {
    kind: 'table',
    title: 'Attachment scores, old and new',
    columns: [
      names('treebank'),
      ...remedies.map((remedy) => ours(remedy, 'LAS')),
      ...remedies.map((remedy) => ours(remedy, 'UAS')),
      ours('old', 'not one root'),
      ours('new', 'not one root'),
      ...['LAS, old', 'LAS, new', 'UAS, old', 'UAS, new'].map((head) => paper(head)),
    ],
    rows: withAverage(
      rows,
      (row) => [
        figure(score(row.scores.old, 'LAS')),
        marked(score(row.scores.new, 'LAS'), row.las),
        figure(score(row.scores.single, 'LAS')),
        figure(score(row.scores.old, 'UAS')),
        marked(score(row.scores.new, 'UAS'), row.uas),
        figure(score(row.scores.single, 'UAS')),
        count(manyRoots(row, 'old')),
        count(manyRoots(row, 'new')),
        ...printed(row.language === undefined ? undefined : papers.testScores[row.language]),
      ],
      [
        ...(['LAS', 'UAS'] as const).flatMap((name) =>
          remedies.map((remedy) => figure(average(rows.map(({ scores }) => score(scores[remedy], name))))),
        ),
        ...dashes(2),
        ...printed(papers.testScoresAverage),
      ],
    ),
    note: '* differs from old (p < .05). The paper: test sets of CoNLL-X; it prints the figures of Czech and Chinese under each other’s headings, here they stand with the language that its text and its Table 1 say they are of.',
  }
}
