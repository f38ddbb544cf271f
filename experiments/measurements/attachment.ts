/** Trains a parser, parses the test part, and counts what is right in the derived trees and in the final trees. */
import { inSentenceOrder, shareOfLeftArcs, shareOfLeftLength, Symbols, TreeReader } from '../../src/index.ts'
import type { ConlluSentence, Tree } from '../../src/index.ts'
import { ExampleSentences } from './examples.ts'
import { learnedTrees, learningOf, tallyOf } from './learning.ts'
import { trainedModel } from './trained-model.ts'
import type { MeasurementInput } from './measurement.ts'
import { foldMarks, scoreSentence, sentenceScores } from './scores.ts'
import { TreeCounts } from './tree-counts.ts'
import { TreeParser } from './tree-parser.ts'

/** Settings: {@link Learning}. */
export async function measureAttachment(input: MeasurementInput) {
  const { parts, task } = input
  const learning = learningOf(task.settings)
  const { model, seconds } = await trainedModel(learning, input)
  const labels = new Symbols()
  const reader = new TreeReader(labels)
  const tally = tallyOf(parts.train, reader)
  const seen = labels.size
  const gold = parts.test.map((sentence) => reader.original(sentence))
  const unseen = gold.flatMap(({ label }) => [...label.subarray(1)].filter((id) => id >= seen))
  const parser = new TreeParser(model, learnedTrees(learning, tally), labels)
  const examples = new ExampleSentences(labels)
  const began = performance.now()
  const counts = countRight(parser, parts.test, gold, examples, labels)
  const secondsParsing = (performance.now() - began) / 1000
  const { instances, features, classes, projectivized } = model.header.training
  return {
    figures: {
      /** The tags that the features read. */
      tags: model.header.tags,
      direction: parser.encoding.direction,
      trainSentences: parts.train.length,
      training: { instances, features, classes, projectivized },
      /** In the training part: the arcs that point left, and their length, in percent. */
      leftArcs: 100 * shareOfLeftArcs(tally),
      leftLength: 100 * shareOfLeftLength(tally),
      /** The labels of the test part that the training part does not have, and the number of words with them. */
      unseenLabels: [...new Set(unseen)].map((id) => labels.text(id)).sort(),
      wordsOfUnseenLabels: unseen.length,
      ...counts,
    },
    times: { secondsTraining: seconds, secondsParsing },
    trees: { examples: examples.sentences },
  }
}

function countRight(
  parser: TreeParser,
  sentences: readonly ConlluSentence[],
  trees: readonly Tree[],
  examples: ExampleSentences,
  labels: Symbols,
) {
  const { isEncoding } = parser
  const counts = new TreeCounts(labels)
  /** The derived trees against the gold trees that the parser learns, with marks as a part of labels. */
  const transformed = isEncoding ? sentenceScores() : undefined
  let vestigial = 0
  for (const [index, sentence] of sentences.entries()) {
    const gold = trees[index]
    const { goldEncoded, derived, tree, vestigialArcs, projective } = parser.parse(sentence, gold)
    counts.add(gold, tree, projective)
    if (transformed) scoreSentence(foldMarks(goldEncoded), foldMarks(derived), transformed)
    vestigial += vestigialArcs
    const ordered = (encoded: Tree): Tree => inSentenceOrder(encoded, parser.encoding.direction)
    const encoded = isEncoding && { goldEncoded: ordered(goldEncoded), transformed: ordered(derived) }
    examples.add(index, sentence, { gold, final: tree, ...encoded })
  }
  return { ...counts.figures(), transformed, vestigialArcs: vestigial }
}
