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

/** The options of training; instead of templates, the name of a set of `features`: `rich` (default) or `paper`. */
export type TrainingChoices = Partial<TrainOptions & Pick<TrainingValues, 'features' | 'tags'>>

/** The options with the defaults of those that are absent. Throws RangeError for options that make no sense. */
export function withDefaults<Choices extends TrainingChoices>(choices: Choices) {
  hasFields({})(choices, 'options')
  checkTraining(choices)
  const how = { ...trainingDefaults, ...choices, learner: learnerOf(choices) }
  return { ...how, templates: choices.templates ?? builtInTemplates(how.features, how) }
}

/**
 * Trains on gold trees: `trainModel(readCoNLLU(bytes), { system: 'rb' })`. Throws CoNLLUError for a bad sentence, RangeError
 * for options that make no sense and for an empty treebank.
 */
export function trainModel(
  sentences: Iterable<CoNLLUSentence>,
  options: TrainingChoices = {},
): { model: Model; statistics: TrainStatistics } {
  iterable(sentences, 'sentences')
  const how = withDefaults(options)
  const reader = new CorpusReader({ tags: how.tags, projectiveOnly: how.nonProjective === 'error' })
  for (const sentence of sentences) reader.add(sentence)
  return train(reader.corpus, reader.labels, how)
}
