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
import { foldMarks, scoreSentence, sentenceScores, sum, type SentenceScores } from './scores.ts'
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
  const unseen = new UnseenLabels(labels)
  const parser = new TreeParser(model, learning.trees, labels)
  const counts = new AttachmentCounts(parser, labels)
  const began = performance.now()
  for (const [index, sentence] of parts.test.entries()) {
    const gold = reader.original(sentence)
    unseen.add(gold)
    counts.add(index, sentence, gold)
  }
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
      ...unseen.figures(),
      ...counts.figures(),
    },
    times: { secondsTraining: seconds, secondsParsing },
    trees: { examples: counts.examples.sentences },
  }
}

/** The labels that are added to a table after a certain point. */
class UnseenLabels {
  readonly #labels: Symbols
  readonly #seen: number
  readonly #words = new Map<string, number>()

  constructor(labels: Symbols) {
    this.#labels = labels
    this.#seen = labels.size
  }

  add(gold: Tree): void {
    for (let word = 1; word <= gold.size; word++) {
      if (gold.label[word] < this.#seen) continue
      const text = this.#labels.text(gold.label[word])
      this.#words.set(text, (this.#words.get(text) ?? 0) + 1)
    }
  }

  figures(): Pick<AttachmentFigures, 'unseenLabels' | 'wordsOfUnseenLabels'> {
    return {
      unseenLabels: [...this.#words.keys()].sort(),
      wordsOfUnseenLabels: sum([...this.#words.values()]),
    }
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
