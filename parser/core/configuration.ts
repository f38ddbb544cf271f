/**
 * The configuration (σ | β, A) of all transition systems, in typed arrays that are reused: nothing is allocated per
 * transition. σ is a linked list of *nodes* in one pool; each node has NODE_SIZE consecutive integers. The id of a node is
 * its offset: `nodes[node + WORD]` reads a field of node-fields.ts. β is the range of words front..limit; b0 already has a
 * node (`next`), which collects left dependents. After `putBack`, β begins with a list of nodes that were on the stack
 * before; front..limit then has the same length and the same end as β.
 *
 * **A transition reads and writes only the nodes of s0, s1 and b0 and the registers** (the number fields below). So a beam
 * forks a configuration by copying these; the rest of the stack is shared. The arc arrays `head`, `label` and `mark` are
 * for code that follows one derivation; preconditions and features must not read them.
 */

import { BELOW, HEAD, LABEL, LEFT, LEFT_COUNT, MARK, NEXT, NODE_SIZE, NO_NODE } from './node-fields.ts'
import { RIGHT, RIGHT_COUNT, TOKEN, WORD } from './node-fields.ts'

export interface NodeMemory {
  /** The nodes, with room for at least `length` integers. Arrays that earlier calls returned may be empty after the call. */
  room(length: number): Int32Array
}

export class Configuration {
  /** The number of words of the sentence. */
  size = 0
  nodes: Int32Array = new Int32Array(64 * NODE_SIZE)
  used = NODE_SIZE

  // Registers.
  /** The node of s0; NO_NODE if the stack is empty. */
  top = NO_NODE
  /** The node of b0; NO_NODE if the buffer is empty. */
  next = NO_NODE
  /** The buffer is front..limit; `front` is the word b0, except after `putBack`. */
  front = 1
  limit = 0
  /** The number of nodes on the stack, including the artificial root if it is there. */
  height = 0
  /** The number of words that are attached to the artificial root. */
  roots = 0
  /** A register of the transition system; 0 at the start. */
  own = 0

  // A, by dependent. Index size + 1 is the artificial root if it is at the right end.
  head: Int32Array = new Int32Array(64)
  label: Int32Array = new Int32Array(64)
  mark: Uint8Array = new Uint8Array(64)

  /** Data that a system writes at the start and reads during the derivation. Most systems do not use it. */
  notes: Int32Array = new Int32Array(0)

  #memory: NodeMemory | undefined

  /** Empties the configuration for a sentence of `size` words: the buffer is 1..limit, the stack is empty. */
  reset(size: number, limit = size): void {
    if (this.#memory) this.nodes = this.#memory.room(0)
    const room = size + 2
    if (this.head.length < room) {
      const [head, label, mark] = [
        new Int32Array(2 * room),
        new Int32Array(2 * room),
        new Uint8Array(2 * room),
      ]
      this.head = head
      this.label = label
      this.mark = mark
    }
    this.size = size
    this.head.fill(-1, 0, room)
    this.label.fill(-1, 0, room)
    this.mark.fill(0, 0, room)
    this.used = 0
    this.newNode(-1) // the sentinel
    this.top = NO_NODE
    this.front = 1
    this.limit = limit
    this.height = this.roots = this.own = 0
    this.next = limit >= 1 ? this.newNode(1) : NO_NODE
  }

  /** A new node for `word`: without head and dependents; the true token is the word itself. */
  newNode(word: number): number {
    this.reserve(this.used + NODE_SIZE)
    const node = this.use()
    const nodes = this.nodes
    for (let i = node; i < node + TOKEN; i++) nodes[i] = -1
    for (let i = node + TOKEN; i < node + NODE_SIZE; i++) nodes[i] = 0
    nodes[node + WORD] = word
    nodes[node + BELOW] = NO_NODE
    nodes[node + MARK] = 0
    nodes[node + LEFT_COUNT] = 0
    nodes[node + RIGHT_COUNT] = 0
    nodes[node + TOKEN] = word
    return node
  }

  /** Makes room for nodes up to `length` integers. */
  reserve(length: number): void {
    if (length <= this.nodes.length) return
    if (this.#memory) {
      this.nodes = this.#memory.room(length)
      return
    }
    const nodes = new Int32Array(2 * length)
    nodes.set(this.nodes)
    this.nodes = nodes
  }

  /** The id of the next node, with undefined fields. Call `reserve` before. */
  use(): number {
    const node = this.used
    this.used = node + NODE_SIZE
    return node
  }

  /** Moves the nodes to another memory; if `memory` is undefined, to an array of this configuration. */
  moveTo(memory: NodeMemory | undefined): void {
    const nodes = memory ? memory.room(this.used) : new Int32Array(2 * this.used)
    nodes.set(this.nodes.subarray(0, this.used))
    this.#memory = memory
    this.nodes = nodes
  }

  /** Whether the nodes are in this memory. */
  isIn(memory: NodeMemory): boolean {
    return this.#memory === memory
  }

  /** The number of words in β. */
  get left(): number {
    return this.limit - this.front + 1
  }

  /** The word s0, s1, … (`depth` 0, 1, …); -1 if the stack is not that high. */
  stackWord(depth: number): number {
    let node = this.top
    for (; depth > 0; depth--) node = this.nodes[node + BELOW]
    return this.nodes[node + WORD]
  }

  /** The word b0, b1, …; -1 after the end. */
  bufferWord(depth: number): number {
    if (this.front + depth > this.limit) return -1
    let node = this.next
    for (; depth > 0 && this.nodes[node + NEXT] !== NO_NODE; depth--) node = this.nodes[node + NEXT]
    return this.nodes[node + WORD] + depth
  }

  /** σ | β  ⇒  σ|b0 | β': pushes the front word; the next word, if any, gets a new node. */
  shift(): void {
    const node = this.next
    const following = this.nodes[node + NEXT]
    this.nodes[node + BELOW] = this.top
    this.nodes[node + NEXT] = NO_NODE
    this.top = node
    this.height++
    this.front++
    this.next = following || (this.front <= this.limit ? this.newNode(this.front) : NO_NODE)
  }

  /** σ|s0  ⇒  σ: pops the stack top. */
  pop(): void {
    this.top = this.nodes[this.top + BELOW]
    this.height--
  }

  /** σ | β  ⇒  σ | i, β: puts the word of a node that was removed from the stack at the front of the buffer. */
  putBack(node: number): void {
    this.nodes[node + NEXT] = this.next
    this.next = node
    this.front--
  }

  /** σ|s0 | []  ⇒  σ | s0: moves the stack top back to the empty buffer. */
  unshift(): void {
    const node = this.top
    this.pop()
    this.next = node
    this.front = this.limit = this.nodes[node + WORD]
  }

  /** Adds the arc from the word of `headNode` to the word of `dependentNode`. */
  attach(headNode: number, dependentNode: number, label: number, mark = 0): void {
    const nodes = this.nodes
    const head = nodes[headNode + WORD]
    const dependent = nodes[dependentNode + WORD]
    this.head[dependent] = head
    this.label[dependent] = label
    this.mark[dependent] = mark
    nodes[dependentNode + HEAD] = head
    nodes[dependentNode + LABEL] = label
    nodes[dependentNode + MARK] = mark
    const side = dependent < head ? headNode + LEFT : headNode + RIGHT
    nodes[side + 2] = nodes[side]
    nodes[side + 3] = nodes[side + 1]
    nodes[side] = dependent
    nodes[side + 1] = label
    nodes[side + 4]++
    if (head === 0 || head > this.size) this.roots++
  }
}
