/**
 * Trees as SVG with the words in a line: the arcs of the first tree are above the words, the arcs of a second tree below; or
 * with one word in each row.
 * Lines and text have the color of the surrounding text; black in a separate file. Relocated arcs are dotted, reversed
 * arcs are dashed.
 */
import {
  FORM_SIZE,
  LABEL_SIZE,
  layOut,
  NOTE_SIZE,
  type Arc,
  type Notes,
  layOutRows,
  widest,
} from './arc-layout.ts'
import { checkView, labelAsDrawn, type View } from './draw.ts'
import { RELOCATED, REVERSED } from '../tree.ts'

export interface SvgOptions {
  /** The title of the drawing. Default: the forms of the sentence. */
  readonly title?: string
  /** The `id` of the SVG element. Default: none. */
  readonly id?: string
  /** Lines of small text under each word: the part of speech and the lemma, for example. Default: none. */
  readonly notes?: Notes
}

/** Sizes in pixels. */
const MARGIN = 12
const LEVEL_HEIGHT = 24
/** The distance between the foot of an arc and the middle of the line of words. */
const FOOT = 16
const CORNER = 6
/** The length of an arrow tip, and half of the width. */
const TIP = [7, 3.5] as const
const NOTE_LINE = 15

/**
 * Draws one or two trees with the words forms[0..n). The elements of an arc have the dependent in `data-dependent`; words
 * have their number in `data-word`. Throws RangeError if the numbers of words, forms and labels differ.
 */
export function drawSvg(
  forms: readonly string[],
  views: readonly [View] | readonly [View, View],
  options: SvgOptions = {},
): string {
  return svgDrawing(forms, views, options).svg
}

/** A complete SVG element and its size in pixels. */
export interface SvgDrawing {
  readonly svg: string
  readonly width: number
  readonly height: number
}

export function svgDrawing(
  forms: readonly string[],
  views: readonly [View] | readonly [View, View],
  options: SvgOptions = {},
): SvgDrawing {
  for (const view of views) checkView(forms, view)
  const { id, title = forms.join(' '), notes = [] } = options
  const { width, centres, arcs, heights } = layOut(forms, views, notes)
  const notesHeight = NOTE_LINE * notes.reduce((most, { length }) => Math.max(most, length), 0)
  const above = FOOT + heights[0] * LEVEL_HEIGHT + LABEL_SIZE
  const below = notesHeight + (views.length > 1 ? FOOT + heights[1] * LEVEL_HEIGHT + LABEL_SIZE : FORM_SIZE)
  const words = forms.flatMap((form, index) => [
    textElement('form', form, `word="${index + 1}"`, [centres[index], 0]),
    ...(notes[index] ?? []).map((note, line) =>
      textElement('note', note, `word="${index + 1}"`, [centres[index], FORM_SIZE + 2 + line * NOTE_LINE]),
    ),
  ])
  const arcElements = arcs.flatMap((viewArcs, index) =>
    viewArcs.map((arc) => {
      const height = FOOT + arc.level * LEVEL_HEIGHT
      const y = (up: number): number => (index === 0 ? -up : notesHeight + up)
      const label = `dependent="${arc.word}"`
      const middle = ((arc.from ?? arc.to) + arc.to) / 2
      return (
        drawArc(arc, height, (along, up) => [along, y(up)]) +
        textElement('label', arc.label, label, [middle, y(height) + (index === 0 ? -4 : LABEL_SIZE)])
      )
    }),
  )
  return svgElement(
    { id, title, description: views.map((view) => describe(forms, view)).join('\n') },
    { left: -MARGIN, top: -MARGIN - above, width: width + 2 * MARGIN, height: above + below + 2 * MARGIN },
    [...words, ...arcElements],
  )
}

