/**
 * Tags that break norms of a tree although another tag would not. Where tags were predicted, the tagger may be wrong and the
 * tree right: the tagger names another tag, and if all arcs of the word go with this one, it is taken.
 */
import { Dependents } from '../../transform/dependents.ts'
import type { Tree } from '../../transform/tree.ts'
import type { OtherTags } from '../core/sentence.ts'
import { type Norms, places, tagNumber } from '../norms/norms.ts'

export class TagChoice {
  readonly #norms: Norms
  /** The label of the words of a fixed expression after the first; −1 if there is none. */
  readonly #fixed: number
  readonly #dependents = new Dependents()

  constructor(norms: Norms, fixedLabel: number) {
    this.#norms = norms
    this.#fixed = fixedLabel
  }

  /** Tags that go with a tree instead of those of `tags`, which are replaced, by word. */
  choose(tree: Tree, tags: Int32Array, others: OtherTags): Map<number, string> {
    const chosen = new Map<number, string>()
    const { size, head } = tree
    this.#dependents.fill(tree)
    for (let word = 1; word <= size; word++) {
      if (this.#goesWith(tree, word, tags[word], head[word] > 0)) continue
      const tag = this.#other(tree, word, others)
      if (tag === undefined) continue
      chosen.set(word, tag)
      tags[word] = tagNumber(tag)!
    }
    return chosen
  }

  /** The other tag that goes with a word's arcs; of several, that which has its relation most often. */
  #other(tree: Tree, word: number, others: OtherTags): string | undefined {
    let [found, most]: [string | undefined, number] = [undefined, -1]
    for (const tag of others(word, this.isFixed(tree, word))) {
      const number = tagNumber(tag)
      if (number === undefined || !this.#goesWith(tree, word, number, true)) continue
      const count = this.#norms.count(places.tag(number), tree.label[word])
      if (count > most) [found, most] = [tag, count]
    }
    return found
  }

  /** Whether a word is the first of a fixed expression. */
  isFixed({ label }: Tree, word: number): boolean {
    const { first, next } = this.#dependents
    for (let child = first[word]; child !== 0; child = next[child])
      if (label[child] === this.#fixed) return true
    return false
  }

  /** Whether a tag of a word goes with its dependents, and with its own relation. */
  #goesWith({ label }: Tree, word: number, tag: number, withOwn: boolean): boolean {
    const norms = this.#norms
    if (withOwn && norms.forbids(places.tag(tag), label[word])) return false
    const { first, next } = this.#dependents
    const [headTag, tagged] = [places.headTag(tag), places.taggedHead(tag, label[word])]
    for (let child = first[word]; child !== 0; child = next[child])
      if (norms.forbids(headTag, label[child]) || norms.forbids(tagged, label[child])) return false
    return true
  }
}
