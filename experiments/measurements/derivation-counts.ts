/**
 * Statistics of the gold derivations of a system: the stack heights, and how well the tags that a parser
 * reads predict the next transition. A lossless transform cannot make whole trees more predictable, but it
 * can make single decisions more predictable, and a greedy parser makes single decisions.
 */
import { Configuration, derive, labelOf, registered, typeOf, type Guide, type Tree } from '../../src/lab.ts'
import { JointCounts } from '../statistics/summary.ts'
import { foldMarks } from './scores.ts'

export class DerivationCounts {
  readonly system: string
  transitions = 0
  /** The sum over all transitions of the stack height (with the artificial root), and the maximum height. */
  heights = 0
  highest = 0
  readonly #made
  readonly #configuration = new Configuration()
  readonly #counts = new JointCounts()

  constructor(system: string) {
    this.system = system
    this.#made = registered(system).make({ singleRoot: false })
  }

  /**
   * @param tree in reading order, like the tags. For a system without marks, marks become part of the labels.
   */
  add(tree: Tree, tags: readonly string[]): void {
    const system = this.#made
    const learned = system.transformsTrees ? tree : foldMarks(tree)
    const oracle = system.oracle(learned)
    const tagOf = (word: number): string => (word < 0 ? '-' : tags[word])
    const guide: Guide = {
      next: (c) => {
        const transition = oracle.next(c)
        const contextTags = [c.stackWord(1), c.stackWord(0), c.bufferWord(0), c.bufferWord(1)].map(tagOf)
        const context = `${system.state(c)} ${contextTags.join(' ')}`
        this.#counts.add(context, `${typeOf(transition)} ${labelOf(transition)}`)
        this.transitions++
        this.heights += c.height
        this.highest = Math.max(this.highest, c.height)
        return transition
      },
    }
    system.start(this.#configuration, tree.size, learned)
    derive(system, this.#configuration, guide)
  }

  /** The conditional entropy in bits of a transition with its label, given the classifier and the tags of s1, s0, b0 and b1. */
  get bits(): number {
    return this.#counts.conditionalEntropy()
  }
}
