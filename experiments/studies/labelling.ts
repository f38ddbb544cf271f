/** New: the gain from labels that are chosen for finished trees, for the RB parser and for arc-eager. */
import * as column from '../reports/columns.ts'
import type { TreebankResults } from '../reports/results.ts'
import { pool } from '../reports/scores.ts'
import { table } from '../reports/table.ts'
import type { Study } from '../study.ts'
import { beamLearning, greedyLearning, isSearch, selected, widthsOf } from './parsers.ts'

const SYSTEMS = ['rb', 'arc-eager-unshift']
const WIDTHS = [1, 8]
const EPOCHS = { full: 8, quick: 3 }

export const labelling: Study = {
  name: 'labelling',
  title: 'When labels are chosen',
  reproduces:
    'new: labels with the transitions, or again for finished trees (McDonald, Lerman & Pereira 2006)',
  intro: `Each parser with the labels of its transitions (early), and with labels from a classifier that sees the whole tree (late): the heads are the same. Greedy parsers are trained as by default, with LIBLINEAR; parsers with a beam are perceptrons of ${EPOCHS.full} epochs (${EPOCHS.quick} in a quick run). With several seeds the table has the mean.`,
  conditions: (options) =>
    selected(SYSTEMS, options).flatMap((system) =>
      widthsOf(options, WIDTHS).map((width) => ({
        measurement: 'labelling' as const,
        title: titleOf(system, width),
        settings: isSearch(width)
          ? beamLearning(system, width, EPOCHS, options)
          : greedyLearning(system, options),
      })),
    ),
  overall: (all) => {
    const [{ systems, widths }] = all
    const parsers = systems
      .flatMap((system) => [1, ...widths.filter(isSearch)].map((width) => labellingOf(system, width)))
      .filter(({ late }) => all.some(late))
    return {
      blocks: [
        table(
          all.filter((on) => parsers.some(({ late }) => late(on))),
          {
            title: 'LAS with early and late labels',
            columns: [
              column.names('treebank', ({ treebank }) => treebank),
              ...parsers.flatMap(({ title, early, late, gain }) => [
                column.score('LAS', { head: 'early', group: title }, early),
                column.score('LAS', { head: 'late', group: title }, late),
                column.difference('difference', gain, title),
              ]),
            ],
            average: true,
          },
        ),
      ],
    }
  },
}

function titleOf(system: string, width: number): string {
  return isSearch(width) ? `${system}, beam ${width}` : `${system}, greedy`
}

/** The scores of a parser with early and with late labels, and the difference. */
function labellingOf(system: string, width: number) {
  const title = titleOf(system, width)
  const settings = { system, beam: isSearch(width) ? width : undefined }
  const scores = (when: 'early' | 'late') => (on: TreebankResults) =>
    pool(on.find('labelling', settings).map(({ figures }) => figures[when]))
  const [early, late] = [scores('early'), scores('late')]
  return {
    title,
    early,
    late,
    gain: (on: TreebankResults) => on.compare(`${title}: late labels`, late(on), early(on)),
  }
}
