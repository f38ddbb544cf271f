/** What static oracles have to know of a gold tree. */
import type { Tree } from '../../transform/tree.ts'
import type { Configuration } from '../core/configuration.ts'

/**
 * A function that returns what `make` says of the gold tree of a derivation. It asks `make` when a derivation starts and
 * when the gold tree is another one, so that a derivation takes linear time. The tree must not change during a derivation.
 */
export function goldFacts<Facts>(make: (gold: Tree) => Facts): (c: Configuration, gold: Tree) => Facts {
  let known: Tree | undefined
  let facts: Facts
  return (c, gold) => {
    if (gold !== known || c.front === 1) {
      facts = make(gold)
      known = gold
    }
    return facts
  }
}

/** By word: the number of its dependents. */
export function dependentCounts({ size, head }: Tree): Int32Array<ArrayBuffer> {
  const counts = new Int32Array(size + 1)
  for (let word = 1; word <= size; word++) counts[head[word]]++
  return counts
}
