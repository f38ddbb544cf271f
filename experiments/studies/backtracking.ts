/** New: backtracking, as in section 5 of the right-branching paper, with models that are trained greedily. */
import type { Decoding } from '../measurements/backtracking.ts'
import { areBetter, findingOf, listedBy } from '../reports/claims.ts'
import * as column from '../reports/columns.ts'
import type { TreebankResults } from '../reports/results.ts'
import { pool } from '../reports/scores.ts'
import { table } from '../reports/table.ts'
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
  each: (on) => {
    const rows = on.systems.flatMap((system) => rowsOf(on, system))
    const gains = rows.flatMap(({ decoding, gain }) => (decoding.backtrack === USUAL && gain) || [])
    return {
      blocks: [
        table(rows, {
          title: `Backtracking: ${on.treebank}`,
          columns: [
            column.names('parser', ({ system }) => system),
            column.names('search', ({ decoding }) => nameOf(decoding)),
            ...column.scores<(typeof rows)[0]>(['LAS', 'UAS'], ({ scores }) => scores),
            column.difference('gain in LAS', ({ gain }) => gain),
            column.whole('words a second', ({ speed }) => speed),
          ],
          against: 'the greedy parser with the same model',
        }),
      ],
      claims: [
        {
          claim: `Backtracking over ${USUAL} configurations a word is better than greedy parsing with the same model`,
          source: 'right-branching paper, section 5',
          ...findingOf(
            gains,
            areBetter,
            listedBy(gains, ({ what }) => what.split(',')[0]),
          ),
        },
      ],
    }
  },
}

function nameOf({ backtrack, beam }: Decoding): string {
  if (beam > 1) return `beam ${beam}`
  return backtrack === 0 ? 'greedy' : `backtracking ${backtrack}`
}

/** The decodings of a system's model, the greedy one first; the speed is in words per second. */
function rowsOf(on: TreebankResults, system: string) {
  const runs = on.find('backtracking', { system })
  const decodings = runs[0]?.figures.found.map(({ decoding }) => decoding) ?? []
  const scores = decodings.map((_, index) => pool(runs.map(({ figures }) => figures.found[index].scores)))
  return decodings.map((decoding, index) => ({
    system,
    decoding,
    scores: scores[index],
    speed: median(runs.map(({ figures, times }) => figures.words / times.secondsParsing[index])),
    gain:
      index === 0
        ? undefined
        : on.compare(`${system}, ${nameOf(decoding)}, against greedy`, scores[index], scores[0]),
  }))
}
