/** How often the lazy oracle of arc-standard-swap swaps. */
import { expect, test } from 'vitest'
import { Configuration } from '../../../parser/core/configuration.ts'
import { derive, typeOf } from '../../../parser/core/transition-system.ts'
import { arcStandardSwap } from '../../../parser/systems/arc-standard-swap.ts'
import type { Tree } from '../../../transform/tree.ts'
import { allTrees, labelledTree } from '../../trees.ts'

const system = arcStandardSwap({ singleRoot: false })
const swap = system.transitionTypes.findIndex(({ name }) => name === 'swap')

function swapsOf(gold: Tree): number {
  const c = new Configuration()
  let swaps = 0
  const oracle = system.oracle(gold)
  system.start(c, gold.size)
  derive(system, c, {
    next() {
      const transition = oracle.next(c)
      if (typeOf(transition) === swap) swaps++
      return transition
    },
  })
  return swaps
}

test('swaps wait until a maximal projective component is built', () => {
  // "A hearing is scheduled on the issue today": "on the issue" moves over two words as one, in place of three times.
  expect(swapsOf(labelledTree([2, 3, 0, 3, 2, 7, 5, 4]))).toBe(2)
  // All trees of five words. Without waiting there are 1918 swaps.
  let all = 0
  for (const tree of allTrees(5)) all += swapsOf(tree)
  expect(all).toBe(1708)
})
