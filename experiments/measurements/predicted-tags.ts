/** Parts of a treebank as a parser reads them that gets no gold tags. */
import { jackknife, Tagger, trainTagger } from '../../src/lab.ts'
import type { TreebankParts } from '../cells/treebanks.ts'

const FOLDS = 5

/**
 * Predicts UPOS, XPOS, FEATS and lemmas of all words. The tagger of the test part learns from the training part; that of each fifth of
 * the training part learns from the other four (jackknifing), so that the parser learns from tags as good as those that it will read.
 */
export function withPredictedTags({ train, test }: TreebankParts, seed: number): TreebankParts {
  const tagger = new Tagger(trainTagger(train, { seed }))
  return {
    train: jackknife(train, FOLDS, { seed }),
    test: test.map((sentence) => sentence.with(tagger.tag(sentence.forms()))),
  }
}
