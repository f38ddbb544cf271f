/**
 * Which classifiers a model has. Joint, there is one for each state of the system, and its classes are transitions with
 * their labels. Stepwise, the one of a state chooses among kinds of transitions alone, and one for each kind that
 * takes a label then chooses that, whatever the state: small classifiers, most of them asked once a word only.
 */
import type { TransitionSystem } from './system.ts'

export const decisions = Object.freeze(['joint', 'stepwise'] as const)
export type Decision = (typeof decisions)[number]

export interface Classifiers {
  /** What each is called; those of states come first, in their order. */
  readonly names: readonly string[]
  /** By kind of transition, which of them chooses its label; -1: none does. */
  readonly ofLabels: Int32Array
  /** How far behind each the one lies that is asked in its place first, at a glance; 0: there are none. */
  readonly glance: number
}

/** @param atAGlance whether there are small classifiers, which are asked first */
export function classifiersOf(
  { states, kinds }: TransitionSystem,
  decision: Decision,
  atAGlance: boolean,
): Classifiers {
  const names = [...states]
  const ofLabels = new Int32Array(kinds.length).fill(-1)
  if (decision === 'joint') return { names, ofLabels, glance: 0 }
  kinds.forEach(({ name, labelled }, kind) => {
    if (labelled) ofLabels[kind] = names.push(`labels of ${name}`) - 1
  })
  if (!atAGlance) return { names, ofLabels, glance: 0 }
  return { names: [...names, ...names.map((name) => `${name}, at a glance`)], ofLabels, glance: names.length }
}
