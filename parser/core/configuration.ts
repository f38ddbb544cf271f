/**
 * The configuration (σ | β, A) of all transition systems, in typed arrays that are reused: nothing is allocated per
 * transition. σ is a linked list of *nodes*, NODE_SIZE consecutive integers in one pool each. The id of a node is its
 * offset: `nodes[node + WORD]` reads a field. β is the range of words front..limit; b0 already has a node (`next`),
 * which collects its left dependents. Only with swap does β begin with words that were on the stack before, a list of
 * nodes; front..limit is as long as β then, and ends as β does.
 *
 * **A transition reads and writes only the nodes of s0, s1 and b0 and the registers** (the number fields below), so
 * that a beam forks a configuration by copying these and shares the rest of the stack. The arc arrays `head`, `label`
 * and `mark` are for code that follows one derivation; preconditions and features must not read them.
 */

/** The fields of a node: the word, … A word or label that does not exist is -1. */
export const WORD = 0
/** The node below it on the stack; NO_NODE at the bottom. */
export const BELOW = 1
/** The head of the word, -1 if it has none yet. */
export const HEAD = 2
/** Label and mark of the arc into the word. */
export const LABEL = 3
export const MARK = 4
/** The leftmost dependent and its label; the one attached before it and its label; the number of left dependents. */
export const LEFT = 5
export const LEFT_LABEL = 6
export const LEFT2 = 7
export const LEFT2_LABEL = 8
export const LEFT_COUNT = 9
/** The same for right dependents, from the rightmost one. */
export const RIGHT = 10
export const RIGHT_LABEL = 11
export const RIGHT2 = 12
export const RIGHT2_LABEL = 13
export const RIGHT_COUNT = 14
// Fields of right-branching parsing; see systems/right-branching-family.ts.
/** The true token. */
export const TOKEN = 15
/** The mark of the last arc that the word emitted. */
export const STATE = 16
/** The true token of the last child, and the label of the arc to that child. */
export const LAST = 17
export const LAST_LABEL = 18
/** The number of relocated children that wait for their reversed arc. */
export const WAITING = 19
/** The waiting child that is nearest to the word that will be its head: its true token and its label. */
export const WAITING_LAST = 20
export const WAITING_LABEL = 21
/** Label and mark of the arc into the true token. A word attached by a reversed arc has those of its head. */
export const TOKEN_LABEL = 22
export const TOKEN_MARK = 23
/** Only of rb-oracle: the true token that the word has at the end of the derivation. */
export const GOLD_TOKEN = 24

// Fields of right-branching parsing under constraints; see constraints/right-branching/next-heads.ts.
/** The constrained next head of the true token and of what the word relocated, 0 if there is none. */
export const GROUP = 25
/** The latest word that can be the next head of the nearest item that needs one, at this node or below. */
export const BOUND = 26
/** The true token of the owner, and the owner's GROUP and BOUND. */
export const OWNER = 27
export const OWNER_GROUP = 28
export const OWNER_BOUND = 29
/** 1 if the item entered a span with the condition `root` by a reversed arc: its token is the root of the span. */
export const FROZEN = 30

// Fields of arc-eager parsing under constraints, at numbers of the other family; see span-preconditions.ts there.
/** The number of connected components that the words of the span, up to the word, form. */
export const COMPONENTS = 25
/** The nearest word without a head at this node or below, 0 if there is none. */
export const HEADLESS = 26

/** Only of systems with swap: the next node of the buffer; NO_NODE if the rest has not been on the stack. */
export const BEHIND = 31

export const NODE_SIZE = 32
/** No node: a sentinel whose fields say "none". Its id is 0. */
export const NO_NODE = 0

export interface NodeMemory {
  /** The nodes, with room for at least `length` integers. Arrays that were returned before may be empty from then on. */
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
  /** The word b0, except with swap. The buffer is front..limit. */
  front = 1
  limit = 0
  /** The height of the stack, with the artificial root if it is there. */
  height = 0
  /** 1 after the end of the input (e in Nivre & Fernández-González 2014), else 0. */
  ended = 0
  roots = 0
  /** Right-branching parsing: the number of words on the stack in state relocated. */
  relocated = 0

  // A, by dependent; index size + 1 is for a root at the right end.
  head: Int32Array = new Int32Array(64)
  label: Int32Array = new Int32Array(64)
  mark: Uint8Array = new Uint8Array(64)

  #memory: NodeMemory | undefined

  /** Empties the configuration for a sentence of `size` words: the buffer is 1..limit, the stack is empty. */
  reset(size: number, limit = size): void {
    this.size = size
    if (this.#memory) this.nodes = this.#memory.room(0)
    const room = size + 2
    if (this.head.length < room) {
      this.head = new Int32Array(2 * room)
      this.label = new Int32Array(2 * room)
      this.mark = new Uint8Array(2 * room)
    }
    this.head.fill(-1, 0, room)
    this.label.fill(-1, 0, room)
    this.mark.fill(0, 0, room)
    this.used = 0
    this.newNode(-1) // the sentinel
    this.top = NO_NODE
    this.front = 1
    this.limit = limit
    this.height = this.ended = this.roots = this.relocated = 0
    this.next = limit >= 1 ? this.newNode(1) : NO_NODE
  }

  /** A new node for `word`: no head, no dependents, the word as its own true token. */
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

  /** The id of the next node, whose fields are undefined; there must be room for it. */
  use(): number {
    const node = this.used
    this.used = node + NODE_SIZE
    return node
  }

  /** Moves the nodes to another memory; without one, to an array of this configuration alone. */
  moveTo(memory: NodeMemory | undefined): void {
    const used = this.nodes.subarray(0, this.used)
    this.#memory = memory
    this.nodes = memory ? memory.room(this.used) : new Int32Array(2 * used.length)
    this.nodes.set(used)
  }

  /** Whether the nodes lie in this memory. */
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
    for (; depth > 0 && this.nodes[node + BEHIND] !== NO_NODE; depth--) node = this.nodes[node + BEHIND]
    return this.nodes[node + WORD] + depth
  }

  /** σ | β  ⇒  σ|b0 | β': pushes the front word; the next word, if any, gets a new node. */
  shift(): void {
    const node = this.next
    const behind = this.nodes[node + BEHIND]
    this.nodes[node + BELOW] = this.top
    this.nodes[node + BEHIND] = NO_NODE
    this.top = node
    this.height++
    this.front++
    this.next = behind || (this.front <= this.limit ? this.newNode(this.front) : NO_NODE)
  }

  /** σ|s0  ⇒  σ: pops the stack top. */
  pop(): void {
    this.top = this.nodes[this.top + BELOW]
    this.height--
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
