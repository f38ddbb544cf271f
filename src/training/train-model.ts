/** Trains a model on treebank sentences, with a default for each option. */
import { train, type TrainOptions, type TrainStatistics } from '../../parser/train.ts'
import { defaultSystem, registered } from '../../parser/registry.ts'
import type { Model } from '../../parser/model/model.ts'
import type { Tags } from '../../parser/core/sentence.ts'
import type { ConlluSentence } from '../conllu/conllu-sentence.ts'
import { CorpusReader } from './corpus.ts'
import { checkedTemplates, compileTemplates, type TemplateSet } from '../../parser/features/templates.ts'
import { modelFormOf, type LearnerOptions } from '../../parser/learning/learner-options.ts'

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
 * Trains on gold trees: `trainModel(readConllu(bytes), { system: 'rb' })`, with the options of `train` of the parser, or a
 * built-in set of `features`: `rich` (default) or `paper`. Throws ConlluError for a bad sentence, RangeError for options that
 * make no sense and for an empty treebank.
 */
export function trainModel(
  sentences: Iterable<ConlluSentence>,
  options: Partial<TrainOptions> & { readonly features?: string; readonly tags?: Tags } = {},
): { model: Model; statistics: TrainStatistics } {
  const { system, learner, features = 'rich', tags, form, beam } = { ...trainingDefaults, ...options }
  const templates = options.templates ?? builtInTemplates(features, { system, learner, form, beam })
  const reader = new CorpusReader({ tags, projectiveOnly: options.nonProjective === 'error' })
  for (const sentence of sentences) reader.add(sentence)
  return train(reader.corpus, reader.labels, { ...trainingDefaults, ...options, system, templates })
}

export interface TemplateUse extends Pick<LearnerOptions, 'learner' | 'form' | 'beam'> {
  readonly system: string
}

export const featureNames = (): string[] => ['rich', 'paper', ...own.keys()]
const own = new Map<string, TemplateSet>()

/** Adds a set of features, of the name of the set. Throws RangeError for bad templates and if the name is taken. */
export function registerFeatures(set: TemplateSet): void {
  if (!checkedTemplates(set) || !/^[\w.-]{1,60}$/.test(set.name))
    throw new RangeError('a feature set is wrong, expected { name, templates: ["s0.form b0.tag", …] }')
  compileTemplates(set)
  if (featureNames().includes(set.name))
    throw new RangeError(`features '${set.name}': expected another name, there are features of this one`)
  own.set(set.name, set)
}

/** The set of that name, built in or registered. Throws RangeError if there is none, and as `modelFormOf` does. */
export function builtInTemplates(name: string, use: TemplateUse): TemplateSet {
  const { family, templates } = registered(use.system)
  const set = own.get(name)
  if (set) return set
  if (name !== 'rich' && name !== 'paper')
    throw new RangeError(`unknown feature set '${name}', expected one of: ${featureNames().join(', ')}`)
  const form = modelFormOf(family, use)
  return templates[name][(use.beam ?? 1) > 1 ? 'searching' : form]
}

/** Reads `{ name, templates }`, perhaps with `labels` and `glance`, the first stage. Throws SyntaxError. */
export function parseTemplates(text: string): TemplateSet {
  const set = checkedTemplates(JSON.parse(text))
  if (set) return set
  throw new SyntaxError('not a template set, expected { "name": "…", "templates": ["s0.form b0.tag", …] }')
}
