/** Trees as they are drawn, with the texts of their labels. */
import type { View } from '../../transform/drawing/draw.ts'
import { inSentenceOrder, type Encoding } from '../../transform/encoding.ts'
import type { Symbols } from '../../transform/symbols.ts'
import type { Tree } from '../../transform/tree.ts'

export function viewOf(tree: Tree, labels: Symbols, title?: string): View {
  return { tree, labels: Array.from(tree.label.subarray(1), (label) => labels.text(label)), title }
}

/** A tree and its transform. */
export function viewsOf(tree: Tree, encoding: Encoding, labels: Symbols): [View, View] {
  const { direction } = encoding
  const encoded = encoding.encode(tree)
  if (!encoded) throw new RangeError('a tree that is not projective is left out, and cannot be drawn')
  return [
    viewOf(tree, labels, 'original'),
    viewOf(inSentenceOrder(encoded, direction), labels, `${direction}-branching`),
  ]
}
