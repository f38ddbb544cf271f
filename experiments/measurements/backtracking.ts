/** What a model finds greedily, by going back, and with a beam that it was not trained for; scores and times. */
import { SentenceParser, Symbols, TreeReader } from '../../src/index.ts'
import { scoreSentence, sentenceScores, type SentenceScores } from './scores.ts'
import type { Setting } from './setting.ts'
import { trainedModel, type Learning } from './training.ts'

/** How the model is decoded. */
export interface Decoding {
  /** How many further configurations a word are looked at; 0: there is no going back. */
  readonly backtrack: number
  /** The beam; 1 is greedy. */
  readonly width: number
}

export interface BacktrackingFigures {
  readonly scores: SentenceScores
  readonly words: number
}

export interface BacktrackingTimes {
  readonly secondsParsing: number
}

/** Settings: those of {@link Learning} and {@link Decoding}. */
export async function measureBacktracking(
  setting: Setting,
): Promise<{ readonly figures: BacktrackingFigures; readonly times: BacktrackingTimes }> {
  const { backtrack, width, ...learning } = setting.wanted.settings as unknown as Learning & Decoding
  const { model } = await trainedModel(learning, setting)
  const reader = new TreeReader(new Symbols(model.labels.texts()))
  const parser = new SentenceParser(model, { backtrack, beam: width })
  const scores = sentenceScores()
  let words = 0
  for (const sentence of setting.parts.test) {
    scoreSentence(reader.original(sentence), parser.parse(sentence).tree, scores)
    words += sentence.size
  }
  return { figures: { scores, words }, times: { secondsParsing: parser.seconds } }
}
