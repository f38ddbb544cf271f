/** The right-branching paper, section 4: the speed of parsers, and the number of transitions to choose from. */
import type { FiguresOf } from '../measurements/index.ts'
import { sum } from '../measurements/scores.ts'
import { count, figure, NONE, type ReportedClaim } from '../reports/blocks.ts'
import { holds, isBelow } from '../reports/claims.ts'
import * as column from '../reports/columns.ts'
import * as papers from '../reports/papers.ts'
import { barPlot } from '../reports/plots.ts'
import type { TreebankResults } from '../reports/results.ts'
import { table } from '../reports/table.ts'
import { median } from '../statistics/summary.ts'
import type { Study } from '../study.ts'
import { paperLearning } from './parsers.ts'

const SYSTEMS = ['arc-eager', 'rb-learned', 'rb']
const RUNS = 5
const QUICK_RUNS = 3
const SOURCE = 'right-branching paper, section 4'
/** Ratios of times below this are a tie. */
const NOTICEABLE = 1.1

export const speed: Study = {
  name: 'speed',
  title: 'Speed, and the number of choices',
  reproduces: SOURCE,
  intro:
    'The whole training set is read, parsed by each system, transformed and reversed, several times in turns; the figures are medians. All systems have the same learner, the paper’s features and the same code. Parsing consists of features, scoring, transitions and the reverse, without reading. Models are loaded and trees are in memory.',
  conditions: (options) => {
    const { systems = SYSTEMS, quick } = options
    const { system: _, ...learning } = paperLearning('', options)
    return [
      {
        measurement: 'speed',
        title: `speed of ${systems.join(', ')}`,
        settings: { ...learning, systems: systems.join(','), runs: quick ? QUICK_RUNS : RUNS },
        alone: true,
      },
    ]
  },
  each: (results) => {
    const found = results.find('speed')
    if (found.length === 0) return { blocks: [] }
    const { treebank } = results
    const figures = found.map((one) => one.figures)
    const parts = partsOf(found)
    return {
      blocks: [
        timesTable(treebank, found, parts),
        barPlot(
          `speed-${treebank}`,
          `Parsing, words a second: ${treebank}`,
          'words a second',
          parts.flatMap(({ system, rate }) =>
            system === undefined ? [] : { group: system, series: 'parsing', value: rate },
          ),
        ),
        choicesTable(treebank, figures),
      ],
      claims: [speedClaim(parts), ...choiceClaims(figures)],
    }
  },
}

type SpeedFigures = FiguresOf<'speed'>
type Found = ReturnType<typeof TreebankResults.prototype.find<'speed'>>

type Parts = ReturnType<typeof partsOf>

/** The parts of the work that take time: the runs, the paper's seconds, and the system of a parsing step. */
function partsOf(found: Found) {
  const [{ figures, times }] = found
  const runsOf = (what: 'reading' | 'transforming' | 'reversing'): number[] =>
    found.flatMap((one) => one.times[what])
  const printed: Readonly<Record<string, string>> = {
    'arc-eager': `${papers.speed.maltParser} with reading`,
    'rb-learned': `< ${papers.speed.rbParsing}`,
    transforming: `${papers.speed.transforming}`,
    reversing: `${papers.speed.reversing}`,
  }
  const parts: { readonly name: string; readonly runs: readonly number[]; readonly system?: string }[] = [
    { name: 'reading', runs: runsOf('reading') },
    ...Object.keys(times.parsing).map((system) => ({
      name: `parsing, ${system}`,
      runs: found.flatMap((one) => one.times.parsing[system]),
      system,
    })),
    { name: 'transforming', runs: runsOf('transforming') },
    { name: 'reversing', runs: runsOf('reversing') },
  ]
  return parts.map(({ name, runs, system }) => {
    const seconds = median(runs)
    // In words per second.
    const rate = seconds && figures.words / seconds
    return { name, system, seconds, rate, printed: printed[system ?? name] }
  })
}

