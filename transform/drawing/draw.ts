/**
 * Trees as text, one word per line, so that neither long sentences nor wide labels need a wide screen:
 *
 *     ╭►── det       the
 *     ├►── compound  stock
 *     ╰─┬► nsubj     market
 *       ╰─ root      crashed
 *
 * One bar joins a head to its dependents above, another bar to its dependents below; `►` marks a dependent. Bars that do
 * not overlap share a column. Where arcs cross, a bar passes over a line: `─│─`. Several trees of one sentence, such as
 * the original and the transformed tree, are side by side.
 */
import { markSigns } from '../label.ts'
import type { Tree } from '../tree.ts'

/** The maximum product of words and columns. Each crossing bar requires a column: memory grows with the square of the words. */
const MAX_CELL_COUNT = 5_000_000

/** A tree to be drawn. */
export interface View {
  readonly tree: Tree
  /** The text of the label of word i at i − 1, without the mark, which is in the tree. */
  readonly labels: readonly string[]
  /** The line above the drawing. Default: none. */
  readonly title?: string
}

/** The label of a word with the sign of its mark. */
export function labelAsDrawn({ tree, labels }: View, word: number): string {
  return labels[word - 1] + markSigns[tree.mark[word]]
}

/** Throws RangeError if a view does not have as many words as there are forms. */
export function checkView(forms: readonly string[], { tree, labels }: View): void {
  if (tree.size !== forms.length || labels.length !== forms.length)
    throw new RangeError(
      `${forms.length} words cannot be drawn with a tree of ${tree.size} and ${labels.length} labels`,
    )
}

/**
 * Draws trees of the words forms[0..n) side by side, in lines that end in `\n`. Throws RangeError if a view does not have as
 * many words as there are forms, and if words times columns of arcs are more than 5,000,000.
 */
export function drawText(forms: readonly string[], ...views: readonly View[]): string {
  const blocks = views.map((view) => {
    checkView(forms, view)
    return drawBlock(view)
  })
  const lines = forms.map((form, row) => [...blocks.map((block) => block[row + 1]), onOneLine(form)])
  if (views.some((view) => view.title !== undefined)) lines.unshift(blocks.map((block) => block[0]))
  return lines.map((cells) => cells.join('  ').trimEnd() + '\n').join('')
}

/** The title and the lines of one tree with arcs and labels, padded to one width. */
function drawBlock(view: View): string[] {
  const arcs = drawArcs(view.tree)
  const lines = [view.title ?? '', ...arcs.map((line, row) => `${line} ${labelAsDrawn(view, row + 1)}`)]
  const width = lines.reduce((most, line) => Math.max(most, lengthOf(line)), 0)
  return lines.map((line) => line + ' '.repeat(width - lengthOf(line)))
}

/** The bar from a head to its dependents on one side: words first..last, with the head at one end. */
interface Bar extends Reach {
  readonly head: number
}

/**
 * The bars, ordered by head. `levels` has the column of each bar, from 1; a bar that encloses others has a larger column.
 * `above` and `below` have, by word, the column of its bar on that side, 0 if there is none. Arcs from the artificial
 * root have no bar.
 */
function layOutBars({ size, head }: Tree) {
  const firstAbove = new Int32Array(size + 1)
  const lastBelow = new Int32Array(size + 1)
  for (let word = size; word >= 1; word--) if (head[word] > word) firstAbove[head[word]] = word
  for (let word = 1; word <= size; word++) {
    if (head[word] > 0 && head[word] < word) lastBelow[head[word]] = word
  }
  const bars: Bar[] = []
  for (let word = 1; word <= size; word++) {
    if (firstAbove[word] !== 0) bars.push({ head: word, first: firstAbove[word], last: word })
    if (lastBelow[word] !== 0) bars.push({ head: word, first: word, last: lastBelow[word] })
  }
  // Only the two bars of one head may meet in a column; otherwise a chain would look like siblings.
  const levels = levelsOf(bars, size, (one, other) => bars[one].head === bars[other].head)
  const above = new Int32Array(size + 1)
  const below = new Int32Array(size + 1)
  bars.forEach((bar, index) => {
    if (bar.first === bar.head) below[bar.head] = levels[index]
    else above[bar.head] = levels[index]
  })
  return { bars, levels, columns: levels.reduce((most, level) => Math.max(most, level), 0), above, below }
}

// First index: 1 if a line comes from the left. Second index: 2 if the bar continues above, plus 1 if it continues below.
const JOINTS = [
  [' ', '╭', '╰', '├'],
  ['─', '┬', '┴', '┼'],
] as const
const ABOVE = 2
const BELOW = 1

