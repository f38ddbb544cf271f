/** How fast a model parses the test part: features, scoring, search and reversal, without reading. */
import { SentenceParser } from '../../src/index.ts'
import type { Setting } from './setting.ts'
import { trainedModel, type Learning } from './training.ts'

export interface DecodingFigures {
  readonly words: number
}

export interface DecodingTimes {
  /** Seconds of each run. */
  readonly runs: readonly number[]
}

const RUNS = 3

/** Settings: those of {@link Learning}. */
export async function measureDecoding(
  setting: Setting,
): Promise<{ readonly figures: DecodingFigures; readonly times: DecodingTimes }> {
  const { model } = await trainedModel(setting.wanted.settings as unknown as Learning, setting)
  const { test } = setting.parts
  const parser = new SentenceParser(model)
  const runs = Array.from({ length: RUNS }, () => {
    const before = parser.seconds
    for (const sentence of test) parser.parse(sentence)
    return parser.seconds - before
  })
  return { figures: { words: test.reduce((sum, { size }) => sum + size, 0) }, times: { runs } }
}
