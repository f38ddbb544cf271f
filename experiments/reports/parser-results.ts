/** A parser's results over all seeds. */
import type { AttachmentFigures } from '../measurements/attachment.ts'
import type { ExampleSentence } from '../measurements/examples.ts'
import { sum, type SentenceScores } from '../measurements/scores.ts'
import type { Settings } from '../runs/cell.ts'
import type { BinCounts } from '../statistics/bins.ts'
import { examplesOf, type TreebankResults } from './results.ts'
import { pool } from './scores.ts'

export interface ParserResults {
  readonly name: string
  /** By seed; empty if the parser is not measured. */
  readonly runs: readonly AttachmentFigures[]
  readonly examples: readonly ExampleSentence[]
  /** The scores of the final trees and of the derived trees; undefined if they are not measured. */
  readonly final: SentenceScores | undefined
  readonly transformed: SentenceScores | undefined
}

/** The parser with these settings, as in {@link TreebankResults.find}. */
export function parserResults(
  results: TreebankResults,
  name: string,
  settings: Settings,
  size?: number,
): ParserResults {
  const found = results.find('attachment', settings, size)
  const runs = found.map(({ figures }) => figures)
  return {
    name,
    runs,
    examples: examplesOf(found, 'examples'),
    final: pool(runs.map((run) => run.final)),
    transformed: pool(runs.map((run) => run.transformed)),
  }
}

export function isMeasured({ runs }: ParserResults): boolean {
  return runs.length > 0
}

type Counted = 'vestigialArcs' | 'vestigialSentences' | 'nonProjective' | 'rootless' | 'manyRoots'

/** A count, summed over the seeds. */
export function total({ runs }: ParserResults, what: Counted): number | undefined {
  return runs.length === 0 ? undefined : sum(runs.map((run) => run[what]))
}

/** The arcs of each bin, summed over the seeds. */
export function totalBins(
  { runs }: ParserResults,
  what: 'byDirection' | 'byDistance',
): BinCounts | undefined {
  if (runs.length === 0) return undefined
  const bins = runs.map((run) => run[what])
  const add = (part: keyof BinCounts): number[] =>
    bins[0][part].map((_, i) => sum(bins.map((counts) => counts[part][i])))
  return { gold: add('gold'), system: add('system'), right: add('right'), labelled: add('labelled') }
}