/** @param texts the optional id, and the title and description for screen readers */
function svgElement(
  texts: Readonly<Record<'title' | 'description', string> & { readonly id?: string }>,
  frame: Readonly<Record<'left' | 'top' | 'width' | 'height', number>>,
  contents: readonly string[],
): SvgDrawing {
  const [left, top, width, height] = [frame.left, frame.top, frame.width, frame.height].map(round)
  const id = texts.id === undefined ? '' : ` id="${escape(texts.id)}"`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"${id} class="dependency-tree" width="${width}" height="${height}" viewBox="${left} ${top} ${width} ${height}" role="img" aria-label="${escape(texts.title)}">
<title>${escape(texts.title)}</title>
<desc>${escape(texts.description)}</desc>
<style>${STYLE}</style>
${contents.join('\n')}
</svg>
`
  return { svg, width, height }
}

/** Stacks drawings vertically in one SVG element. A single drawing is returned unchanged. */
export function stackSvg(drawings: readonly SvgDrawing[], title: string): string {
  if (drawings.length === 1) return drawings[0].svg
  const width = drawings.reduce((most, drawing) => Math.max(most, drawing.width), 0)
  let height = 0
  const contents = drawings.map((drawing) => {
    const top = height
    height += drawing.height
    return `<g transform="translate(0 ${round(top)})">\n${drawing.svg}</g>\n`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${round(width)}" height="${round(height)}" viewBox="0 0 ${round(width)} ${round(height)}" role="group" aria-label="${escape(title)}">
<title>${escape(title)}</title>
${contents.join('')}</svg>
`
}

const STYLE = `
.dependency-tree text { fill: currentColor; text-anchor: middle; font-family: system-ui, sans-serif }
.dependency-tree .form { font-size: ${FORM_SIZE}px; dominant-baseline: central }
.dependency-tree .label { font-size: ${LABEL_SIZE}px }
.dependency-tree .note { font-size: ${NOTE_SIZE}px; dominant-baseline: central; fill-opacity: .75 }
.dependency-tree .row { text-anchor: start; dominant-baseline: central }
.dependency-tree .arc { fill: none; stroke: currentColor; stroke-opacity: .65; stroke-width: 1.25 }
.dependency-tree .relocated { stroke-dasharray: 1.5 3 }
.dependency-tree .reversed { stroke-dasharray: 6 3 }
.dependency-tree .tip { fill: currentColor }
`

const MARK_CLASS: Readonly<Record<number, string>> = { [RELOCATED]: ' relocated', [REVERSED]: ' reversed' }

/** Text at a point. @param dataAttribute identifies the word of the text: `word="1"` or `dependent="1"` */
function textElement(
  classes: string,
  text: string,
  dataAttribute: string,
  [x, y]: readonly [number, number],
): string {
  return `<text class="${classes}" data-${dataAttribute} x="${round(x)}" y="${round(y)}">${escape(text)}</text>`
}

/** An arc with a tip. `point` converts a position along the line of words and a height above the line to x and y. */
function drawArc(
  { word, from, to, mark }: Arc,
  top: number,
  point: (along: number, up: number) => readonly [number, number],
): string {
  const at = (along: number, up: number): string => point(along, up).map(round).join(' ')
  let path = `M${at(to, top)}`
  if (from !== undefined) {
    const corner = Math.min(CORNER, Math.abs(to - from) / 2)
    const cornerOffset = to > from ? corner : -corner
    path =
      `M${at(from, FOOT)}L${at(from, top - corner)}Q${at(from, top)} ${at(from + cornerOffset, top)}` +
      `L${at(to - cornerOffset, top)}Q${at(to, top)} ${at(to, top - corner)}`
  }
  const [length, half] = TIP
  const tip = `M${at(to, FOOT)}L${at(to - half, FOOT + length)}L${at(to + half, FOOT + length)}Z`
  return `<path class="arc${MARK_CLASS[mark] ?? ''}" data-dependent="${word}" d="${path}L${at(to, FOOT)}"/><path class="tip" data-dependent="${word}" d="${tip}"/>`
}

/** A description of the tree in words. */
export function describe(forms: readonly string[], view: View): string {
  const { size, head } = view.tree
  const clauses: string[] = []
  for (let word = 1; word <= size; word++) {
    const label = labelAsDrawn(view, word)
    if (head[word] === 0) clauses.push(`${forms[word - 1]} is the root (${label})`)
    else if (head[word] > 0) clauses.push(`${forms[word - 1]} depends on ${forms[head[word] - 1]} (${label})`)
  }
  return `${view.title === undefined ? '' : `${view.title}: `}${clauses.join('; ')}.`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** Escapes text for XML; characters that XML does not allow become U+FFFD. */
export function escape(text: string): string {
  return text
    .replace(/[&<>"]/gu, (character) => ENTITIES[character])
    .replace(/[^\P{Cc}\t\n\r\u007f-\u009f]|\p{Cs}|[\ufffe\uffff]/gu, '\ufffd')
}

/** To a hundredth of a pixel. */
function round(pixels: number): number {
  return Math.round(100 * pixels) / 100
}

// Rows: one word in each row, for long sentences. The arcs are rotated, to the left of the words, at most 100 pixels wide.

/** Sizes in pixels. */
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
