/** New: what labels gain when they are chosen again for finished trees, by the RB parser and by arc-eager. */
import { beamLearning, cellsFor, greedyLearning, isSearch, widthsOf } from './cells.ts'
import type { Experiment } from './experiment.ts'
import type { LabellingFigures } from './measurements/labelling.ts'
import type { Learning } from './measurements/training.ts'
import {
  figure,
  names,
  nothing,
  ours,
  signed,
  type Block,
  type Comparison,
  type Report,
} from './reports/blocks.ts'
import { average } from './reports/fragments.ts'
import type { Results } from './reports/results.ts'
import { compare, pool, score, starred } from './reports/scores.ts'

const SYSTEMS = ['rb', 'arc-eager-unshift']
const WIDTHS = [1, 8]
const EPOCHS = 8
const QUICK_EPOCHS = 3

export const labelling: Experiment = {
  name: 'labelling',
  title: 'When labels are chosen',
  reproduces:
    'new: labels with the transitions, or again for finished trees (McDonald, Lerman & Pereira 2006)',
  intro: [
    `Each parser once with the labels of its transitions (early), and once with those that a classifier chooses which sees the whole tree (late): the same heads, other labels. Greedy parsers as they are trained by default, with LIBLINEAR; those with a beam by the perceptron in ${EPOCHS} epochs (${QUICK_EPOCHS} of a quick run). Of several seeds the table has the mean.`,
  ],
  wanted: (treebank, options) => {
    const { systems = SYSTEMS, quick } = options
    return SYSTEMS.filter((system) => systems.includes(system)).flatMap((system) =>
      widthsOf(options, WIDTHS).flatMap((width) => {
        const learning: Learning = isSearch(width)
          ? beamLearning(system, width, quick ? QUICK_EPOCHS : EPOCHS, options)
          : greedyLearning(system, options)
        return cellsFor('labelling', titleOf(system, width), treebank, options, learning)
      }),
    )
  },
  reportAll: (results) => {
    const all = SYSTEMS.flatMap((system) => [1, ...results.widths].map((width) => ({ system, width })))
    const parsers = all.filter(({ system, width }) =>
      results.treebanks.some(({ name }) => cellsOf(results, name, system, width).length > 0),
    )
    const rows = results.treebanks.map(({ name }) => ({
      treebank: name,
      cells: parsers.map(({ system, width }) => cellOf(results, name, system, width)),
    }))
    const measured = rows.filter(({ cells }) => cells.some(({ late }) => late !== undefined))
    if (measured.length === 0) return nothing
    const comparisons = measured.flatMap(({ cells }) => cells.flatMap(({ gain }) => gain ?? []))
    const titles = parsers.map(({ system, width }) => titleOf(system, width))
    return { blocks: [tableOf(titles, measured)], claims: [], comparisons } satisfies Report
  },
}

function titleOf(system: string, width: number): string {
  return isSearch(width) ? `${system}, beam ${width}` : `${system}, greedy`
}

/** A parser on a treebank: LAS with early labels and with late ones. */
interface Cell {
  readonly early: number | undefined
  readonly late: number | undefined
  readonly gain: Comparison | undefined
}

interface Row {
  readonly treebank: string
  readonly cells: readonly Cell[]
}

function cellsOf(
  results: Results,
  treebank: string,
  system: string,
  width: number,
): ReturnType<typeof results.find<LabellingFigures>> {
  const settings = { system, beam: isSearch(width) ? width : undefined }
  return results.find<LabellingFigures>({ measurement: 'labelling', treebank, settings })
}

function cellOf(results: Results, treebank: string, system: string, width: number): Cell {
  const runs = cellsOf(results, treebank, system, width)
  const [early, late] = (['early', 'late'] as const).map((when) =>
    pool(runs.map(({ figures }) => figures[when])),
  )
  const about = { what: `${titleOf(system, width)}: late labels`, treebank, seed: results.seed }
  return {
    early: runs.length === 0 ? undefined : score(early, 'LAS'),
    late: runs.length === 0 ? undefined : score(late, 'LAS'),
    gain: compare(late, early, 'LAS', about),
  }
}

function tableOf(titles: readonly string[], rows: readonly Row[]): Block {
  const means = titles.flatMap((_, i) => {
    const of = (value: (cell: Cell) => number | undefined): number | undefined =>
      average(rows.map(({ cells }) => value(cells[i])))
    return [
      figure(of(({ early }) => early)),
      figure(of(({ late }) => late)),
      signed(of(({ gain }) => gain?.difference)),
    ]
  })
  return {
    kind: 'table',
    title: 'LAS with early and late labels',
    columns: [
      names('treebank'),
      ...titles.flatMap((title) => [ours(title, 'early'), ours(title, 'late'), ours(title, 'difference')]),
    ],
    rows: [
      ...rows.map(({ treebank, cells }) => [
        treebank,
        ...cells.flatMap(({ early, late, gain }) => [figure(early), figure(late), starred(gain)]),
      ]),
      ...(rows.length > 1 ? [['average', ...means]] : []),
    ],
    note: '* significant (p < .05).',
  }
}
