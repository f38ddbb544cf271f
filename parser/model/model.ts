/** A trained model: which system it was trained for, its templates, labels and weights, and how it came about. */
import type { Symbols } from '../../transform/symbols.ts'
import type { ModelForm } from './classifiers.ts'
import type { TemplateSet } from '../features/templates.ts'
import type { ClassifierWeights } from './weights.ts'
import type { Tags } from '../core/sentence.ts'

/** What is known of a model beside its weights: the header of a model file. All of it is plain JSON. */
export interface ModelHeader {
  /** The name of the system in the registry. */
  readonly system: string
  readonly singleRoot: boolean
  readonly direction: 'right' | 'left'
  /** How non-projective trees were treated in training: `projectivize:head`, …, `skip`, `error`. */
  readonly nonProjective: string
  readonly form: ModelForm
  /** The templates that late labels are chosen by (see labelling/arc-templates.ts); absent where labels are early. */
  readonly relabelling?: readonly string[]
  readonly tags: Tags
  readonly templates: TemplateSet
  /** The beam that `parse` uses unless it is told another. */
  readonly beam: number
  /** Training facts, for people: treebank, sentences, learner, options, seed, version. */
  readonly training: Readonly<Record<string, string | number | boolean>>
}

/** What there is to know of a model beside its weights. */
export interface ModelFacts {
  readonly header: ModelHeader
  /** Label texts (base and lift, no mark) by id; frozen. */
  readonly labels: Symbols
  /** For each kind of the system the label to take where no class is left to choose from. */
  readonly defaults: Int32Array
  /** The label of words that are left for the artificial root. */
  readonly rootLabel: number
}

export interface Model extends ModelFacts {
  /** By classifier, see classifiers.ts. */
  readonly classifiers: readonly ClassifierWeights[]
  /** What late labels are chosen by: labels without lifts, of kind 0. */
  readonly relabeller?: ClassifierWeights
}
