/** New: the transform to the right and to the left on every treebank, and what predicts the better direction. */
import { LEFT_ABOVE } from '../../src/index.ts'
import type { ClaimDeclaration, Results, Study } from '../study.ts'
import { listed } from '../reports/scores.ts'
import { verdictOn } from '../reports/claims.ts'
import { defaultLearning, selected } from './parsers.ts'

const parsers = [
  { name: 'rb left', system: 'rb', direction: 'left' },
  { name: 'rb right', system: 'rb', direction: 'right' },
  { name: 'arc-eager', system: 'arc-eager', direction: 'right' },
] as const

export const direction: Study = {
  name: 'direction',
  title: 'Right or left',
  reproduces: 'new: the mirror image of the transform',
  intro: `The paper is about English. Here the exact RB parser is trained on each treebank with all heads before their dependents (right) and with all of them after (left), and arc-eager is trained for comparison, all with the default features and learner. The training set alone should predict the better direction: left if more than ${100 * LEFT_ABOVE} % of the length of all arcs points left.`,
  conditions: (options) =>
    parsers
      .filter(({ system }) => selected([system], options).length > 0)
      .map(({ name, system, direction: side }) => ({
        name,
        settings: { ...defaultLearning(system, options), direction: side },
      })),
  metrics: ['LAS', 'UAS'],
  compare: [
    ['rb left', 'rb right'],
    ['rb left', 'arc-eager'],
    ['rb right', 'arc-eager'],
  ],
  tables: [
    {
      title: 'LAS and UAS in both directions',
      rows: ['treebank'],
      columns: ['metric', 'parser'],
      differences: true,
    },
    {
      title: 'What points left in the training part, in percent',
      rows: ['treebank'],
      columns: ['metric'],
      parsers: (name) => name === 'rb right',
      metrics: ['train sentences', 'left arcs', 'left length'],
    },
  ],
  claims: [
    predictor('arc length', 'left length', 100 * LEFT_ABOVE),
    predictor('arcs', 'left arcs', 50),
    {
      claim: 'In the better direction the RB parser’s LAS is not significantly below that of arc-eager',
      judge: (results, treebank) => {
        const parser = (sides(results, treebank)?.difference ?? 0) > 0 ? 'rb left' : 'rb right'
        const rival = results.compare({ treebank, size: 100, parser, metric: 'LAS' }, 'arc-eager')
        const all = rival ? [rival] : []
        return { verdict: verdictOn(all, 'not worse'), evidence: listed(all) }
      },
    },
  ],
}

function sides(results: Results, treebank: string) {
  return results.compare({ treebank, size: 100, parser: 'rb left', metric: 'LAS' }, 'rb right')
}

/** A share of the training part tells the better direction. */
function predictor(what: string, metric: string, border: number): ClaimDeclaration {
  return {
    claim: `The part of all ${what} that points left tells the better direction (left above ${border} %)`,
    judge: (results, treebank) => {
      const share = results.figure({ treebank, size: 100, parser: 'rb right', metric })?.value
      const measured = sides(results, treebank)
      if (share === undefined || !measured) return { verdict: 'not measured', evidence: '' }
      const evidence = `${share.toFixed(1)} %; left − right ${listed([measured])}`
      if (!measured.significant) return { verdict: 'too little to judge', evidence }
      return { verdict: share > border === measured.difference > 0 ? 'held' : 'not held', evidence }
    },
  }
}
