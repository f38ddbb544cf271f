/**
 * Trees as SVG with the words in a line: the arcs of one tree above it, those of a second one below. Lines and text have
 * the color of the text around the drawing; black in a file of its own. Relocated arcs are dotted, reversed ones dashed.
 */
import { FORM_SIZE, LABEL_SIZE, layOut, NOTE_SIZE } from './arc-layout.ts'
import type { Arc, Notes } from './arc-layout.ts'
import { checkView, labelAsDrawn } from './draw.ts'
import type { View } from './draw.ts'
import { RELOCATED, REVERSED } from '../tree.ts'

export interface SvgOptions {
  /** The title of the drawing; the forms of the sentence by default. */
  readonly title?: string
  /** The `id` of the SVG element; none by default. */
  readonly id?: string
  /** Small text under each word, in lines: its part of speech and its lemma, for example. Default: none. */
  readonly notes?: Notes
}

/** Sizes in pixels. */
const MARGIN = 12
const LEVEL = 24
/** Between an arc's foot and the middle of the line of words. */
export const FOOT = 16
const CORNER = 6
/** The length of a tip, and half of its width. */
const TIP = [7, 3.5] as const
const NOTE_LINE = 15

/**
 * Draws one or two trees with the words forms[0..n). Elements of an arc have its dependent in `data-dependent`, words their
 * number in `data-word`. Throws RangeError if a tree does not have as many words and labels.
 */
export function drawSvg(
  forms: readonly string[],
  views: readonly [View] | readonly [View, View],
  options: SvgOptions = {},
): string {
  return svgDrawing(forms, views, options).svg
}

/** A complete SVG element, with its size in pixels. */
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
  const noted = NOTE_LINE * notes.reduce((most, { length }) => Math.max(most, length), 0)
  const above = FOOT + heights[0] * LEVEL + LABEL_SIZE
  const below = noted + (views.length > 1 ? FOOT + heights[1] * LEVEL + LABEL_SIZE : FORM_SIZE)
  const words = forms.flatMap((form, index) => [
    textElement('form', form, `word="${index + 1}"`, [centres[index], 0]),
    ...(notes[index] ?? []).map((note, line) =>
      textElement('note', note, `word="${index + 1}"`, [centres[index], FORM_SIZE + 2 + line * NOTE_LINE]),
    ),
  ])
  const drawn = arcs.flatMap((those, index) =>
    those.map((arc) => {
      const height = FOOT + arc.level * LEVEL
      const y = (up: number): number => (index === 0 ? -up : noted + up)
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
    [...words, ...drawn],
  )
}

/** @param texts its id, if any, and title and description for screen readers */
export function svgElement(
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

/** Drawings one below the other, as one SVG element. One drawing stays as it is. */
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

/** Text at a point. @param of the data attribute that names what it shows: `word="1"` or `dependent="1"` */
export function textElement(
  classes: string,
  text: string,
  of: string,
  [x, y]: readonly [number, number],
): string {
  return `<text class="${classes}" data-${of} x="${round(x)}" y="${round(y)}">${escape(text)}</text>`
}

/** An arc with its tip. `point` gives the x and y of what is so far along the line of words and so far above it. */
export function drawArc(
  { word, from, to, mark }: Arc,
  top: number,
  point: (along: number, up: number) => readonly [number, number],
): string {
  const at = (along: number, up: number): string => point(along, up).map(round).join(' ')
  let path = `M${at(to, top)}`
  if (from !== undefined) {
    const corner = Math.min(CORNER, Math.abs(to - from) / 2)
    const on = to > from ? corner : -corner
    path =
      `M${at(from, FOOT)}L${at(from, top - corner)}Q${at(from, top)} ${at(from + on, top)}` +
      `L${at(to - on, top)}Q${at(to, top)} ${at(to, top - corner)}`
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
