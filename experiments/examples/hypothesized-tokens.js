/**
 * A custom transition system: `rb` with a hypothesis about the true token of each word (right-branching paper, section 5, which gives
 * its parser the gold one). Before a word is attached, the parser says which word it expects to become the true token, and features
 * read that word where those of `rb-oracle` read the gold one:
 *
 *     expect-itself, expect-next, expect-second    the word itself, the next one, the one after that
 *     expect-later                                 a word further away: features know only that
 *
 * A word that expects itself emits no marked arc. Otherwise a hypothesis can turn out wrong: a search has to reject it.
 */
import { registered, transitionOf, WORD } from 'right-branching/parser'
import { REVERSED } from 'right-branching/transform'

const DISTANCES = ['itself', 'next', 'second', 'later']
const LATER = DISTANCES.length - 1

function make(settings) {
  const rb = registered('rb').make(settings)
  const EXPECT = rb.transitionTypes.length
  /** The field of a node with the expected word: 0 before there is a hypothesis, -1 for a later word. */
  const EXPECTED = 1 + Math.max(...rb.nodeFields.map(({ field }) => field))
  const marked = rb.transitionTypes.reduce((mask, { mark }, type) => (mark ? mask | (1 << type) : mask), 0)
  const isDue = (c) => c.front <= c.limit && c.nodes[c.next + EXPECTED] === 0
  return {
    ...rb,
    name: 'rb-hypotheses',
    family: 'rb-hypotheses',
    transitionTypes: [
      ...rb.transitionTypes,
      ...DISTANCES.map((name) => ({ name: `expect-${name}`, labelled: false })),
    ],
    // The template `s0g` is that of gold true tokens in `rb-oracle`.
    nodeFields: [...rb.nodeFields, { field: EXPECTED, template: 's0g' }],
    states: [...rb.states, 'expecting'],
    bound: (size) => 3 * size,
    state: (c) => (isDue(c) ? rb.states.length : rb.state(c)),
    allowed(c) {
      const { nodes, top, front, limit } = c
      if (isDue(c)) return ((2 << Math.min(limit - front, LATER)) - 1) << EXPECT
      const expectsItself = nodes[top + EXPECTED] === nodes[top + WORD]
      return expectsItself ? rb.allowed(c) & ~marked : rb.allowed(c)
    },
    apply(c, type, label) {
      if (type < EXPECT) return rb.apply(c, type, label)
      const distance = type - EXPECT
      c.nodes[c.next + EXPECTED] = distance === LATER ? -1 : c.front + distance
    },
    oracle(gold) {
      const next = rb.oracle(gold)
      const tokens = trueTokens(gold)
      return {
        next: (c) =>
          isDue(c) ? transitionOf(EXPECT + Math.min(tokens[c.front] - c.front, LATER)) : next.next(c),
      }
    },
  }
}

/** By word of a marked right-branching tree: the child of its last reversed arc, or the word itself. */
function trueTokens({ size, head, mark }) {
  const tokens = Int32Array.from({ length: size + 1 }, (_, word) => word)
  for (let word = 1; word <= size; word++) if (mark[word] === REVERSED) tokens[head[word]] = word
  return tokens
}

export const systems = [
  {
    name: 'rb-hypotheses',
    guarantees: 'those of rb; the hypotheses do not all come true',
    paper: 'right-branching transformation, section 5',
    templates: 'rightBranchingOracle',
    make,
  },
]
