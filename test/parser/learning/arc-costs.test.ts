import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Configuration } from '../../../parser/core/configuration.ts'
import { arcCosts } from '../../../parser/learning/beam-perceptron.ts'
import { typeOf, labelOf } from '../../../parser/core/transition-system.ts'
import { rightBranching } from '../../../parser/systems/rb.ts'
import type { Tree } from '../../../transform/tree.ts'
import { domain, encoded } from '../laws/subjects.ts'

const system = rightBranching({ singleRoot: true })
const LABELS = 3
const COST = 2

/** Two trees of one size as the system derives them, their labels drawn. */
const sizes = [1, 2, 3, 4, 5]
const domains = sizes.map((size) => domain(system, size))
const pair = fc.constantFrom(...sizes).chain((size) => {
  const trees = domains[size - 1]
  const labels = fc.array(fc.nat(LABELS - 1), { minLength: size, maxLength: size })
  const one = fc.tuple(fc.nat(trees.length - 1), labels).map(([index, drawn]) => {
    const tree = encoded(system, trees[index])
    tree.label.set(drawn, 1)
    return tree
  })
  return fc.tuple(one, one)
})

/** The cost of the derivation of `tree`. */
function total(gold: Tree, tree: Tree): number {
  const c = new Configuration()
  const { cost, freeLabel } = arcCosts(system, gold, COST)
  let sum = 0
  const oracle = system.oracle(tree)
  for (system.start(c, tree.size); !system.done(c);) {
    const transition = oracle.next(c)
    const type = typeOf(transition)
    if (system.transitionTypes[type].labelled && labelOf(transition) !== freeLabel(c, type)) sum += cost
    system.apply(c, type, labelOf(transition))
  }
  return sum
}

function wrongArcs(gold: Tree, tree: Tree): number {
  let wrong = 0
  for (let word = 1; word <= gold.size; word++) {
    const hasHead = gold.head[word] === tree.head[word] && gold.label[word] === tree.label[word]
    if (!hasHead || gold.mark[word] !== tree.mark[word]) wrong++
  }
  return wrong
}

test('costs count the arcs of a derivation that the gold tree does not have', () => {
  fc.assert(
    fc.property(pair, ([gold, tree]) => {
      expect(total(gold, tree)).toBe(COST * wrongArcs(gold, tree))
    }),
  )
})
