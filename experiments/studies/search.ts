/** New: the gain from a beam on every treebank, and the RB parser against arc-eager with the same beam. */
import { NONE, signed, type Comparison, type ReportedClaim, type Report } from '../reports/blocks.ts'
import { holds, holdsFor, findingOf } from '../reports/claims.ts'
import * as column from '../reports/columns.ts'
import { dotPlot } from '../reports/plots.ts'
import { isMeasured, lasOf, total, type ParserResults, type TreebankResults } from '../reports/results.ts'
import { table } from '../reports/table.ts'
import { meanOf } from '../statistics/summary.ts'
import type { Study } from '../study.ts'
import { beamLearning, greedyLearning, isSearch, selected, widthsOf } from './parsers.ts'

const RIVAL = 'arc-eager-unshift'
const SYSTEMS = ['rb', RIVAL]
const WIDTHS = [8]
const EPOCHS = { full: 8, quick: 3 }
/** In LAS: the claimed average gain, and how far below its rival the RB parser may be. */
const GAIN = 1
const TIE = 0.3

export const search: Study = {
  name: 'search',
  title: 'Beams on every treebank',
  reproduces: 'new: what the right-branching paper hopes for in its last section, on other languages',
  intro: `The RB parser as it is trained by default, greedily and with LIBLINEAR; the RB parser and arc-eager with Unshift with the same beam, both trained as perceptrons in ${EPOCHS.full} epochs (${EPOCHS.quick} in a quick run). As by default, the RB parser with a beam chooses labels late, when the tree is finished, and arc-eager chooses them with its transitions (the experiment labelling has both for both). The direction of the transform depends on the training part. With several seeds the table has the mean; if a treebank has no test part, each seed sets another tenth of it apart.`,
  conditions: (options) => {
    const systems = selected(SYSTEMS, options)
    const widths = widthsOf(options, WIDTHS).filter(isSearch)
    return [
      ...(systems.includes('rb') ? [{ title: 'rb, greedy', settings: greedyLearning('rb', options) }] : []),
      ...systems.flatMap((system) =>
        widths.map((width) => ({
          title: `${system}, beam ${width}`,
          settings: {
            ...beamLearning(system, width, EPOCHS, options),
            // As `rbparse train` does.
            ...(system === 'rb' && { labelling: 'late' }),
          },
        })),
      ),
    ]
  },
  overall: (all) => all[0].widths.map((width) => reportOn(all, width)),
}

function reportOn(all: readonly TreebankResults[], width: number): Report {
  const greedy = (on: TreebankResults): ParserResults =>
    on.parser({ system: 'rb', direction: 'auto', beam: undefined })
  const beam = (on: TreebankResults): ParserResults => on.parser({ system: 'rb', beam: width })
  const rival = (on: TreebankResults): ParserResults => on.parser({ system: RIVAL, beam: width })
  const parsers = {
    'rb, greedy': (on: TreebankResults) => greedy(on).final,
    [`rb, beam ${width}`]: (on: TreebankResults) => beam(on).final,
    [`${RIVAL}, beam ${width}`]: (on: TreebankResults) => rival(on).final,
  }
  const gain = (on: TreebankResults): Comparison | undefined =>
    on.compare(`rb, beam ${width}, against greedy`, beam(on).final, greedy(on).final)
  const ahead = (on: TreebankResults): Comparison | undefined =>
    on.compare(`rb, beam ${width}, against ${RIVAL}`, beam(on).final, rival(on).final)
  const measured = all.filter((on) => isMeasured(beam(on)))
  return {
    blocks: [
      table(measured, {
        title: `Beam ${width} on every treebank`,
        columns: [
          column.names('treebank', ({ treebank }) => treebank),
          column.names('direction', (on) => beam(on).runs[0].direction),
          { ...column.whole('trained on', (on) => beam(on).runs[0].trainSentences), average: undefined },
          ...column.scoresOfParsers(['LAS', 'UAS'], parsers),
          column.difference('rb: beam − greedy', gain, 'LAS difference'),
          column.difference('rb − arc-eager', ahead, 'LAS difference'),
          { ...column.whole('vestigial arcs', (on) => total(beam(on), 'vestigialArcs')), average: undefined },
        ],
        average: true,
      }),
      dotPlot(`search-${width}`, `LAS with a beam of ${width}`, 'LAS', lasOf(measured, parsers)),
    ],
    claims: claimsOf(
      width,
      measured.flatMap((on) => gain(on) ?? []),
      measured.flatMap((on) => ahead(on) ?? []),
    ),
  }
}

function claimsOf(
  width: number,
  gains: readonly Comparison[],
  ahead: readonly Comparison[],
): ReportedClaim[] {
  const isBelow = ({ difference }: Comparison): boolean => difference < -TIE
  const mean = (all: readonly Comparison[]): number | undefined =>
    meanOf(all.map(({ difference }) => difference))
  const by = gains.map(({ difference }) => difference)
  const below = ahead.filter(isBelow).map((one) => `; ${one.treebank} ${signed(one.difference)}`)
  return [
    {
      claim: `A beam of ${width} gains the RB parser ${GAIN} LAS or more on average`,
      ...findingOf(
        gains,
        (large) => holds((mean(large) ?? 0) >= GAIN),
        by.length === 0
          ? NONE
          : `${signed(mean(gains))}, from ${signed(Math.min(...by))} to ${signed(Math.max(...by))}`,
      ),
    },
    {
      claim: `With a beam of ${width} the RB parser is nowhere below arc-eager with Unshift by more than ${TIE} LAS`,
      ...findingOf(
        ahead,
        (large) => holdsFor(large.filter((one) => !isBelow(one)).length, large.length),
        ahead.length === 0 ? NONE : `${signed(mean(ahead))} on average${below.join('')}`,
      ),
    },
  ]
}
