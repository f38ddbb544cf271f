/** New: what accuracy costs, LAS against words a second. */
import type { Condition, Pair, Study } from '../study.ts'
import { beamLearning, greedyLearning, isSearch, selected, widthsOf } from './parsers.ts'

const EPOCHS = { full: 8, quick: 3 }
/** The beam of training. */
const LEARNED = 8
const WIDTHS = [1, 2, 4, 8, 16, 32]
/** A beam by need gives up hypotheses that score this much less than the best one. */
const MARGIN = 2

export const frontier: Study = {
  name: 'frontier',
  title: 'Accuracy and speed',
  reproduces: 'new: LAS against words a second',
  intro: `Greedy parsers are trained as by default. One model learns with a beam of ${LEARNED} in ${EPOCHS.full} epochs (${EPOCHS.quick} in a quick run) and parses with beams of several widths. By need: hypotheses that score ${MARGIN} less than the best one, in margins of training, are given up; else each step keeps as many as the beam is wide. Words per second are the median of three runs over the test part on one thread.`,
  conditions: (options) =>
    selected(['rb', 'arc-eager-unshift'], options).flatMap((system) =>
      widthsOf(options, options.quick ? [1, 2, 8] : WIDTHS).flatMap((width): Condition[] => {
        const shared = { measurement: 'decoding', view: 'found', alone: true } as const
        if (!isSearch(width))
          return [{ ...shared, name: `${system}, greedy`, settings: greedyLearning(system, options) }]
        const labelling = system === 'rb' ? 'late' : 'early'
        const settings = { ...beamLearning(system, LEARNED, EPOCHS, options), labelling, width }
        return [
          { ...shared, name: `${system}, beam ${width}`, settings: { ...settings, margin: 0 } },
          { ...shared, name: `${system} by need, beam ${width}`, settings: { ...settings, margin: MARGIN } },
        ]
      }),
    ),
  metrics: ['LAS', 'UAS', 'words a second'],
  compare: (parsers) =>
    parsers
      .filter((name) => name.includes(' by need'))
      .map((name): Pair => [name, name.replace(' by need', '')]),
  plots: [{ title: 'LAS by words a second', mark: 'line', x: 'words a second' }],
  claims: [
    {
      claim: 'With width by need a beam of 8 loses at most 0.1 LAS',
      compare: [['rb by need, beam 8', 'rb, beam 8']],
      expected: { from: -0.1 },
    },
    {
      claim: 'Width by need makes a beam of 8 faster',
      timed: true,
      metrics: ['words a second'],
      compare: [['rb by need, beam 8', 'rb, beam 8']],
      expected: 'above',
    },
  ],
}
