/**
 * The projective tree of given arcs with the largest weight (Eisner 1996). An open span is an arc and the subtrees between its
 * ends. A closed span is a head and its descendants on one side, up to the end of the span: an open span and the closed span
 * of its dependent on that side. With k arcs for each word, the time is O(k · size²) and the memory O(size²).
 */

export interface WeightedArc {
  /** A word, or 0, the root. */
  readonly head: number
  /** A word, from 1. */
  readonly dependent: number
  readonly weight: number
}

/** An arc with its open span: the total weight, and the last word of the subtree of its left end. */
interface OpenSpan extends WeightedArc {
  sum: number
  split: number
}

/** The weights of closed spans, by head · (size + 1) + end. */
let closed = new Float64Array(0)

/**
 * The heads of the projective tree with the largest weight, by word 0..size; -1 for the root. Undefined if there is no such
 * tree. The choice among trees of equal weight is deterministic.
 *
 * @param arcs must be different
 */
export function heaviestProjectiveTree(size: number, arcs: readonly WeightedArc[]): Int32Array | undefined {
  const width = size + 1
  if (closed.length < width * width) closed = new Float64Array(width * width)
  const open: OpenSpan[][] = Array.from({ length: width }, () => [])
  for (const arc of arcs) open[arc.head].push({ ...arc, sum: -Infinity, split: 0 })
  for (let node = 0; node <= size; node++) closed[node * width + node] = 0
  for (let length = 1; length <= size; length++) {
    for (let first = 0; first + length <= size; first++) {
      const last = first + length
      close(open[first], first, last, width)
      close(open[last], last, first, width)
    }
  }
  if (closed[size] === -Infinity) return undefined
  const heads = new Int32Array(width).fill(-1)
  const spans = [[0, size]]
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [head, end] = span
    if (head === end) continue
    const { dependent, split } = outermost(open[head], head, end, width)!
    heads[dependent] = head
    spans.push([dependent, end], [Math.min(head, dependent), split], [Math.max(head, dependent), split + 1])
  }
  return heads
}

/** Computes the closed span from a head to an end, and the open span between them if there is an arc. */
function close(arcs: readonly OpenSpan[], head: number, end: number, width: number): void {
  for (const arc of arcs)
    if (arc.dependent === end) fill(arc, Math.min(head, end), Math.max(head, end), width)
  const arc = outermost(arcs, head, end, width)
  closed[head * width + end] = arc ? arc.sum + closed[arc.dependent * width + end] : -Infinity
}

/** The arc to the outermost dependent of a closed span; undefined if the head has no dependent there. */
function outermost(
  arcs: readonly OpenSpan[],
  head: number,
  end: number,
  width: number,
): OpenSpan | undefined {
  let best: OpenSpan | undefined
  let most = -Infinity
  for (const arc of arcs) {
    const { dependent, sum } = arc
    const isInside = head < end ? dependent > head && dependent <= end : dependent < head && dependent >= end
    if (!isInside) continue
    const weight = sum + closed[dependent * width + end]
    if (weight <= most) continue
    most = weight
    best = arc
  }
  return best
}

function fill(arc: OpenSpan, first: number, last: number, width: number): void {
  for (let split = first; split < last; split++) {
    const sum = closed[first * width + split] + closed[last * width + split + 1] + arc.weight
    if (sum <= arc.sum) continue
    arc.sum = sum
    arc.split = split
  }
}
