/**
 * What simpler rules than those of right-branching.ts get wrong, each in as few words as will do. What may follow after
 * the transitions is found out from the constrained system, and by trying everything without it.
 */
import { describe, expect, test } from 'vitest'
import type { Constraints, Span } from '../../../parser/core/constraints.ts'
import { allowedAfter, leadingAfter } from './right-branching-explore.ts'
import { several, single } from './right-branching-law.ts'

/** From texts as `3→1`, `3→1:0` (with the label 0) and `2-4`, `2-4 root`. */
function demands(text: string): Constraints {
  const arcs = []
  const spans: Span[] = []
  for (const part of text.split(', ')) {
    const arc = /^(\d)→(\d)(?::(\d))?$/.exec(part)
    const span = /^(\d)-(\d)(?: (none|root))?$/.exec(part)
    if (arc) {
      const [head, dependent] = [Number(arc[1]), Number(arc[2])]
      arcs.push({ head, dependent, label: arc[3] === undefined ? -1 : Number(arc[3]) })
    }
    if (span) {
      const condition = (span[3] ?? 'plain') as Span['condition']
      spans.push({ first: Number(span[1]), last: Number(span[2]), condition })
    }
  }
  return { arcs, spans }
}

type Pitfall = readonly [simpler: string, size: number, text: string, path: string, wrong: string]

// The last column says what would go wrong next: a transition that must be refused (−) or allowed (+).
// prettier-ignore
const PITFALLS: readonly Pitfall[] = [
  ['counting the words in need only', 3, '2→3', 'p0', '−r0'],
  ['the front instead of the end of its chain of heads', 3, '3→1, 3→2', 'p0', '−p0'],
  ['a demanded head that does not bound what lies on its dependent', 4, '3→1', 'p0 p0', '−p0'],
  ['no look at the demanded head at the end of the chain', 3, '3→2, 0→3', 'p0', '−p0'],
  ['words with a demanded head after them as heads above a plain item', 5, '5→4, 0→5', 'p0 p0', '−r0'],
  ['no such words as heads above a relocated item', 5, '5→4', 'p0 r0', '+r0'],
  ['the end of a chain in a span instead of the root of the span', 4, '3-4, 3→2, 0→4', 'p0', '−p0'],
  ['a base bounded by the root of its span, not by its nearer head', 4, '1-4, 3→1, 3→2, 0→4', 'p0', '−p0'],
  ['a demanded dependent behind the span for what is in it', 4, '1-3, 1→4', 'p0 p0', '−r0'],
  ['a demanded dependent in a span without dependents as a head', 4, '3-4 none, 1→4', 'p0 p0', '−r0'],
  ['a root with a demanded head behind the span as no candidate', 4, '2-3, 4→3', 'p0 r0', '+d0'],
  ['the root of a span under ROOT still the root in the next span', 4, '2-2 root, 3-4', 'p0 v0 d0 v0', '+d0'],
  // These three take seven words.
  ['a relocated base not bounded by the root of its span', 7, '2-4, 4→3, 5→4', 'p0 r0', '−p0'],
  ['the same under ROOT', 7, '2-4 root, 4→3, 4→5', 'p0 r0', '−p0'],
  ['the same under NONE', 7, '2-4 none, 4→3, 5→4', 'p0 r0', '−p0'],
  // Labels: these words carry the wrong one to where they have to end.
  ['a label that nothing but the next demanded head checks', 4, '4→1, 3→2, 4→3:0', 'p0', '−r1'],
  ['an end in a span under ROOT below its root', 4, '2-4 root, 3→2, 4→3:0', 'p0', '−r1'],
  ['an end in a span without dependents', 4, '2-3 none, 4→3:0', 'p0', '−r1'],
  ['an end in a span, with the next head behind it', 4, '2-3, 4→1, 4→3:0', 'p0', '−r1'],
  ['the root of a span as the next head whatever the label', 5, '2-4, 4→3:1, 5→4:0', 'p0 r1', '−r1'],
]

describe.each([
  ['several', several],
  ['single', single],
] as const)('simpler rules, %s', (_, system) => {
  test.each(PITFALLS)('%s: %i words, %s', (_, size, text, pathText, wrong) => {
    const labels = text.includes(':') ? 2 : 1
    const demanded = { system, size, labels, constraints: demands(text) }
    const path = pathText.split(' ')
    const allowed = allowedAfter(demanded, path)
    expect(allowed).toEqual(leadingAfter(demanded, path))
    expect(allowed.includes(wrong.slice(1))).toBe(wrong.startsWith('+'))
  })
})
