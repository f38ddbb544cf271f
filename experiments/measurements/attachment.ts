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
  type Direction,
  type Tags,
  type Tree,
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
import { ExampleSentences, type ExampleSentence } from './examples.ts'
import { learningOf } from './learning.ts'
import type { MeasurementInput } from './measurement.ts'
import { foldMarks, scoreSentence, sentenceScores, type SentenceScores } from './scores.ts'
import { trainedModel } from './trained-model.ts'
import { TreeParser } from './tree-parser.ts'

export interface AttachmentFigures {
  readonly direction: Direction
  /** The tags that the features read. */
  readonly tags: Tags
  readonly trainSentences: number
  readonly testSentences: number
  /** The size of the training: instances, features, classes, projectivized sentences. */
  readonly training: Readonly<Record<string, string | number | boolean>>
  /** In the training part: the arcs that point left, and their length, as parts of 1. */
  readonly shareOfLeftArcs: number
  readonly shareOfLeftLength: number
  /** The labels of the test part that the training part does not have, and the number of words with them. */
  readonly unseenLabels: readonly string[]
  readonly wordsOfUnseenLabels: number
  /** The final trees against the gold trees. */
  readonly final: SentenceScores
  /** The derived trees against the gold trees that the parser learns, with marks as a part of labels. */
  readonly transformed?: SentenceScores
  readonly vestigialArcs: number
  readonly vestigialSentences: number
  /** The trees that are not projective after the reverse. */
  readonly nonProjective: number
  /** The trees without a root, and with several roots. */
  readonly rootless: number
  readonly manyRoots: number
  readonly byDirection: BinCounts
  readonly byDistance: BinCounts
}

/** Settings: {@link Learning}. */
export async function measureAttachment(input: MeasurementInput): Promise<{
  readonly figures: AttachmentFigures
  readonly times: { readonly secondsTraining?: number; readonly secondsParsing: number }
  readonly trees: { readonly examples: readonly ExampleSentence[] }
}> {
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
  const counts = new AttachmentCounts(parser, labels)
  const began = performance.now()
  for (const [index, sentence] of parts.test.entries()) counts.add(index, sentence, gold[index])
  const secondsParsing = (performance.now() - began) / 1000
  const { instances, features, classes, projectivized } = model.header.training
  return {
    figures: {
      tags: model.header.tags,
      direction: parser.encoding.direction,
      trainSentences: parts.train.length,
      testSentences: parts.test.length,
      training: { instances, features, classes, projectivized },
      shareOfLeftArcs: shareOfLeftArcs(tally),
      shareOfLeftLength: shareOfLeftLength(tally),
      unseenLabels: [...new Set(unseen)].map((id) => labels.text(id)).sort(),
      wordsOfUnseenLabels: unseen.length,
      ...counts.figures(),
    },
    times: { secondsTraining: seconds, secondsParsing },
    trees: { examples: counts.examples.sentences },
  }
}

/** Parses sentences and counts what is right. */
class AttachmentCounts {
  readonly examples: ExampleSentences
  readonly #parser: TreeParser
  readonly #final = sentenceScores()
  readonly #transformed = sentenceScores()
  readonly #byDirection = binCounts(directions.length)
  readonly #byDistance = binCounts(distances.length)
  readonly #counts = { vestigialArcs: 0, vestigialSentences: 0, nonProjective: 0, rootless: 0, manyRoots: 0 }

  constructor(parser: TreeParser, labels: Symbols) {
    this.#parser = parser
    this.examples = new ExampleSentences(labels)
  }

  add(index: number, sentence: ConlluSentence, gold: Tree): void {
    const { transforms, direction } = this.#parser.encoding
    const { goldEncoded, derived, tree, vestigialArcs, projective } = this.#parser.parse(sentence, gold)
    scoreSentence(gold, tree, this.#final)
    if (transforms) scoreSentence(foldMarks(goldEncoded), foldMarks(derived), this.#transformed)
    countBins(gold, tree, directionBin, this.#byDirection)
    countBins(gold, tree, distanceBin, this.#byDistance)
    const counts = this.#counts
    counts.vestigialArcs += vestigialArcs
    if (vestigialArcs > 0) counts.vestigialSentences++
    if (!projective) counts.nonProjective++
    const roots = rootCount(tree)
    if (roots === 0) counts.rootless++
    else if (roots > 1) counts.manyRoots++
    this.examples.add(index, sentence, {
      gold,
      tree,
      ...(transforms && {
        goldEncoded: inSentenceOrder(goldEncoded, direction),
        derived: inSentenceOrder(derived, direction),
      }),
    })
  }

  figures() {
    return {
      final: this.#final,
      ...(this.#parser.encoding.transforms && { transformed: this.#transformed }),
      ...this.#counts,
      byDirection: this.#byDirection,
      byDistance: this.#byDistance,
    }
  }
}
