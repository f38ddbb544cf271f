/** The results of attachment cells, as several experiments ask for them. */
import type { AttachmentFigures } from '../measurements/attachment.ts'
import type { SentenceScores } from '../measurements/scores.ts'
import type { Specimen } from '../measurements/specimens.ts'
import type { BinCounts } from '../statistics/bins.ts'
import { NONE } from './blocks.ts'
import { specimensOf, type AskedSettings, type Results } from './results.ts'
import { pool, sum } from './scores.ts'

/** One system or condition, over all seeds. */
export interface Attachments {
  readonly name: string
  readonly runs: readonly AttachmentFigures[]
  readonly specimens: readonly Specimen[]
  /** The trees in the end, and the trees as they were derived; undefined where they were not measured. */
  readonly final: SentenceScores | undefined
  readonly transformed: SentenceScores | undefined
}

export function attachmentsOf(
  results: Results,
  treebank: string,
  name: string,
  settings: AskedSettings,
  size?: number,
): Attachments {
  const found = results.find<AttachmentFigures>({ measurement: 'attachment', treebank, size, settings })
  const runs = found.map(({ figures }) => figures)
  return {
    name,
    runs,
    specimens: specimensOf(found),
    final: pool(runs.map((run) => run.final)),
    transformed: pool(runs.map((run) => run.transformed)),
  }
}

type Counted = 'vestigialArcs' | 'vestigialSentences' | 'nonProjective' | 'rootless' | 'manyRoots'

/** A count, summed over the seeds. */
export function total({ runs }: Attachments, what: Counted): number | undefined {
  return runs.length === 0 ? undefined : sum(runs.map((run) => run[what]))
}

export function totalText(attachments: Attachments, what: Counted): string {
  return String(total(attachments, what) ?? NONE)
}

/** The arcs of each bin, summed over the seeds. */
export function totalBins({ runs }: Attachments, what: 'byDirection' | 'byDistance'): BinCounts | undefined {
  if (runs.length === 0) return undefined
  const bins = runs.map((run) => run[what])
  const add = (part: keyof BinCounts): number[] =>
    bins[0][part].map((_, i) => sum(bins.map((counts) => counts[part][i])))
  return { gold: add('gold'), system: add('system'), right: add('right'), labelled: add('labelled') }
}
