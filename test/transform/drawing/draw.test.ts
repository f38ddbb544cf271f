import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawText } from '../../../transform/drawing/draw.ts'
import type { View } from '../../../transform/drawing/draw.ts'
import { transform } from '../../../transform/right-branching.ts'
import { createTree, treeOf } from '../../../transform/tree.ts'
import type { Tree } from '../../../transform/tree.ts'
import { allTrees, anyTree, headsOf, labelledTree, projectiveTree } from '../../trees.ts'

const draw = (forms: string, ...views: View[]) => drawText(forms.split(' '), ...views)
const texts = (tree: Tree, names: readonly string[]) =>
  [...tree.label.subarray(1)].map((label) => names[label - 1])

/** The lines, each behind a bar, so that they stand out in the tests. */
const lines = (text: string) => '\n' + text.replace(/^/gm, '|').slice(0, -1)

describe('a drawing', () => {
  const names = ['det', 'compound', 'nsubj', 'root']
  const original = labelledTree([3, 3, 4, 0])
  const transformed = transform(original, createTree(4))

  it('has a word a line, with its label and its arcs', () => {
    expect(lines(draw('the stock market crashed', { tree: original, labels: names }))).toBe(`
|╭►── det       the
|├►── compound  stock
|╰─┬► nsubj     market
|  ╰─ root      crashed
`)
  })

  it('shows marks, and several trees side by side', () => {
    const views = [
      { tree: original, labels: names, title: 'original' },
      { tree: transformed, labels: texts(transformed, names), title: 'transformed' },
    ]
    expect(lines(draw('the stock market crashed', ...views))).toBe(`
|original       transformed
|╭►── det       ╭─ root       the
|├►── compound  ├► compound^  stock
|╰─┬► nsubj     ├► det*       market
|  ╰─ root      ╰► nsubj*     crashed
`)
  })

  it('tells a chain from sisters', () => {
    const labels = ['r', 'x', 'y', 'z']
    expect(lines(draw('a b c d', { tree: labelledTree([0, 1, 2, 3]), labels }))).toBe(`
|  ╭─ r  a
|╭─┴► x  b
|╰►┬─ y  c
|  ╰► z  d
`)
    expect(lines(draw('a b c d', { tree: labelledTree([0, 1, 1, 1]), labels }))).toBe(`
|╭─ r  a
|├► x  b
|├► y  c
|╰► z  d
`)
  })

  it('shows which line a bar passes over where arcs cross', () => {
    expect(lines(draw('a b c', { tree: labelledTree([3, 0, 2]), labels: ['x', 'r', 'y'] }))).toBe(`
|╭►── x  a
|│ ╭─ r  b
|╰─┴► y  c
`)
    expect(lines(draw('a b c d', { tree: labelledTree([3, 4, 0, 3]), labels: ['x', 'y', 'r', 'z'] }))).toBe(`
|  ╭► x  a
|╭►│─ y  b
|│ ├─ r  c
|╰─┴► z  d
`)
  })

  it('is empty for the empty sentence, and one line for one word', () => {
    expect(drawText([], { tree: createTree(0), labels: [] })).toBe('')
    expect(draw('Yes', { tree: treeOf([0]), labels: ['root'] })).toBe(' root  Yes\n')
  })

  it('aligns wide labels and keeps to a line what has line breaks', () => {
    const tree = labelledTree([0, 1])
    expect(lines(drawText(['a\nb', 'c'], { tree, labels: ['root', 'a-label-of-thirty-characters!!'] })))
      .toBe(`
|╭─ root                            a b
|╰► a-label-of-thirty-characters!!  c
`)
  })

  it('is of as many words as memory holds, but not of thousands whose arcs all cross', () => {
    const draw = (heads: number[]): string =>
      drawText(
        heads.map(() => 'a'),
        { tree: treeOf(heads), labels: heads.map(() => 'x') },
      )
    const size = 150_000
    expect(draw(Array.from({ length: size }, (_, i) => (i === 0 ? 0 : 1))).match(/\n/g)).toHaveLength(size)
    const crossing = Array.from({ length: 5000 }, (_, i) => Math.max(i - 1, Math.min(i, 1)))
    expect(() => draw(crossing)).toThrow(
      new RangeError('5000 words with 4998 columns of arcs, expected a smaller tree, or SVG'),
    )
  })

  it('is not of a tree of another size', () => {
    expect(() => draw('a b', { tree: treeOf([0]), labels: ['r'] })).toThrow(
      new RangeError('2 words cannot be drawn with a tree of 1 and 1 labels'),
    )
    expect(() => draw('a b', { tree: treeOf([0, 1]), labels: ['r'] })).toThrow(RangeError)
  })
})

/** The heads that a drawing without labels shows: a bar joins one word without an arrow to those with one. */
function read(drawing: string): number[] {
  const rows = drawing
    .slice(0, -1)
    .split('\n')
    .map((line) => [...line])
  const heads = rows.map(() => 0)
  for (let column = 0; column < rows[0].length; column += 2) {
    let bar: number[] = []
    rows.forEach((cells, row) => {
      const glyph = cells[column]
      if ('╭╰├┬┴┼'.includes(glyph)) bar.push(row)
      if (!'╰┴'.includes(glyph)) return
      const head = bar.find((joint) => rows[joint][column + 1] !== '►')!
      for (const joint of bar) if (joint !== head) heads[joint] = head + 1
      bar = []
    })
  }
  return heads
}

describe('the arcs of a drawing', () => {
  const drawn = (tree: Tree) =>
    drawText(
      headsOf(tree).map(() => '.'),
      { tree, labels: headsOf(tree).map(() => '') },
    )

  it('can be read back, for all trees up to five words', () => {
    for (let n = 1; n <= 5; n++) {
      for (const tree of allTrees(n)) {
        expect(read(drawn(tree))).toEqual(headsOf(tree))
      }
    }
  })

  it('can be read back, for random trees', () => {
    fc.assert(
      fc.property(anyTree(60), (tree) => {
        expect(read(drawn(tree))).toEqual(headsOf(tree))
      }),
    )
  })

  it('never cross in projective trees', () => {
    fc.assert(
      fc.property(projectiveTree(60), (tree) => {
        expect(drawn(tree)).not.toMatch(/─│|│─/)
      }),
    )
  })

  it('take two columns for chains of 10,000 words', () => {
    const n = 10_000
    for (const head of [(index: number) => index, (index: number) => (index + 2) % (n + 1)]) {
      const tree = labelledTree(Array.from({ length: n }, (_, index) => head(index)))
      const drawing = drawn(tree)
      expect(Math.max(...drawing.split('\n').map((line) => line.length))).toBe('╭─┴►   .'.length)
      expect(read(drawing)).toEqual(headsOf(tree))
    }
  })
})
