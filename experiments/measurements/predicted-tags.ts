/** The parts of a treebank with predicted instead of gold tags. */
import { jackknife, Tagger, trainTagger } from '../../src/lab.ts'
import type { TreebankParts } from '../cells/treebanks.ts'

const FOLD_COUNT = 5

/**
 * Predicts UPOS, XPOS, FEATS and lemmas of all words. The tagger for the test part learns from the training
 * part. The tagger for each fifth of the training part learns from the other four fifths (jackknifing), so
 * that the parser learns from tags of the same quality as those that it reads later.
 */
export function withPredictedTags({ train, test }: TreebankParts, seed: number): TreebankParts {
  const tagger = new Tagger(trainTagger(train, { seed }))
  return {
    train: jackknife(train, FOLD_COUNT, { seed }),
    test: test.map((sentence) => sentence.with(tagger.tag(sentence.forms()))),
  }
}