/** The arcs in front of each word. A column is two characters wide: the bar, and the line to the word. */
function drawArcs(tree: Tree): string[] {
  const { size, head } = tree
  const { bars, levels, columns, above, below } = layOutBars(tree)
  if (size * columns > MAX_CELL_COUNT)
    throw new RangeError(`${size} words with ${columns} columns of arcs, expected a smaller tree, or SVG`)
  const barsStartingAt: number[][] = Array.from({ length: size + 1 }, () => [])
  bars.forEach(({ first }, index) => barsStartingAt[first].push(index))
  const lastRow = new Int32Array(columns + 1) // by column: the last row of the open bar
  const lines: string[] = []
  for (let word = 1; word <= size; word++) {
    const isOpen = lastRow.map((last) => (last >= word ? 1 : 0))
    for (const index of barsStartingAt[word]) lastRow[levels[index]] = bars[index].last
    const h = head[word]
    const incoming = h <= 0 ? 0 : h > word ? above[h] : below[h]
    let line = ''
    let drawing = 0
    for (let level = columns; level >= 1; level--) {
      const continuation = (isOpen[level] === 1 ? ABOVE : 0) + (lastRow[level] > word ? BELOW : 0)
      if (continuation !== 0 && (level === incoming || level === above[word] || level === below[word])) {
        line += JOINTS[drawing][continuation]
        drawing = 1
        line += level === incoming ? '►' : '─'
      } else {
        line += (continuation === 0 ? JOINTS[drawing][0] : '│') + JOINTS[drawing][0]
      }
    }
    lines.push(line)
  }
  return lines
}

/** The number of characters. */
function lengthOf(text: string): number {
  let length = 0
  for (const _ of text) length++
  return length
}

/** Replaces characters that would break the line by spaces. */
function onOneLine(text: string): string {
  return text.replace(/\p{Cc}|[\u2028\u2029]/gu, ' ')
}

/** The first and the last word of a drawn element. */
export interface Reach {
  readonly first: number
  readonly last: number
}

/**
 * The lowest levels, from 1, for elements that must not overlap: each has a higher level than the elements that it
 * encloses. `size` is the number of words; `mayTouch` tells whether two elements may meet at a word.
 */
export function levelsOf(
  elements: readonly Reach[],
  size: number,
  mayTouch?: (one: number, other: number) => boolean,
): Int32Array {
  const levels = new Int32Array(elements.length)
  // A segment tree over gaps. Gap i is between word i and word i + 1; the children of node n are 2n and 2n + 1.
  const leaves = 2 ** Math.ceil(Math.log2(size + 1))
  const highest = new Int32Array(2 * leaves) // by node: the highest level over a gap in its subtree
  const shared = new Int32Array(2 * leaves) // by node: the highest level of an element over all gaps of its subtree
  const endingAt: number[][] = Array.from({ length: size + 1 }, () => [])
  const order = elements.map((_, element) => element)
  order.sort((a, b) => reachOf(elements[a]) - reachOf(elements[b]) || elements[a].first - elements[b].first)
  for (const element of order) {
    const { first, last } = elements[element]
    const { within, above } = nodesOf(elements[element], leaves)
    let level = 1 + Math.max(...within.map((node) => highest[node]), ...above.map((node) => shared[node]))
    if (mayTouch) {
      const excluded = [...endingAt[first], ...endingAt[last]].filter((other) => !mayTouch(other, element))
      while (excluded.some((other) => levels[other] === level)) level++
      endingAt[first].push(element)
      endingAt[last].push(element)
    }
    levels[element] = level
    for (const node of within) highest[node] = shared[node] = level
    for (const node of above) highest[node] = Math.max(highest[node], level)
  }
  return levels
}

const reachOf = (element: Reach) => element.last - element.first

/** The smallest set of segment-tree nodes that covers the gaps first..last − 1, and the ancestors of these nodes. */
function nodesOf({ first, last }: Reach, leaves: number): { within: number[]; above: number[] } {
  const within: number[] = []
  const above: number[] = []
  for (let left = first + leaves, right = last + leaves; left < right; left >>= 1, right >>= 1) {
    if (left & 1) within.push(left++)
    if (right & 1) within.push(--right)
  }
  for (const place of [first, last - 1])
    for (let node = (place + leaves) >> 1; node > 0; node >>= 1) above.push(node)
  return { within, above }
}
