/** New: what each group of features is worth to the RB parser with a beam. */
import { builtInTemplates, type TemplateSet } from '../src/index.ts'
import { beamLearning, cellsFor } from './cells.ts'
import type { Experiment } from './experiment.ts'
import { featureGroups, sizeOf, type FeatureGroup } from './measurements/feature-groups.ts'
import { attachmentsOf, type Attachments } from './reports/attachments.ts'
import {
  count,
  figure,
  joined,
  names,
  NONE,
  nothing,
  ours,
  signed,
  type Block,
  type Claim,
  type Comparison,
  type Report,
} from './reports/blocks.ts'
import type { Results } from './reports/results.ts'
import { compare, score } from './reports/scores.ts'

const WIDTH = 8
const EPOCHS = 3
const QUICK_EPOCHS = 2

export const ablation: Experiment = {
  name: 'ablation',
  title: 'What features are worth',
  reproduces: 'new: features for a beam, a group left out at a time',
  intro: [
    `The RB parser learns and parses with a beam of ${WIDTH}, in ${EPOCHS} epochs (${QUICK_EPOCHS} of a quick run): with all features that suit a beam, and without those templates that name an address or an attribute of a group. A template may be of several groups.`,
  ],
  wanted: (treebank, options) => {
    const { systems = ['rb'], beams = [WIDTH], sizes = [100], quick } = options
    if (!systems.includes('rb')) return []
    const learning = beamLearning('rb', Math.max(2, ...beams), quick ? QUICK_EPOCHS : EPOCHS, options)
    const whole = builtInTemplates(learning.features, { ...learning, learner: 'perceptron' })
    const groups = whole ? featureGroups.filter((group) => isPart(whole, group)) : []
    return sizes.flatMap((size) => [
      ...cellsFor('attachment', 'rb, all features', treebank, options, learning, { size }),
      ...groups.flatMap((without) =>
        cellsFor(
          'attachment',
          `rb, without ${without}`,
          treebank,
          options,
          { ...learning, without },
          { size },
        ),
      ),
    ])
  },
  report: (results, treebank) => {
    const reports = results.sizes.map((size) => reportOf(results, treebank, size))
    return joined(reports)
  },
}

/** Whether some templates of the set are of the group, and some are not. */
function isPart(whole: TemplateSet, group: FeatureGroup): boolean {
  const size = sizeOf(whole, group)
  return size > 0 && size < whole.templates.length
}

interface Row {
  readonly attachments: Attachments
  /** Against all features, in LAS. */
  readonly difference: Comparison | undefined
}

function reportOf(results: Results, treebank: string, size: number): Report {
  const of = (name: string, without: string | undefined): Attachments =>
    attachmentsOf(results, treebank, name, { system: 'rb', without }, size)
  const all = of('all', undefined)
  const rows = featureGroups
    .map((group): Row => {
      const attachments = of(`without ${group}`, group)
      const about = { what: `features without ${group}`, treebank, seed: results.seed }
      return { attachments, difference: compare(attachments.final, all.final, 'LAS', about) }
    })
    .filter(({ attachments }) => attachments.runs.length > 0)
    .sort((a, b) => (a.difference?.difference ?? 0) - (b.difference?.difference ?? 0))
  if (all.runs.length === 0 || rows.length === 0) return nothing
  const name = size === 100 ? treebank : `${size} % of ${treebank}`
  return {
    blocks: [tableOf(name, [{ attachments: all, difference: undefined }, ...rows])],
    claims: [claimOf(name, rows)],
    comparisons: rows.flatMap(({ difference }) => difference ?? []),
  }
}

function tableOf(treebank: string, rows: readonly Row[]): Block {
  return {
    kind: 'table',
    title: `What features are worth: ${treebank}`,
    columns: [
      names('features'),
      ours('in the model'),
      ours('LAS'),
      ours('UAS'),
      ours('LAS difference'),
      ours('p'),
    ],
    rows: rows.map(({ attachments, difference }) => [
      attachments.name,
      count(Number(attachments.runs[0].training.features)),
      figure(score(attachments.final, 'LAS')),
      figure(score(attachments.final, 'UAS')),
      signed(difference?.difference),
      difference ? figure(difference.p, 3) : NONE,
    ]),
    note: 'Groups overlap: what they are worth does not add up.',
  }
}

function claimOf(treebank: string, rows: readonly Row[]): Claim {
  const harmful = rows.flatMap(({ attachments, difference }) =>
    difference?.significant && difference.difference > 0
      ? [`${attachments.name} ${signed(difference.difference)}`]
      : [],
  )
  return {
    claim: 'No group of features does harm',
    source: 'this project',
    treebank,
    verdict: harmful.length === 0 ? 'held' : 'not held',
    evidence: harmful.join(', ') || `the best without: ${signed(rows.at(-1)?.difference?.difference)}`,
  }
}
