/** One model with the labels of its transitions (early) and with labels chosen for the finished tree (late). */
import { Symbols, TreeReader } from '../../src/index.ts'
import { learningOf } from './learning.ts'
import type { MeasurementInput } from './measurement.ts'
import { scoreSentence, sentenceScores } from './scores.ts'
import { trainedModel } from './trained-model.ts'
import { TreeParser } from './tree-parser.ts'

/** Settings: {@link Learning}. The model always learns late labels. */
export async function measureLabelling(input: MeasurementInput) {
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
  const { direction } = header
  return {
    figures: { direction, trainSentences: parts.train.length, early: early.scores, late: late.scores },
    times: { secondsEarly: early.seconds, secondsLate: late.seconds },
  }
}
