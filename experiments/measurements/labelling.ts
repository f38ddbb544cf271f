/** One model with the labels of its transitions (early) and with labels chosen for the finished tree (late). */
import { Symbols, TreeReader, type Direction } from '../../src/index.ts'
import { learningOf } from './learning.ts'
import type { MeasurementInput } from './measurement.ts'
import { scoreSentence, sentenceScores, type SentenceScores } from './scores.ts'
import { trainedModel } from './trained-model.ts'
import { TreeParser } from './tree-parser.ts'

export interface LabellingFigures {
  readonly direction: Direction
  readonly trainSentences: number
  readonly early: SentenceScores
  readonly late: SentenceScores
}

/** Settings: {@link Learning}. The model always learns late labels. */
export async function measureLabelling(input: MeasurementInput): Promise<{
  readonly figures: LabellingFigures
  /** The seconds of parsing with early labels and with late ones. */
  readonly times: { readonly secondsEarly: number; readonly secondsLate: number }
}> {
  const { parts, task } = input
  const learning = { ...learningOf(task.settings), labelling: 'late' } as const
  const { model } = await trainedModel(learning, input)
  const { relabelling: _, ...header } = model.header
  const labels = new Symbols()
  const reader = new TreeReader(labels)
  const gold = parts.test.map((sentence) => reader.original(sentence))
  const [early, late] = [{ ...model, header, relabeller: undefined }, model].map((one) => {
    const parser = new TreeParser(one, learning.trees, labels)
    const scores = sentenceScores()
    const began = performance.now()
    parts.test.forEach((sentence, i) => scoreSentence(gold[i], parser.parse(sentence, gold[i]).tree, scores))
    return { scores, seconds: (performance.now() - began) / 1000 }
  })
  return {
    figures: {
      direction: header.direction,
      trainSentences: parts.train.length,
      early: early.scores,
      late: late.scores,
    },
    times: { secondsEarly: early.seconds, secondsLate: late.seconds },
  }
}
