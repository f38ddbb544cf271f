/**
 * The parser: transition systems, features, training, models and parsing.
 *
 * @module right-branching/parser
 */
export { ConstraintError, type Constraints, type Span } from './core/constraints.ts'
export { isSatisfied } from './core/constraints.ts'
export { Configuration } from './core/configuration.ts'
export { BELOW, FIRST_OWN_FIELD, HEAD, NO_NODE, TOKEN, WORD } from './core/node-fields.ts'
export { paperArcEager, paperOracle, paperRightBranching } from './features/template-sets.ts'
export { richBeam } from './features/template-sets.ts'
export { richArcEager, richRightBranching, richFactored } from './features/template-sets.ts'
export type { FeatureExtractor } from './scoring/kernel/kernel.ts'
export {
  parts,
  type CompiledTemplates,
  type FirstStage,
  type Part,
  type Template,
  type TemplateSet,
  type Atom,
} from './features/templates.ts'
export { labellings, type Labelling } from './labelling/relabeller.ts'
export { ModelGuide } from './search/model-guide.ts'
export { modelForms, type ModelForm } from './features/classifiers.ts'
export { Corpus, type CorpusContents } from './learning/corpus.ts'
export { Random } from './learning/random.ts'
export { MODEL_VERSION, ModelError, readModel, readModelHeader, writeModel } from './model/model-file.ts'
export { widestBeam, type Model, type ModelHeader } from './model/model.ts'
export type { DynamicOracle } from './oracles/dynamic.ts'
export { Parser, type Parse, type ParserOptions, type RankOptions } from './parse.ts'
export type { RankedParse } from './search/n-best.ts'
export { compileFor, registered, registry, type Registered } from './registry.ts'
export type { ClassScorer, Scorer } from './core/scorer.ts'
export type { ClassifierWeights } from './core/classifier-weights.ts'
export { fillSentence, ParserSentence } from './core/sentence.ts'
export { attributes, type Attribute, type Tags, type ParserToken } from './core/word-attributes.ts'
export {
  derive,
  typeOf,
  labelOf,
  transitionOf,
  NO_TRANSITION,
  type ConstrainedSystem,
  type Guide,
  type NodeField,
  type SystemTraits,
  type TransitionType,
  type Transition,
  type Settings,
  type TransitionSystem,
} from './core/transition-system.ts'
export { train, type Trained, type TrainOptions, type TrainProgress, type TrainStatistics } from './train.ts'
