import { describe, expect, it } from 'vitest'
import { Configuration } from '../../../parser/core/configuration.ts'
import { TOKEN, WORD } from '../../../parser/core/node-fields.ts'
import { GOLD_TOKEN } from '../../../parser/systems/rb-oracle.ts'
import { derive } from '../../../parser/core/transition-system.ts'
import { rightBranchingLearned } from '../../../parser/systems/rb-learned.ts'
import { rightBranchingOracle, trueTokens } from '../../../parser/systems/rb-oracle.ts'
import { transform } from '../../../transform/right-branching.ts'
import { copyTree } from '../../../transform/tree.ts'
import { labelledTree, projectiveTrees } from '../../trees.ts'

describe('rb-oracle', () => {
  const settings = { singleRoot: false }

  it('tells the gold true token of every word on the stack and at the front of the buffer, beside the one so far', () => {
    const oracle = rightBranchingOracle(settings)
    const learned = rightBranchingLearned(settings)
    const [c, twin] = [new Configuration(), new Configuration()]
    let told = 0
    for (const tree of projectiveTrees(5)) {
      const gold = transform(copyTree(tree))
      const tokens = trueTokens(gold)
      const goldOracle = oracle.oracle(gold)
      oracle.start(c, gold.size, gold)
      learned.start(twin, gold.size)
      derive(oracle, c, {
        next: () => {
          for (const node of [c.top, c.next]) {
            const word = c.nodes[node + WORD]
            expect(c.nodes[node + GOLD_TOKEN]).toBe(word === 0 ? 0 : tokens[word])
            if (tokens[word] > c.front) told++
          }
          expect(c.nodes[c.top + TOKEN]).toBe(twin.nodes[twin.top + TOKEN])
          const transition = goldOracle.next(c)
          learned.apply(twin, transition & 7, transition >> 3)
          return transition
        },
      })
    }
    expect(told).toBeGreaterThan(100)
  })

  it('the last word can be the true token of another', () => {
    expect([...trueTokens(transform(labelledTree([3, 3, 0])))]).toEqual([0, 3, 2, 3])
  })
})
