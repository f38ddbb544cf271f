/** Measures the speed of a parser on the test part in processor time, without reading the file, and the scores of its trees. */
import { SentenceParser, Symbols, TreeReader } from '../../src/lab.ts'
import { KeptParses } from './kept-parses.ts'
import { learningOf } from './learning.ts'
import { trainedModel } from './trained-model.ts'
import type { MeasurementInput } from './measurement.ts'
import { scoreSentence, sentenceScores, sum } from './scores.ts'

const RUN_COUNT = 3

/** Settings: {@link Learning}; for decoding `width` (default: the beam width of training) and `margin` (0: no margin). */
export async function measureDecoding(input: MeasurementInput) {
  const { settings } = input.task
  const { model } = await trainedModel(learningOf(settings), input)
  const { test } = input.parts
  const [beam, margin] = [settings.width, settings.margin].map((value) => value as number | undefined)
  const parser = new SentenceParser(model, { beam, margin: margin === 0 ? Infinity : margin })
  const labels = new Symbols(model.labels.texts())
  const reader = new TreeReader(labels)
  const parses = new KeptParses(labels, input)
  const scores = sentenceScores()
  for (const sentence of test) {
    const { tree } = parser.parse(sentence)
    scoreSentence(reader.original(sentence), tree, scores)
    parses.add(sentence, tree)
  }
  await parses.write()
  const runs = Array.from({ length: RUN_COUNT }, () => {
    const before = process.cpuUsage()
    for (const sentence of test) parser.parse(sentence)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1e6
  })
  const words = sum(test.map(({ size }) => size))
  const wordsASecond = { runs: runs.map((seconds) => words / seconds) }
  return { figures: { words, found: scores }, times: { cpuSeconds: { runs }, wordsASecond } }
}
