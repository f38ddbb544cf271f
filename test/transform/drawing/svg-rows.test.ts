import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawSvgRows } from '../../../transform/drawing/svg.ts'
import { REVERSED, treeOf, type Tree } from '../../../transform/tree.ts'
import { anyTree } from '../../trees.ts'

const viewOf = (tree: Tree) => ({ tree, labels: Array.from({ length: tree.size }, (_, i) => `l${i + 1}`) })
const formsOf = (tree: Tree): string[] => Array.from({ length: tree.size }, (_, i) => `w${i + 1}`)
const sizeOf = (svg: string): number[] =>
  /<svg [^>]*width="([\d.]+)" height="([\d.]+)"/.exec(svg)!.slice(1).map(Number)

/** The arcs as they were drawn: the x of the line beside the words, and the y of both ends; and the y of each row. */
function read(svg: string) {
  const arcs = [
    ...svg.matchAll(
      /<path class="arc[^"]*" data-dependent="(\d+)" d="M([\d.]+) ([\d.]+)L[\d.]+ [\d.]+Q([\d.]+) [^L]*L[^L]*L([\d.]+) ([\d.]+)"/g,
    ),
  ].map(([, dependent, edge, from, x, end, to]) => {
    expect(end).toBe(edge)
    return { dependent: Number(dependent), from: Number(from), to: Number(to), x: Number(x) }
  })
  const rows = [...svg.matchAll(/<text class="form row" data-word="\d+" x="[\d.]+" y="([\d.]+)"/g)]
  return { arcs, rows: rows.map(([, y]) => Number(y)) }
}

describe('a tree in rows', () => {
  test('every arc goes from the row of its head to that of its word, and no two arcs touch in one column', () => {
    fc.assert(
      fc.property(anyTree(14), (tree) => {
        const { arcs, rows } = read(drawSvgRows(formsOf(tree), viewOf(tree)))
        // The middle of a row is between its edges.
        const bottoms = rows.reduce<number[]>(
          (edges, middle) => [...edges, 2 * middle - (edges.at(-1) ?? 0)],
          [],
        )
        const rowAt = (y: number): number => 1 + bottoms.findIndex((bottom) => y < bottom)
        const words = formsOf(tree).map((_, i) => i + 1)
        expect(arcs.map(({ dependent }) => dependent)).toEqual(words.filter((word) => tree.head[word] > 0))
        for (const { dependent, from, to } of arcs)
          expect([rowAt(from), rowAt(to)]).toEqual([tree.head[dependent], dependent])
        const ends = arcs.flatMap(({ from, to }) => [from, to])
        for (const y of ends) expect(ends.filter((other) => Math.abs(other - y) < 7)).toEqual([y])
        const ranges = arcs.map(({ from, to, x }) => ({
          x,
          top: Math.min(from, to),
          end: Math.max(from, to),
        }))
        for (const one of ranges)
          for (const other of ranges)
            if (one !== other && one.x === other.x)
              expect(Math.min(one.end, other.end)).toBeLessThan(Math.max(one.top, other.top))
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
    expect(svg).toContain('<title>&lt;i&gt;</title>')
    expect(svg).toMatch(/^<svg [^>]* id="x" /)
    expect(svg).toContain('&amp; depends on &lt;b&gt; (a&quot;b*)')
    expect(svg).not.toMatch(/<b>|<i>/)
  })

  test('10,000 words, deep and flat: a hundred pixels of arcs at most', () => {
    const size = 10_000
    const chain = treeOf(Array.from({ length: size }, (_, i) => i))
    const star = treeOf(Array.from({ length: size }, (_, i) => Math.min(i, 1)))
    const [[chainWidth, height], [starWidth]] = [chain, star].map((tree) =>
      sizeOf(drawSvgRows(formsOf(tree), viewOf(tree))),
    )
    expect(height).toBeGreaterThan(20 * size)
    expect(Math.max(chainWidth, starWidth)).toBeLessThan(250)
  })

  test('arcs take the room of their levels', () => {
    const placeOf = (...heads: number[]): number =>
      Number(
        /"label row" data-dependent="1" x="([\d.]+)"/.exec(
          drawSvgRows(formsOf(treeOf(heads)), viewOf(treeOf(heads))),
        )![1],
      )
    const [root, one, two] = [placeOf(0), placeOf(0, 1), placeOf(0, 1, 1)]
    expect(one).toBe(root)
    expect(two).toBe(one + 10)
  })

  test('nothing, and a tree of other words', () => {
    expect(sizeOf(drawSvgRows([], { tree: treeOf([]), labels: [] }))).toHaveLength(2)
    expect(() => drawSvgRows(['a'], viewOf(treeOf([0, 1])))).toThrow(RangeError)
  })
})
