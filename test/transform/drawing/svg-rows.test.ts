import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawSvgRows } from '../../../transform/drawing/svg-rows.ts'
import { REVERSED, treeOf, type Tree } from '../../../transform/tree.ts'
import { anyTree } from '../../trees.ts'

const viewOf = (tree: Tree) => ({ tree, labels: Array.from({ length: tree.size }, (_, i) => `l${i + 1}`) })
const formsOf = (tree: Tree): string[] => Array.from({ length: tree.size }, (_, i) => `w${i + 1}`)
const sizeOf = (svg: string): number[] =>
  /<svg [^>]*width="([\d.]+)" height="([\d.]+)"/.exec(svg)!.slice(1).map(Number)

/** The bars and branches as they were drawn: x and the rows from which to which; x and the row. */
function read(svg: string) {
  const row = (y: string | number): number => Math.round(Number(y) / 24 + 0.5)
  const bars = [
    ...svg.matchAll(/<path class="arc" d="M[\d.]+ ([\d.]+)H[\d.]+Q([\d.]+) [\d.]+ [\d.]+ [\d.]+V([\d.]+)"/g),
  ]
  const branches = [
    ...svg.matchAll(/<path class="arc[^"]*" data-dependent="(\d+)" d="M([\d.]+) [\d.]+Q[\d.]+ ([\d.]+)/g),
  ]
  return {
    bars: bars.map(([, from, x, to]) => ({ x: Number(x), head: row(from), last: row(to) })),
    branches: branches.map(([, dependent, x, y]) => ({
      dependent: Number(dependent),
      x: Number(x),
      row: row(y),
    })),
  }
}

describe('a tree in rows', () => {
  test('every word hangs on a bar of its head, and no two bars overlap in one column', () => {
    fc.assert(
      fc.property(anyTree(14), (tree) => {
        const { bars, branches } = read(drawSvgRows(formsOf(tree), viewOf(tree)))
        const words = formsOf(tree).map((_, i) => i + 1)
        expect(branches.map(({ dependent }) => dependent)).toEqual(
          words.filter((word) => tree.head[word] > 0),
        )
        for (const { dependent, x, row } of branches) {
          expect(row).toBe(dependent)
          const head = tree.head[dependent]
          const reaches = bars.filter(
            (bar) => bar.x === x && bar.head === head && (bar.last - dependent) * (dependent - head) >= 0,
          )
          expect(reaches).toHaveLength(1)
        }
        for (const one of bars)
          for (const other of bars) {
            if (one === other || one.x !== other.x) continue
            const [top, bottom] = [Math.max, Math.min].map((pick, i) =>
              pick(
                ...[one, other].map(({ head, last }) =>
                  i === 0 ? Math.min(head, last) : Math.max(head, last),
                ),
              ),
            )
            // Two bars of one head may meet at it; others do not even touch.
            expect(one.head === other.head ? bottom <= top : bottom < top).toBe(true)
          }
      }),
    )
  })

  test('marks, labels and texts are there, and nothing of them is code', () => {
    const tree = treeOf([0, 1], [0, 0], [0, REVERSED])
    const svg = drawSvgRows(['<b>', '&'], { tree, labels: ['root', 'a"b'] }, { id: 'x', title: '<i>' })
    expect(svg).toContain('class="arc reversed" data-dependent="2"')
    expect(svg).toContain('>a&quot;b*</text>')
    expect(svg).toContain('data-word="1" x=')
    expect(svg).toContain('&lt;b&gt;</text>')
    expect(svg).toContain('<title id="x-title">&lt;i&gt;</title>')
    expect(svg).toContain('&amp; depends on &lt;b&gt; (a&quot;b*)')
    expect(svg).not.toMatch(/<b>|<i>/)
  })

  test('10,000 words, deep and flat: as wide as the tree is deep in bars', () => {
    const size = 10_000
    const chain = treeOf(Array.from({ length: size }, (_, i) => i))
    const star = treeOf(Array.from({ length: size }, (_, i) => Math.min(i, 1)))
    const [[chainWidth, height], [starWidth]] = [chain, star].map((tree) =>
      sizeOf(drawSvgRows(formsOf(tree), viewOf(tree))),
    )
    expect(height).toBeGreaterThan(20 * size)
    expect(Math.max(chainWidth, starWidth)).toBeLessThan(250)
  })

  test('nothing, and a tree of other words', () => {
    expect(sizeOf(drawSvgRows([], { tree: treeOf([]), labels: [] }))).toHaveLength(2)
    expect(() => drawSvgRows(['a'], viewOf(treeOf([0, 1])))).toThrow(RangeError)
  })
})
