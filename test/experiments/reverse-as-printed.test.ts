/** The reverse as the paper prints it, as a step for `--use`: what it loses of gold trees. */
import { describe, expect, it } from 'vitest'
import { steps } from '../../experiments/examples/reverse-as-printed.js'
import { findFlaw, isRightBranching } from '../../transform/check.ts'
import { Symbols } from '../../transform/symbols.ts'
import { copyTree } from '../../transform/tree.ts'
import { treebanks } from '../transform/treebanks.ts'
import { allTrees, projectiveTrees } from '../trees.ts'

const LABELS = ['a', 'b', 'c', 'd', 'e', 'f']
const step = (labels: Symbols) => steps[0].make([], labels)

describe('the step', () => {
  it.each([
    [3, 0],
    [4, 1],
    [5, 12],
    [6, 104],
  ])('of the projective trees of %i words, %i do not come back', (size, failing) => {
    const labels = new Symbols(LABELS)
    const { encode, decode } = step(labels)
    let found = 0
    for (const plain of projectiveTrees(size)) {
      const tree = copyTree(plain)
      for (let word = 1; word <= size; word++) tree.label[word] = word - 1
      const encoded = copyTree(tree)
      encode(encoded)
      expect(isRightBranching(encoded)).toBe(true)
      expect(decode(encoded)).toBe(0)
      if (String(encoded.head) !== String(tree.head)) found++
      for (let word = 1; word <= size; word++) expect(LABELS).toContain(labels.text(encoded.label[word]))
    }
    expect(found).toBe(failing)
  })

  it('gives a tree, whatever the labels say', () => {
    for (const plain of allTrees(5))
      for (const signs of ['@reversed', '@relocated', '@reversed,@relocated']) {
        const labels = new Symbols(LABELS)
        const tree = copyTree(plain)
        const all = signs.split(',')
        for (let word = 1; word <= 5; word++) tree.label[word] = labels.add(`a${all[word % all.length]}`)
        step(labels).decode(tree)
        expect(findFlaw(tree)).toBeUndefined()
        for (let word = 1; word <= 5; word++) expect(labels.text(tree.label[word])).toBe('a')
      }
  })
})

/** In percent of the words; the sample of the Penn Treebank is among the treebanks where someone has put it there. */
const CEILINGS: Readonly<Record<string, number>> = { 'penn/dev': 95.52, 'fr_sequoia/dev': 98.93 }

describe.skipIf(treebanks.length === 0)('gold trees, transformed and reversed as printed', () => {
  it.each(treebanks.filter(({ name }) => name in CEILINGS))('$name: LAS', ({ name, read }) => {
    const { labels, trees } = read()
    const { encode, decode } = step(labels)
    let [words, right] = [0, 0]
    for (const tree of trees) {
      const back = copyTree(tree)
      encode(back)
      decode(back)
      for (let word = 1; word <= tree.size; word++)
        if (back.head[word] === tree.head[word] && back.label[word] === tree.label[word]) right++
      words += tree.size
    }
    expect((100 * right) / words).toBeCloseTo(CEILINGS[name], 2)
  })
})
