/**
 * Which classifiers a model has. Joint, there is one for each state of the system, and its classes are transitions with
 * their labels. Stepwise, the one of a state chooses among kinds of transitions alone, and one for each kind that
 * takes a label then chooses that, whatever the state: small classifiers, most of them asked once a word only.
 */
import { parts, type FirstStage, type Part, type TemplateSet } from '../features/templates.ts'
import { typeOf, labelOf, type Transition, type TransitionSystem } from '../core/transition-system.ts'

export const modelForms = Object.freeze(['labelled', 'factored'] as const)
export type ModelForm = (typeof modelForms)[number]

export interface Classifiers {
  readonly form: ModelForm
  /** What each is called; those of states come first, in their order. */
  readonly names: readonly string[]
  /** By kind of transition, which of them chooses its label; -1: none does. */
  readonly ofLabels: Int32Array
  /** How far behind each the one lies that is asked in its place first, at a glance; 0: there are none. */
  readonly firstStage: number
}

/** @param templates tell whether there are classifiers that are asked at a glance */
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
  const quick = names.map((name) => `${name}, at a glance`)
  return { form, names: [...names, ...quick], ofLabels, firstStage: names.length }
}

/** Whether a transition can be a class of a classifier: of a kind alone, of a label for its kind, or any. */
export function canChoose(
  { form, ofLabels, firstStage }: Classifiers,
  classifier: number,
  transition: Transition,
): boolean {
  if (form === 'labelled') return true
  const type = ofLabels.indexOf(firstStage > 0 ? classifier % firstStage : classifier)
  return type < 0 ? labelOf(transition) === 0 : typeOf(transition) === type
}

/** The part of the templates by which a classifier decides. */
export function partOf({ form, ofLabels, firstStage }: Classifiers, index: number): Part {
  if (form === 'labelled') return parts.all
  const isGlance = firstStage > 0 && index >= firstStage
  if (ofLabels.includes(isGlance ? index - firstStage : index))
    return isGlance ? parts.firstStageLabels : parts.labels
  return isGlance ? parts.firstStageTypes : parts.types
}

/**
 * By how much a class must lead at a glance to be taken, in what the sums of such a classifier are counted in: they are of
 * 16 bits.
 *
 * @param scale what a weight of 1 counts
 */
export function cascadeMarginOf(
  { ofLabels, firstStage }: Classifiers,
  index: number,
  scale: number,
  { margin, labelMargin = margin }: FirstStage,
): number {
  const lead = scale * (ofLabels.includes(index - firstStage) ? labelMargin : margin)
  return Math.min(32767, Math.max(1, Math.round(lead)))
}
