/** New: the gain from a beam on every treebank, and the RB parser against arc-eager with the same beam. */
import type { Pair, Study } from '../study.ts'
import { beamLearning, greedyLearning, isSearch, selected, widthsOf } from './parsers.ts'

const RIVAL = 'arc-eager-unshift'
const EPOCHS = { full: 8, quick: 3 }
const GREEDY = 'rb, greedy'

export const search: Study = {
  name: 'search',
  title: 'Beams on every treebank',
  reproduces: 'new: what the right-branching paper hopes for in its last section, on other languages',
  intro: `The RB parser as it is trained by default, greedily and with LIBLINEAR; the RB parser and arc-eager with Unshift with the same beam, both trained as perceptrons in ${EPOCHS.full} epochs (${EPOCHS.quick} in a quick run). As by default, the RB parser with a beam chooses labels late, when the tree is finished, and arc-eager chooses them with its transitions (the experiment labelling has both for both). The direction of the transform depends on the training part. If a treebank has no test part, each seed sets another tenth of it apart.`,
  conditions: (options) => {
    const systems = selected(['rb', RIVAL], options)
    const widths = widthsOf(options, [8]).filter(isSearch)
    return [
      ...(systems.includes('rb') ? [{ name: GREEDY, settings: greedyLearning('rb', options) }] : []),
      ...widths.flatMap((width) =>
        systems.map((system) => ({
          name: `${system}, beam ${width}`,
          settings: {
            ...beamLearning(system, width, EPOCHS, options),
            // As `rbparse train` does.
            ...(system === 'rb' && { labelling: 'late' }),
          },
        })),
      ),
    ]
  },
  metrics: ['LAS', 'UAS', 'vestigial arcs', 'train sentences'],
  compare: (parsers) =>
    parsers
      .filter((name) => name.startsWith('rb, beam'))
      .flatMap((name): Pair[] => [
        [name, GREEDY],
        [name, name.replace('rb', RIVAL)],
      ]),
  claims: [
    {
      claim: 'A beam of 8 gains the RB parser 1 LAS or more',
      compare: [['rb, beam 8', GREEDY]],
      expected: { from: 1 },
    },
    {
      claim: 'With a beam of 8 the RB parser is not below arc-eager with Unshift by more than 0.3 LAS',
      compare: [['rb, beam 8', `${RIVAL}, beam 8`]],
      expected: { from: -0.3, to: 0.3 },
    },
  ],
}
