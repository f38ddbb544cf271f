/**
 * The measurement that most studies use: it trains a parser, parses the test part, and counts what is right in the
 * derived trees and in the final trees.
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
  type ConlluSentence,
  type Tree,
} from '../../src/index.ts'
import { binCounts, countBins, directionBin, directions, distanceBin, distances } from '../statistics/bins.ts'
import { ExampleSentences } from './examples.ts'
import { learningOf } from './learning.ts'
import type { MeasurementInput } from './measurement.ts'
import { foldMarks, scoreSentence, sentenceScores } from './scores.ts'
import { trainedModel } from './trained-model.ts'
import { TreeParser } from './tree-parser.ts'

/** Settings: {@link Learning}. */
export async function measureAttachment(input: MeasurementInput) {
  const { parts, task } = input
  const learning = learningOf(task.settings)
  const { model, seconds } = await trainedModel(learning, input)
  const labels = new Symbols()
  const reader = new TreeReader(labels)
  const tally = directionTally()
  for (const sentence of parts.train) tallyDirection(reader.original(sentence), tally)
  const seen = labels.size
  const gold = parts.test.map((sentence) => reader.original(sentence))
  const unseen = gold.flatMap(({ label }) => [...label.subarray(1)].filter((id) => id >= seen))
  const parser = new TreeParser(model, learning.trees, labels)
  const examples = new ExampleSentences(labels)
  const began = performance.now()
  const counts = countRight(parser, parts.test, gold, examples)
  const secondsParsing = (performance.now() - began) / 1000
  const { instances, features, classes, projectivized } = model.header.training
  return {
    figures: {
      /** The tags that the features read. */
      tags: model.header.tags,
      direction: parser.encoding.direction,
      trainSentences: parts.train.length,
      testSentences: parts.test.length,
      /** The size of the training. */
      training: { instances, features, classes, projectivized },
      /** In the training part: the arcs that point left, and their length, as parts of 1. */
      shareOfLeftArcs: shareOfLeftArcs(tally),
      shareOfLeftLength: shareOfLeftLength(tally),
      /** The labels of the test part that the training part does not have, and the number of words with them. */
      unseenLabels: [...new Set(unseen)].map((id) => labels.text(id)).sort(),
      wordsOfUnseenLabels: unseen.length,
      ...counts,
    },
    times: { secondsTraining: seconds, secondsParsing },
    trees: { examples: examples.sentences },
  }
}

/** Parses sentences and counts what is right. */
function countRight(
  parser: TreeParser,
  sentences: readonly ConlluSentence[],
  trees: readonly Tree[],
  examples: ExampleSentences,
) {
  const { transforms, direction } = parser.encoding
  const counts = {
    /** The final trees against the gold trees. */
    final: sentenceScores(),
    /** The derived trees against the gold trees that the parser learns, with marks as a part of labels. */
    transformed: transforms ? sentenceScores() : undefined,
    vestigialArcs: 0,
    vestigialSentences: 0,
    /** The trees that are not projective after the reverse. */
    nonProjective: 0,
    /** The trees without a root, and with several roots. */
    rootless: 0,
    manyRoots: 0,
    byDirection: binCounts(directions.length),
    byDistance: binCounts(distances.length),
  }
  for (const [index, sentence] of sentences.entries()) {
    const gold = trees[index]
    const { goldEncoded, derived, tree, vestigialArcs, projective } = parser.parse(sentence, gold)
    scoreSentence(gold, tree, counts.final)
    if (counts.transformed) scoreSentence(foldMarks(goldEncoded), foldMarks(derived), counts.transformed)
    countBins(gold, tree, directionBin, counts.byDirection)
    countBins(gold, tree, distanceBin, counts.byDistance)
    counts.vestigialArcs += vestigialArcs
    if (vestigialArcs > 0) counts.vestigialSentences++
    if (!projective) counts.nonProjective++
    const roots = rootCount(tree)
    if (roots === 0) counts.rootless++
    else if (roots > 1) counts.manyRoots++
    const ordered = (encoded: Tree): Tree => inSentenceOrder(encoded, direction)
    const encoded = transforms && { goldEncoded: ordered(goldEncoded), derived: ordered(derived) }
    examples.add(index, sentence, { gold, tree, ...encoded })
  }
  return counts
}
