/** The right-branching paper, Table 3: scores by training size, and the gain from gold true tokens. */
import { registered } from '../../src/index.ts'
import * as papers from '../reports/papers.ts'
import { scoreNames } from '../reports/scores.ts'
import type { Condition, Study } from '../study.ts'
import { paperLearning } from './parsers.ts'

const BASE = 'arc-eager'
const SYSTEMS = [BASE, 'rb-learned', 'rb', 'rb-oracle']
/** Arc-eager on transformed trees, for its vestigial arcs. */
const ON_TRANSFORMED = 'arc-eager on right-branching trees'
/** The paper's training sections of the Penn Treebank, by our sizes in percent. */
const SECTIONS: Readonly<Record<number, number>> = { 5: 1, 20: 4, 100: 20 }
const SOURCE = 'right-branching paper, section 4'
const { vestigialArcs } = papers

export const learningCurve: Study = {
  name: 'learning-curve',
  title: 'Learning curve, and the oracle',
  reproduces: 'right-branching paper, Table 3',
  intro: `Arc-eager, the paper’s RB parser (rb-learned), the same with exact preconditions (rb), and the same with gold true tokens (rb-oracle), with the paper’s features, trained on parts of the training set. The larger parts contain the smaller ones. Arc-eager is also trained on transformed trees, whose marks it does not understand. The paper’s figures are from 1, 4 and 20 sections of the Penn Treebank; with all of them its RB parser left ${vestigialArcs.rb} vestigial arcs, MaltParser on transformed trees ${vestigialArcs.maltParser}.`,
  conditions: (options) => {
    const { systems = SYSTEMS } = options
    return [
      ...systems.flatMap((system) => {
        const transforms = registered(system).family === 'right-branching'
        return viewsOf(system, paperLearning(system, options), transforms)
      }),
      ...(systems.includes(BASE)
        ? viewsOf(ON_TRANSFORMED, { ...paperLearning(BASE, options), steps: 'right-branching' }, true)
        : []),
    ]
  },
  sizes: [5, 20, 100],
  metrics: [...scoreNames, 'vestigial arcs', 'train sentences'],
  compare: SYSTEMS.slice(1).map((system) => [system, BASE]),
  claims: [
    {
      claim: 'The RB parser’s LAS is that of arc-eager (within 0.5)',
      source: SOURCE,
      compare: [['rb-learned', BASE]],
      expected: { from: -0.5, to: 0.5 },
    },
    {
      claim: 'The RB parser leaves fewer vestigial arcs than arc-eager on transformed trees',
      source: SOURCE,
      compare: [['rb-learned', ON_TRANSFORMED]],
      metrics: ['vestigial arcs'],
      expected: 'below',
    },
    {
      claim: 'With exact preconditions there are no vestigial arcs',
      parsers: ['rb'],
      metrics: ['vestigial arcs'],
      expected: { to: 0 },
    },
    {
      claim: 'The RB parser learns from less data: it is ahead where there is least',
      source: SOURCE,
      compare: [['rb-learned', BASE]],
      size: 'smallest',
      expected: 'better',
    },
    {
      claim: 'Gold true tokens help by about 2 LAS (1 to 3)',
      source: 'right-branching paper, section 5',
      compare: [['rb-oracle', 'rb-learned']],
      expected: { from: 1, to: 3 },
    },
  ],
  printed: ({ size, parser, metric }) => papers.learningCurve[SECTIONS[size]]?.[parser]?.[metric],
}

/** The final trees of a parser and, if it transforms trees, those before the way back. */
function viewsOf(name: string, settings: Condition['settings'], transforms: boolean): Condition[] {
  const transformed = { name: `${name}, transformed`, settings, view: 'transformed' }
  return [{ name, settings }, ...(transforms ? [transformed] : [])]
}
