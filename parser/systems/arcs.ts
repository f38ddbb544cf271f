/** The arc that a transition with a label adds, as the type of the transition says. */
import { PLAIN } from '../../transform/tree.ts'
import { BELOW, WORD, type Configuration } from '../core/configuration.ts'
import type { Place, TransitionSystem } from '../core/transition-system.ts'

function wordAt({ nodes, top, next }: Configuration, place: Place | undefined): number {
  if (place === 'b0') return nodes[next + WORD]
  return nodes[(place === 's1' ? nodes[top + BELOW] : top) + WORD]
}

/** The dependent of the arc that a labelled transition type adds in `c`. */
export function dependentOf({ transitionTypes }: TransitionSystem, c: Configuration, type: number): number {
  return wordAt(c, transitionTypes[type].dependent)
}

/** The head of this arc; 0 for the artificial root, also if it is at the right end. */
export function headOf({ transitionTypes }: TransitionSystem, c: Configuration, type: number): number {
  const head = wordAt(c, transitionTypes[type].head)
  return head > c.size ? 0 : head
}

/** The mark of this arc. */
export function markOf({ transitionTypes }: TransitionSystem, type: number): number {
  return transitionTypes[type].mark ?? PLAIN
}
