/**
 * For spans under the condition `none`: the last word that can become the head of a word. Most words can wait for a
 * head until the input ends, but not if all words to come are in such spans or have constrained heads elsewhere.
 */
import { NEVER } from '../arc-tables.ts'
import type { ConstraintTables } from '../span-tables.ts'
import { table, type Table } from '../table.ts'

/**
 * By word: the last word on the right that can become its head, if there is such a limit, and a word that is not after
 * it if none can; NEVER without a limit. A word with a constrained head to come can wait at least for that.
 *
 * @param leftoversMeet whether one of two words that are left without a head must become the head of the other, as with
 *   Unshift; otherwise both get the root
 */
export function lastHeads(tables: ConstraintTables, leftoversMeet: boolean): Table {
  const { size, head, cover, left, right } = tables.arcs
  const { of, first, last } = tables.spans
  // By arc: the last word directly under it that is in no span and has no constrained head; for 0, directly under no arc.
  const candidate = table(size + 1, 0)
  for (let word = 1; word <= size; word++) {
    if (of[word] === 0 && head[word] === -1) candidate[cover[word]] = word
  }
  const lastHead = table(size + 1, NEVER)
  let span = 0
  let inside = 0
  for (let word = 1; word <= size; word++) {
    if (of[word] !== span) {
      span = of[word]
      inside = span === 0 ? 0 : lastUncovered(tables, span)
    }
    const arc = cover[word]
    // Under an arc within its span, the word can have the right end as its head.
    if (span !== 0 && arc !== 0 && left[arc] >= first[span] && right[arc] <= last[span]) continue
    const end = span === 0 ? word : last[span]
    const isLimited = arc === 0 ? leftoversMeet && span !== 0 && end < size : of[right[arc]] !== 0
    if (isLimited) lastHead[word] = candidate[arc] > end ? candidate[arc] : inside
  }
  return lastHead
}

/** The last word of a span that no arc inside the span covers or leads to. */
function lastUncovered({ arcs, spans }: ConstraintTables, span: number): number {
  const { head, cover, left, right } = arcs
  const first = spans.first[span]
  const last = spans.last[span]
  for (let word = last; ; word--) {
    const arc = cover[word]
    const isCovered = arc !== 0 && left[arc] >= first && right[arc] <= last
    const headInside = head[word] >= first && head[word] <= last
    if (!isCovered && !headInside) return word
  }
}
