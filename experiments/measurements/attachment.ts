/**
 * The measurement that most experiments are made of: train a parser, parse the test part, and count what is right, in
 * the trees that the parser derives and in the trees that come of them in the end.
 */
import {
  directionTally,
  inSentenceOrder,
  rootCount,
  shareOfLeftArcs,
  shareOfLeftLength,
  Symbols,
  tallyDirection,
  TreeReader,
  type Direction,
  type Tags,
} from '../../src/index.ts'
import {
  binCounts,
  countBins,
  directionBin,
  directions,
  distanceBin,
  distances,
  type BinCounts,
} from '../statistics/bins.ts'
import { TreeParser } from './parsing.ts'
import { foldMarks, scoreSentence, sentenceScores, type SentenceScores } from './scores.ts'
import type { Setting } from './setting.ts'
import { Specimens, type Specimen } from './specimens.ts'
import { trainedModel, type Learning } from './training.ts'

export interface AttachmentFigures {
  readonly direction: Direction
  /** The tags that features read. */
  readonly tags: Tags
  readonly trainSentences: number
  readonly testSentences: number
  /** What the model was trained on: instances, features, classes. */
  readonly training: Readonly<Record<string, string | number | boolean>>
  /** Of the training part. */
  readonly shareOfLeftArcs: number
  readonly shareOfLeftLength: number
  /** Labels of the test part that the training part does not have, and how many words have them. */
  readonly unseenLabels: readonly string[]
  readonly wordsOfUnseenLabels: number
  /** The trees in the end against the gold trees. */
  readonly final: SentenceScores
  /** The derived trees against the gold trees as the parser learns them, marks being part of labels. */
  readonly transformed?: SentenceScores
  readonly vestigialArcs: number
  readonly vestigialSentences: number
  /** Trees that were not projective after the reverse. */
  readonly nonProjective: number
  /** Trees without a root, and with several. */
  readonly rootless: number
  readonly manyRoots: number
  readonly byDirection: BinCounts
  readonly byDistance: BinCounts
}

/** Settings: those of {@link Learning}. */
export async function measureAttachment(setting: Setting): Promise<{
  readonly figures: AttachmentFigures
  readonly times: { readonly secondsTraining?: number; readonly secondsParsing: number }
  readonly trees: { readonly specimens: readonly Specimen[] }
}> {
  const { parts, wanted } = setting
  const learning = wanted.settings as unknown as Learning
  const { model, seconds } = await trainedModel(learning, setting)
  const labels = new Symbols()
  const reader = new TreeReader(labels)
  const tally = directionTally()
  for (const sentence of parts.train) tallyDirection(reader.original(sentence), tally)
  const seen = labels.size
  const parser = new TreeParser(model, learning.trees, labels)
  const { transforms, direction } = parser.encoding
  const final = sentenceScores()
  const transformed = sentenceScores()
  const byDirection = binCounts(directions.length)
  const byDistance = binCounts(distances.length)
  const counts = { vestigialArcs: 0, vestigialSentences: 0, nonProjective: 0, rootless: 0, manyRoots: 0 }
  const unseen = new Map<string, number>()
  const specimens = new Specimens(labels)
  const began = performance.now()
  for (const [index, sentence] of parts.test.entries()) {
    const gold = reader.original(sentence)
    for (let word = 1; word <= gold.size; word++) {
      if (gold.label[word] < seen) continue
      const text = labels.text(gold.label[word])
      unseen.set(text, (unseen.get(text) ?? 0) + 1)
    }
    const { goldEncoded, derived, tree, vestigialArcs, projective } = parser.parse(sentence, gold)
    scoreSentence(gold, tree, final)
    if (transforms) scoreSentence(foldMarks(goldEncoded), foldMarks(derived), transformed)
    countBins(gold, tree, directionBin, byDirection)
    countBins(gold, tree, distanceBin, byDistance)
    counts.vestigialArcs += vestigialArcs
    if (vestigialArcs > 0) counts.vestigialSentences++
    if (!projective) counts.nonProjective++
    const roots = rootCount(tree)
    if (roots === 0) counts.rootless++
    else if (roots > 1) counts.manyRoots++
    specimens.add(index, sentence, {
      gold,
      tree,
      ...(transforms && {
        goldEncoded: inSentenceOrder(goldEncoded, direction),
        derived: inSentenceOrder(derived, direction),
      }),
    })
  }
  const { instances, features, classes, projectivized } = model.header.training
  return {
    figures: {
      tags: model.header.tags,
      direction,
      trainSentences: parts.train.length,
      testSentences: parts.test.length,
      training: { instances, features, classes, projectivized },
      shareOfLeftArcs: shareOfLeftArcs(tally),
      shareOfLeftLength: shareOfLeftLength(tally),
      unseenLabels: [...unseen.keys()].sort(),
      wordsOfUnseenLabels: [...unseen.values()].reduce((sum, count) => sum + count, 0),
      final,
      ...(transforms && { transformed }),
      ...counts,
      byDirection,
      byDistance,
    },
    times: { secondsTraining: seconds, secondsParsing: (performance.now() - began) / 1000 },
    trees: { specimens: specimens.kept },
  }
}
