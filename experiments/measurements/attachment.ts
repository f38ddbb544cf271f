/** Trains a parser, parses the test part, and counts correct words in the derived trees and in the final trees. */
import { inSentenceOrder, shareOfLeftArcs, shareOfLeftLength, Symbols, TreeReader } from '../../src/lab.ts'
import type { CoNLLUSentence, Tree } from '../../src/lab.ts'
import { ShareCounters } from '../statistics/tally.ts'
import { ExampleSentences } from './examples.ts'
import { learnedTrees, learningOf, tallyOf } from './learning.ts'
import { KeptParses } from './kept-parses.ts'
import { trainedModel } from './trained-model.ts'
import type { MeasurementInput } from './measurement.ts'
import { foldMarks, scoreSentence, sentenceScores } from './scores.ts'
import { TreeCounts } from './tree-counts.ts'
import { TreeParser } from './tree-parser.ts'

/** Settings: {@link Learning}. */
export async function measureAttachment(input: MeasurementInput) {
  const { parts, task, gold: sentences } = input
  const learning = learningOf(task.settings)
  const { model, seconds } = await trainedModel(learning, input)
  const labels = new Symbols()
  const reader = new TreeReader(labels)
  const tally = tallyOf(parts.train, reader)
  const knownLabelCount = labels.size
  const gold = sentences.map((sentence) => reader.original(sentence))
  const unseen = gold.flatMap(({ label }) => [...label.subarray(1)].filter((id) => id >= knownLabelCount))
  const parser = new TreeParser(model, learnedTrees(learning, tally), labels, learning.search)
  const examples = new ExampleSentences(labels)
  const startTime = performance.now()
  const parses = new KeptParses(labels, input)
  const counts = countRight(parser, input, gold, examples, labels, parses)
  const secondsParsing = (performance.now() - startTime) / 1000
  await parses.write()
  const { instances, features, classes, projectivized } = model.header.training
  return {
    figures: {
      /** The tags that the features read. */
      tags: model.header.tags,
      direction: parser.encoding.direction,
      trainSentences: parts.train.length,
      training: { instances, features, classes, projectivized },
      /** Arcs of the training part that point left: percentage of all arcs, and of the total arc length. */
      leftArcs: 100 * shareOfLeftArcs(tally),
      leftLength: 100 * shareOfLeftLength(tally),
      /** The labels that occur only in the test part, and the number of words with such a label. */
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
  { parts, gold: sentences }: MeasurementInput,
  trees: readonly Tree[],
  examples: ExampleSentences,
  labels: Symbols,
  parses: KeptParses,
) {
  const { isEncoding } = parser
  const counts = new TreeCounts(labels)
  /** Scores of the derived trees against the encoded gold trees. Marks are part of the labels. */
  const transformed = sentenceScores()
  const byTag = new ShareCounters()
  const ordered = (encoded: Tree): Tree => inSentenceOrder(encoded, parser.encoding.direction)
  for (const [index, sentence] of sentences.entries()) {
    const [inputSentence, gold] = [parts.test[index], trees[index]]
    const { goldEncoded, derived, tree, vestigialArcs, projective } = parser.parse(inputSentence, gold)
    counts.add(sentence, gold, tree, { projective, vestigialArcs })
    if (isEncoding) {
      scoreSentence(foldMarks(goldEncoded), foldMarks(derived), transformed)
      countByTag(index, sentence, ordered(goldEncoded), ordered(derived), byTag)
    }
    const encoded = isEncoding && { goldEncoded: ordered(goldEncoded), transformed: ordered(derived) }
    examples.add(index, sentence, { gold, final: tree, ...encoded })
    parses.add(inputSentence, tree)
  }
  const UAS = byTag.shares('UAS', sentences.length)
  return { ...counts.figures(), ...(isEncoding && { transformed: { ...transformed, UAS } }) }
}

/** Counts correct heads of transformed trees by tag. `gold` and `derived` are in sentence order. */
function countByTag(
  index: number,
  sentence: CoNLLUSentence,
  gold: Tree,
  derived: Tree,
  into: ShareCounters,
): void {
  const counts = new Map<string, { words: number; heads: number }>()
  for (let word = 1; word <= gold.size; word++) {
    const tag = sentence.upos(word)
    const tagCounts = counts.get(tag) ?? { words: 0, heads: 0 }
    tagCounts.words++
    if (gold.head[word] === derived.head[word]) tagCounts.heads++
    counts.set(tag, tagCounts)
  }
  for (const [tag, { words, heads }] of counts) into.add('UAS', tag, index, heads, words)
}