function timesTable(treebank: string, [{ figures, times }]: Found, parts: Parts) {
  const base = parts.find(({ system }) => system === 'arc-eager')?.seconds
  return table(parts, {
    title: `Seconds for ${count(figures.sentences)} sentences, ${count(figures.words)} words: ${treebank}`,
    columns: [
      column.names('part', ({ name }) => name),
      column.figure('seconds', ({ seconds }) => seconds, undefined, 3),
      column.whole('words a second', ({ rate }) => rate),
      column.text('arc-eager takes', ({ system, seconds }) =>
        system && base && seconds ? `${figure(base / seconds)} ×` : NONE,
      ),
      column.paper('seconds', ({ printed }) => printed),
    ],
    note: `The paper’s seconds: ${count(papers.speed.sentences)} sentences of the Penn Treebank at 2.1 GHz, MaltParser for arc-eager; its RB parser took ${papers.speed.rbReadingAndParsing} with reading. Measured on ${times.cores} cores, under a load of ${figure(times.load, 1)}.`,
  })
}

/** The choices in one state of a system or in all states, over all seeds. */
function choicesOf(figures: readonly SpeedFigures[], system: string, state?: string) {
  const choices = figures.flatMap((one) =>
    Object.entries(one.choices[system] ?? {}).flatMap(([name, choice]) =>
      state === undefined || state === name ? [choice] : [],
    ),
  )
  const asked = sum(choices.map((choice) => choice.asked))
  const possible = sum(choices.map((choice) => choice.possible))
  return { asked, mean: asked === 0 ? undefined : possible / asked }
}

function choicesTable(treebank: string, figures: readonly SpeedFigures[]) {
  const rows = Object.entries(figures[0].choices).flatMap(([system, states]) => {
    const names = Object.keys(states)
    const all = choicesOf(figures, system)
    return [
      ...names.map((state) => ({ system, state, all, ...choicesOf(figures, system, state) })),
      ...(names.length > 1 ? [{ system, state: 'all', all, ...all }] : []),
    ]
  })
  return table(rows, {
    title: `Transitions to choose from, by the state of the stack top: ${treebank}`,
    columns: [
      column.names('system', ({ system }) => system),
      column.names('state', ({ state }) => state),
      column.whole('configurations', ({ asked }) => asked),
      column.figure('% of them', ({ asked, all }) => (100 * asked) / all.asked, undefined, 1),
      column.figure('mean choices', ({ mean }) => mean, undefined, 1),
    ],
    note: 'A choice is a transition with its label that the state’s classifier knows and the system allows, over the parses of the test set.',
  })
}

function speedClaim(parts: Parts): ReportedClaim {
  const [base, learned, exact] = SYSTEMS.map((name) => parts.find(({ system }) => system === name)?.rate)
  return {
    claim: 'The RB parser is faster than arc-eager (the paper: about ten times as fast as MaltParser)',
    source: SOURCE,
    verdict: holds(base && learned ? learned / base >= NOTICEABLE : undefined),
    evidence:
      base && learned
        ? `same learner and code: rb-learned ${figure(learned / base)} times, rb ${figure(exact && exact / base)} times as fast; ${count(learned)}, ${count(exact)} and ${count(base)} words a second`
        : '',
    timed: true,
  }
}

function choiceClaims(figures: readonly SpeedFigures[]): ReportedClaim[] {
  const [normal, relocated, reversed] = ['normal', 'relocated', 'reversed'].map(
    (state) => choicesOf(figures, 'rb-learned', state).mean,
  )
  const [base, learned, exact] = SYSTEMS.map((system) => choicesOf(figures, system).mean)
  const [first, second] = [isBelow(relocated, normal), isBelow(reversed, normal)]
  return [
    {
      claim: 'The set of possible actions is smallest when the stack is relocated or reversed',
      source: SOURCE,
      verdict: holds(first === undefined || second === undefined ? undefined : first && second),
      evidence: `rb-learned: normal ${figure(normal, 1)}, relocated ${figure(relocated, 1)}, reversed ${figure(reversed, 1)}`,
    },
    {
      claim: 'The transformation lowers the number of possible actions on average',
      source: SOURCE,
      verdict: holds(isBelow(learned, base)),
      evidence: `arc-eager ${figure(base, 1)}, rb-learned ${figure(learned, 1)}, rb ${figure(exact, 1)}`,
    },
  ]
}
