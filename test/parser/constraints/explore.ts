/**
 * All trees that a constrained system can derive for a short sentence.
 *
 * Derivations are walked with undoing: before each transition the three nodes and the registers that it may write are
 * saved, and nothing else, so that a system that writes elsewhere is found out. Configurations that two derivations
 * reach are walked on from once.
 */
import { Configuration } from '../../../parser/core/configuration.ts'
import { BELOW, NODE_SIZE, NO_NODE, WORD } from '../../../parser/core/node-fields.ts'
import {
  transitionOf,
  type Transition,
  type TransitionSystem,
} from '../../../parser/core/transition-system.ts'

/** The result of a derivation: the heads of the words 1..size (0 for a root) and their label ids. */
export interface Derived {
  readonly heads: readonly number[]
  readonly labels: readonly number[]
}

export interface Exploration {
  /** The different results of all derivations. */
  readonly derived: readonly Derived[]
  /** An unfinished derivation after which no transition is allowed, if there is one. */
  readonly stuck: readonly Transition[] | undefined
}

const MAX_WORD_COUNT = 6
const REGISTER_COUNT = 10
const FRAME_LENGTH = REGISTER_COUNT + 3 * NODE_SIZE + 2 * (MAX_WORD_COUNT + 2)
/** The maximum number of transitions of a derivation. */
const MAX_TRANSITION_COUNT = 4 * MAX_WORD_COUNT

const frames = new Int32Array(MAX_TRANSITION_COUNT * FRAME_LENGTH)
const c = new Configuration()

/** Constraints are imposed already; at most 6 words, or 4 with labels 0..labels − 1, which are at most 3. */
export function explore(system: TransitionSystem, size: number, labels = 1): Exploration {
  const derived: Derived[] = []
  const seen = new Set<number>()
  const path: Transition[] = []
  let stuck: readonly Transition[] | undefined

  function visit(): void {
    const key = keyOf(labels)
    if (seen.has(key)) return
    seen.add(key)
    const allowed = system.allowed(c)
    if (system.done(c)) {
      if (allowed !== 0) throw new Error('a transition is allowed after the end')
      derived.push(read(size))
      return
    }
    let transitions = 0
    for (let type = 0; type < system.transitionTypes.length; type++) {
      if (((allowed >> type) & 1) === 0) continue
      for (let label = 0; label < (system.transitionTypes[type].labelled ? labels : 1); label++) {
        if (system.admits && !system.admits(c, type, label)) continue
        transitions++
        const frame = path.length * FRAME_LENGTH
        path.push(transitionOf(type, label))
        save(frame)
        system.apply(c, type, label)
        visit()
        restore(frame)
        path.pop()
      }
    }
    if (transitions === 0) stuck ??= path.slice()
  }

  system.start(c, size)
  visit()
  return { derived, stuck }
}

function read(size: number): Derived {
  const heads: number[] = []
  const labels: number[] = []
  for (let word = 1; word <= size; word++) {
    const head = c.head[word]
    heads.push(head === -1 || head > size ? 0 : head)
    labels.push(c.label[word])
  }
  return { heads, labels }
}

/** The configuration as one integer of 31 bits: front, stack, end, and three bits of head and two of label a word. */
function keyOf(labels: number): number {
  let stack = 0
  for (let node = c.top; node !== NO_NODE; node = c.nodes[node + BELOW]) stack |= 1 << c.nodes[node + WORD]
  let key = (((c.next === NO_NODE ? 0 : c.front) << (MAX_WORD_COUNT + 1)) | stack) * 2 + c.own
  for (let word = 1; word <= c.size; word++) {
    key = (key << 3) | (c.head[word] === -1 ? word : c.head[word])
    if (labels > 1) key = (key << 2) | (c.label[word] + 1)
  }
  return key
}

function save(frame: number): void {
  const { nodes, top, next, size } = c
  let at = frame
  frames[at++] = c.used
  frames[at++] = top
  frames[at++] = next
  frames[at++] = c.front
  frames[at++] = c.limit
  frames[at++] = c.height
  frames[at++] = c.roots
  frames[at++] = c.own
  for (let word = 0; word <= size + 1; word++) {
    frames[at++] = c.head[word]
    frames[at++] = c.label[word]
  }
  const below = nodes[top + BELOW]
  for (let field = 0; field < NODE_SIZE; field++) {
    frames[at++] = nodes[top + field]
    frames[at++] = nodes[below + field]
    frames[at++] = nodes[next + field]
  }
}

function restore(frame: number): void {
  const { nodes, size } = c
  let at = frame
  c.used = frames[at++]
  const top = (c.top = frames[at++])
  const next = (c.next = frames[at++])
  c.front = frames[at++]
  c.limit = frames[at++]
  c.height = frames[at++]
  c.roots = frames[at++]
  c.own = frames[at++]
  for (let word = 0; word <= size + 1; word++) {
    c.head[word] = frames[at++]
    c.label[word] = frames[at++]
  }
  const below = frames[at + 3 * BELOW]
  for (let field = 0; field < NODE_SIZE; field++) {
    nodes[top + field] = frames[at++]
    nodes[below + field] = frames[at++]
    nodes[next + field] = frames[at++]
  }
}
