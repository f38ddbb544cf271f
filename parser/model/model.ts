/** A trained model: its system, templates, labels and weights, and facts of its training. */
import type { NonProjective } from '../../transform/encoding.ts'
import type { Symbols } from '../../transform/symbols.ts'
import type { ModelForm } from './classifiers.ts'
import type { TemplateSet } from '../features/templates.ts'
import type { ClassifierWeights } from './weights.ts'
import type { Tags } from '../core/sentence.ts'
import type { WordClusters } from '../core/word-clusters.ts'

/** The header of a model file, plain JSON. */
export interface ModelHeader {
  /** The name of the system in the registry. */
  readonly system: string
  readonly singleRoot: boolean
  /** The direction of the transform. */
  readonly direction: 'right' | 'left'
  /** What training did with trees that are not projective. */
  readonly nonProjective: NonProjective
  /** The steps that trees took before all else (transform/steps.ts); absent if there are none. */
  readonly steps?: readonly string[]
  /** Whether classifiers choose transitions with their labels, or transition types and labels apart. */
  readonly form: ModelForm
  /** The templates of relabelling (see labelling/arc-templates.ts); absent if labels come with the transitions. */
  readonly relabelling?: readonly string[]
  /** The columns of tags that features read. */
  readonly tags: Tags
  readonly templates: TemplateSet
  /** The width of the beam that `parse` uses by default. */
  readonly beam: number
  /** Facts of the training, for people: treebank, sentences, learner, options, seed, version. */
  readonly training: Readonly<Record<string, string | number | boolean>>
}

/** All of a model but its weights. */
export interface ModelFacts {
  readonly header: ModelHeader
  /** Label texts (base and lift, no mark) by id; frozen. */
  readonly labels: Symbols
  /** By transition type: the label if no class of the model is allowed. */
  readonly defaults: Int32Array
  /** The label of words that a derivation leaves without a head. */
  readonly rootLabel: number
  /** The clusters that features read; absent if there are none. */
  readonly clusters?: WordClusters
}

export interface Model extends ModelFacts {
  /** By classifier, see classifiers.ts. */
  readonly classifiers: readonly ClassifierWeights[]
  /** The classifier that relabels finished trees: its classes are labels without lifts, as transitions of type 0. */
  readonly relabeller?: ClassifierWeights
}
