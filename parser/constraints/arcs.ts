/**
 * The demanded arcs of one sentence as tables by word, and the test whether some projective tree has them all
 * (Nivre, Goldberg & McDonald 2014, section 3, made exact). It has, just when
 *
 * - no word is to have two heads, and the root none,
 * - the arcs have no cycle,
 * - no two of them cross,
 * - no arc h→d covers the demanded head of h (the tree would have to lead from h to its own head);
 *
 * a system with a single root adds that 0 may have one demanded dependent, a system without any that it has none.
 * Everything is linear in the sentence and its arcs.
 */
import { ConstraintError, type Constraints } from '../core/constraints.ts'
import { coveringHead, cycleFrom, wordOnCycle } from './heads.ts'
import { LabelBases } from './label-bases.ts'
import { arcsText, arcText } from './wording.ts'

/** How many dependents the artificial root has in the trees of a system; `none` where there is no such root. */
export type Rooting = 'several' | 'single' | 'none'

/** The leftmost demanded dependent of a word that has none: behind every word. */
export const NEVER = 0x7fffffff

/**
 * Tables over the words 1..size and the node `root`, which stands for the artificial root: 0, left of all words, or
 * size + 1, right of them. The arrays have room for the indices 0..size + 1 at least and are reused from sentence to
 * sentence. A demanded arc is known by its dependent; 0 is no arc.
 */
export class ArcTables {
  size = 0
  root = 0
  /** How many arcs are demanded, and how many labels without an arc. */
  count = 0
  labelCount = 0
  /** Whether one word must be above all others: by the system, or because a word is demanded as the root. */
  singleRoot = false
  /** The word whose head must be the artificial root, 0 where there is none (or more than one). */
  rootWord = 0
  /** The word demanded by `constraints.root`, 0 without. */
  rootDemand = 0

  /** The demanded head, -1 without. */
  head = new Int32Array(64)
  /** The base id of the label that the arc into the word must have, -1 where it is open. */
  label = new Int32Array(64)
  /** The leftmost and the rightmost demanded dependent; NEVER and -1 without. */
  leftmost = new Int32Array(64)
  rightmost = new Int32Array(64)
  /** The innermost demanded arc that covers the word strictly: by its dependent, 0 without. */
  cover = new Int32Array(64)
  /** By arc: its left and right end; of 0, no arc, they are -1 and size + 1. */
  left = new Int32Array(64)
  right = new Int32Array(64)
  /** By arc: the next one around it (which may share an end with it), 0 without. */
  enclosing = new Int32Array(64)

  // Linked lists of arcs by an end, for the stack pass.
  #firstEnding = new Int32Array(64)
  #nextEnding = new Int32Array(64)
  #firstStarting = new Int32Array(64)
  #nextStarting = new Int32Array(64)
  #seen = new Int32Array(64)

  readonly #bases = new LabelBases()

  /**
   * Takes up the arcs, labels and root of `constraints`. Throws ConstraintError where no tree has them.
   *
   * @param root the node of the artificial root: 0 or size + 1
   * @param baseOf as in `ConstrainedSystem.impose`; it must not change between calls
   */
  fill(size: number, constraints: Constraints, root: number, rooting: Rooting, baseOf?: Int32Array): void {
    this.#reset(size, root)
    this.#bases.use(baseOf)
    this.singleRoot = rooting !== 'several' || constraints.root !== undefined
    if (constraints.root !== undefined) this.#demandRoot(constraints.root)
    for (const arc of constraints.arcs ?? []) this.#demandArc(arc.head, arc.dependent, arc.label)
    for (const demand of constraints.labels ?? []) this.#demandLabelAlone(demand.dependent, demand.label)
    this.#findEnds(rooting)
    this.#refuseCycle()
    this.#nest()
    const dependent = coveringHead(this.head, size)
    if (dependent !== 0) {
      const head = this.head[dependent]
      throw new ConstraintError(
        `${arcText(this, dependent)} reaches over word ${this.head[head]}, the head that ${arcText(this, head)} demands`,
      )
    }
  }

  /** Whether the arc into `dependent` may have this label (its id, not its base). */
  fits(dependent: number, label: number): boolean {
    const demanded = this.label[dependent]
    return demanded === -1 || demanded === this.#bases.of(label)
  }

