import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isRightBranching, reverse, copyTree, equalTrees } from '../../../transform/index.ts'
import { TextParser } from '../../../src/api/text-parser.ts'
import { analyse } from '../../../src/demo/analysis.ts'
import { trainModel } from '../../../src/training/train-model.ts'
import { embeddedTrain } from '../../../src/embedded/treebank.ts'
import { readCoNLLU } from '../../../src/conllu/reader.ts'
import { tinyParser } from '../api/parsers.ts'
import { anyText } from '../pipeline/tiny.ts'

const parserOf = (system: string, direction: 'right' | 'left') =>
  new TextParser(trainModel(readCoNLLU(embeddedTrain(40)), { system, direction }).model)

const cases: [string, () => TextParser][] = [
  ['rb', tinyParser],
  ['rb to the left', () => parserOf('rb', 'left')],
  ['arc-eager-unshift', () => parserOf('arc-eager-unshift', 'right')],
]

test.each(cases)('%s: the steps lead from the start to the tree that is shown', (_, make) => {
  const parser = make()
  const check = (text: string): void => {
    for (const sentence of parser.parse(text)) {
      const { forms, tree, rightBranching, steps, direction } = analyse(sentence, parser)
      expect(forms).toHaveLength(tree.tree.size)
      const back = copyTree(rightBranching.tree)
      if (direction === 'right') {
        expect(isRightBranching(back)).toBe(true)
        expect(reverse(back)).toBe(0)
        expect(equalTrees(back, tree.tree)).toBe(true)
      }
      expect(steps[0]).toMatchObject({ transition: '' })
      const transforms = parser.pipeline.parser.system.transformsTrees
      const end = steps.at(-1)!.view
      const goal = transforms ? rightBranching : tree
      expect(equalTrees(end.tree, goal.tree)).toBe(true)
      expect(end.labels).toEqual(goal.labels)
      // A step more is one arc more, or none.
      const arcs = steps.map(({ view }) => view.tree.head.subarray(1).filter((head) => head >= 0).length)
      arcs.slice(1).forEach((count, i) => expect([arcs[i] - 1, arcs[i], arcs[i] + 1]).toContain(count))
      for (const { stack, buffer } of steps)
        for (const word of [...stack, ...buffer]) expect(word >= 0 && word <= forms.length).toBe(true)
    }
  }
  check('The dog saw a cat. A girl ran to the harbour near the old town!')
  fc.assert(fc.property(anyText, check), { numRuns: 30 })
})
