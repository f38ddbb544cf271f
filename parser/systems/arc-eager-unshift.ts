/**
 * Arc-eager parsing with the tree constraint (Nivre & Fernández-González 2014, Figure 3): after the end of the input (e),
 * an unshift moves a word that still has no head back to the buffer, where it takes a head or becomes the head of other
 * words. Every derivation ends in a projective tree. Before the end of the input, the transitions are those of arc-eager,
 * so this system decodes models of arc-eager. If unshift is allowed, it is the only allowed transition.
 *
 * The system in the paper has dead ends (words 1 2, shift shift unshift left-arc: the stack is empty, and shift is not
 * allowed because of e). Here the artificial root 0 is at the bottom of the stack, which avoids them. Two settings,
 * with i the stack top and j the front of the buffer:
 *
 *     start ([0], [1..n])   done ([0], [])   at most 4n transitions
 *
 *                    exactly one word depends on 0               any number of words depend on 0
 *     shift          j exists; not e                             as on the left
 *     right-arc(l)   j exists; i ≠ 0, or 0 has no dependent      j exists
 *     reduce         i has a head h; if h = 0, buffer empty      i has a head
 *     left-arc(l)    j exists; i ≠ 0 has no head                 as on the left
 *     unshift        buffer empty; i ≠ 0 has no head             as on the left
 */
import type { Configuration } from '../core/configuration.ts'
import { HEAD, NO_NODE, WORD } from '../core/node-fields.ts'
import type { Settings, TransitionSystem } from '../core/transition-system.ts'
import {
  arcEagerSystem,
  popping,
  REDUCE_BIT,
  RIGHT_ARC_BIT,
  SHIFT_BIT,
  UNSHIFT_BIT,
} from './arc-eager-family.ts'

export function arcEagerUnshift({ singleRoot }: Settings): TransitionSystem {
  return arcEagerSystem({
    name: 'arc-eager-unshift',
    singleRoot,
    unshifts: true,
    bound: (size) => 4 * size,
    allowed: singleRoot ? allowedUnderSingleRoot : allowedFromRoot,
    done: ({ next, nodes, top }) => next === NO_NODE && nodes[top + WORD] === 0,
  })
}

function allowedFromRoot(configuration: Configuration): number {
  const { nodes, top } = configuration
  const isRootOnTop = nodes[top + WORD] === 0
  if (configuration.next === NO_NODE) {
    if (isRootOnTop) return 0
    return nodes[top + HEAD] === -1 ? UNSHIFT_BIT : REDUCE_BIT
  }
  const pushing = configuration.own ? RIGHT_ARC_BIT : SHIFT_BIT | RIGHT_ARC_BIT
  return isRootOnTop ? pushing : pushing | popping(configuration)
}

function allowedUnderSingleRoot(configuration: Configuration): number {
  const mask = allowedFromRoot(configuration)
  if (configuration.next === NO_NODE || configuration.roots === 0) return mask
  const { nodes, top } = configuration
  if (nodes[top + WORD] === 0) return mask & ~RIGHT_ARC_BIT
  return nodes[top + HEAD] === 0 ? mask & ~REDUCE_BIT : mask
}
