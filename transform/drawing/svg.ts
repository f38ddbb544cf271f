/**
 * Trees as SVG with the words in a line: the arcs of one tree above it, those of a second one below. Lines and text are
 * dark on light or light on dark as the system prefers. Relocated arcs are dotted, reversed ones dashed.
 */
import { FORM_SIZE, LABEL_SIZE, layOut } from './arc-layout.ts'
import type { Arc } from './arc-layout.ts'
import { checkView, labelAsDrawn } from './draw.ts'
import type { View } from './draw.ts'
import { RELOCATED, REVERSED } from '../tree.ts'

export interface SvgOptions {
  /** The title of the drawing; the forms of the sentence by default. */
  readonly title?: string
  /** The prefix of the ids in the drawing, which must differ between the drawings of one page; `tree` by default. */
  readonly id?: string
}

/** Sizes in pixels. */
const MARGIN = 12
const LEVEL = 24
/** Between an arc's foot and the middle of the line of words. */
const FOOT = 16
const CORNER = 6

/**
 * Draws one or two trees with the words forms[0..n). Throws RangeError if one does not have as many words and labels.
 */
export function drawSvg(
  forms: readonly string[],
  views: readonly [View] | readonly [View, View],
  options: SvgOptions = {},
): string {
  for (const view of views) checkView(forms, view)
  const { id = 'tree', title = forms.join(' ') } = options
  const { width, centres, arcs, heights } = layOut(forms, views)
  const above = FOOT + heights[0] * LEVEL + LABEL_SIZE
  const below = views.length > 1 ? FOOT + heights[1] * LEVEL + LABEL_SIZE : FORM_SIZE
  const w = round(width + 2 * MARGIN)
  const h = above + below + 2 * MARGIN
  const line = MARGIN + above
  const words = forms.map(
    (form, index) => `<text class="form" x="${round(centres[index])}" y="${line}">${escape(form)}</text>`,
  )
  const drawn = arcs.flatMap((those, index) => those.map((arc) => drawArc(arc, index === 0 ? -1 : 1)))
  return svgElement(
    { id, title, description: views.map((view) => describe(forms, view)).join('\n') },
    { width: w, height: h, viewBox: `${-MARGIN} 0 ${w} ${h}`, style: STYLE },
    `<g>
${words.join('\n')}
</g>
<g transform="translate(0 ${line})">
${drawn.join('\n')}
</g>`,
  )
}

/** A complete SVG element. @param texts the prefix of its ids, and title and description for screen readers */
export function svgElement(
  texts: Readonly<Record<'id' | 'title' | 'description', string>>,
  frame: Readonly<Record<'width' | 'height', number> & Record<'viewBox' | 'style', string>>,
  contents: string,
): string {
  const { width, height, viewBox, style } = frame
  const prefix = escape(texts.id)
  return `<svg xmlns="http://www.w3.org/2000/svg" class="dependency-tree" width="${width}" height="${height}" viewBox="${viewBox}" role="img" aria-labelledby="${prefix}-title ${prefix}-description">
<title id="${prefix}-title">${escape(texts.title)}</title>
<desc id="${prefix}-description">${escape(texts.description)}</desc>
<style>${style}</style>
${contents}
</svg>
`
}

export const STYLE = `
.dependency-tree { color: #1c2024 }
@media (prefers-color-scheme: dark) { .dependency-tree { color: #eceef0 } }
.dependency-tree text { fill: currentColor; text-anchor: middle; font-family: system-ui, sans-serif }
.dependency-tree .form { font-size: ${FORM_SIZE}px; dominant-baseline: central }
.dependency-tree .label { font-size: ${LABEL_SIZE}px }
.dependency-tree .arc { fill: none; stroke: currentColor; stroke-opacity: .65; stroke-width: 1.25 }
.dependency-tree .relocated { stroke-dasharray: 1.5 3 }
.dependency-tree .reversed { stroke-dasharray: 6 3 }
.dependency-tree .tip { fill: currentColor }
`

export const MARK_CLASS = { [RELOCATED]: ' relocated', [REVERSED]: ' reversed' } as Readonly<
  Record<number, string>
>

/** One arc with its tip and label; y counts from the line of words, `up` is −1 above it and 1 below. */
function drawArc({ from: atHead, to: atWord, level, label, mark }: Arc, up: -1 | 1): string {
  const foot = up * FOOT
  const top = up * (FOOT + level * LEVEL)
  const to = round(atWord)
  let path = `M${to} ${top}V${foot}`
  if (atHead !== undefined) {
    const from = round(atHead)
    const right = atWord > atHead ? 1 : -1
    const corner = Math.min(CORNER, Math.abs(atWord - atHead) / 2)
    path = [
      `M${from} ${foot}`,
      `V${top - up * corner}Q${from} ${top} ${round(atHead + right * corner)} ${top}`,
      `H${round(atWord - right * corner)}Q${to} ${top} ${to} ${top - up * corner}`,
      `V${foot}`,
    ].join('')
  }
  const x = round(((atHead ?? atWord) + atWord) / 2)
  const y = up < 0 ? top - 4 : top + LABEL_SIZE
  return `<path class="arc${MARK_CLASS[mark] ?? ''}" d="${path}"/><path class="tip" d="M${to} ${foot}l-3.5 ${up * 7}h7z"/><text class="label" x="${x}" y="${y}">${escape(label)}</text>`
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
  "'": '&#39;',
}

/** Escapes text for XML; characters that XML does not allow become U+FFFD. */
export function escape(text: string): string {
  return text
    .replace(/[&<>"']/gu, (character) => ENTITIES[character])
    .replace(/[^\P{Cc}\t\n\r\u007f-\u009f]|\p{Cs}|[\ufffe\uffff]/gu, '\ufffd')
}

/** To a hundredth of a pixel. */
export function round(pixels: number): number {
  return Math.round(100 * pixels) / 100
}
