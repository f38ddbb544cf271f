import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Configuration } from '../../../parser/core/configuration.ts'
import { costsOf, type GoldCosts, type Loss } from '../../../parser/learning/arc-costs.ts'
import { typeOf, labelOf } from '../../../parser/core/transition-system.ts'
import { arcEagerUnshift } from '../../../parser/systems/arc-eager-unshift.ts'
import { rightBranching } from '../../../parser/systems/rb.ts'
import { reverse } from '../../../transform/right-branching.ts'
import { copyTree, RELOCATED, REVERSED, treeOf, type Tree } from '../../../transform/tree.ts'
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

const costsFor = (loss: Loss): GoldCosts => costsOf(loss, system, COST, LABELS)

/** What the derivation of `tree` costs. */
function total(costs: GoldCosts, gold: Tree, tree: Tree): number {
  const c = new Configuration()
  let sum = 0
  costs.begin(gold)
  for (system.start(c, tree.size); !system.done(c);) {
    const transition = system.oracle(c, tree)
    const type = typeOf(transition)
    const cost = system.transitionTypes[type].labelled
      ? costs.weigh(c, type)[labelOf(transition)]
      : (costs.climb?.(c) ?? 0)
    expect(cost).toBeGreaterThanOrEqual(0)
    expect(cost).toBeLessThanOrEqual(costs.most)
    sum += cost
    system.apply(c, type, labelOf(transition))
  }
  return sum
}

function wrongArcs(gold: Tree, tree: Tree, ofLabel = 1): number {
  let wrong = 0
  for (let word = 1; word <= gold.size; word++) {
    if (gold.head[word] !== tree.head[word] || gold.mark[word] !== tree.mark[word]) wrong++
    else if (gold.label[word] !== tree.label[word]) wrong += ofLabel
  }
  return wrong
}

const reversed = (tree: Tree): Tree => {
  const original = copyTree(tree)
  reverse(original)
  return original
}

/** Whether a reversed arc takes several relocated words along. */
function hasGroups(tree: Tree): boolean {
  const waiting = new Int32Array(tree.size + 1)
  for (let word = 1; word <= tree.size; word++) {
    const head = tree.head[word]
    if (tree.mark[word] === RELOCATED && ++waiting[head] > 1) return true
    if (tree.mark[word] === REVERSED) waiting[head] = 0
  }
  return false
}

describe.each([
  ['transformed', 1],
  ['half', 0.5],
  ['heads', 0],
] as const)('the loss %s', (loss, ofLabel) => {
  test('counts the arcs that transitions make', () => {
    const costs = costsFor(loss)
    fc.assert(
      fc.property(pair, ([gold, tree]) => {
        expect(total(costs, gold, tree)).toBe(COST * wrongArcs(gold, tree, ofLabel))
      }),
    )
  })
})

describe('the loss of reversed trees', () => {
  test('is nothing for the gold derivation', () => {
    const costs = costsFor('reversed')
    fc.assert(
      fc.property(pair, ([gold]) => {
        expect(total(costs, gold, gold)).toBe(0)
      }),
    )
  })

  test('is the number of wrong arcs of the original tree, but for groups', () => {
    const costs = costsFor('reversed')
    fc.assert(
      fc.property(
        pair.filter(([, tree]) => !hasGroups(tree)),
        ([gold, tree]) => {
          expect(total(costs, gold, tree)).toBe(COST * wrongArcs(reversed(gold), reversed(tree)))
        },
      ),
    )
  })

  test('lets the last word of a group stand for all of it', () => {
    const costs = costsFor('reversed')
    const [gold, apart, together] = [
      [4, 4, 4, 0, 4],
      [4, 3, 4, 0, 4],
      [5, 5, 5, 5, 0],
    ].map((heads) => encoded(system, treeOf(heads)))
    expect(hasGroups(gold)).toBe(true)
    expect(total(costs, gold, apart)).toBe(COST * wrongArcs(reversed(gold), reversed(apart)))
    // All five are wrong, 2 and 3 as well; but 4 is the last of the group, and its arc was known to be wrong before.
    expect(wrongArcs(reversed(gold), reversed(together))).toBe(5)
    expect(total(costs, gold, together)).toBe(COST * 3)
  })

  test('is not for systems without a reversal', () => {
    expect(() => costsOf('reversed', arcEagerUnshift({ singleRoot: true }), 1, 1)).toThrow(
      new RangeError('the loss of reversed trees is for right-branching systems'),
    )
  })
})
