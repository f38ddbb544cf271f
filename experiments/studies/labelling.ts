/** New: the gain from labels that are chosen for finished trees, for the RB parser and for arc-eager. */
import type { Comparison } from '../reports/blocks.ts'
import type { TreebankResults } from '../reports/results.ts'
import { pool } from '../reports/scores.ts'
import { differenceColumn, scoreColumn, table, textColumn } from '../reports/tables.ts'
import type { SentenceScores } from '../measurements/scores.ts'
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
      .flatMap((system) => [1, ...widths.filter(isSearch)].map((width) => ({ system, width })))
      .filter((parser) => all.some((results) => resultOf(results, parser).late))
    const rows = all
      .map((results) => ({
        treebank: results.treebank,
        parsers: parsers.map((parser) => resultOf(results, parser)),
      }))
      .filter((row) => row.parsers.some(({ late }) => late !== undefined))
    return {
      blocks: [
        table(rows, {
          title: 'LAS with early and late labels',
          columns: [
            textColumn('treebank', ({ treebank }) => treebank),
            ...parsers.flatMap(({ system, width }, i) => {
              const group = titleOf(system, width)
              return [
                scoreColumn<(typeof rows)[0]>('LAS', (row) => row.parsers[i].early, { head: 'early', group }),
                scoreColumn<(typeof rows)[0]>('LAS', (row) => row.parsers[i].late, { head: 'late', group }),
                differenceColumn<(typeof rows)[0]>('difference', (row) => row.parsers[i].gain, group),
              ]
            }),
          ],
          average: true,
        }),
      ],
    }
  },
}

function titleOf(system: string, width: number): string {
  return isSearch(width) ? `${system}, beam ${width}` : `${system}, greedy`
}

/** A parser on a treebank. */
interface LabellingResult {
  readonly early: SentenceScores | undefined
  readonly late: SentenceScores | undefined
  readonly gain: Comparison | undefined
}

function resultOf(
  results: TreebankResults,
  { system, width }: { readonly system: string; readonly width: number },
): LabellingResult {
  const found = results.find('labelling', { system, beam: isSearch(width) ? width : undefined })
  const [early, late] = (['early', 'late'] as const).map((when) =>
    pool(found.map(({ figures }) => figures[when])),
  )
  return { early, late, gain: results.compare(`${titleOf(system, width)}: late labels`, late, early) }
}
