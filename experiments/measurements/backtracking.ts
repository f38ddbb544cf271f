/** What a model finds in several ways: greedily, by going back, and with a beam; scores and times. */
import { SentenceParser, Symbols, TreeReader } from '../../src/index.ts'
import { scoreSentence, sentenceScores, type SentenceScores } from './scores.ts'
import type { Setting } from './setting.ts'
import { trainedModel, type Learning } from './training.ts'

/** How a model is decoded. */
export interface Decoding {
  /** How many further configurations a word are looked at; 0: there is no going back. */
  readonly backtrack: number
  /** 1 is greedy. */
  readonly beam: number
}

/** Beside what {@link Learning} says of the model. */
export interface DecodingSettings {
  /** Those of backtracking and the widths of beams, with commas. */
  readonly bounds: string
  readonly widths: string
}

export interface BacktrackingFigures {
  readonly words: number
  readonly found: readonly { readonly decoding: Decoding; readonly scores: SentenceScores }[]
}

export interface BacktrackingTimes {
  /** By decoding. */
  readonly secondsParsing: readonly number[]
}

/** Settings: those of {@link Learning} and {@link DecodingSettings}. */
export async function measureBacktracking(
  setting: Setting,
): Promise<{ readonly figures: BacktrackingFigures; readonly times: BacktrackingTimes }> {
  const { bounds, widths, ...learning } = setting.wanted.settings as unknown as Learning & DecodingSettings
  const { model } = await trainedModel(learning, setting)
  const reader = new TreeReader(new Symbols(model.labels.texts()))
  const { test } = setting.parts
  const all = decodingsOf({ bounds, widths }).map((decoding) => {
    const parser = new SentenceParser(model, decoding)
    const scores = sentenceScores()
    for (const sentence of test) scoreSentence(reader.original(sentence), parser.parse(sentence).tree, scores)
    return { decoding, scores, seconds: parser.seconds }
  })
  return {
    figures: {
      words: test.reduce((sum, { size }) => sum + size, 0),
      found: all.map(({ decoding, scores }) => ({ decoding, scores })),
    },
    times: { secondsParsing: all.map(({ seconds }) => seconds) },
  }
}

/** The greedy one first. */
function decodingsOf({ bounds, widths }: DecodingSettings): Decoding[] {
  const numbers = (text: string): number[] => text.split(',').map(Number)
  return [
    { backtrack: 0, beam: 1 },
    ...numbers(bounds).map((backtrack) => ({ backtrack, beam: 1 })),
    ...numbers(widths).map((beam) => ({ backtrack: 0, beam })),
  ]
}
