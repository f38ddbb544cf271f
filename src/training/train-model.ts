/** Trains a model on treebank sentences, with defaults for all options. */
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

/** The training options. Instead of `templates`, `features` can name a feature set: `rich` (default) or `paper`. */
export type TrainingChoices = Partial<TrainOptions & Pick<TrainingValues, 'features' | 'tags'>>

/** Adds the defaults of absent options. Throws RangeError for contradictory options. */
export function withDefaults<Choices extends TrainingChoices>(choices: Choices) {
  hasFields({})(choices, 'options')
  checkTraining(choices)
  const options = { ...trainingDefaults, ...choices, learner: learnerOf(choices) }
  return { ...options, templates: choices.templates ?? builtInTemplates(options.features, options) }
}

/**
 * Trains on gold trees: `trainModel(readCoNLLU(bytes), { system: 'rb' })`. Throws CoNLLUError for an invalid sentence,
 * RangeError for contradictory options and for an empty treebank.
 */
export function trainModel(
  sentences: Iterable<CoNLLUSentence>,
  options: TrainingChoices = {},
): { model: Model; statistics: TrainStatistics } {
  iterable(sentences, 'sentences')
  const completeOptions = withDefaults(options)
  const reader = new CorpusReader({
    tags: completeOptions.tags,
    projectiveOnly: completeOptions.nonProjective === 'error',
  })
  for (const sentence of sentences) reader.add(sentence)
  return train(reader.corpus, reader.labels, completeOptions)
}
