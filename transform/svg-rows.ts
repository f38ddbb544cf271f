/**
 * A tree as SVG with a word a row, for sentences that are too long for a line: the width grows with the depth of the
 * tree, not with the words. A head is joined to its dependents above by one bar and to those below by another; bars that
 * do not overlap share a column. Colours and marks are as in `drawSvg`. What belongs to the arc into a word has its number
 * in `data-dependent`, the word itself in `data-word`.
 */
import { FORM_SIZE, LABEL_SIZE, widthOf } from './arc-layout.ts'
import { barsOf, checkView, labelAsDrawn } from './draw.ts'
import type { View } from './draw.ts'
import { levelsOf } from './levels.ts'
import { describe, escape, MARK_CLASS, round, STYLE } from './svg.ts'
import type { SvgOptions } from './svg.ts'

/** Sizes in pixels. */
const MARGIN = 12
const ROW = 24
const COLUMN = 14
const CORNER = 5
/** Between the columns, the labels and the words. */
const GAP = 14

/**
 * Draws a tree as a complete SVG element that can stand alone or in a page.
 *
 * @param forms the words 1..n, at 0..n − 1
 * @throws RangeError where the tree or its labels are not of as many words
 */
export function drawSvgRows(forms: readonly string[], view: View, options: SvgOptions = {}): string {
  checkView(forms, view)
  const { id = 'tree', title = forms.join(' ') } = options
  const { size, head, mark } = view.tree
  const bars = barsOf(view.tree)
  const levels = levelsOf(bars, size, (one, other) => bars[one].head === bars[other].head)
  const columns = levels.reduce((most, level) => Math.max(most, level), 0)
  const edge = columns * COLUMN
  const labelled = edge + GAP
  const worded =
    labelled +
    widest(
      forms.map((_, i) => labelAsDrawn(view, i + 1)),
      LABEL_SIZE,
    ) +
    GAP
  const w = round(worded + widest(forms, FORM_SIZE) + 2 * MARGIN)
  const h = size * ROW + 2 * MARGIN
  const y = (word: number): number => (word - 0.5) * ROW
  // By head, where its bars stand.
  const above = new Int32Array(size + 1)
  const below = new Int32Array(size + 1)
  const lines: string[] = []
  bars.forEach(({ head: h, first, last }, index) => {
    const x = edge - (levels[index] - 0.5) * COLUMN
    if (h === last) above[h] = levels[index]
    else below[h] = levels[index]
    // The bar leaves its head two pixels from the middle of the row, so that two bars of it stay apart.
    const far = h === last ? first : last
    const turn = far > h ? -CORNER : CORNER
    const leaves = y(h) - Math.sign(turn) * 2
    lines.push(
      line('', '', `M${edge} ${leaves}H${x + CORNER}Q${x} ${leaves} ${x} ${leaves - turn}V${y(far) + turn}`),
    )
  })
  for (let word = 1; word <= size; word++) {
    const h = head[word]
    const marked = MARK_CLASS[mark[word]] ?? ''
    const dependent = ` data-dependent="${word}"`
    if (h > 0) {
      const x = edge - ((h > word ? above[h] : below[h]) - 0.5) * COLUMN
      const turn = h > word ? CORNER : -CORNER
      lines.push(
        line(marked, dependent, `M${x} ${y(word) + turn}Q${x} ${y(word)} ${x + CORNER} ${y(word)}H${edge}`),
      )
      lines.push(`<path class="tip"${dependent} d="M${edge + 2} ${y(word)}l-6 -3.5v7z"/>`)
    }
    const at = `y="${y(word)}" dominant-baseline="central"`
    lines.push(
      `<text class="label row"${dependent} x="${labelled}" ${at}>${escape(labelAsDrawn(view, word))}</text>`,
      `<text class="form row" data-word="${word}" x="${round(worded)}" ${at}>${escape(forms[word - 1])}</text>`,
    )
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" class="dependency-tree" width="${w}" height="${h}" viewBox="${-MARGIN} ${-MARGIN} ${w} ${h}" role="img" aria-labelledby="${escape(id)}-title ${escape(id)}-description">
<title id="${escape(id)}-title">${escape(title)}</title>
<desc id="${escape(id)}-description">${escape(describe(forms, view))}</desc>
<style>${STYLE}.dependency-tree .row { text-anchor: start }
</style>
${lines.join('\n')}
</svg>
`
}

function line(class_: string, attributes: string, path: string): string {
  return `<path class="arc${class_}"${attributes} d="${path}"/>`
}

function widest(texts: readonly string[], size: number): number {
  return texts.reduce((most, text) => Math.max(most, widthOf(text, size)), 0)
}
