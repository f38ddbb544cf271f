/** The arc that a transition with a label adds, by the family of the system. */
import { PLAIN } from '../../transform/tree.ts'
import { WORD, type Configuration } from '../core/configuration.ts'
import type { TransitionSystem } from '../core/transition-system.ts'
import { LEFT_ARC } from './arc-eager-family.ts'
import { RIGHT_ARC as FIRST_RIGHT_ARC } from './right-branching-family.ts'

type Family = TransitionSystem['family']

const isLeftArc = (family: Family, type: number): boolean => family === 'arc-eager' && type === LEFT_ARC
const top = (c: Configuration): number => c.nodes[c.top + WORD]

/** The dependent of the arc that a labelled transition type adds in `c`. */
export function dependentOf(family: Family, c: Configuration, type: number): number {
  return isLeftArc(family, type) ? top(c) : c.front
}

/** The head of this arc; 0 for the artificial root, also if it is at the right end. */
export function headOf(family: Family, c: Configuration, type: number): number {
  const head = isLeftArc(family, type) ? c.front : top(c)
  return head > c.size ? 0 : head
}

/** The mark of this arc. */
export function markOf(family: Family, type: number): number {
  return family === 'right-branching' ? type - FIRST_RIGHT_ARC : PLAIN
}
