/** The right-branching paper, Table 1: is arc-eager better on transformed trees, and still better after the reverse? */
import * as papers from '../reports/papers.ts'
import { scoreNames } from '../reports/scores.ts'
import type { ClaimDeclaration, Study } from '../study.ts'
import { paperLearning } from './parsers.ts'

const mirrored = { transformed: 'transformed, mirrored', reversed: 'reversed, mirrored' } as const

export const learnability: Study = {
  name: 'learnability',
  title: 'Learnability of transformed trees',
  reproduces: 'right-branching paper, Table 1',
  intro:
    'One parser, arc-eager with the features that the paper gives MaltParser, is trained three times: on the original trees, on right-branching trees with marks in their labels, and on their mirror image, in which every head stands after its dependents. The parsed trees are compared with test trees of the same kind (transformed) and, after the reverse, with the original trees. The paper has MaltParser and the Penn Treebank.',
  conditions: (options) => {
    const learning = (steps?: string) => ({ ...paperLearning('arc-eager', options), steps })
    return [
      { name: 'regular', settings: learning() },
      { name: 'transformed', settings: learning('right-branching'), view: 'transformed' },
      { name: 'reversed', settings: learning('right-branching') },
      { name: mirrored.transformed, settings: learning('mirror,right-branching'), view: 'transformed' },
      { name: mirrored.reversed, settings: learning('mirror,right-branching') },
    ]
  },
  metrics: [...scoreNames, 'vestigial arcs', 'non-projective', 'several roots'],
  compare: ['reversed', 'transformed', mirrored.transformed, mirrored.reversed].map((one) => [
    one,
    'regular',
  ]),
  plots: [
    {
      title: 'Scores by kind of trees',
      mark: 'point',
      groups: 'metric',
      series: 'parser',
      metrics: scoreNames,
    },
  ],
  claims: [
    ...claimsOn('Transformed trees', 'right-branching paper, section 3', ['transformed', 'reversed']),
    ...claimsOn('Mirrored transformed trees', 'this project', [mirrored.transformed, mirrored.reversed]),
  ],
  printed: ({ parser, metric }) => papers.learnability[parser]?.[metric],
}

/** Trees of a kind are easier to parse, and the gain is lost in the reverse. */
function claimsOn(
  trees: string,
  source: string,
  [transformed, reversed]: readonly [string, string],
): ClaimDeclaration[] {
  return [
    {
      claim: `${trees} are easier to parse: LAS, UAS and LA are higher`,
      source,
      compare: [[transformed, 'regular']],
      metrics: scoreNames,
      expected: 'better',
    },
    {
      claim: `${trees} lose what they gain when they are reversed: LAS is not above that of the original trees`,
      source,
      compare: [[reversed, 'regular']],
      expected: 'not better',
    },
  ]
}
