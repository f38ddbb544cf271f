/** A trained model: system, templates, labels, weights, and facts of the training. */
import type { NonProjective } from '../../transform/decoding.ts'
import type { Symbols } from '../../transform/symbols.ts'
import type { ModelForm } from '../features/classifiers.ts'
import type { TemplateSet } from '../features/templates.ts'
import type { Tags } from '../core/word-attributes.ts'
import type { WordClusters, WordNumbers } from '../core/word-numbers.ts'
import type { ClassifierWeights } from '../core/classifier-weights.ts'

/** The maximum width of a beam. */
export const widestBeam = 1024

/** The header of a model. */
export interface ModelHeader {
  /** The name of the system in the registry. */
  readonly system: string
  readonly singleRoot: boolean
  /** The direction of the transform. */
  readonly direction: 'right' | 'left'
  /** The treatment of trees that are not projective in training. */
  readonly nonProjective: NonProjective
  /** The steps that re-encode trees before projectivization (transform/steps/plan.ts); absent if there are none. */
  readonly steps?: readonly string[]
  /** Whether one classifier chooses transitions with labels, or separate classifiers choose types and labels. */
  readonly form: ModelForm
  /** The templates of relabelling (features/arc-templates.ts); absent if transitions choose the final labels. */
  readonly relabelling?: readonly string[]
  /** The columns of tags that features read. */
  readonly tags: Tags
  readonly templates: TemplateSet
  /** The width of the beam that `parse` uses by default. */
  readonly beam: number
  /**
   * Of a committee, by number of members that have an arc with its label, from 0: the probability that the arc is right
   * (learning/confidences.ts). Absent in files of earlier versions; then it is the share of the members.
   */
  readonly confidences?: readonly number[]
  /** Facts of the training, for information only: treebank, sentences, learner, options, seed, version. */
  readonly training: Readonly<Record<string, string | number | boolean>>
}

/** Everything a model contains except the weights. */
export interface ModelFacts {
  readonly header: ModelHeader
  /** Label texts (base and lift, no mark) by id; frozen. */
  readonly labels: Symbols
  /** By transition type: the label to use if no class of the model is allowed. */
  readonly defaults: Int32Array
  /** The label of words that a derivation leaves without a head. */
  readonly rootLabel: number
  /** The clusters that features read; absent if there are none. */
  readonly clusters?: WordClusters
  /** What the norms of the treebank are learned from, see norms/norms.ts; absent in files of earlier versions. */
  readonly norms?: WordNumbers
}

export interface Model extends ModelFacts {
  /** The weights by classifier (features/classifiers.ts). */
  readonly classifiers: readonly ClassifierWeights[]
  /** The classifier that relabels finished trees. Its classes are labels without lifts, as transitions of type 0. */
  readonly relabeller?: ClassifierWeights
  /** The other members of a committee, with the same labels; this model is the first member. Absent for a single parser. */
  readonly helpers?: readonly Model[]
}

/** The maximum number of members of a committee. */
export const MAX_MEMBER_COUNT = 8