  #reset(size: number, root: number): void {
    const length = size + 2
    if (this.head.length < length) {
      const room = 2 * length
      this.head = new Int32Array(room)
      this.label = new Int32Array(room)
      this.leftmost = new Int32Array(room)
      this.rightmost = new Int32Array(room)
      this.cover = new Int32Array(room)
      this.left = new Int32Array(room)
      this.right = new Int32Array(room)
      this.enclosing = new Int32Array(room)
      this.#firstEnding = new Int32Array(room)
      this.#nextEnding = new Int32Array(room)
      this.#firstStarting = new Int32Array(room)
      this.#nextStarting = new Int32Array(room)
      this.#seen = new Int32Array(room)
    }
    this.size = size
    this.root = root
    this.count = 0
    this.labelCount = 0
    this.rootWord = 0
    this.rootDemand = 0
    this.head.fill(-1, 0, length)
    this.label.fill(-1, 0, length)
    this.leftmost.fill(NEVER, 0, length)
    this.rightmost.fill(-1, 0, length)
    this.cover.fill(0, 0, length)
    this.#firstEnding.fill(0, 0, length)
    this.#firstStarting.fill(0, 0, length)
    this.left[0] = -1
    this.right[0] = size + 1
  }

  #demandRoot(word: number): void {
    if (!this.#isWord(word))
      throw new ConstraintError(`root ${word} is not a word of the ${this.#sentence()}`)
    this.head[word] = this.root
    this.rootDemand = word
    this.count++
  }

  #demandArc(head: number, dependent: number, label: number): void {
    const text = `arc ${head}→${dependent}`
    if (dependent === 0) throw new ConstraintError(`${text} demands a head for the artificial root`)
    if (!this.#isWord(dependent) || (head !== 0 && !this.#isWord(head))) {
      throw new ConstraintError(`${text} leaves the ${this.#sentence()}`)
    }
    if (head === dependent) throw new ConstraintError(`${text} makes a word its own head`)
    const node = head === 0 ? this.root : head
    if (this.head[dependent] === -1) {
      this.head[dependent] = node
      this.count++
    } else if (this.head[dependent] !== node) {
      throw new ConstraintError(
        `word ${dependent} cannot have two heads: ${arcText(this, dependent)} and ${text}`,
      )
    }
    if (label !== -1) this.#demandLabel(dependent, label, text)
  }

  #demandLabelAlone(dependent: number, label: number): void {
    const text = `label of word ${dependent}`
    if (!this.#isWord(dependent)) throw new ConstraintError(`${text}: it is not in the ${this.#sentence()}`)
    if (label === -1) return
    this.#demandLabel(dependent, label, text)
    this.labelCount++
  }

  #demandLabel(dependent: number, label: number, text: string): void {
    if (!this.#bases.has(label)) {
      throw new ConstraintError(`${text} demands the label ${label}, which the model does not know`)
    }
    const demanded = this.label[dependent]
    if (demanded !== -1 && demanded !== label) {
      throw new ConstraintError(
        `word ${dependent} cannot have two labels, ${demanded} and ${label} (${text})`,
      )
    }
    this.label[dependent] = label
  }

  #isWord(word: number): boolean {
    return Number.isInteger(word) && word >= 1 && word <= this.size
  }

  #sentence(): string {
    return `sentence of ${this.size} words`
  }

  /** The dependents of each word, the ends of each arc, and how many roots are demanded. */
  #findEnds(rooting: Rooting): void {
    for (let dependent = 1; dependent <= this.size; dependent++) {
      const head = this.head[dependent]
      if (head === -1) continue
      if (dependent < this.leftmost[head]) this.leftmost[head] = dependent
      this.rightmost[head] = dependent
      this.left[dependent] = Math.min(head, dependent)
      this.right[dependent] = Math.max(head, dependent)
    }
    const first = this.leftmost[this.root]
    if (first === NEVER) return
    const last = this.rightmost[this.root]
    if (rooting === 'none') {
      throw new ConstraintError(`${arcText(this, first)} needs an artificial root, and this system has none`)
    }
    if (first === last) this.rootWord = first
    else if (this.singleRoot) {
      throw new ConstraintError(
        `the sentence cannot have two roots: ${arcText(this, first)} and ${arcText(this, last)}`,
      )
    }
  }

  #refuseCycle(): void {
    const start = wordOnCycle(this.head, this.size, this.#seen)
    if (start === 0) return
    const cycle = cycleFrom(this.head, start)
    throw new ConstraintError(`${arcsText(this, cycle)} make a cycle`)
  }

  /**
   * Finds what covers what, in one pass with a stack of the open arcs, which `enclosing` links. Outer arcs are opened
   * first and inner ones closed first, unless two arcs cross.
   */
  #nest(): void {
    const { size, left, right, enclosing } = this
    const firstEnding = this.#firstEnding
    const nextEnding = this.#nextEnding
    const firstStarting = this.#firstStarting
    const nextStarting = this.#nextStarting
    for (let arc = 1; arc <= size; arc++) {
      if (this.head[arc] === -1) continue
      nextEnding[arc] = firstEnding[right[arc]]
      firstEnding[right[arc]] = arc
    }
    for (let end = 0; end <= size + 1; end++) {
      for (let arc = firstEnding[end]; arc !== 0; arc = nextEnding[arc]) {
        nextStarting[arc] = firstStarting[left[arc]]
        firstStarting[left[arc]] = arc
      }
    }
    let open = 0
    for (let word = 0; word <= size + 1; word++) {
      while (open !== 0 && right[open] === word) open = enclosing[open]
      this.cover[word] = open
      for (let arc = firstEnding[word]; arc !== 0; arc = nextEnding[arc]) {
        if (open === 0 || left[arc] >= left[open]) continue
        throw new ConstraintError(`${arcText(this, arc)} and ${arcText(this, open)} cross`)
      }
      for (let arc = firstStarting[word]; arc !== 0; arc = nextStarting[arc]) {
        enclosing[arc] = open
        open = arc
      }
    }
  }
}
