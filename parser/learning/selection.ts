/** The accuracy of a model on development trees. */
import { agreement, countAgreement } from '../../transform/tree.ts'
import type { Model } from '../model/model.ts'
import { Parser } from '../parse.ts'
import type { Corpus } from './corpus.ts'

/** The LAS of `model` on `dev`, 0 to 1: the share of words with the correct head and label; 0 if there are no words. */
export function labelledScore(model: Model, dev: Corpus): number {
  const parser = new Parser(model)
  const sentence = parser.sentence()
  const counts = agreement()
  for (let i = 0; i < dev.size; i++) {
    countAgreement(dev.tree(i), parser.parse(dev.sentence(i, sentence)).tree, counts)
  }
  return counts.words === 0 ? 0 : counts.arcs / counts.words
}
