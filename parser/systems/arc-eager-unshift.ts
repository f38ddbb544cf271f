/**
 * Arc-eager parsing with the tree constraint (Nivre & Fernández-González 2014, Figure 3): when the input has ended (e),
 * a word that is still without a head goes back to the buffer by an unshift, and the others find it a head or take it
 * as theirs. Every derivation ends in a projective tree. Until the end of the input this is the arc-eager system, so
 * it decodes that system's models; unshift, where it is allowed, is the only transition that is.
 *
 * What the figure prints stops dead at times (words 1 2, shift shift unshift left-arc: the stack is empty, and a shift
 * is forbidden because e holds). Three corrected settings, with i the stack top and j the front of the buffer:
 *
 *     US   several words may not hang on 0: the default    start ([0], [1..n])  done ([0], [])   at most 4n
 *     UL   any number of words may hang on 0               start ([0], [1..n])  done ([0], [])   at most 4n
 *     U0   no artificial root                              start ([], [1..n])   done ([i], [])   at most 4n−3
 *
 *                    US                         UL                  U0
 *     shift          not e                      not e               not e, or i does not exist
 *     right-arc(l)   i ≠ 0, or 0 is free        always              i exists
 *     reduce         i has a head h;            i has a head        i has a head
 *                    if h = 0: buffer empty
 *     left-arc(l)    i ≠ 0 without a head       as US               i without a head
 *     unshift        i ≠ 0 without a head,      as US               i without a head, buffer empty,
 *                    buffer empty                                   another word on the stack
 *
 * All but reduce and unshift need a word in the buffer.
 */
import { HEAD, NO_NODE, WORD, type Configuration } from '../core/configuration.ts'
import type { Settings, TransitionSystem } from '../core/transition-system.ts'
import {
  applyArcEager,
  ARC_EAGER_STATES,
  finishArcEager,
  onlyState,
  popping,
  REDUCE_BIT,
  RIGHT_ARC_BIT,
  SHIFT_BIT,
  startFromRoot,
  staticOracle,
  UNSHIFT_BIT,
  UNSHIFT_TYPES,
} from './arc-eager-family.ts'

/** The Unshift system from an artificial root: with a single root US, otherwise UL. */
export function arcEagerUnshift(settings: Settings): TransitionSystem {
  return Object.freeze({
    ...shared('arc-eager-unshift', settings.singleRoot),
    bound: (size: number) => 4 * size,
    start: startFromRoot,
    allowed: settings.singleRoot ? allowedUnderSingleRoot : allowedFromRoot,
    done: (configuration: Configuration) =>
      configuration.next === NO_NODE && configuration.nodes[configuration.top + WORD] === 0,
  })
}

/** The Unshift system without an artificial root, U0: the one word left gets head 0 and label -1. */
export function arcEagerUnshiftRootless(): TransitionSystem {
  return Object.freeze({
    ...shared('arc-eager-unshift-rootless', true),
    bound: (size: number) => Math.max(0, 4 * size - 3),
    start: startRootless,
    allowed: allowedRootless,
    done: (configuration: Configuration) => configuration.next === NO_NODE && configuration.height <= 1,
  })
}

function shared(name: string, singleRoot: boolean) {
  return {
    name,
    family: 'arc-eager' as const,
    settings: Object.freeze({ singleRoot }),
    transitionTypes: UNSHIFT_TYPES,
    states: ARC_EAGER_STATES,
    apply: applyArcEager,
    state: onlyState,
    oracle: staticOracle(() => 0),
    finish: finishArcEager,
  }
}

function allowedFromRoot(configuration: Configuration): number {
  const { nodes, top } = configuration
  const onRoot = nodes[top + WORD] === 0
  if (configuration.next === NO_NODE) return onRoot ? 0 : poppingAtEnd(configuration)
  const pushing = configuration.ended ? RIGHT_ARC_BIT : SHIFT_BIT | RIGHT_ARC_BIT
  return onRoot ? pushing : pushing | popping(configuration)
}

function allowedUnderSingleRoot(configuration: Configuration): number {
  const mask = allowedFromRoot(configuration)
  if (configuration.next === NO_NODE || configuration.roots === 0) return mask
  const { nodes, top } = configuration
  if (nodes[top + WORD] === 0) return mask & ~RIGHT_ARC_BIT
  return nodes[top + HEAD] === 0 ? mask & ~REDUCE_BIT : mask
}

function startRootless(configuration: Configuration, size: number): void {
  configuration.reset(size)
  if (size === 0) configuration.ended = 1
}

function allowedRootless(configuration: Configuration): number {
  if (configuration.next === NO_NODE) return configuration.height <= 1 ? 0 : poppingAtEnd(configuration)
  if (configuration.top === NO_NODE) return SHIFT_BIT
  const pushing = configuration.ended ? RIGHT_ARC_BIT : SHIFT_BIT | RIGHT_ARC_BIT
  return pushing | popping(configuration)
}

/** With an empty buffer one transition is possible: reduce for a word with a head, unshift for one without. */
function poppingAtEnd(configuration: Configuration): number {
  return configuration.nodes[configuration.top + HEAD] === -1 ? UNSHIFT_BIT : REDUCE_BIT
}
