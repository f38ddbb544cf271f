/**
 * A custom transition system: arc-hybrid parsing (Kuhlmann, Gómez-Rodríguez & Satta 2011) with the artificial root at
 * the bottom of the stack. With i the word below the stack top, j the stack top and k the front of the buffer:
 *
 *     shift       (σ, k|β, A)   ⇒  (σ|k, β, A)          k exists
 *     left-arc    (σ|j, k|β, A) ⇒  (σ, k|β, A∪{k→j})    k exists, j ≠ 0
 *     right-arc   (σ|i|j, β, A) ⇒  (σ|i, β, A∪{i→j})    i exists; with a single root, i ≠ 0 or the buffer is empty
 *
 *     start ([0], [1..n])   done ([0], [])   2n transitions
 */
import { BELOW, NO_NODE, transitionOf, WORD } from 'right-branching/parser'

const [SHIFT, LEFT_ARC, RIGHT_ARC] = [0, 1, 2]

function make(settings) {
  return {
    name: 'my-system',
    // Systems of one family decode each other's models.
    family: 'my-system',
    settings,
    transitionTypes: [
      { name: 'shift', labelled: false },
      { name: 'left-arc', labelled: true, head: 'b0', dependent: 's0' },
      { name: 'right-arc', labelled: true, head: 's1', dependent: 's0' },
    ],
    // One prediction model, which all configurations ask.
    states: ['all'],
    state: () => 0,
    bound: (size) => 2 * size,
    start(c, size) {
      c.reset(size)
      c.top = c.newNode(0)
      c.height = 1
    },
    done: (c) => c.height === 1 && c.next === NO_NODE,
    /** A bit for each type that is allowed. */
    allowed({ nodes, top, next }) {
      const [below, hasNext] = [nodes[top + BELOW], next !== NO_NODE]
      if (below === NO_NODE) return hasNext ? 1 << SHIFT : 0
      const isRoot = nodes[below + WORD] === 0
      const right = isRoot && settings.singleRoot && hasNext ? 0 : 1 << RIGHT_ARC
      return hasNext ? right | (1 << SHIFT) | (1 << LEFT_ARC) : right
    },
    apply(c, type, label) {
      if (type === SHIFT) return c.shift()
      c.attach(type === LEFT_ARC ? c.next : c.nodes[c.top + BELOW], c.top, label)
      c.pop()
    },
    /** The static oracle: an arc of the gold tree if its dependent has all of its own; otherwise shift. */
    oracle({ size, head, label }) {
      // By word: its last dependent.
      const last = new Int32Array(size + 1)
      for (let word = 1; word <= size; word++) last[head[word]] = word
      return {
        next({ nodes, top, next, front }) {
          const word = nodes[top + WORD]
          if (word > 0 && next !== NO_NODE && head[word] === front) return transitionOf(LEFT_ARC, label[word])
          if (word > 0 && last[word] < front && head[word] === nodes[nodes[top + BELOW] + WORD])
            return transitionOf(RIGHT_ARC, label[word])
          return transitionOf(SHIFT)
        },
      }
    },
    finish(c, tree) {
      tree.head.set(c.head.subarray(1, c.size + 1), 1)
      tree.label.set(c.label.subarray(1, c.size + 1), 1)
    },
  }
}

export const systems = [
  { name: 'my-system', guarantees: 'projective trees, with a single root by default', make },
]
