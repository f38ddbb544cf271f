/** The right-branching paper, section 4: how fast parsers are, and from how many transitions they choose. */
import { cellsFor, paperLearning } from './cells.ts'
import type { Experiment } from './experiment.ts'
import type { SpeedFigures, SpeedTimes } from './measurements/speed.ts'
import {
  count,
  figure,
  names,
  NONE,
  nothing,
  ours,
  paper,
  type Block,
  type Claim,
  type Report,
} from './reports/blocks.ts'
import * as papers from './reports/papers.ts'
import { barPlot } from './reports/plots.ts'
import type { Results } from './reports/results.ts'
import { sum } from './reports/scores.ts'
import { median } from './statistics/summary.ts'

const SYSTEMS = ['arc-eager', 'rb-learned', 'rb']
const RUNS = 5
const QUICK_RUNS = 3
const SOURCE = 'right-branching paper, section 4'
/** Timings that are closer than this are a tie. */
const NOTICEABLE = 1.1

export const speed: Experiment = {
  name: 'speed',
  title: 'Speed, and the number of choices',
  reproduces: 'right-branching paper, section 4',
  intro: [
    'The whole training set is read, parsed by each system, transformed and reversed, several times in turns; the figures are medians. All systems have the same learner, the paper’s features and the same code around them; parsing is features, scoring, transitions and the reverse, without reading. Models are loaded and trees are in memory.',
  ],
  wanted: (treebank, options) => {
    const { systems = SYSTEMS, quick } = options
    const { system: _, ...learning } = paperLearning('', options)
    const settings = { ...learning, systems: systems.join(','), runs: quick ? QUICK_RUNS : RUNS }
    const title = `speed of ${systems.join(', ')}`
    return cellsFor('speed', title, treebank, options, settings, { alone: true })
  },
  report,
}

/** One thing that takes time. */
interface Part {
  readonly name: string
  readonly seconds: number | undefined
  readonly paper?: string
}

function report(results: Results, treebank: string): Report {
  const found = results.find<SpeedFigures>({ measurement: 'speed', treebank })
  if (found.length === 0) return nothing
  const times = found.map(({ result }) => result.times as SpeedTimes)
  const { words, sentences } = found[0].figures
  const medianOf = (runs: (of: SpeedTimes) => readonly number[]): number | undefined =>
    median(times.flatMap(runs))
  const systems = Object.keys(times[0].parsing)
  const parsing = new Map(systems.map((system) => [system, medianOf(({ parsing: runs }) => runs[system])]))
  const parts: Part[] = [
    { name: 'reading', seconds: medianOf(({ reading }) => reading) },
    ...systems.map((system) => ({
      name: `parsing, ${system}`,
      seconds: parsing.get(system),
      paper:
        system === 'arc-eager'
          ? `${papers.speed.maltParser} with reading`
          : system === 'rb-learned'
            ? `< ${papers.speed.rbParsing}`
            : undefined,
    })),
    {
      name: 'transforming',
      seconds: medianOf(({ transforming }) => transforming),
      paper: String(papers.speed.transforming),
    },
    {
      name: 'reversing',
      seconds: medianOf(({ reversing }) => reversing),
      paper: String(papers.speed.reversing),
    },
  ]
  const base = parsing.get('arc-eager')
  const table: Block = {
    kind: 'table',
    title: `Seconds for ${count(sentences)} sentences, ${count(words)} words: ${treebank}`,
    columns: [
      names('part'),
      ours('seconds'),
      ours('words a second'),
      ours('arc-eager takes'),
      paper('seconds'),
    ],
    rows: parts.map(({ name, seconds, paper: printed }) => [
      name,
      figure(seconds, 3),
      count(seconds && words / seconds),
      name.startsWith('parsing') && base && seconds ? `${figure(base / seconds)} ×` : NONE,
      printed ?? NONE,
    ]),
    note: `The paper’s seconds: ${count(papers.speed.sentences)} sentences of the Penn Treebank at 2.1 GHz, MaltParser for arc-eager; its RB parser took ${papers.speed.rbReadingAndParsing} with reading. Measured on ${times[0].cores} cores, under a load of ${figure(times[0].load, 1)}.`,
  }
  const bars = parts
    .filter(({ name }) => name.startsWith('parsing'))
    .flatMap(({ name, seconds }) =>
      seconds ? [{ group: name.replace('parsing, ', ''), series: 'parsing', value: words / seconds }] : [],
    )
  const figures = found.map((one) => one.figures)
  return {
    blocks: [
      table,
      barPlot(`speed-${treebank}`, `Parsing, words a second: ${treebank}`, 'words a second', bars),
      choicesOf(treebank, figures),
    ],
    claims: [...judgeSpeed(treebank, parsing, words), ...judgeChoices(treebank, figures)],
    comparisons: [],
  }
}

