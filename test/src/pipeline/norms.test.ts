import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isProjective } from '../../../transform/projectivity.ts'
import { Symbols } from '../../../transform/symbols.ts'
import { createTree, rootCount } from '../../../transform/tree.ts'
import { NormKeeper, normsOf } from '../../../src/pipeline/norms.ts'
import { UPOS } from '../../../src/sentence/annotated-sentence.ts'
import { TextSentence } from '../../../src/sentence/text-sentence.ts'
import { regularTreebank } from './regular-treebank.ts'
import { sentencesOf } from './tiny.ts'

const labels = new Symbols(['root', 'nsubj', 'nsubj:pass', 'obl', 'punct', 'dep']).freeze()
const norms = {
  leaves: ['PUNCT'],
  single: ['nsubj'],
  others: [
    ['NOUN VERB left', 'obl'],
    ['PUNCT NOUN right', 'punct'],
  ] as [string, string][],
}
const keeper = new NormKeeper(norms, labels, 0)

const tagged = (tags: readonly string[]): TextSentence =>
  TextSentence.ofWords(tags.map(() => 'w')).with({ [UPOS]: tags })

/** A tree of `TAG head label` for each word, after the keeper; as it came in. */
function kept(...words: string[]): string[] {
  const parts = words.map((word) => word.split(' '))
  const tree = createTree(words.length)
  parts.forEach(([, head, label], i) => {
    tree.head[i + 1] = Number(head)
    tree.label[i + 1] = labels.id(label)
  })
  keeper.keep(tree, tagged(parts.map(([upos]) => upos)))
  return parts.map(([upos], i) => `${upos} ${tree.head[i + 1]} ${labels.text(tree.label[i + 1])}`)
}

test('what a treebank hardly ever has is learned from it', () => {
  const learned = normsOf(sentencesOf(regularTreebank(400, 1)))
  expect(learned.leaves).toContain('DET')
  expect(learned.leaves).not.toContain('VERB')
  expect(learned.single).toContain('nsubj')
  expect(normsOf([])).toEqual({ leaves: [], single: [], others: [] })
})

test('dependents of leaves hang on the heads of these', () => {
  expect(kept('NOUN 2 obl', 'PUNCT 3 punct', 'VERB 0 root')).toEqual([
    'NOUN 3 obl',
    'PUNCT 3 punct',
    'VERB 0 root',
  ])
})

test('a leaf is a root only if there is nothing else', () => {
  expect(kept('NOUN 3 obl', 'VERB 3 dep', 'PUNCT 0 root')).toEqual([
    'NOUN 0 root',
    'VERB 1 dep',
    'PUNCT 1 punct',
  ])
  expect(kept('PUNCT 0 root', 'PUNCT 1 punct')).toEqual(['PUNCT 0 root', 'PUNCT 1 punct'])
})

test('a root whose new place is unknown takes the label of the word that replaces it', () => {
  expect(kept('PUNCT 0 root', 'NOUN 1 obl')).toEqual(['PUNCT 2 obl', 'NOUN 0 root'])
})

test('of two subjects the one nearer to the verb stays', () => {
  expect(kept('NOUN 3 nsubj', 'NOUN 3 nsubj:pass', 'VERB 0 root')).toEqual([
    'NOUN 3 obl',
    'NOUN 3 nsubj:pass',
    'VERB 0 root',
  ])
})

test('demanded leaves get no dependents', () => {
  const tree = createTree(3)
  tree.head.set([0, 0, 1, 1])
  keeper.keep(tree, tagged(['PUNCT', 'DET', 'NOUN']), [2])
  expect([...tree.head.subarray(1)]).toEqual([3, 3, 0])
})

test('any tree becomes a tree that keeps to the norms, and a projective one stays projective', () => {
  const anyTree = fc.array(fc.tuple(fc.constantFrom('NOUN', 'PUNCT', 'VERB'), fc.nat(), fc.nat(4)), {
    minLength: 1,
    maxLength: 9,
  })
  fc.assert(
    fc.property(anyTree, (words) => {
      const tree = createTree(words.length)
      words.forEach(([, head, label], i) => {
        // Heads with smaller numbers, the first word a root: no circles.
        tree.head[i + 1] = i === 0 ? 0 : 1 + (head % i)
        tree.label[i + 1] = i === 0 ? 0 : 1 + label
      })
      const wasProjective = isProjective(tree)
      const tags = words.map(([upos]) => upos)
      keeper.keep(tree, tagged(tags))
      expect(rootCount(tree)).toBe(1)
      if (wasProjective) expect(isProjective(tree)).toBe(true)
      const isLeaf = (word: number): boolean => tags[word - 1] === 'PUNCT'
      if (tags.every((upos) => upos === 'PUNCT')) return
      for (let word = 1; word <= tree.size; word++)
        expect(tree.head[word] > 0 ? isLeaf(tree.head[word]) : isLeaf(word)).toBe(false)
    }),
  )
})
