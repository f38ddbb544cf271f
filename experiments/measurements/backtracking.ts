/** One model decoded in several ways: greedily, with backtracking, and with a beam. Scores and times. */
import { SentenceParser, Symbols, TreeReader } from '../../src/index.ts'
import { learningOf } from './learning.ts'
import type { MeasurementInput } from './measurement.ts'
import { scoreSentence, sentenceScores, sum } from './scores.ts'
import { trainedModel } from './trained-model.ts'

/** How a model is decoded. */
export interface Decoding {
  /** How many further configurations per word are tried. 0: no backtracking. */
  readonly backtrack: number
  /** The beam width. 1: greedy. */
  readonly beam: number
}

/** Settings: {@link Learning}, and `bounds` of backtracking and `widths` of beams, separated by commas. */
export async function measureBacktracking(input: MeasurementInput) {
  const { settings } = input.task
  const { model } = await trainedModel(learningOf(settings), input)
  const reader = new TreeReader(new Symbols(model.labels.texts()))
  const { test } = input.parts
  const decodings: Decoding[] = [
    { backtrack: 0, beam: 1 },
    ...numbersOf(settings.bounds).map((backtrack) => ({ backtrack, beam: 1 })),
    ...numbersOf(settings.widths).map((beam) => ({ backtrack: 0, beam })),
  ]
  const secondsParsing: number[] = []
  const found = decodings.map((decoding) => {
    const parser = new SentenceParser(model, decoding)
    const scores = sentenceScores()
    for (const sentence of test) scoreSentence(reader.original(sentence), parser.parse(sentence).tree, scores)
    secondsParsing.push(parser.seconds)
    return { decoding, scores }
  })
  return {
    figures: { words: sum(test.map(({ size }) => size)), found },
    /** By decoding. */
    times: { secondsParsing },
  }
}

function numbersOf(list: unknown): number[] {
  return String(list).split(',').map(Number)
}
