/**
 * Everything that a transition system can derive for a sentence of few words, by walking the derivations with undoing:
 * before each transition the three nodes and the registers that it may write are saved, and nothing else, so that a
 * system that breaks this law of configurations is found out.
 */
import { BELOW, Configuration, NODE_SIZE, NO_NODE, WORD } from '../../../parser/configuration.ts'
import { moveOf, type Move, type TransitionSystem } from '../../../parser/system.ts'

export interface Exploration {
  /** The terminal configurations, each once: the heads of the words 1..size (0 for a root), and their labels. */
  readonly trees: { heads: number[]; labels: number[] }[]
  /** The first derivation found after which nothing is allowed, though it is not over. */
  readonly stuck: Move[] | undefined
}

const REGISTERS = [
  'used',
  'top',
  'next',
  'front',
  'limit',
  'height',
  'ended',
  'roots',
  'counter',
  'counter2',
] as const

interface Frame {
  readonly nodes: Int32Array
  readonly registers: number[]
  readonly head: Int32Array
  readonly label: Int32Array
}

const frames: Frame[] = []
const configuration = new Configuration()

/** At most 6 words; constraints, if any, are imposed already. */
export function explore(system: TransitionSystem, size: number, labels = 1): Exploration {
  const c = configuration
  const trees: Exploration['trees'] = []
  const seen = new Set<number>()
  const path: Move[] = []
  let stuck: Move[] | undefined
  const visit = () => {
    const key = keyOf(c, labels)
    if (seen.has(key)) return
    seen.add(key)
    const allowed = system.allowed(c)
    if (system.done(c)) {
      if (allowed !== 0) throw new Error('something is allowed after the end')
      const heads = Array.from(c.head.subarray(1, size + 1), (head) =>
        head === -1 || head > size ? 0 : head,
      )
      trees.push({ heads, labels: Array.from(c.label.subarray(1, size + 1)) })
      return
    }
    let moves = 0
    for (let kind = 0; kind < system.kinds.length; kind++) {
      if (((allowed >> kind) & 1) === 0) continue
      for (let label = 0; label < (system.kinds[kind].labelled ? labels : 1); label++) {
        if (system.admits && !system.admits(c, kind, label)) continue
        moves++
        path.push(moveOf(kind, label))
        save(c, path.length)
        system.apply(c, kind, label)
        visit()
        restore(c, path.length)
        path.pop()
      }
    }
    if (moves === 0) stuck ??= path.slice()
  }
  system.start(c, size)
  visit()
  return { trees, stuck }
}

function keyOf(c: Configuration, labels: number): number {
  let key = c.next === NO_NODE ? 0 : c.front
  let stack = 0
  for (let node = c.top; node !== NO_NODE; node = c.nodes[node + BELOW]) stack |= 1 << c.nodes[node + WORD]
  key = key * 128 + stack
  key = 2 * key + c.ended
  for (let word = 1; word <= c.size; word++) {
    key = key * 9 + (c.head[word] + 1)
    if (labels > 1) key = key * (labels + 1) + (c.label[word] + 1)
  }
  return key
}

function save(c: Configuration, depth: number): void {
  const frame = (frames[depth] ??= {
    nodes: new Int32Array(3 * NODE_SIZE),
    registers: [],
    head: new Int32Array(8),
    label: new Int32Array(8),
  })
  nodesOf(c).forEach((node, place) => {
    frame.nodes.set(c.nodes.subarray(node, node + NODE_SIZE), place * NODE_SIZE)
  })
  REGISTERS.forEach((register, place) => (frame.registers[place] = c[register]))
  frame.head.set(c.head.subarray(0, c.size + 2))
  frame.label.set(c.label.subarray(0, c.size + 2))
}

function restore(c: Configuration, depth: number): void {
  const frame = frames[depth]
  REGISTERS.forEach((register, place) => (c[register] = frame.registers[place]))
  nodesOf(c, frame.nodes[BELOW]).forEach((node, place) => {
    c.nodes.set(frame.nodes.subarray(place * NODE_SIZE, (place + 1) * NODE_SIZE), node)
  })
  c.head.set(frame.head.subarray(0, c.size + 2))
  c.label.set(frame.label.subarray(0, c.size + 2))
}

/** s0, s1 and b0; the sentinel where there is none. */
function nodesOf(c: Configuration, below = c.nodes[c.top + BELOW]): number[] {
  return [c.top, below, c.next]
}
