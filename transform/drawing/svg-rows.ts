/**
 * A tree as SVG with one word per row, for long sentences: the arcs of svg.ts, rotated, are to the left of the words. The
 * arcs are at most 100 pixels wide.
 */
import { FORM_SIZE, LABEL_SIZE, layOutRows, NOTE_SIZE, widest } from './arc-layout.ts'
import { checkView, labelAsDrawn, type View } from './draw.ts'
import { describe, drawArc, FOOT, svgElement, textElement, type SvgDrawing, type SvgOptions } from './svg.ts'

/** Sizes in pixels. */
const MARGIN = 12
const ROW_HEIGHT = 24
/** The height of a row with notes under the form. */
const ROW_HEIGHT_WITH_NOTES = 38
/** The width of the lowest level (with the tips), of each higher level, and the maximum width of all levels. */
const LOWEST_LEVEL_WIDTH = 14
const LEVEL_WIDTH = 10
const MAX_ARCS_WIDTH = 100
/** The distance between the arcs, the labels and the words. */
const GAP = 14

/** Draws a tree with the words forms[0..n). Throws RangeError if the numbers of words, forms and labels differ. */
export function drawSvgRows(forms: readonly string[], view: View, options: SvgOptions = {}): string {
  return svgRowsDrawing(forms, view, options).svg
}

export function svgRowsDrawing(forms: readonly string[], view: View, options: SvgOptions = {}): SvgDrawing {
  checkView(forms, view)
  const { id, title = forms.join(' '), notes: lines } = options
  const notes = lines?.map((noteLines) => noteLines.join('\u2002')) ?? []
  const { height, centres, arcs, levels } = layOutRows(view, lines ? ROW_HEIGHT_WITH_NOTES : ROW_HEIGHT)
  const level = Math.min(LEVEL_WIDTH, (MAX_ARCS_WIDTH - LOWEST_LEVEL_WIDTH) / Math.max(1, levels - 1))
  const arcsWidth = LOWEST_LEVEL_WIDTH + Math.max(0, levels - 1) * level
  const labels = forms.map((_, index) => labelAsDrawn(view, index + 1))
  const labelX = arcsWidth + GAP / 2
  const wordX = labelX + widest(labels, LABEL_SIZE) + GAP
  const width = wordX + Math.max(widest(forms, FORM_SIZE), widest(notes, NOTE_SIZE))
  const arcElements = arcs.map((arc) => {
    const height = arc.from === undefined ? LOWEST_LEVEL_WIDTH : LOWEST_LEVEL_WIDTH + (arc.level - 1) * level
    return drawArc(arc, FOOT + height, (along, up) => [arcsWidth + FOOT - up, along])
  })
  const rows = centres.flatMap((y, index) => {
    const [label, word] = [`dependent="${index + 1}"`, `word="${index + 1}"`]
    const [up, down] = lines ? [7, 10] : [0, 0]
    return [
      textElement('label row', labels[index], label, [labelX, y]),
      textElement('form row', forms[index], word, [wordX, y - up]),
      ...(lines ? [textElement('note row', notes[index] ?? '', word, [wordX, y + down])] : []),
    ]
  })
  return svgElement(
    { id, title, description: describe(forms, view) },
    { left: -MARGIN, top: -MARGIN, width: width + 2 * MARGIN, height: height + 2 * MARGIN },
    [...arcElements, ...rows],
  )
}
