/** The right-branching paper, section 4: the speed of parsers, and the number of transitions to choose from. */
import { registered } from '../../src/index.ts'
import { count } from '../reports/blocks.ts'
import * as papers from '../reports/papers.ts'
import type { Condition, Study } from '../study.ts'
import { paperLearning } from './parsers.ts'

const SYSTEMS = ['arc-eager', 'rb-learned', 'rb']
const RUNS = 5
const QUICK_RUNS = 3
const SOURCE = 'right-branching paper, section 4'

const printed: Readonly<Record<string, number | undefined>> = {
  'parsing, arc-eager': papers.speed.maltParser,
  'parsing, rb-learned': papers.speed.rbParsing,
  transforming: papers.speed.transforming,
  reversing: papers.speed.reversing,
}

const isStep = (name: string): boolean => /ing\b/.test(name)

export const speed: Study = {
  name: 'speed',
  title: 'Speed, and the number of choices',
  reproduces: SOURCE,
  intro:
    'The whole training set is read, parsed by each system, transformed and reversed, several times in turns; the figures are medians. All systems have the same learner, the paper’s features and the same code. Parsing consists of features, scoring, transitions and the reverse, without reading. Models are loaded and trees are in memory. A choice is a transition with its label that the classifier of the stack’s state knows and the system allows, over the parses of the test set.',
  conditions: (options) => {
    const { systems = SYSTEMS, quick } = options
    const { system: _, ...learning } = paperLearning('', options)
    const shared = {
      measurement: 'speed',
      settings: { ...learning, systems: systems.join(','), runs: quick ? QUICK_RUNS : RUNS },
      alone: true,
    } as const
    const named = (name: string, view = name): Condition => ({ ...shared, name, view })
    return [
      named('reading'),
      ...systems.map((system) => named(`parsing, ${system}`, `parsing.${system}`)),
      named('transforming'),
      named('reversing'),
      ...systems.flatMap((system) => {
        const { states } = registered(system).make({ singleRoot: true })
        const of = states.map((state) => named(`${system}, ${state}`, `choices.${system}.${state}`))
        return [named(system, `choices.${system}.all`), ...(states.length > 1 ? of : [])]
      }),
    ]
  },
  metrics: ['words a second'],
  tables: [
    {
      title: 'Time for the training set',
      rows: ['treebank', 'parser'],
      columns: ['metric'],
      parsers: isStep,
      metrics: ['seconds', 'words a second', 'ratio'],
      note: `Ratio: the seconds of the first system to these. The paper’s seconds: ${count(papers.speed.sentences)} sentences of the Penn Treebank at 2.1 GHz, MaltParser with reading for arc-eager; its RB parser took ${papers.speed.rbReadingAndParsing} with reading.`,
    },
    {
      title: 'Transitions to choose from, by the state of the stack top',
      rows: ['treebank', 'parser'],
      columns: ['metric'],
      parsers: (name) => !isStep(name),
      metrics: ['configurations', 'share', 'choices'],
      note: 'Share: percent of all configurations of the system; choices: their mean number.',
    },
  ],
  plots: [
    {
      title: 'Parsing, words a second',
      mark: 'bar',
      groups: 'parser',
      parsers: (name) => name.startsWith('parsing'),
    },
  ],
  claims: [
    {
      claim: 'The RB parser is faster than arc-eager (the paper: about ten times as fast as MaltParser)',
      source: SOURCE,
      parsers: ['parsing, rb-learned'],
      metrics: ['ratio'],
      expected: { from: 1.1 },
      timed: true,
    },
    {
      claim: 'The set of possible actions is smallest when the stack is relocated or reversed',
      source: SOURCE,
      compare: ['relocated', 'reversed'].map((state) => [`rb-learned, ${state}`, 'rb-learned, normal']),
      metrics: ['choices'],
      expected: 'below',
    },
    {
      claim: 'The transformation lowers the number of possible actions on average',
      source: SOURCE,
      compare: [['rb-learned', 'arc-eager']],
      metrics: ['choices'],
      expected: 'below',
    },
  ],
  printed: ({ parser, metric }) => (metric === 'seconds' ? printed[parser] : undefined),
}
