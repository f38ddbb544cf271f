/** Trees as they are drawn, and trees in other formats than CoNLL-U: drawings as text or SVG, and JSON. */
import { drawText, labelAsDrawn, type View } from '../../transform/drawing/draw.ts'
import { drawSvg, type SvgOptions } from '../../transform/drawing/svg.ts'
import { drawSvgRows } from '../../transform/drawing/svg-rows.ts'
import type { Tree } from '../../transform/tree.ts'
import { inSentenceOrder, type Encoding } from '../../transform/encoding.ts'
import type { Symbols } from '../../transform/symbols.ts'

/** The formats of `parse --format`. */
export const treeFormats = ['conllu', 'text', 'svg', 'json'] as const
export type TreeFormat = (typeof treeFormats)[number]

const MOST_WORDS_IN_A_LINE = 16

export interface TreeToPrint {
  readonly forms: readonly string[]
  readonly tree: Tree
  /** The texts of the labels of the words 1..n, at 0..n − 1, without marks. */
  readonly labels: readonly string[]
  /** Facts of the sentence: its id, its text, which of several trees this is. */
  readonly facts: Readonly<Record<string, string | number>>
  /** More properties of word i: tags, features, positions. */
  word(i: number): Readonly<Record<string, string | number>>
}

/** A tree in lines: a drawing and a blank line, an SVG element, or JSON. `number` is that of the drawing, from 1. */
export function printTree(format: Exclude<TreeFormat, 'conllu'>, print: TreeToPrint, number: number): string {
  const { forms, tree, labels, facts } = print
  const view = { tree, labels }
  if (format === 'text') return drawText(forms, view) + '\n'
  if (format === 'json') {
    const words = forms.map((form, i) => ({
      id: i + 1,
      form,
      ...print.word(i + 1),
      head: tree.head[i + 1],
      deprel: labelAsDrawn(view, i + 1),
    }))
    return JSON.stringify({ ...facts, words }) + '\n'
  }
  const named = { id: `tree-${number}`, title: String(facts['text'] ?? facts['sent_id'] ?? forms.join(' ')) }
  return drawTree(forms, view, named)
}

/** A tree as SVG: arcs above a line of words, or rows of one word. By default arcs for up to 16 words, rows for more. */
export function drawTree(
  forms: readonly string[],
  view: View,
  options: SvgOptions,
  layout = forms.length > MOST_WORDS_IN_A_LINE ? 'rows' : 'arcs',
): string {
  return layout === 'rows' ? drawSvgRows(forms, view, options) : drawSvg(forms, [view], options)
}

export function viewOf(tree: Tree, labels: Symbols, title?: string): View {
  return { tree, labels: Array.from(tree.label.subarray(1), (label) => labels.text(label)), title }
}

export function viewsOf(tree: Tree, encoding: Encoding, labels: Symbols): [View, View] {
  const { direction } = encoding
  const encoded = encoding.encode(tree)
  if (!encoded) throw new RangeError('a tree that is not projective is left out, and cannot be drawn')
  return [
    viewOf(tree, labels, 'original'),
    viewOf(inSentenceOrder(encoded, direction), labels, `${direction}-branching`),
  ]
}
