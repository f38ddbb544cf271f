/** Which epoch's weights to keep: those that do best on trees that were not learned from. */
import { agreement, countAgreement } from '../../transform/agreement.ts'
import type { Model } from '../model/model.ts'
import { Parser } from '../parse.ts'
import type { Corpus } from './corpus.ts'

/** The share of words of `dev` that `model` gives the right head and label, 0 where there are none. */
export function labelledScore(model: Model, dev: Corpus): number {
  const parser = new Parser(model)
  const sentence = parser.sentence()
  const counts = agreement()
  for (let i = 0; i < dev.size; i++) {
    countAgreement(dev.tree(i), parser.parse(dev.sentence(i, sentence)).tree, counts)
  }
  return counts.words === 0 ? 0 : counts.arcs / counts.words
}

/** The best of the candidates that it was offered, the earliest of several. */
export class Best<T> {
  value: T | undefined
  score = -Infinity

  offer(score: number, value: () => T): void {
    if (score <= this.score) return
    this.score = score
    this.value = value()
  }
}
