/**
 * The classifiers of a model. A labelled model has one classifier for each state; its classes are transitions with labels.
 * A factored model has one classifier of transition types for each state, and one classifier of labels for each type.
 */
import { parts, type FirstStage, type Part, type TemplateSet } from './templates.ts'
import { typeOf, labelOf, type Transition, type TransitionSystem } from '../core/transition-system.ts'

export const modelForms = Object.freeze(['labelled', 'factored'] as const)
export type ModelForm = (typeof modelForms)[number]

export interface Classifiers {
  readonly form: ModelForm
  /** The names of the classifiers. The classifiers of the states come first, in the order of states. */
  readonly names: readonly string[]
  /** By transition type: the classifier that chooses the label; -1 if there is none. */
  readonly ofLabels: Int32Array
  /** The offset from a classifier to its first-stage classifier; 0 if the model has no first stage. */
  readonly firstStage: number
}

/** The classifiers of models of a form. @param templates determine whether there is a first stage */
export function classifiersOf(
  { states, transitionTypes }: TransitionSystem,
  form: ModelForm,
  templates: TemplateSet,
): Classifiers {
  const names = [...states]
  const ofLabels = new Int32Array(transitionTypes.length).fill(-1)
  if (form === 'labelled') return { form, names, ofLabels, firstStage: 0 }
  transitionTypes.forEach(({ name, labelled }, type) => {
    if (labelled) ofLabels[type] = names.push(`labels of ${name}`) - 1
  })
  if (!templates.firstStage) return { form, names, ofLabels, firstStage: 0 }
  const firstStages = names.map((name) => `${name}, first stage`)
  return { form, names: [...names, ...firstStages], ofLabels, firstStage: names.length }
}

/** Whether a transition can be a class of a classifier of types, of the labels of one type, or of both. */
export function canChoose(
  { form, ofLabels, firstStage }: Classifiers,
  classifier: number,
  transition: Transition,
): boolean {
  if (form === 'labelled') return true
  const type = ofLabels.indexOf(firstStage > 0 ? classifier % firstStage : classifier)
  return type < 0 ? labelOf(transition) === 0 : typeOf(transition) === type
}

/** The part of the templates that a classifier reads. */
export function partOf({ form, ofLabels, firstStage }: Classifiers, index: number): Part {
  if (form === 'labelled') return parts.all
  const isFirstStage = firstStage > 0 && index >= firstStage
  if (ofLabels.includes(isFirstStage ? index - firstStage : index))
    return isFirstStage ? parts.firstStageLabels : parts.labels
  return isFirstStage ? parts.firstStageTypes : parts.types
}

/** The minimum lead of the best class of a first stage, 1 to 32767. @param scale the stored value of a weight of 1 */
export function cascadeMarginOf(
  { ofLabels, firstStage }: Classifiers,
  index: number,
  scale: number,
  { margin, labelMargin = margin }: FirstStage,
): number {
  const scaledMargin = scale * (ofLabels.includes(index - firstStage) ? labelMargin : margin)
  return Math.min(32767, Math.max(1, Math.round(scaledMargin)))
}
