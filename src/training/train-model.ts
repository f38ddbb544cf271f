/** Trains a model on treebank sentences, with a default for each option. */
import { hasFields, iterable } from '../../transform/arguments.ts'
import { builtInTemplates } from '../../parser/options/feature-sets.ts'
import type { Model } from '../../parser/model/model.ts'
import { train, type TrainOptions, type TrainStatistics } from '../../parser/train.ts'
import {
  checkTraining,
  learnerOf,
  trainingDefaults,
  type TrainingValues,
} from '../../parser/options/training.ts'
import type { CoNLLUSentence } from '../conllu/conllu-sentence.ts'
import { CorpusReader } from './corpus.ts'

/**
 * Trains on gold trees: `trainModel(readCoNLLU(bytes), { system: 'rb' })`, with the options of `train` of the parser, or a
 * built-in set of `features`: `rich` (default) or `paper`. Throws CoNLLUError for a bad sentence, RangeError for options that
 * make no sense and for an empty treebank.
 */
export function trainModel(
  sentences: Iterable<CoNLLUSentence>,
  options: Partial<TrainOptions & Pick<TrainingValues, 'features' | 'tags'>> = {},
): { model: Model; statistics: TrainStatistics } {
  iterable(sentences, 'sentences')
  hasFields({})(options, 'options')
  checkTraining(options)
  const how = { ...trainingDefaults, ...options, learner: learnerOf(options) }
  const templates = options.templates ?? builtInTemplates(options.features ?? trainingDefaults.features, how)
  const reader = new CorpusReader({ tags: how.tags, projectiveOnly: how.nonProjective === 'error' })
  for (const sentence of sentences) reader.add(sentence)
  return train(reader.corpus, reader.labels, { ...how, templates })
}
