/**
 * The Unshift system word for word as Nivre & Fernández-González (2014) print it in their Figure 3, to show why the
 * parser does not have it: it is sound and complete, but derivations can run into configurations that are not terminal
 * and allow nothing.
 *
 *     start ([], [1..n], {}, false)   terminal ([i], [], A, true)
 *
 *     shift      needs e = false      unshift    needs an empty buffer, e = true and that i has no head
 *     right-arc  in any case          reduce     needs that i has a head
 *                                     left-arc   needs that i has no head
 */
import type { Configuration } from '../../../parser/core/configuration.ts'
import { HEAD, NO_NODE } from '../../../parser/core/node-fields.ts'
import type { TransitionSystem } from '../../../parser/core/transition-system.ts'
import { arcEagerUnshiftRootless } from '../systems/rootless-unshift.ts'
import {
  LEFT_ARC_BIT,
  REDUCE_BIT,
  RIGHT_ARC_BIT,
  SHIFT_BIT,
  UNSHIFT_BIT,
} from '../../../parser/systems/arc-eager-family.ts'

function done(configuration: Configuration): boolean {
  return configuration.height === 1 && configuration.next === NO_NODE && configuration.own === 1
}

function allowed(configuration: Configuration): number {
  const { nodes, top, next, own: ended } = configuration
  if (done(configuration)) return 0
  const hasTop = top !== NO_NODE
  const hasNext = next !== NO_NODE
  const headed = nodes[top + HEAD] !== -1
  return (
    (hasNext && !ended ? SHIFT_BIT : 0) |
    (hasTop && hasNext ? RIGHT_ARC_BIT : 0) |
    (hasTop && headed ? REDUCE_BIT : 0) |
    (hasTop && hasNext && !headed ? LEFT_ARC_BIT : 0) |
    (hasTop && !hasNext && ended && !headed ? UNSHIFT_BIT : 0)
  )
}

export const unshiftAsPrinted: TransitionSystem = {
  ...arcEagerUnshiftRootless(),
  name: 'arc-eager-unshift-as-printed',
  done,
  allowed,
}
