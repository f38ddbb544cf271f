/** New: how much of the gain from wider search in transformed trees remains after the reverse. */
import { registered } from '../../src/index.ts'
import { figure, NONE, type Comparison, type ReportedClaim } from '../reports/blocks.ts'
import { holds, isBetter, isWorse, findingOf, listedBy } from '../reports/claims.ts'
import * as column from '../reports/columns.ts'
import { linePlot } from '../reports/plots.ts'
import { isMeasured, total, type TreebankResults } from '../reports/results.ts'
import { listed, score } from '../reports/scores.ts'
import { table } from '../reports/table.ts'
import { median } from '../statistics/summary.ts'
import type { Condition, Study, StudyOptions } from '../study.ts'
import { beamLearning, isSearch, selected, widthsOf } from './parsers.ts'

const ORACLE = 'rb-oracle'
const RIVAL = 'arc-eager-unshift'
const SYSTEMS = [RIVAL, 'rb', ORACLE]
const WIDTHS = [1, 2, 4, 8, 16, 32]
const QUICK_WIDTHS = [1, 4]
/** The beam of the claims. */
const USUAL = 8
const EPOCHS = { full: 8, quick: 3 }
/** The claimed gain, in LAS. */
const GAIN = 1
/** The part of the gain in transformed trees that should remain. */
const PART = 0.5

export const beam: Study = {
  name: 'beam',
  title: 'Beyond greedy',
  reproduces: 'new: what the right-branching paper hopes for in its last section',
  intro: `The paper ends with the hope that with a more global search the better predictability of transformed trees survives the reverse. Here each parser learns and parses with a beam of each width: an averaged structured perceptron with max-violation updates, ${EPOCHS.full} epochs (${EPOCHS.quick} in a quick run), the default features, gold tags. With a beam of 1 it is greedy and learns single transitions from the same features; systems with a dynamic oracle learn also with exploration, which follows their own predictions. The oracle parser knows the gold true tokens. Words per second are the median of three runs over the test part on one thread.`,
  conditions: (options) => {
    const widths = widthsOf(options, options.quick ? QUICK_WIDTHS : WIDTHS)
    return selected(SYSTEMS, options).flatMap((system) =>
      widths.flatMap((width) => conditionsOf(system, width, options)),
    )
  },
  each: (on) => {
    const rows = on.systems.flatMap((system) => rowsOf(on, system))
    return {
      blocks: [tableOf(on.treebank, rows), plotOf(on.treebank, rows)],
      claims: claimsOf(on, rows),
    }
  },
}

function conditionsOf(system: string, width: number, options: StudyOptions): Condition[] {
  const settings = beamLearning(system, width, EPOCHS, options)
  const title = `${system}, beam ${width}`
  const speed = { measurement: 'decoding', title: `speed of ${title}`, settings, alone: true } as const
  const explores = !isSearch(width) && registered(system).dynamicOracle !== undefined
  return [
    { title, settings },
    ...(explores ? [{ title: `${title}, exploration`, settings: { ...settings, exploration: true } }] : []),
    // The speed of a parser that knows gold tokens means nothing.
    ...(system === ORACLE ? [] : [speed]),
  ]
}

type Row = ReturnType<typeof rowsOf>[0]

/** A system with each beam, the narrowest first, and its gains in LAS against the first row. */
function rowsOf(on: TreebankResults, system: string) {
  const measured = on.widths
    .flatMap((width) => [false, true].map((exploration) => ({ width, exploration })))
    .map(({ width, exploration }) => {
      const settings = { system, beam: width, exploration: exploration || undefined }
      const runs = on.find('decoding', settings)
      const wordsPerSecond = runs.map(({ figures, times }) => figures.words / (median(times.runs) ?? NaN))
      return { system, width, exploration, parser: on.parser(settings), speed: median(wordsPerSecond) }
    })
    .filter(({ parser }) => isMeasured(parser))
  const [first] = measured
  return measured.map((row) => {
    const name = row.exploration ? `exploration, beam ${row.width}` : `beam ${row.width}`
    const gain = (part: 'transformed' | 'final', parser: string): Comparison | undefined => {
      if (row === first) return undefined
      return on.compare(`${parser}: ${name} against ${first.width}`, row.parser[part], first.parser[part])
    }
    return {
      ...row,
      transformed: gain('transformed', `${system}, transformed`),
      final: gain('final', system),
    }
  })
}

