/** Trains a model on treebank sentences, with a default for each option. */
import { train, type TrainOptions, type TrainStatistics } from '../../parser/train.ts'
import { defaultSystem } from '../../parser/registry.ts'
import type { Model } from '../../parser/model/model.ts'
import type { Tags } from '../../parser/core/sentence.ts'
import type { ConlluSentence } from '../conllu/conllu-sentence.ts'
import { CorpusReader } from './corpus.ts'
import { builtInTemplates } from './features.ts'

/** The defaults of training. */
export const trainingDefaults = Object.freeze({
  system: defaultSystem,
  singleRoot: true,
  direction: 'auto',
  nonProjective: 'projectivize:head',
  learner: 'liblinear',
  solver: 4,
  epochs: 10,
  seed: 1,
  size: 'small',
} as const) satisfies Omit<TrainOptions, 'templates'>

/**
 * Trains on gold trees: `trainModel(readConllu(bytes), { system: 'rb' })`.
 *
 * @param options as for `train` of the parser. Without `templates`, `features` names a built-in set: `rich` (default) or
 *   `paper`
 * @throws ConlluError for a bad sentence, RangeError for options that make no sense and for an empty treebank
 */
export function trainModel(
  sentences: Iterable<ConlluSentence>,
  options: Partial<TrainOptions> & { readonly features?: string; readonly tags?: Tags } = {},
): { model: Model; statistics: TrainStatistics } {
  const { system, learner, features = 'rich', tags, form, beam } = { ...trainingDefaults, ...options }
  const templates = options.templates ?? builtInTemplates(features, { system, learner, form, beam })
  if (!templates) throw new RangeError(`unknown feature set '${features}', expected rich or paper`)
  const reader = new CorpusReader({ tags, projectiveOnly: options.nonProjective === 'error' })
  for (const sentence of sentences) reader.add(sentence)
  return train(reader.corpus, reader.labels, { ...trainingDefaults, ...options, system, templates })
}
