/** New: what a search had better count as wrong while it is learned from, the transformed tree’s arcs or the original’s. */
import { beamLearning, cellsFor } from './cells.ts'
import type { Experiment } from './experiment.ts'
import { attachmentsOf, totalText, type Attachments } from './reports/attachments.ts'
import {
  figure,
  joined,
  names,
  NONE,
  nothing,
  ours,
  type Block,
  type Claim,
  type Comparison,
  type Report,
} from './reports/blocks.ts'
import type { Results } from './reports/results.ts'
import { compare, listed, score, starred } from './reports/scores.ts'
import { losses, type Loss } from '../parser/learning/arc-costs.ts'

const WIDTH = 8
const EPOCHS = 5
const QUICK_EPOCHS = 2
/** What the others are compared with: how `rbparse train` learns. */
const USUAL: Loss = 'transformed'

const meaning: Readonly<Record<Loss, string>> = {
  transformed: 'transformed arcs',
  half: 'the same, labels half',
  heads: 'the same, heads only',
  reversed: 'arcs after the reversal',
}

export const loss: Experiment = {
  name: 'loss',
  title: 'What counts as wrong',
  reproduces: 'new: training for the reversed tree',
  intro: [
    `A reversal amplifies errors: one wrong transition of the RB parser can cost several arcs of the original tree, or none. While the perceptron learns, wrong arcs make a hypothesis look better than it is, so that the gold derivation has to win by more; here what is counted there is an arc of the transformed tree with head, label and mark, the same with labels that count half or nothing, or an arc of the original tree at the transition that breaks it for certain. Beam ${WIDTH}, ${EPOCHS} epochs (${QUICK_EPOCHS} of a quick run).`,
  ],
  wanted: (treebank, options) => {
    const { systems = ['rb'], beams = [WIDTH], sizes = [100], quick } = options
    if (!systems.includes('rb')) return []
    const learning = beamLearning('rb', Math.max(2, ...beams), quick ? QUICK_EPOCHS : EPOCHS, options)
    return sizes.flatMap((size) =>
      losses.flatMap((one) =>
        cellsFor('attachment', `rb, loss ${one}`, treebank, options, { ...learning, loss: one }, { size }),
      ),
    )
  },
  report: (results, treebank) => {
    const reports = results.sizes.map((size) => reportOf(results, treebank, size))
    return joined(reports)
  },
}

interface Row {
  readonly loss: Loss
  readonly attachments: Attachments
  /** Against the usual loss, in LAS, before the reversal and after it. */
  readonly transformed: Comparison | undefined
  readonly final: Comparison | undefined
}

function reportOf(results: Results, treebank: string, size: number): Report {
  const of = (one: Loss): Attachments =>
    attachmentsOf(results, treebank, meaning[one], { system: 'rb', loss: one }, size)
  const usual = of(USUAL)
  const rows = losses.map((one): Row => {
    const attachments = one === USUAL ? usual : of(one)
    const against = (part: 'transformed' | 'final'): Comparison | undefined =>
      one === USUAL
        ? undefined
        : compare(attachments[part], usual[part], 'LAS', {
            what: `loss ${one}${part === 'transformed' ? ', transformed' : ''}: against ${USUAL}`,
            treebank,
            seed: results.seed,
          })
    return { loss: one, attachments, transformed: against('transformed'), final: against('final') }
  })
  const measured = rows.filter(({ attachments }) => attachments.runs.length > 0)
  if (measured.length === 0) return nothing
  const comparisons = measured.flatMap(({ transformed, final }) =>
    [transformed, final].filter((one) => one !== undefined),
  )
  const name = size === 100 ? treebank : `${size} % of ${treebank}`
  return { blocks: [tableOf(name, measured)], claims: [claimOf(name, measured)], comparisons }
}

function tableOf(treebank: string, rows: readonly Row[]): Block {
  return {
    kind: 'table',
    title: `What counts as wrong: ${treebank}`,
    columns: [
      names('loss'),
      ...(['LAS', 'UAS'] as const).map((name) => ours(name, 'transformed')),
      ...(['LAS', 'UAS'] as const).map((name) => ours(name, 'reversed')),
      ours('transformed', 'LAS difference'),
      ours('reversed', 'LAS difference'),
      ours('vestigial arcs'),
    ],
    rows: rows.map(({ attachments, transformed, final }) => [
      attachments.name,
      ...(['LAS', 'UAS'] as const).map((name) => figure(score(attachments.transformed, name))),
      ...(['LAS', 'UAS'] as const).map((name) => figure(score(attachments.final, name))),
      starred(transformed),
      starred(final),
      totalText(attachments, 'vestigialArcs'),
    ]),
    note: '* differs from the first (p < .05).',
  }
}

function claimOf(treebank: string, rows: readonly Row[]): Claim {
  const final = rows.find(({ loss: one }) => one === 'reversed')?.final
  return {
    claim: 'A loss that counts arcs after the reversal makes better trees',
    source: 'this project',
    treebank,
    verdict: !final ? 'not measured' : final.significant && final.difference > 0 ? 'held' : 'not held',
    evidence: listed([final]) || NONE,
  }
}
