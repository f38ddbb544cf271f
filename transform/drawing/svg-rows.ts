/**
 * A tree as SVG with one word per row, for long sentences: the width grows with the depth of the tree. Bars, colours
 * and marks are as in draw.ts and svg.ts. Elements of an arc have its dependent in `data-dependent`, words their number
 * in `data-word`.
 */
import { FORM_SIZE, LABEL_SIZE, widthOf } from './arc-layout.ts'
import { checkView, labelAsDrawn, layOutBars, type Bars, type View } from './draw.ts'
import { describe, escape, MARK_CLASS, round, STYLE, svgElement, type SvgOptions } from './svg.ts'

/** Sizes in pixels. */
const MARGIN = 12
const ROW = 24
const COLUMN = 14
const CORNER = 5
/** Between the columns, the labels and the words. */
const GAP = 14

/** Draws a tree with the words forms[0..n). Throws RangeError if it does not have as many words and labels. */
export function drawSvgRows(forms: readonly string[], view: View, options: SvgOptions = {}): string {
  checkView(forms, view)
  const { id = 'tree', title = forms.join(' ') } = options
  const bars = layOutBars(view.tree)
  const labels = forms.map((_, index) => labelAsDrawn(view, index + 1))
  const labelled = bars.columns * COLUMN + GAP
  const worded = labelled + widest(labels, LABEL_SIZE) + GAP
  const width = round(worded + widest(forms, FORM_SIZE) + 2 * MARGIN)
  const height = forms.length * ROW + 2 * MARGIN
  const rows = forms.map((form, index) => {
    const at = `y="${middleOf(index + 1)}" dominant-baseline="central"`
    return `${drawArc(view, bars, index + 1)}<text class="label row" data-dependent="${index + 1}" x="${labelled}" ${at}>${escape(labels[index])}</text>
<text class="form row" data-word="${index + 1}" x="${round(worded)}" ${at}>${escape(form)}</text>`
  })
  return svgElement(
    { id, title, description: describe(forms, view) },
    {
      width,
      height,
      viewBox: `${-MARGIN} ${-MARGIN} ${width} ${height}`,
      style: `${STYLE}.dependency-tree .row { text-anchor: start }\n`,
    },
    [...drawBars(bars), ...rows].join('\n'),
  )
}

const middleOf = (word: number): number => (word - 0.5) * ROW

/** The x of a column. */
const middleOfColumn = ({ columns }: Bars, level: number): number => (columns - level + 0.5) * COLUMN

/** The bars, each from its head to the corner of its farthest dependent. */
function drawBars(bars: Bars): string[] {
  const edge = bars.columns * COLUMN
  return bars.bars.map(({ head, first, last }, index) => {
    const x = middleOfColumn(bars, bars.levels[index])
    // The bar leaves its head two pixels from the middle of the row, so that the two bars of a head stay apart.
    const far = head === last ? first : last
    const turn = far > head ? -CORNER : CORNER
    const y = middleOf(head) - Math.sign(turn) * 2
    return line('', '', `M${edge} ${y}H${x + CORNER}Q${x} ${y} ${x} ${y - turn}V${middleOf(far) + turn}`)
  })
}

/** The line from the bar of its head to a word, with its tip; nothing for a root. */
function drawArc({ tree: { head, mark } }: View, bars: Bars, word: number): string {
  const h = head[word]
  if (h <= 0) return ''
  const edge = bars.columns * COLUMN
  const x = middleOfColumn(bars, h > word ? bars.above[h] : bars.below[h])
  const y = middleOf(word)
  const turn = h > word ? CORNER : -CORNER
  const dependent = ` data-dependent="${word}"`
  const path = `M${x} ${y + turn}Q${x} ${y} ${x + CORNER} ${y}H${edge}`
  return `${line(MARK_CLASS[mark[word]] ?? '', dependent, path)}
<path class="tip"${dependent} d="M${edge + 2} ${y}l-6 -3.5v7z"/>
`
}

function line(mark: string, attributes: string, path: string): string {
  return `<path class="arc${mark}"${attributes} d="${path}"/>`
}

function widest(texts: readonly string[], size: number): number {
  return texts.reduce((most, text) => Math.max(most, widthOf(text, size)), 0)
}
