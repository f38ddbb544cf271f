/** New: backtracking, as in section 5 of the right-branching paper, with models that are trained greedily. */
import type { Decoding } from '../measurements/backtracking.ts'
import type { SentenceScores } from '../measurements/scores.ts'
import type { Comparison } from '../reports/blocks.ts'
import { areBetter, listedByName } from '../reports/claims.ts'
import type { TreebankResults } from '../reports/results.ts'
import { pool } from '../reports/scores.ts'
import { countColumn, differenceColumn, scoreColumn, table, textColumn } from '../reports/tables.ts'
import { median } from '../statistics/summary.ts'
import type { Study } from '../study.ts'
import { greedyLearning, selected } from './parsers.ts'

const SYSTEMS = ['rb', 'arc-eager-unshift']
const BOUNDS = '1,2,4,8,16'
const QUICK_BOUNDS = '2,8'
/** The bound of the claim. */
const USUAL = 8
const BEAM = '8'

export const backtracking: Study = {
  name: 'backtracking',
  title: 'Backtracking',
  reproduces: 'new: right-branching paper, section 5, its backtracking parser',
  intro: `The paper suggests a parser that goes back when a decision leads to difficulties. Here models as rbparse train makes them, greedy ones by LIBLINEAR, are decoded greedily, with backtracking over a number of further configurations per word, and with a beam of ${BEAM}, for which they were not trained. Rich features, gold tags, and the direction that fits the training part. Words per second: parsing alone, on one thread.`,
  conditions: (options) =>
    selected(SYSTEMS, options).map((system) => ({
      measurement: 'backtracking',
      title: `${system}, backtracking`,
      settings: {
        ...greedyLearning(system, options),
        bounds: options.quick ? QUICK_BOUNDS : BOUNDS,
        widths: BEAM,
      },
    })),
  each: (results) => {
    const rows = results.systems.flatMap((system) => rowsOf(results, system))
    const gains = rows
      .filter(({ decoding }) => decoding.backtrack === USUAL)
      .flatMap(({ gain }) => gain ?? [])
    return {
      blocks: [
        table(rows, {
          title: `Backtracking: ${results.treebank}`,
          columns: [
            textColumn('parser', ({ system }) => system),
            textColumn('search', ({ decoding }) => nameOf(decoding)),
            scoreColumn('LAS', ({ scores }) => scores),
            scoreColumn('UAS', ({ scores }) => scores),
            differenceColumn('gain in LAS', ({ gain }) => gain),
            countColumn('words a second', ({ speed }) => speed),
          ],
          against: 'the greedy parser with the same model',
        }),
      ],
      claims: [
        {
          claim: `Backtracking over ${USUAL} configurations a word is better than greedy parsing with the same model`,
          source: 'right-branching paper, section 5',
          verdict: areBetter(gains),
          evidence: listedByName(gains, ({ what }) => what.split(',')[0]),
        },
      ],
    }
  },
}

function nameOf({ backtrack, beam }: Decoding): string {
  if (beam > 1) return `beam ${beam}`
  return backtrack === 0 ? 'greedy' : `backtracking ${backtrack}`
}

interface Row {
  readonly system: string
  readonly decoding: Decoding
  readonly scores: SentenceScores | undefined
  /** In words per second. */
  readonly speed: number | undefined
  /** In LAS, against the greedy parser with the same model. */
  readonly gain: Comparison | undefined
}

function rowsOf(results: TreebankResults, system: string): Row[] {
  const runs = results.find('backtracking', { system })
  if (runs.length === 0) return []
  const scoresOf = (index: number): SentenceScores | undefined =>
    pool(runs.map(({ figures }) => figures.found[index].scores))
  return runs[0].figures.found.map(({ decoding }, index) => {
    const what = `${system}, ${nameOf(decoding)}, against greedy`
    return {
      system,
      decoding,
      scores: scoresOf(index),
      speed: median(runs.map(({ figures, times }) => figures.words / times.secondsParsing[index])),
      gain: index === 0 ? undefined : results.compare(what, scoresOf(index), scoresOf(0)),
    }
  })
}
