/** Positions, in pixels, of words on a line or in rows, and of the nested arcs next to them. Widths of text are estimated. */
import { labelAsDrawn, type View, levelsOf } from './draw.ts'
import type { Tree } from '../tree.ts'

/** Sizes in pixels. */
export const FORM_SIZE = 16
export const LABEL_SIZE = 12
export const NOTE_SIZE = 11
const WORD_GAP = 12
const LABEL_GAP = 10
/** The distance between the arcs of one word. */
const FOOT_GAP = 7
/** The distance between the arcs of neighbouring rows. */
const ROW_GAP = 4

export interface Arc {
  readonly word: number
  readonly label: string
  readonly mark: number
  /** The positions of both ends along the line of words: `from` at the head (absent for the artificial root), `to` at the dependent. */
  readonly from?: number
  readonly to: number
  /** The height, from 1. An arc is higher than the arcs that it covers; arcs from the root are higher than all others. */
  readonly level: number
}

/** Lines of small text under each word: line k of word i is at [i − 1][k]. */
export type Notes = readonly (readonly string[])[]

/**
 * Places words on a line. Returns the width of the drawing, the x of the centre of word i at i − 1, and, by view, the arcs
 * and their highest level.
 */
export function layOut(forms: readonly string[], views: readonly View[], notes: Notes = []) {
  const feet = views.map((view) => feetOf(view.tree))
  const widths = forms.map((form, index) =>
    Math.max(
      widthOf(form, FORM_SIZE),
      widest(notes[index] ?? [], NOTE_SIZE),
      ...feet.map((foot) => foot.counts[index + 1] * FOOT_GAP),
    ),
  )
  // Places each word as far left as the words before it and the arcs that end at it allow.
  const centres: number[] = []
  const roots = views.map(() => Number.NEGATIVE_INFINITY) // by view: the right end of the last root's label
  const endingAt = views.map(({ tree: { size, head } }) => {
    const dependents: number[][] = Array.from({ length: size + 1 }, () => [])
    for (let word = 1; word <= size; word++)
      if (head[word] > 0) dependents[Math.max(word, head[word])].push(word)
    return dependents
  })
  for (let word = 1; word <= forms.length; word++) {
    const half = widths[word - 1] / 2
    let x = word === 1 ? half : centres[word - 2] + widths[word - 2] / 2 + WORD_GAP + half
    views.forEach((view, index) => {
      const { atHead, atWord } = feet[index]
      for (const dependent of endingAt[index][word]) {
        const h = view.tree.head[dependent]
        const [leftFoot, rightFoot] =
          h < dependent ? [atHead[dependent], atWord[dependent]] : [atWord[dependent], atHead[dependent]]
        const left = centres[Math.min(h, dependent) - 1] + leftFoot
        x = Math.max(x, left - rightFoot + labelWidth(view, dependent) + LABEL_GAP)
      }
      if (view.tree.head[word] !== 0) return
      const room = labelWidth(view, word) / 2
      x = Math.max(x, room - atWord[word], roots[index] + LABEL_GAP + room - atWord[word])
      roots[index] = x + atWord[word] + room
    })
    centres.push(x)
  }
  const right = forms.length === 0 ? 0 : centres.at(-1)! + widths.at(-1)! / 2
  const arcs = views.map((view, index) => placeArcs(view, feet[index], centres))
  return { width: Math.max(right, ...roots), centres, arcs, heights: arcs.map(highest) }
}

/**
 * Places words in rows from top to bottom. A row is as high as its arcs require, at least `row`. Returns the height of the
 * drawing, the y of the middle of each row, the arcs, and the highest level of the arcs between words.
 */
export function layOutRows(view: View, minRowHeight: number) {
  const feet = feetOf(view.tree)
  let height = 0
  const centres = view.labels.map((_, index) => {
    const rowHeight = Math.max(minRowHeight, feet.counts[index + 1] * FOOT_GAP + ROW_GAP)
    height += rowHeight
    return height - rowHeight / 2
  })
  const arcs = placeArcs(view, feet, centres)
  return { height, centres, arcs, levels: highest(arcs.filter(({ from }) => from !== undefined)) }
}

function highest(arcs: readonly Arc[]): number {
  return arcs.reduce((most, { level }) => Math.max(most, level), 0)
}

/**
 * Places the ends of arcs at each word next to each other: the ends of long arcs and of the root arc are in the middle.
 * Returns, by dependent, the x of both ends of its arc, relative to the centre of the word at that end, and, by word,
 * the number of ends.
 */
function feetOf({ size, head }: Tree) {
  const counts = new Int32Array(size + 1)
  const endsOf: { readonly dependent: number; readonly other: number }[][] = Array.from(head, () => [])
  for (let word = 1; word <= size; word++) {
    const h = head[word]
    if (h < 0) continue
    endsOf[word].push({ dependent: word, other: h })
    if (h > 0) endsOf[h].push({ dependent: word, other: word })
  }
  const atHead = new Float64Array(size + 1)
  const atWord = new Float64Array(size + 1)
  for (let word = 1; word <= size; word++) {
    // The ends of arcs to the left, the nearest first; then the root; then those to the right, the farthest first.
    const place = (other: number) => (other === 0 ? 0 : 1 / (other - word))
    const ends = endsOf[word].sort((a, b) => place(a.other) - place(b.other))
    counts[word] = ends.length
    ends.forEach(({ dependent }, index) => {
      const at = dependent === word ? atWord : atHead
      at[dependent] = (index - (ends.length - 1) / 2) * FOOT_GAP
    })
  }
  return { atHead, atWord, counts }
}

function placeArcs(
  view: View,
  { atHead, atWord }: ReturnType<typeof feetOf>,
  centres: readonly number[],
): Arc[] {
  const { size, head, mark } = view.tree
  const allWords = Array.from({ length: size }, (_, index) => index + 1)
  const words = allWords.filter((word) => head[word] > 0)
  const spans = words.map((word) => ({
    first: Math.min(word, head[word]),
    last: Math.max(word, head[word]),
  }))
  const levels = levelsOf(spans, size)
  const arcOf = (word: number, level: number) => {
    const to = centres[word - 1] + atWord[word]
    return { word, label: labelAsDrawn(view, word), mark: mark[word], to, level }
  }
  const arcs: Arc[] = words.map((word, index) => ({
    ...arcOf(word, levels[index]),
    from: centres[head[word] - 1] + atHead[word],
  }))
  const top = levels.reduce((highest, level) => Math.max(highest, level), 0) + 1
  return [...arcs, ...allWords.filter((word) => head[word] === 0).map((word) => arcOf(word, top))]
}

const labelWidth = (view: View, word: number) => widthOf(labelAsDrawn(view, word), LABEL_SIZE)

const WIDE_CHARACTER =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u
const COMBINING_CHARACTER = /\p{M}/u
const BROAD_LETTER = /[\p{Lu}mw@%]/u

export function widest(texts: readonly string[], size: number): number {
  return texts.reduce((most, text) => Math.max(most, widthOf(text, size)), 0)
}

/** Estimates the width of text in a proportional font. The estimate is generous, so that texts do not overlap. */
function widthOf(text: string, size: number): number {
  let width = 0
  for (const character of text) {
    if (COMBINING_CHARACTER.test(character)) continue
    width += WIDE_CHARACTER.test(character) ? 1.05 : BROAD_LETTER.test(character) ? 0.8 : 0.58
  }
  return width * size
}
