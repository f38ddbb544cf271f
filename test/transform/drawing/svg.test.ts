import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { layOut } from '../../../transform/drawing/arc-layout.ts'
import { transform } from '../../../transform/right-branching.ts'
import type { View } from '../../../transform/drawing/draw.ts'
import { drawSvg, stackSvg, svgDrawing } from '../../../transform/drawing/svg.ts'
import { createTree, treeOf } from '../../../transform/tree.ts'
import type { Tree } from '../../../transform/tree.ts'
import { anyTree, headsOf, labelledTree, projectiveTree } from '../../trees.ts'

const names = ['det', 'compound', 'nsubj', 'root']
const forms = ['the', 'stock', 'market', 'crashed']
const original = labelledTree([3, 3, 4, 0])
const transformed = transform(original, createTree(4))
const view = (tree: Tree) => ({ tree, labels: [...tree.label.subarray(1)].map((label) => names[label - 1]) })

/** The names and contents of all elements, where every tag is closed in order; throws where one is not. */
function elementsOf(svg: string): { name: string; attributes: string; text: string }[] {
  const elements: { name: string; attributes: string; text: string }[] = []
  const open: (typeof elements)[number][] = []
  for (const [, close, name, attributes, empty, text] of svg.matchAll(
    /<(\/?)([a-z]+)((?: [a-zA-Z:-]+="[^"<>]*")*)(\/?)>([^<]*)/g,
  )) {
    if (close) {
      if (open.pop()?.name !== name) throw new Error(`</${name}> closes something else`)
      continue
    }
    const element = { name, attributes, text }
    elements.push(element)
    if (!empty) open.push(element)
  }
  if (open.length > 0) throw new Error(`<${open[0].name}> is not closed`)
  return elements
}

const textsOf = (svg: string, type: string) =>
  elementsOf(svg)
    .filter(({ name, attributes }) => name === 'text' && attributes.includes(`class="${type}"`))
    .map(({ text }) => text)

describe('an SVG drawing', () => {
  const svg = drawSvg(forms, [view(original), view(transformed)])

  it('has every word once and every label with its mark', () => {
    expect(textsOf(svg, 'form')).toEqual(forms)
    expect(textsOf(svg, 'label').sort()).toEqual([...names, 'compound^', 'det*', 'nsubj*', 'root'].sort())
    expect(elementsOf(svg).filter(({ attributes }) => attributes.includes('class="tip"'))).toHaveLength(8)
    expect(svg.match(/class="arc relocated"/g)).toHaveLength(1)
    expect(svg.match(/class="arc reversed"/g)).toHaveLength(2)
  })

  it('is read out by what cannot see it', () => {
    const [root, title, description] = elementsOf(svg)
    expect(root.attributes).toContain('role="img" aria-label="the stock market crashed"')
    expect(title).toEqual({ name: 'title', attributes: '', text: 'the stock market crashed' })
    expect(description.name).toBe('desc')
    expect(description.text).toContain('market depends on crashed (nsubj); crashed is the root (root).')
    expect(description.text).toContain('stock depends on the (compound^)')
  })

  it('has no id unless it is given one, so that several can be on a page', () => {
    expect(svg).not.toContain(' id=')
    expect(elementsOf(drawSvg(forms, [view(original)], { id: 'x"y' }))[0].attributes).toContain(
      ' id="x&quot;y" ',
    )
  })

  it('numbers words and arcs, and has notes under the words', () => {
    const notes = ['DET', 'NOUN', 'NOUN', 'VERB'].map((tag, i) => [tag, forms[i].slice(0, 4)])
    const noted = drawSvg(forms, [view(original), view(transformed)], { notes })
    expect(textsOf(noted, 'note')).toEqual(notes.flat())
    const [plainHeight, height] = [svg, noted].map((one) => Number(/ height="([\d.]+)"/.exec(one)![1]))
    expect(height - plainHeight).toBe(2 * 15)
    for (const [type, kind] of [
      ['form', 'word'],
      ['label', 'dependent'],
    ])
      expect(svg.match(new RegExp(`<text class="${type}" data-${kind}="\\d+"`, 'g'))).toEqual(
        (kind === 'word' ? [1, 2, 3, 4] : [1, 2, 3, 4, 2, 3, 4, 1]).map(
          (number) => `<text class="${type}" data-${kind}="${number}"`,
        ),
      )
  })

  it('takes its colours from what is around it', () => {
    expect(svg).not.toMatch(/prefers-color-scheme|[{;\s]color:/)
    expect(svg).toContain('stroke: currentColor')
    expect(svg).not.toMatch(/(fill|stroke|background)(=|:)\s*"?(black|white|#)/)
  })

  it('escapes text', () => {
    const labels = ['a&b<c>"d"']
    const escaped = drawSvg(['<script>&\u0007\ud800'], [{ tree: treeOf([0]), labels }], {
      title: 'A > B "C"',
    })
    expect(textsOf(escaped, 'form')).toEqual(['&lt;script&gt;&amp;\ufffd\ufffd'])
    expect(textsOf(escaped, 'label')).toEqual(['a&amp;b&lt;c&gt;&quot;d&quot;'])
    const title = 'A &gt; B &quot;C&quot;'
    expect(elementsOf(escaped)[0].attributes).toContain(` aria-label="${title}"`)
    expect(elementsOf(escaped)[1]).toEqual({ name: 'title', attributes: '', text: title })
  })

  it('is there for the empty sentence, and not for trees of another size', () => {
    expect(elementsOf(drawSvg([], [{ tree: createTree(0), labels: [] }]))[0].name).toBe('svg')
    expect(() => drawSvg(forms, [{ tree: treeOf([0]), labels: ['r'] }])).toThrow(RangeError)
  })

  it('is well-formed for random trees', () => {
    fc.assert(
      fc.property(anyTree(30), (tree) => {
        const words = headsOf(tree).map(String)
        const drawing = drawSvg(words, [{ tree, labels: words }])
        expect(textsOf(drawing, 'label')).toHaveLength(tree.size)
        expect(drawing).not.toMatch(/NaN|Infinity|undefined/)
      }),
      { numRuns: 30 },
    )
  })
})

/** The numbers in an attribute of all elements of a name that have this in their tags. */
function numbersOf(svg: string, name: string, has: string, attribute: string): number[][] {
  return elementsOf(svg)
    .filter((element) => element.name === name && element.attributes.includes(has))
    .map(({ attributes }) => new RegExp(` ${attribute}="([^"]*)"`).exec(attributes)![1])
    .map((value) => value.match(/-?[\d.]+/g)!.map(Number))
}

describe('the places of an SVG drawing', () => {
  it('are in its frame, labels are at their arcs, and neither labels nor notes are on others', () => {
    fc.assert(
      fc.property(projectiveTree(12), projectiveTree(12), fc.nat(2), (tree, other, noteLines) => {
        const words = headsOf(tree).map(String)
        const viewOf = (one: Tree): View => ({ tree: one, labels: words })
        const views: [View] | [View, View] =
          other.size === tree.size ? [viewOf(tree), viewOf(other)] : [viewOf(tree)]
        const notes = words.map((word) => Array.from({ length: noteLines }, () => word))
        const svg = drawSvg(words, views, { notes })
        const [[left, top, width, height]] = numbersOf(svg, 'svg', 'viewBox', 'viewBox')
        const ys = numbersOf(svg, 'text', '', 'y')
        const texts = numbersOf(svg, 'text', '', 'x').map(([x], i) => [x, ys[i][0]])
        const paths = numbersOf(svg, 'path', '', 'd')
        const points = paths.flatMap((path) =>
          path.flatMap((x, i) => (i % 2 === 0 ? [[x, path[i + 1]]] : [])),
        )
        for (const [x, y] of [...texts, ...points]) {
          expect(x).toBeGreaterThan(left)
          expect(y).toBeGreaterThan(top)
          expect(x).toBeLessThan(left + width)
          expect(y).toBeLessThan(top + height)
        }
        expect(width).toBeCloseTo(layOut(words, views, notes).width - 2 * left, 1)
        expect(Math.min(...texts.map(([, y]) => y)) - top).toBeGreaterThan(-left)
        texts.forEach(([x, y], i) => {
          for (const [otherX, otherY] of texts.slice(i + 1))
            expect(Math.abs(x - otherX) >= 5 || Math.abs(y - otherY) >= 10).toBe(true)
        })
        const labels = texts.slice(words.length * (1 + noteLines))
        const arcs = numbersOf(svg, 'path', 'class="arc', 'd')
        labels.forEach(([x, y], i) => {
          const xs = arcs[i].filter((_, k) => k % 2 === 0)
          const far = Math.max(...arcs[i].filter((_, k) => k % 2 === 1).map(Math.abs))
          expect(x).toBeCloseTo((Math.min(...xs) + Math.max(...xs)) / 2, 0)
          expect(Math.abs(y) - far).toBeGreaterThan(3)
          expect(Math.abs(y) - far).toBeLessThan(13)
        })
      }),
      { numRuns: 50 },
    )
  })

  it('of several drawings: one below the other, as wide as the widest', () => {
    const drawings = [1, 4, 2].map((size) =>
      svgDrawing(forms.slice(0, size), [view(labelledTree(Array.from({ length: size }, (_, i) => i)))]),
    )
    expect(stackSvg(drawings.slice(0, 1), 'x')).toBe(drawings[0].svg)
    const svg = stackSvg(drawings, 'a & b')
    const sum = (count: number): number =>
      drawings.slice(0, count).reduce((height, drawing) => height + drawing.height, 0)
    expect(numbersOf(svg, 'g', '', 'transform')).toEqual([0, 1, 2].map((i) => [0, sum(i)]))
    expect(numbersOf(svg, 'svg', 'role="group"', 'viewBox')).toEqual([[0, 0, drawings[1].width, sum(3)]])
    expect(elementsOf(svg)[1].text).toBe('a &amp; b')
  })
})

describe('the layout of an SVG drawing', () => {
  const wordsOf = (tree: Tree) => headsOf(tree).map((head) => `w${head}`)

  it('keeps words and the labels of one level apart, and nests arcs', () => {
    fc.assert(
      fc.property(projectiveTree(40), (tree) => {
        const labels = wordsOf(tree).map((_, index) => 'l'.repeat(1 + (index % 9)))
        const { centres, arcs, width } = layOut(wordsOf(tree), [{ tree, labels }])
        centres.forEach((x, index) => expect(x).toBeGreaterThan(index === 0 ? 0 : centres[index - 1] + 20))
        expect(width).toBeGreaterThan(centres.at(-1)!)
        const reaching = arcs[0].map((arc) => ({
          level: arc.level,
          left: Math.min(arc.to, arc.from ?? arc.to),
          right: Math.max(arc.to, arc.from ?? arc.to),
          needed: arc.from === undefined ? 0 : 7 * arc.label.length,
        }))
        for (const one of reaching) {
          expect(one.right - one.left).toBeGreaterThanOrEqual(one.needed)
          for (const other of reaching) {
            const overlap = Math.min(one.right, other.right) - Math.max(one.left, other.left)
            if (one === other || overlap <= 0) continue
            expect(one.level).not.toBe(other.level)
            const inner = one.level < other.level ? one : other
            const outer = inner === one ? other : one
            expect(inner.left > outer.left && inner.right < outer.right).toBe(true)
          }
        }
      }),
      { numRuns: 50 },
    )
  })

  it('takes chains and stars of 10,000 words', () => {
    const n = 10_000
    const star = labelledTree(Array.from({ length: n }, (_, index) => (index === 0 ? 0 : 1)))
    const chain = labelledTree(Array.from({ length: n }, (_, index) => index))
    const { heights } = layOut(
      wordsOf(star),
      [chain, star].map((tree) => ({ tree, labels: wordsOf(tree) })),
    )
    expect(heights).toEqual([2, n])
  })
})
