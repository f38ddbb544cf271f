/**
 * How well a word's tag and those of its neighbours tell its arc, and what a parser sees its next transition, in bits.
 * A transform that loses nothing cannot make whole trees less surprising; it can make single decisions so, and a greedy
 * parser decides one by one.
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
export interface ArcBits {
  /** Of the place of the head, counted from the word. */
  readonly head: number
  /** Of the label, its mark included. */
  readonly label: number
  /** Of both together. */
  readonly arc: number
}

export class ArcPredictability {
  readonly #heads = new JointCounts()
  readonly #labels = new JointCounts()
  readonly #arcs = new JointCounts()

  /** @param tags of the words 1..n at 1..n, with something before and after them */
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

  bits(): ArcBits {
    return {
      head: this.#heads.conditionalEntropy(),
      label: this.#labels.conditionalEntropy(),
      arc: this.#arcs.conditionalEntropy(),
    }
  }
}

/** The gold derivations of a system: its stack, and its transitions given the tags of s1, s0, b0 and b1. */
export interface DerivationShape {
  readonly transitions: number
  /** The height of the stack, the artificial root included, summed over the transitions, and its maximum. */
  readonly heights: number
  readonly highest: number
  /** Conditional entropy of a transition with its label; the prediction model that is asked is known too. */
  readonly bits: number
}

export class DerivationCounts {
  readonly #system: TransitionSystem
  readonly #configuration = new Configuration()
  readonly #counts = new JointCounts()
  #transitions = 0
  #heights = 0
  #highest = 0

  constructor(system: string) {
    this.#system = registered(system).make({ singleRoot: false })
  }

  /** @param tree as the system learns it; tree and tags are in reading order */
  add(tree: Tree, tags: readonly string[]): void {
    const system = this.#system
    const tagOf = (word: number): string => (word < 0 ? '-' : tags[word])
    const guide: Guide = {
      next: (c) => {
        const move = system.oracle(c, tree)
        const seen = [c.stackWord(1), c.stackWord(0), c.bufferWord(0), c.bufferWord(1)].map(tagOf)
        this.#counts.add(`${system.state(c)} ${seen.join(' ')}`, `${typeOf(move)} ${labelOf(move)}`)
        this.#transitions++
        this.#heights += c.height
        this.#highest = Math.max(this.#highest, c.height)
        return move
      },
    }
    system.start(this.#configuration, tree.size)
    derive(system, this.#configuration, guide)
  }

  shape(): DerivationShape {
    return {
      transitions: this.#transitions,
      heights: this.#heights,
      highest: this.#highest,
      bits: this.#counts.conditionalEntropy(),
    }
  }
}
