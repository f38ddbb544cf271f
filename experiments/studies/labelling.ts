/** New: labels chosen with the transitions or for the finished tree, for the RB parser and arc-eager. */
import type { Pair, Study } from '../study.ts'
import { beamLearning, greedyLearning, isSearch, selected, widthsOf } from './parsers.ts'

const EPOCHS = { full: 8, quick: 3 }

export const labelling: Study = {
  name: 'labelling',
  title: 'When labels are chosen',
  reproduces:
    'new: labels with the transitions, or again for finished trees (McDonald, Lerman & Pereira 2006)',
  intro: `Each parser with the labels of its transitions (early), and with labels from a classifier that sees the whole tree (late): the heads are the same. Greedy parsers are trained as by default, with LIBLINEAR; parsers with a beam are perceptrons of ${EPOCHS.full} epochs (${EPOCHS.quick} in a quick run).`,
  conditions: (options) =>
    selected(['rb', 'arc-eager-unshift'], options).flatMap((system) =>
      widthsOf(options, [1, 8]).flatMap((width) => {
        const settings = isSearch(width)
          ? beamLearning(system, width, EPOCHS, options)
          : greedyLearning(system, options)
        const name = `${system}, ${isSearch(width) ? `beam ${width}` : 'greedy'}`
        return [
          { name: `${name}, early`, settings },
          { name: `${name}, late`, settings: { ...settings, labelling: 'late' } },
        ]
      }),
    ),
  metrics: ['LAS', 'LA'],
  compare: (parsers) =>
    parsers
      .filter((name) => name.endsWith('late'))
      .map((name): Pair => [name, name.replace('late', 'early')]),
}
