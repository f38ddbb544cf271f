/**
 * Training of a whole pipeline from a treebank. The parser learns from the tags that it will see: those of a tagger that
 * has not seen the sentence (jackknifing).
 */
import { train, type TrainOptions, type TrainStatistics } from '../../parser/train.ts'
import type { Tags } from '../../parser/core/sentence.ts'
import type { ConlluSentence } from '../conllu/sentence.ts'
import { CorpusReader } from '../training/corpus.ts'
import type { PipelineModel } from './model.ts'
import { jackknife, trainTagger, type TaggedSentence } from './tagger-training.ts'
import { trainTokenizer } from './tokenizer-training.ts'
import { TreebankText } from './treebank-text.ts'

export interface PipelineTraining extends Omit<TrainOptions, 'development'> {
  /** The columns of tags that the parser reads. */
  readonly tags?: Tags
  /** Into how many parts the treebank is dealt out to be tagged; 5 where absent. */
  readonly folds?: number
}

const FOLDS = 5

/**
 * Trains tokenizer, tagger and parser.
 *
 * @throws ConlluError for a bad sentence, RangeError for options that make no sense and for an empty treebank; the
 *   signal's reason
 */
export function trainPipeline(
  sentences: Iterable<ConlluSentence>,
  options: PipelineTraining,
): { model: PipelineModel; statistics: TrainStatistics } {
  const treebank = [...sentences]
  if (treebank.length === 0) throw new RangeError('there is no sentence to train on')
  const { seed, signal, onProgress, facts, folds = FOLDS } = options
  const tell = (detail: string): void => onProgress?.({ step: 'solve', detail })
  const learning = (what: string) => ({
    seed,
    signal,
    onPass: (pass: number) => tell(`${what}: pass ${pass}`),
  })
  const text = new TreebankText()
  for (const sentence of treebank) text.add(sentence)
  const tokenizer = trainTokenizer(text.finish().paragraphs, learning('tokenizer'))
  const gold = treebank.map(taggedOf)
  const tagger = trainTagger(gold, learning('tagger'))
  const predicted = jackknife(gold, folds, {
    ...learning('tagger'),
    onFold: (fold) => tell(`fold ${fold + 1}`),
  })
  const reader = new CorpusReader({ tags: options.tags, projectiveOnly: options.nonProjective === 'error' })
  treebank.forEach((sentence, index) => {
    const { forms, upos, xpos, feats } = predicted[index]
    const tokens = forms.map((form, i) => ({ form, upos: upos[i], xpos: xpos[i], feats: feats[i] }))
    reader.add(sentence, tokens)
  })
  const { model: parser, statistics } = train(reader.corpus, reader.labels, options)
  const words = gold.reduce((sum, { forms }) => sum + forms.length, 0)
  const training = { ...facts, sentences: treebank.length, words, folds, seed }
  return { model: { training, tokenizer, tagger, parser }, statistics }
}

function taggedOf(sentence: ConlluSentence): TaggedSentence {
  const column = (of: (word: number) => string): string[] =>
    Array.from({ length: sentence.size }, (_, i) => of(i + 1))
  return {
    forms: column((word) => sentence.form(word)),
    upos: column((word) => sentence.upos(word)),
    xpos: column((word) => sentence.xpos(word)),
    feats: column((word) => sentence.feats(word)),
  }
}