function tableOf(treebank: string, rows: readonly Row[]) {
  return table(rows, {
    title: `Beams: ${treebank}`,
    columns: [
      column.names('parser', ({ system }) => system),
      column.names('beam', ({ width, exploration }) => `${width}${exploration ? ', exploration' : ''}`),
      ...column.scores<Row>(['LAS', 'UAS'], ({ parser }) => parser.transformed, 'transformed'),
      ...column.scores<Row>(['LAS', 'UAS'], ({ parser }) => parser.final, 'reversed'),
      column.difference('transformed', ({ transformed }) => transformed, 'gain in LAS'),
      column.difference('reversed', ({ final }) => final, 'gain in LAS'),
      column.text('survives', partText, '% of it'),
      column.whole('vestigial arcs', ({ parser }) => total(parser, 'vestigialArcs')),
      column.whole('words a second', ({ speed }) => speed),
    ],
    against: 'the narrowest beam without exploration',
    note: 'Arc-eager learns the original trees, so there is nothing to reverse.',
  })
}

/** The part of a gain that remains after the reverse, in percent; a dash if there was no gain. */
function partText({ transformed, final }: Row): string {
  if (!transformed || !final || !isBetter(transformed)) return NONE
  return figure((100 * final.difference) / transformed.difference, 0)
}

function plotOf(treebank: string, rows: readonly Row[]) {
  if (new Set(rows.map(({ width }) => width)).size < 2) return undefined
  const lines = rows.filter(({ exploration }) => !exploration)
  return linePlot(
    `beam-${treebank}`,
    `LAS by beam: ${treebank}`,
    { x: 'beam', y: 'LAS' },
    lines.flatMap(({ system: series, width: x, parser: { final, transformed } }) => [
      { series, x, variant: 'reversed', y: score(final, 'LAS') },
      { series, x, variant: 'transformed', y: score(transformed, 'LAS') },
    ]),
  )
}

function claimsOf(on: TreebankResults, rows: readonly Row[]): ReportedClaim[] {
  const ofRb = rows.filter(({ system }) => system === 'rb')
  const last = ofRb.find(({ width }) => width === USUAL) ?? ofRb.at(-1)
  const { transformed, final } = last ?? {}
  const rivals = ofRb.flatMap(({ width, parser }) => {
    const rival = rows.find((row) => row.system === RIVAL && row.width === width)?.parser
    return on.compare(`rb against ${RIVAL}, beam ${width}`, parser.final, rival?.final) ?? []
  })
  const arcs = ofRb.map(({ parser }) => total(parser, 'vestigialArcs'))
  return [
    {
      claim: `With a beam of ${USUAL} the RB parser’s LAS is better by ${GAIN} or more`,
      ...findingOf(
        [last?.width === USUAL ? final : undefined],
        ([{ difference }]) => holds(difference >= GAIN),
        listed([final]) || NONE,
      ),
    },
    {
      claim: `At least ${100 * PART} % of what search gains on transformed trees survives the reversal`,
      ...findingOf(
        [transformed],
        ([before]) =>
          isBetter(before)
            ? holds(final && final.difference >= PART * before.difference)
            : 'too little to judge',
        `transformed: ${listed([transformed]) || NONE}; reversed: ${listed([final]) || NONE}`,
      ),
    },
    {
      claim: 'The RB parser is not significantly below arc-eager with Unshift of the same beam',
      ...findingOf(
        rivals,
        (large) => holds(!large.some(isWorse)),
        listedBy(rivals, ({ what }) => what.split(', ')[1]),
      ),
    },
    {
      claim: 'With exact preconditions there are no vestigial arcs, whatever the beam',
      verdict: holds(arcs.length === 0 ? undefined : arcs.every((count) => count === 0)),
      evidence: ofRb.map(({ width }, i) => `beam ${width}: ${arcs[i]}`).join(', ') || NONE,
    },
  ]
}
