/** The speed of a parser on the test part: features, scoring, search and reversal, without reading. */
import { SentenceParser } from '../../src/index.ts'
import { median } from '../statistics/summary.ts'
import { learningOf } from './learning.ts'
import type { MeasurementInput } from './measurement.ts'
import { sum } from './scores.ts'
import { trainedModel } from './trained-model.ts'

const RUNS = 3

/** Settings: {@link Learning}. */
export async function measureDecoding(input: MeasurementInput) {
  const { model } = await trainedModel(learningOf(input.task.settings), input)
  const { test } = input.parts
  const parser = new SentenceParser(model)
  const runs = Array.from({ length: RUNS }, () => {
    const before = parser.seconds
    for (const sentence of test) parser.parse(sentence)
    return parser.seconds - before
  })
  const words = sum(test.map(({ size }) => size))
  return { figures: { words }, times: { runs, wordsASecond: words / (median(runs) ?? NaN) } }
}
