/**
 * What a parser knows of true tokens: whether the trees that it derives have the true tokens of the gold trees, by the
 * class that rb-hypotheses supposes them in, beside scores and times.
 */
import { Symbols, TreeReader, type Tree } from '../../src/index.ts'
import { hypothesisOf } from '../../parser/systems/rb-hypotheses.ts'
import { trueTokens } from '../../parser/systems/rb.ts'
import { TreeParser } from './parsing.ts'
import { foldMarks, scoreSentence, sentenceScores, type SentenceScores } from './scores.ts'
import type { Setting } from './setting.ts'
import { trainedModel, type Learning } from './training.ts'

export interface TrueTokenFigures {
  /** The trees in the end, and as they were derived, marks being part of labels. */
  readonly final: SentenceScores
  readonly transformed: SentenceScores
  readonly words: number
  /** Words of which another is the true token in the gold tree. */
  readonly headed: number
  /** Words of which another is supposed to be, and of how many of these it is as is supposed. */
  readonly supposed: number
  readonly cameTrue: number
  readonly vestigialArcs: number
}

export interface TrueTokenTimes {
  readonly secondsParsing: number
}

/** Settings: those of {@link Learning}. */
export async function measureTrueTokens(
  setting: Setting,
): Promise<{ readonly figures: TrueTokenFigures; readonly times: TrueTokenTimes }> {
  const learning = setting.wanted.settings as unknown as Learning
  const { model } = await trainedModel(learning, setting)
  const labels = new Symbols()
  const reader = new TreeReader(labels)
  const parser = new TreeParser(model, learning.trees, labels)
  const final = sentenceScores()
  const transformed = sentenceScores()
  const counts = { words: 0, headed: 0, supposed: 0, cameTrue: 0, vestigialArcs: 0 }
  let secondsParsing = 0
  for (const sentence of setting.parts.test) {
    const gold = reader.original(sentence)
    const began = performance.now()
    const { goldEncoded, derived, tree, vestigialArcs } = parser.parse(sentence, gold)
    secondsParsing += (performance.now() - began) / 1000
    scoreSentence(gold, tree, final)
    scoreSentence(foldMarks(goldEncoded), foldMarks(derived), transformed)
    countTrueTokens(goldEncoded, derived, counts)
    counts.vestigialArcs += vestigialArcs
  }
  return { figures: { final, transformed, ...counts }, times: { secondsParsing } }
}

function countTrueTokens(
  gold: Tree,
  derived: Tree,
  counts: { words: number; headed: number; supposed: number; cameTrue: number },
): void {
  const [right, found] = [trueTokens(gold), trueTokens(derived)]
  for (let word = 1; word <= gold.size; word++) {
    counts.words++
    if (right[word] !== word) counts.headed++
    if (found[word] === word) continue
    counts.supposed++
    if (hypothesisOf(word, found[word]) === hypothesisOf(word, right[word])) counts.cameTrue++
  }
}
