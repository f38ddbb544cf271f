/**
 * Which classifiers a model has. Joint, there is one for each state of the system, and its classes are transitions with
 * their labels. Stepwise, the one of a state chooses among kinds of transitions alone, and one for each kind that
 * takes a label then chooses that, whatever the state: small classifiers, most of them asked once a word only.
 */
import { parts, type Glance, type Part, type TemplateSet } from '../features/templates.ts'
import { kindOf, labelOf, type Move, type TransitionSystem } from '../core/transition-system.ts'

export const decisions = Object.freeze(['joint', 'stepwise'] as const)
export type Decision = (typeof decisions)[number]

export interface Classifiers {
  readonly decision: Decision
  /** What each is called; those of states come first, in their order. */
  readonly names: readonly string[]
  /** By kind of transition, which of them chooses its label; -1: none does. */
  readonly ofLabels: Int32Array
  /** How far behind each the one lies that is asked in its place first, at a glance; 0: there are none. */
  readonly glance: number
}

/** @param templates tell whether there are classifiers that are asked at a glance */
export function classifiersOf(
  { states, kinds }: TransitionSystem,
  decision: Decision,
  templates: TemplateSet,
): Classifiers {
  const names = [...states]
  const ofLabels = new Int32Array(kinds.length).fill(-1)
  if (decision === 'joint') return { decision, names, ofLabels, glance: 0 }
  kinds.forEach(({ name, labelled }, kind) => {
    if (labelled) ofLabels[kind] = names.push(`labels of ${name}`) - 1
  })
  if (!templates.glance) return { decision, names, ofLabels, glance: 0 }
  const quick = names.map((name) => `${name}, at a glance`)
  return { decision, names: [...names, ...quick], ofLabels, glance: names.length }
}

/** Whether a transition can be a class of a classifier: of a kind alone, of a label for its kind, or any. */
export function canChoose(
  { decision, ofLabels, glance }: Classifiers,
  classifier: number,
  move: Move,
): boolean {
  if (decision === 'joint') return true
  const kind = ofLabels.indexOf(glance > 0 ? classifier % glance : classifier)
  return kind < 0 ? labelOf(move) === 0 : kindOf(move) === kind
}

/** The part of the templates by which a classifier decides. */
export function partOf({ decision, ofLabels, glance }: Classifiers, index: number): Part {
  if (decision === 'joint') return parts.all
  const isGlance = glance > 0 && index >= glance
  if (ofLabels.includes(isGlance ? index - glance : index))
    return isGlance ? parts.labelsAtAGlance : parts.labels
  return isGlance ? parts.kindsAtAGlance : parts.kinds
}

/**
 * By how much a class must lead at a glance to be taken, in what the sums of such a classifier are counted in: they are of
 * 16 bits.
 *
 * @param scale what a weight of 1 counts
 */
export function leadOf(
  { ofLabels, glance }: Classifiers,
  index: number,
  scale: number,
  { margin, labelMargin = margin }: Glance,
): number {
  const lead = scale * (ofLabels.includes(index - glance) ? labelMargin : margin)
  return Math.min(32767, Math.max(1, Math.round(lead)))
}