/** The mean number of transitions to choose from, over seeds, in one state of a system or in all. */
function meanChoice(figures: readonly SpeedFigures[], system: string, state?: string): number | undefined {
  const choices = figures.flatMap((one) =>
    Object.entries(one.choices[system] ?? {}).flatMap(([name, choice]) =>
      state === undefined || state === name ? [choice] : [],
    ),
  )
  const asked = sum(choices.map((choice) => choice.asked))
  return asked === 0 ? undefined : sum(choices.map((choice) => choice.possible)) / asked
}

function choicesOf(treebank: string, figures: readonly SpeedFigures[]): Block {
  const rows = Object.entries(figures[0].choices).flatMap(([system, states]) => {
    const all = sum(figures.flatMap((one) => Object.values(one.choices[system]).map(({ asked }) => asked)))
    const row = (state: string | undefined, asked: number): string[] => [
      system,
      state ?? 'all',
      count(asked),
      figure((100 * asked) / all, 1),
      figure(meanChoice(figures, system, state), 1),
    ]
    const names_ = Object.keys(states)
    const each = names_.map((state) =>
      row(state, sum(figures.map((one) => one.choices[system][state].asked))),
    )
    return names_.length > 1 ? [...each, row(undefined, all)] : each
  })
  return {
    kind: 'table',
    title: `Transitions to choose from, by the state of the stack top: ${treebank}`,
    columns: [
      names('system'),
      names('state'),
      ours('configurations'),
      ours('% of them'),
      ours('mean choices'),
    ],
    rows,
    note: 'A choice is a transition with its label that the state’s model knows and the system allows; over the parses of the test set.',
  }
}

function judgeSpeed(
  treebank: string,
  parsing: ReadonlyMap<string, number | undefined>,
  words: number,
): Claim[] {
  const [base, learned, exact] = SYSTEMS.map((system) => parsing.get(system))
  const rate = (seconds: number | undefined): string => count(seconds && words / seconds)
  return [
    {
      claim: 'The RB parser is faster than arc-eager (the paper: about ten times as fast as MaltParser)',
      source: SOURCE,
      treebank,
      verdict:
        base === undefined || learned === undefined
          ? 'not measured'
          : base / learned >= NOTICEABLE
            ? 'held'
            : 'not held',
      evidence:
        base && learned
          ? `same learner and code: rb-learned ${figure(base / learned)} times, rb ${figure(exact && base / exact)} times as fast; ${rate(learned)}, ${rate(exact)} and ${rate(base)} words a second`
          : '',
      timed: true,
    },
  ]
}

function judgeChoices(treebank: string, figures: readonly SpeedFigures[]): Claim[] {
  const inState = (state: string): number | undefined => meanChoice(figures, 'rb-learned', state)
  const [normal, relocated, reversed] = ['normal', 'relocated', 'reversed'].map(inState)
  const all = meanChoice(figures, 'rb-learned')
  const arcEager = meanChoice(figures, 'arc-eager')
  return [
    {
      claim: 'The set of possible actions is smallest when the stack is relocated or reversed',
      source: SOURCE,
      treebank,
      verdict:
        normal === undefined || relocated === undefined || reversed === undefined
          ? 'not measured'
          : relocated < normal && reversed < normal
            ? 'held'
            : 'not held',
      evidence: `rb-learned: normal ${figure(normal, 1)}, relocated ${figure(relocated, 1)}, reversed ${figure(reversed, 1)}`,
    },
    {
      claim: 'The transformation lowers the number of possible actions on average',
      source: SOURCE,
      treebank,
      verdict:
        all === undefined || arcEager === undefined ? 'not measured' : all < arcEager ? 'held' : 'not held',
      evidence: `arc-eager ${figure(arcEager, 1)}, rb-learned ${figure(all, 1)}, rb ${figure(meanChoice(figures, 'rb'), 1)}`,
    },
  ]
}
