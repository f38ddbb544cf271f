/** The trees of one model with the labels of its transitions, and with those that are chosen when a tree is finished. */
import { Symbols, TreeReader, type Direction } from '../../src/index.ts'
import { TreeParser } from './parsing.ts'
import { scoreSentence, sentenceScores, type SentenceScores } from './scores.ts'
import type { Setting } from './setting.ts'
import { trainedModel, type Learning } from './training.ts'

export interface LabellingFigures {
  readonly direction: Direction
  readonly trainSentences: number
  readonly early: SentenceScores
  readonly late: SentenceScores
}

export interface LabellingTimes {
  /** Of parsing with early labels, and with late ones. */
  readonly secondsEarly: number
  readonly secondsLate: number
}

/** Settings: those of {@link Learning}; labels are learned to be chosen late. */
export async function measureLabelling(
  setting: Setting,
): Promise<{ readonly figures: LabellingFigures; readonly times: LabellingTimes }> {
  const { parts, wanted } = setting
  const learning = { ...(wanted.settings as unknown as Learning), labelling: 'late' } as const
  const { model } = await trainedModel(learning, setting)
  const { relabelling: _, ...header } = model.header
  const labels = new Symbols()
  const reader = new TreeReader(labels)
  const gold = parts.test.map((sentence) => reader.original(sentence))
  const scored = [{ ...model, header, labeller: undefined }, model].map((one) => {
    const parser = new TreeParser(one, learning.trees, labels)
    const scores = sentenceScores()
    const began = performance.now()
    parts.test.forEach((sentence, i) => scoreSentence(gold[i], parser.parse(sentence, gold[i]).tree, scores))
    return { scores, seconds: (performance.now() - began) / 1000 }
  })
  const [early, late] = scored
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
