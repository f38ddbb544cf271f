/**
 * A tree as SVG with one word per row, for long sentences: the arcs of svg.ts, turned to the left of the words. The drawing
 * is as wide as its longest texts and at most 100 pixels of arcs.
 */
import { FORM_SIZE, LABEL_SIZE, layOutRows, NOTE_SIZE, widest } from './arc-layout.ts'
import { checkView, labelAsDrawn, type View } from './draw.ts'
import { describe, drawArc, FOOT, svgElement, textElement, type SvgDrawing, type SvgOptions } from './svg.ts'

/** Sizes in pixels. */
const MARGIN = 12
const ROW = 24
/** Notes are under the form of their row. */
const ROW_WITH_NOTES = 38
/** The width of the lowest level, where the tips are, of a level above it, and the most for all levels. */
const LOWEST = 14
const LEVEL = 10
const MOST = 100
/** Between the arcs, the labels and the words. */
const GAP = 14

/** Draws a tree with the words forms[0..n). Throws RangeError if it does not have as many words and labels. */
export function drawSvgRows(forms: readonly string[], view: View, options: SvgOptions = {}): string {
  return svgRowsDrawing(forms, view, options).svg
}

export function svgRowsDrawing(forms: readonly string[], view: View, options: SvgOptions = {}): SvgDrawing {
  checkView(forms, view)
  const { id, title = forms.join(' '), notes: lines } = options
  const notes = lines?.map((those) => those.join('\u2002')) ?? []
  const { height, centres, arcs, levels } = layOutRows(view, lines ? ROW_WITH_NOTES : ROW)
  const level = Math.min(LEVEL, (MOST - LOWEST) / Math.max(1, levels - 1))
  const edge = LOWEST + Math.max(0, levels - 1) * level
  const labels = forms.map((_, index) => labelAsDrawn(view, index + 1))
  const labelled = edge + GAP / 2
  const worded = labelled + widest(labels, LABEL_SIZE) + GAP
  const width = worded + Math.max(widest(forms, FORM_SIZE), widest(notes, NOTE_SIZE))
  const drawn = arcs.map((arc) => {
    const height = arc.from === undefined ? LOWEST : LOWEST + (arc.level - 1) * level
    return drawArc(arc, FOOT + height, (along, up) => [edge + FOOT - up, along])
  })
  const rows = centres.flatMap((y, index) => {
    const [label, word] = [`dependent="${index + 1}"`, `word="${index + 1}"`]
    const [up, down] = lines ? [7, 10] : [0, 0]
    return [
      textElement('label row', labels[index], label, [labelled, y]),
      textElement('form row', forms[index], word, [worded, y - up]),
      ...(lines ? [textElement('note row', notes[index] ?? '', word, [worded, y + down])] : []),
    ]
  })
  return svgElement(
    { id, title, description: describe(forms, view) },
    { left: -MARGIN, top: -MARGIN, width: width + 2 * MARGIN, height: height + 2 * MARGIN },
    [...drawn, ...rows],
  )
}
