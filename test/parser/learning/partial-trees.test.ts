import { describe, expect, test } from 'vitest'
import { Corpus } from '../../../parser/learning/corpus.ts'
import { completeTrees } from '../../../parser/learning/partial-trees.ts'
import { Random } from '../../../parser/learning/random.ts'
import { labelledScore } from '../../../parser/learning/selection.ts'
import { writeModel } from '../../../parser/model/model-file.ts'
import { registry } from '../../../parser/registry.ts'
import { isProjective } from '../../../transform/check.ts'
import { Symbols } from '../../../transform/symbols.ts'
import { copyTree, rootCount, treeOf, type Tree } from '../../../transform/tree.ts'
import { headsOf, projectiveTrees } from '../../trees.ts'
import { heldOut, learnToy } from './learn-toy.ts'
import { toyCorpus } from './toy.ts'

const options = { singleRoot: true, seed: 1 }
const treesOf = (corpus: Corpus): Tree[] => Array.from({ length: corpus.size }, (_, i) => corpus.tree(i))

function corpusOf(trees: readonly Tree[]): { readonly corpus: Corpus; readonly labels: Symbols } {
  const corpus = new Corpus()
  for (const tree of trees)
    corpus.add(
      Array.from(headsOf(tree), (_, i) => ({ form: `w${i}`, upos: 'X' })),
      tree,
    )
  return { corpus, labels: new Symbols(['a', 'b', 'c', 'd', 'e']) }
}

/** The tree without the heads of a bit set, and without the labels of another one. */
function hidden(tree: Tree, heads: number, labels: number): Tree {
  const partial = copyTree(tree)
  for (let word = 1; word <= tree.size; word++) {
    if ((heads >> (word - 1)) & 1) partial.head[word] = -1
    if ((labels >> (word - 1)) & 1) partial.label[word] = -1
  }
  return partial
}

/** Every arc is hidden with a probability of 1 − `share`. */
function withShare(corpus: Corpus, share: number): Corpus {
  const random = new Random(3)
  const hide = (tree: Tree): Tree => {
    const bits = headsOf(tree).reduce((sum, _, i) => (random.next() < share ? sum : sum | (1 << i)), 0)
    return hidden(tree, bits, bits)
  }
  return corpus.withTrees(treesOf(corpus).map(hide))
}

describe('completed trees', () => {
  test.each([true, false])(
    'are projective and have what is known, of every part of every tree of 4 words; single root: %s',
    (singleRoot) => {
      const partial: Tree[] = []
      for (let size = 2; size <= 4; size++)
        for (const tree of projectiveTrees(size)) {
          if (singleRoot && rootCount(tree) > 1) continue
          const all = (1 << size) - 1
          for (let heads = 1; heads < all; heads++)
            for (const labels of [0, heads, all & ~heads]) partial.push(hidden(tree, heads, labels))
        }
      const { corpus, labels } = corpusOf(partial)
      const completed = completeTrees(corpus, labels, { singleRoot, seed: 1 })
      expect(completed.corpus.size).toBe(partial.length)
      expect(completed.options).toMatchObject({ facts: { completion: expect.stringContaining('heads of') } })
      const wrong = treesOf(completed.corpus).filter((tree, i) => {
        const { size, head, label } = partial[i]
        const keeps = (known: Int32Array, found: Int32Array): boolean =>
          Array.from({ length: size }, (_, k) => k + 1).every(
            (word) => known[word] === -1 || known[word] === found[word],
          )
        const isTree = isProjective(tree) && (!singleRoot || rootCount(tree) === 1)
        return (
          !isTree || !keeps(head, tree.head) || !keeps(label, tree.label) || tree.label.indexOf(-1, 1) > 0
        )
      })
      expect(wrong).toEqual([])
    },
  )

  test('keep, of known arcs that cross, those that fit to the ones before them', () => {
    const crossing = treeOf([3, 4, -1, 0, 4], [0, 1, 2, 3, 4])
    const { corpus, labels } = corpusOf([crossing])
    const tree = completeTrees(corpus, labels, options).corpus.tree(0)
    expect(isProjective(tree)).toBe(true)
    expect([tree.head[1], tree.head[4], tree.head[5]]).toEqual([3, 0, 4])
    expect(tree.head[2]).not.toBe(4)
  })

  test('are as they were where all heads are known, also if they are not projective', () => {
    const whole = treeOf([3, 4, 0, 3], [0, 1, 2, 3])
    const { corpus, labels } = corpusOf([whole, treeOf([-1, 0], [-1, 0])])
    expect(headsOf(completeTrees(corpus, labels, options).corpus.tree(0))).toEqual([3, 4, 0, 3])
  })

  test('say nothing where nothing is known: such sentences are left out', () => {
    const [known, unknown] = [treeOf([-1, 0], [-1, 0]), treeOf([-1, -1], [-1, -1])]
    const { corpus, labels } = corpusOf([unknown, known])
    expect(treesOf(completeTrees(corpus, labels, options).corpus).map(headsOf)).toEqual([[2, 0]])
    const none = corpusOf([unknown]).corpus
    expect(() => completeTrees(none, labels, options)).toThrow(
      RangeError('no head is known, expected some that are not _'),
    )
    const bare = corpusOf([treeOf([-1, 0], [-1, -1])]).corpus
    expect(() => completeTrees(bare, new Symbols(), options)).toThrow(
      RangeError('no label is known, expected some that are not _'),
    )
  })
})

describe('training', () => {
  test('on whole trees is as it was', () => {
    const { corpus, labels } = toyCorpus(20, 1)
    const same = completeTrees(corpus, labels, options)
    expect(same.corpus).toBe(corpus)
    expect(same.options).toBe(options)
  })

  const half = (): { readonly corpus: Corpus; readonly labels: Symbols } => {
    const { corpus, labels } = toyCorpus(150, 1)
    return { corpus: withShare(corpus, 0.5), labels }
  }

  test.each(registry.filter(({ traits }) => !traits.readsGold).map(({ name }) => name))(
    '%s learns from half of the arcs what it learns from all',
    (system) => {
      const { model } = learnToy(system, {}, half())
      expect(model.header.training.completion).toMatch(/ heads of \d+, in \d+ trees of \d+/)
      expect(labelledScore(model, heldOut(model.labels))).toBeGreaterThan(0.94)
    },
  )

  test('gives the same bytes for the same seed, and so does LIBLINEAR', () => {
    const bytes = (): Uint8Array => writeModel(learnToy('rb', { learner: 'liblinear' }, half()).model)
    expect(bytes()).toEqual(bytes())
  })
})
