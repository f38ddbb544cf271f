/**
 * How well the tags of a word and its neighbours predict its arc, and how well what a parser sees predicts its next
 * transition, in bits. A lossless transform cannot make whole trees more predictable, but it can make single decisions
 * more predictable, and a greedy parser makes single decisions.
 */
import {
  Configuration,
  derive,
  typeOf,
  labelOf,
  markSigns,
  registered,
  type Guide,
  type TransitionSystem,
  type Tree,
} from '../../src/index.ts'
import { JointCounts } from '../statistics/entropy.ts'

/** Conditional entropies, given the tags of the word and of the words before and after it. */
export class ArcPredictability {
  readonly #heads = new JointCounts()
  readonly #labels = new JointCounts()
  readonly #arcs = new JointCounts()

  /** @param tags of the words 1 to n at indices 1 to n, with one more at each end */
  add(tree: Tree, tags: readonly string[]): void {
    for (let word = 1; word <= tree.size; word++) {
      const context = `${tags[word - 1]} ${tags[word]} ${tags[word + 1]}`
      const head = tree.head[word] === 0 ? 'root' : String(tree.head[word] - word)
      const label = `${tree.label[word]}${markSigns[tree.mark[word]]}`
      this.#heads.add(context, head)
      this.#labels.add(context, label)
      this.#arcs.add(context, `${head} ${label}`)
    }
  }

  bits() {
    return {
      /** Of the position of the head, relative to the word. */
      head: this.#heads.conditionalEntropy(),
      /** Of the label, its mark included. */
      label: this.#labels.conditionalEntropy(),
      /** Of both together. */
      arc: this.#arcs.conditionalEntropy(),
    }
  }
}

/** The gold derivations of a system: stack heights, and transitions given the tags of s1, s0, b0 and b1. */
export class DerivationCounts {
  readonly #system: TransitionSystem
  readonly #configuration = new Configuration()
  readonly #counts = new JointCounts()
  readonly #shape = {
    transitions: 0,
    /** The height of the stack, the artificial root included, summed over the transitions, and its maximum. */
    heights: 0,
    highest: 0,
  }

  constructor(system: string) {
    this.#system = registered(system).make({ singleRoot: false })
  }

  /** @param tree the tree that the system learns; tree and tags are in reading order */
  add(tree: Tree, tags: readonly string[]): void {
    const system = this.#system
    const shape = this.#shape
    const tagOf = (word: number): string => (word < 0 ? '-' : tags[word])
    const guide: Guide = {
      next: (c) => {
        const transition = system.oracle(c, tree)
        const seen = [c.stackWord(1), c.stackWord(0), c.bufferWord(0), c.bufferWord(1)].map(tagOf)
        this.#counts.add(
          `${system.state(c)} ${seen.join(' ')}`,
          `${typeOf(transition)} ${labelOf(transition)}`,
        )
        shape.transitions++
        shape.heights += c.height
        shape.highest = Math.max(shape.highest, c.height)
        return transition
      },
    }
    system.start(this.#configuration, tree.size)
    derive(system, this.#configuration, guide)
  }

  shape() {
    // The entropy is of a transition with its label, given also the classifier that is used.
    return { ...this.#shape, bits: this.#counts.conditionalEntropy() }
  }
}
