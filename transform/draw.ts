/**
 * Trees as text, one word a line, so that neither long sentences nor wide labels need a wide screen:
 *
 *     ╭►── det       the
 *     ├►── compound  stock
 *     ╰─┬► nsubj     market
 *       ╰─ root      crashed
 *
 * A head is joined to its dependents above by one bar and to those below by another; `►` stands where a bar reaches a
 * dependent. Bars that do not overlap share a column. Where arcs cross, a bar passes over a line: `─│─`. Several
 * trees of one sentence, as the original and the transformed one, stand side by side.
 */
import { markSigns } from './label.ts'
import { levelsOf } from './levels.ts'
import type { Reach } from './levels.ts'
import type { Tree } from './tree.ts'

/** A tree to be drawn. */
export interface View {
  readonly tree: Tree
  /** The text of the label of word i at i − 1, without its mark, which the tree has. */
  readonly labels: readonly string[]
  /** Stands above the drawing. */
  readonly title?: string
}

/** The label of a word with the sign of its mark, as it is drawn. */
export function labelAsDrawn({ tree, labels }: View, word: number): string {
  return labels[word - 1] + markSigns[tree.mark[word]]
}

/** Throws RangeError where a view is not one of these words. */
export function checkView(forms: readonly string[], { tree, labels }: View): void {
  if (tree.size !== forms.length || labels.length !== forms.length)
    throw new RangeError(
      `${forms.length} words cannot be drawn with a tree of ${tree.size} and ${labels.length} labels`,
    )
}

/**
 * Draws trees of one sentence side by side, words at the right. Lines end in `\n`.
 *
 * @param forms the words 1..n, at 0..n − 1
 * @throws RangeError where a tree or its labels are not of as many words
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

/** The title and the lines of one tree, arcs and labels, all of one width. */
function drawBlock(view: View): string[] {
  const arcs = drawArcs(view.tree)
  const lines = [view.title ?? '', ...arcs.map((line, row) => `${line} ${labelAsDrawn(view, row + 1)}`)]
  const width = Math.max(...lines.map(lengthOf))
  return lines.map((line) => line + ' '.repeat(width - lengthOf(line)))
}

/** One head's dependents on one side: words first..last, the head at one end. */
export interface Bar extends Reach {
  readonly head: number
}

/** The bars of a tree, by head, the one above first; arcs from the artificial root have none. */
export function barsOf({ size, head }: Tree): Bar[] {
  const above = new Int32Array(size + 1)
  const below = new Int32Array(size + 1)
  for (let word = size; word >= 1; word--) if (head[word] > word) above[head[word]] = word
  for (let word = 1; word <= size; word++) if (head[word] > 0 && head[word] < word) below[head[word]] = word
  const bars: Bar[] = []
  for (let word = 1; word <= size; word++) {
    if (above[word] !== 0) bars.push({ head: word, first: above[word], last: word })
    if (below[word] !== 0) bars.push({ head: word, first: word, last: below[word] })
  }
  return bars
}

// By whether the bar goes on above (2) and below (1), and whether a line comes from the left.
const JOINTS = [
  [' ', '╭', '╰', '├'],
  ['─', '┬', '┴', '┼'],
] as const
const ABOVE = 2
const BELOW = 1

/** The arcs in front of each word. A column is two characters wide: the bar, and what leads on to the word. */
function drawArcs(tree: Tree): string[] {
  const { size, head } = tree
  const bars = barsOf(tree)
  // Only a head's own two bars may meet in one column, else a chain would look like sisters.
  const levels = levelsOf(bars, size, (one, other) => bars[one].head === bars[other].head)
  const columns = Math.max(0, ...levels)
  const beginning: number[][] = Array.from({ length: size + 1 }, () => [])
  const above = new Int32Array(size + 1) // the level of a word's bar to its dependents above, below
  const below = new Int32Array(size + 1)
  bars.forEach((bar, index) => {
    beginning[bar.first].push(index)
    if (bar.first === bar.head) below[bar.head] = levels[index]
    else above[bar.head] = levels[index]
  })
  const lastRow = new Int32Array(columns + 1) // of the bar that is open in each column
  const lines: string[] = []
  for (let word = 1; word <= size; word++) {
    const open = lastRow.map((last) => (last >= word ? 1 : 0))
    for (const index of beginning[word]) lastRow[levels[index]] = bars[index].last
    const h = head[word]
    const incoming = h <= 0 ? 0 : h > word ? above[h] : below[h]
    let line = ''
    let drawing = 0
    for (let level = columns; level >= 1; level--) {
      const goesOn = (open[level] === 1 ? ABOVE : 0) + (lastRow[level] > word ? BELOW : 0)
      if (goesOn !== 0 && (level === incoming || level === above[word] || level === below[word])) {
        line += JOINTS[drawing][goesOn]
        drawing = 1
        line += level === incoming ? '►' : '─'
      } else {
        line += (goesOn === 0 ? JOINTS[drawing][0] : '│') + JOINTS[drawing][0]
      }
    }
    lines.push(line)
  }
  return lines
}

/** In characters, as a terminal counts the letters of labels. */
function lengthOf(text: string): number {
  return [...text].length
}

/** Spaces instead of anything that would break the line. */
function onOneLine(text: string): string {
  return text.replace(/\p{Cc}|[\u2028\u2029]/gu, ' ')
}
