/** New: both directions of the transform, greedy and with a beam, and what parsing both ways gives. */
import { beamLearning, cellsFor, defaultLearning, isSearch, widthsOf } from './cells.ts'
import type { Experiment } from './experiment.ts'
import { average } from './reports/fragments.ts'
import { count, names, ours, signed, type Block, type Claim, type Report } from './reports/blocks.ts'
import type { Results } from './reports/results.ts'
import { starred } from './reports/scores.ts'
import { votingOf, votingReport, type Voting } from './reports/voting.ts'

const WIDTHS = [8]
const EPOCHS = 8
const QUICK_EPOCHS = 3

export const bothWays: Experiment = {
  name: 'both-ways',
  title: 'Both ways',
  reproduces: 'new: does search even out the directions, do both together beat one',
  intro: [
    `A model of the transform to the right and one to the left parse each sentence: greedy ones as they are trained by default, with LIBLINEAR, and such as search with a beam, learned by the perceptron in ${EPOCHS} epochs (${QUICK_EPOCHS} of a quick run). One of the two trees is taken, that of the higher score; or the arcs of both vote, each with how sure its model is, and the maximum spanning tree wins.`,
  ],
  wanted: (treebank, options) => {
    const { systems = ['rb'], quick } = options
    if (!systems.includes('rb')) return []
    const epochs = quick ? QUICK_EPOCHS : EPOCHS
    const greedy = defaultLearning('rb', options)
    return [
      ...cellsFor('voting', 'rb both ways, greedy', treebank, options, greedy),
      ...widthsOf(options, WIDTHS)
        .filter(isSearch)
        .flatMap((width) => {
          const learning = beamLearning('rb', width, epochs, options)
          return cellsFor('voting', `rb both ways, beam ${width}`, treebank, options, learning)
        }),
    ]
  },
  reportAll: (results) => {
    const { widths } = results
    const reports = [undefined, ...widths].map((width) => votingReport(results, width))
    const gaps = widths.map((width) => gapsOf(results, width)).filter((rows) => rows.length > 0)
    return {
      blocks: [...gaps.map(gapTable), ...reports.flatMap(({ blocks }) => blocks)],
      claims: [...gaps.map(gapClaim), ...reports.flatMap(({ claims }) => claims)],
      comparisons: reports.flatMap(({ comparisons }) => comparisons),
    } satisfies Report
  },
}

/** Both directions of one treebank. */
interface Gap {
  readonly width: number
  readonly greedy: Voting
  readonly beam: Voting
}

function gapsOf(results: Results, width: number): Gap[] {
  return results.treebanks.flatMap(({ name }) => {
    const [greedy, beam] = [votingOf(results, name, undefined), votingOf(results, name, width)]
    return greedy && beam ? [{ width, greedy, beam }] : []
  })
}

/** By how much less the directions differ with the beam, in LAS. */
const narrowing = ({ greedy, beam }: Gap): number =>
  Math.abs(greedy.sides?.difference ?? NaN) - Math.abs(beam.sides?.difference ?? NaN)

function gapTable(gaps: readonly Gap[]): Block {
  const means = [
    (gap: Gap) => gap.greedy.sides,
    (gap: Gap) => gap.beam.sides,
    (gap: Gap) => ({ difference: narrowing(gap) }),
    (gap: Gap) => gap.greedy.voted,
    (gap: Gap) => gap.beam.chosen,
    (gap: Gap) => gap.beam.voted,
  ].map((of) => signed(average(gaps.map((gap) => of(gap)?.difference))))
  const width = gaps[0].width
  return {
    kind: 'table',
    title: `Right and left, greedy and with a beam of ${width}`,
    columns: [
      names('treebank'),
      ours('left − right, greedy', 'LAS difference'),
      ours(`left − right, beam ${width}`, 'LAS difference'),
      ours('gap narrowed', 'LAS'),
      ours('vote − better, greedy', 'LAS difference'),
      ours(`score − better, beam ${width}`, 'LAS difference'),
      ours(`vote − better, beam ${width}`, 'LAS difference'),
      ours(`one, beam ${width}`, 'words a second'),
      ours(`both, beam ${width}`, 'words a second'),
    ],
    rows: [
      ...gaps.map((gap) => [
        gap.beam.treebank,
        starred(gap.greedy.sides),
        starred(gap.beam.sides),
        signed(narrowing(gap)),
        starred(gap.greedy.voted),
        starred(gap.beam.chosen),
        starred(gap.beam.voted),
        count(gap.beam.alone),
        count(gap.beam.both),
      ]),
      ...(gaps.length > 1 ? [['average', ...means, '', '']] : []),
    ],
    note: '* significant (p < .05). Other cells may have run at the same time: words a second compare within a row.',
  }
}

function gapClaim(gaps: readonly Gap[]): Claim {
  const narrowed = gaps.filter((gap) => narrowing(gap) > 0)
  return {
    claim: `A beam of ${gaps[0].width} narrows the gap between the directions`,
    source: 'this project',
    treebank: gaps.length === 1 ? gaps[0].beam.treebank : `${gaps.length} treebanks`,
    verdict: narrowed.length === gaps.length ? 'held' : narrowed.length === 0 ? 'not held' : 'partly held',
    evidence: `on ${narrowed.length} of ${gaps.length}, by ${signed(average(gaps.map(narrowing)))} on average`,
  }
}
