/**
 * Changes finished trees so that they keep the norms of the treebank, one arc at a time: a word gets another relation, or its
 * head does, or a sister; whichever costs least by the scores of the relabeller, of the treebank's counts if there is none.
 * Where no relation would do, the word is attached to the head of its head. Search ends before: leaves in the search itself cost
 * accuracy, see docs/constraints.md.
 *
 * All arcs then keep the norms of their tags, if constraints and the treebank have a relation for them. A norm of another kind can stay
 * broken at a dependent of the root, which has no head to go to, and where a constraint demands it. Trees of more than
 * {@link LONGEST_KEPT} words stay as they are.
 */
import { Dependents } from '../../transform/dependents.ts'
import type { Tree } from '../../transform/tree.ts'
import { type Constraints, isSatisfied, labelIsConstrained } from '../core/constraints.ts'
import type { ParserSentence } from '../core/sentence.ts'
import type { Relabeller } from './relabeller.ts'
import { TagChoice } from './tag-choice.ts'
import { fillTags, type Norms, places, placesOf } from '../norms/norms.ts'

/** The largest number of words of a tree that is changed: the time for a tree can grow with the square of its size. */
export const LONGEST_KEPT = 512

/** Added to counts whose logarithms are scores. */
const UNSEEN = 0.01

// Parts of the places of an arc: those of its tag, of its head with and without its relation, and of the relation only.
const AT_TAG = [0, 1] as const
const AT_HEAD = [1, 5] as const
const AT_HEAD_ITSELF = [1, 3] as const
const AT_HEAD_LABEL = [3, 5] as const

/** Another relation of a word, and how much less it scores than the one it has. */
interface Change {
  readonly word: number
  readonly label: number
  readonly cost: number
}

export class NormKeeper {
  readonly #norms: Norms
  readonly #relabeller: Relabeller | undefined
  readonly #labels: readonly number[]
  readonly #rootLabel: number
  readonly #dependents = new Dependents()
  readonly #tags = new Int32Array(LONGEST_KEPT + 1)
  readonly #order = new Int32Array(LONGEST_KEPT + 1)
  readonly #tagChoice: TagChoice
  /** The filling of the last sentence some of whose tags gave way to others. */
  #changedTags = -1
  #tree!: Tree
  #sentence!: ParserSentence
  /** Whether the relabeller has read the tree as it is. */
  #isRead = false
  #hasNewRoot = false
  #keeps: (word: number) => boolean = () => false
  #allows: () => boolean = () => true

  /** @param fixedLabel the label of the words of a fixed expression after the first; −1 if there is none */
  constructor(norms: Norms, rootLabel: number, relabeller: Relabeller | undefined, fixedLabel = -1) {
    this.#norms = norms
    this.#tagChoice = new TagChoice(norms, fixedLabel)
    this.#rootLabel = rootLabel
    this.#relabeller = relabeller
    this.#labels = norms.labels.filter((label) => label !== rootLabel)
  }

  /** Changes a tree in the order of the sentence; it goes on to satisfy the constraints, and a projective one stays projective. */
  keep(tree: Tree, sentence: ParserSentence, constraints?: Constraints): void {
    const { size } = tree
    if (size > LONGEST_KEPT) return
    fillTags(this.#tags, sentence)
    this.#tree = tree
    if (this.#norms.areKept(tree, this.#tags)) return
    if (sentence.otherTags) {
      const { size: count } = this.#tagChoice.choose(tree, this.#tags, sentence.otherTags)
      if (count > 0) this.#changedTags = sentence.filling
      if (count > 0 && this.#norms.areKept(tree, this.#tags)) return
    }
    this.#dependents.fill(tree)
    this.#sentence = sentence
    this.#isRead = this.#hasNewRoot = false
    this.#keeps = constraints ? labelIsConstrained(constraints) : () => false
    this.#allows = constraints ? () => isSatisfied(constraints, tree) : () => true
    // Heads before their dependents: no word goes up past others that do.
    this.#dependents.topDown(this.#order)
    const waiting = [...this.#order.subarray(1, size + 1)].reverse()
    for (let word = waiting.pop(); word !== undefined; word = waiting.pop())
      if (this.#isBroken(word)) for (const changed of this.#mend(word)) waiting.push(...this.#near(changed))
  }

  /** By word: the tags that give way to others that go with a tree of `keep`. */
  tagsOf(tree: Tree, sentence: ParserSentence): ReadonlyMap<number, string> {
    if (this.#changedTags !== sentence.filling || !sentence.otherTags) return new Map()
    fillTags(this.#tags, sentence)
    return this.#tagChoice.choose(tree, this.#tags, sentence.otherTags)
  }

  /** A word whose arc has changed, and its dependents and sisters that break a norm because of it. */
  #near(word: number): number[] {
    const { head, label } = this.#tree
    const below = this.#dependentsOf(word).filter((one) => !this.#fits(one, label[one], AT_HEAD_LABEL))
    return [word, ...below, ...(head[word] > 0 ? this.#clashing(word) : [])]
  }

  #dependentsOf(word: number): number[] {
    const { first, next } = this.#dependents
    const found: number[] = []
    for (let child = first[word]; child !== 0; child = next[child]) found.push(child)
    return found
  }

  #isBroken(word: number): boolean {
    const { head, label } = this.#tree
    if (head[word] === 0) return false
    return !this.#norms.keepsArc(this.#tree, this.#tags, word) || !this.#fitsSisters(word, label[word])
  }

  /** Whether a relation goes with some of the places of a word, see `placesOf`. */
  #fits(word: number, label: number, [from, to]: readonly [number, number]): boolean {
    const all = placesOf(this.#tree, this.#tags, word)
    for (let i = from; i < to; i++) if (this.#norms.forbids(all[i], label)) return false
    return true
  }

  /** Whether a relation goes with the head of a word and with its sisters. */
  #fitsAbove(word: number, label: number): boolean {
    return this.#fits(word, label, AT_HEAD) && this.#fitsSisters(word, label)
  }

  #fitsSisters(word: number, label: number): boolean {
    const { head, label: labels } = this.#tree
    const { first, next } = this.#dependents
    const place = places.sister(label)
    for (let one = first[head[word]]; one !== 0; one = next[one])
      if (one !== word && this.#norms.forbids(place, labels[one])) return false
    return true
  }

  /** Whether a relation of a word goes with those of its dependents. */
  #fitsBelow(word: number, label: number): boolean {
    const { label: labels } = this.#tree
    const { first, next } = this.#dependents
    const [head, tagged] = [places.head(label), places.taggedHead(this.#tags[word], label)]
    for (let child = first[word]; child !== 0; child = next[child])
      if (this.#norms.forbids(head, labels[child]) || this.#norms.forbids(tagged, labels[child])) return false
    return true
  }

  /** Makes one change because of a broken norm at a word. Returns the words whose arcs are others. */
  #mend(word: number): readonly number[] {
    const { head, label } = this.#tree
    const above = head[word]
    const fitsTag = this.#fits(word, label[word], AT_TAG)
    const candidates = [word]
    // What else can be changed, if that is all that is wrong.
    if (fitsTag && this.#fits(word, label[word], AT_HEAD_ITSELF)) {
      if (!this.#fits(word, label[word], AT_HEAD_LABEL)) candidates.push(above)
      else candidates.push(...this.#clashing(word))
    }
    let found: Change | undefined
    for (const one of candidates) {
      const change = this.#change(one)
      if (change && (!found || change.cost < found.cost)) found = change
    }
    if (!fitsTag) found ??= this.#changeToTag(word)
    if (!found) return this.#fitsAbove(word, label[word]) ? [] : this.#raise(word)
    label[found.word] = found.label
    return [found.word]
  }

  /** The sisters whose relations do not go with that of a word. */
  #clashing(word: number): number[] {
    const { head, label } = this.#tree
    const place = places.sister(label[word])
    return this.#dependentsOf(head[word]).filter(
      (one) => one !== word && this.#norms.forbids(place, label[one]),
    )
  }

  /** The best other relation of a word that breaks no norm with the other arcs as they are. */
  #change(word: number): Change | undefined {
    const { head, label } = this.#tree
    if (head[word] === 0) return undefined
    const all = placesOf(this.#tree, this.#tags, word)
    const tagged = all.pop()!
    const fits = (one: number): boolean => {
      if (one === label[word]) return false
      // The treebank has the relation at each of the places.
      for (const place of all) if (this.#norms.count(place, one) === 0) return false
      return !this.#norms.forbids(tagged, one) && this.#fitsSisters(word, one) && this.#fitsBelow(word, one)
    }
    return this.#best(word, this.#labels.filter(fits))
  }

  /** The best relation that goes with the tag of a word, if possible with its head, too. */
  #changeToTag(word: number): Change | undefined {
    const all = this.#labels.filter((label) => this.#fits(word, label, AT_TAG))
    const fitting = all.filter((label) => this.#fitsAbove(word, label))
    return this.#best(word, fitting.length > 0 ? fitting : all)
  }

  #best(word: number, labels: readonly number[]): Change | undefined {
    if (labels.length === 0 || this.#keeps(word)) return undefined
    const score = this.#scores(word)
    let [best, highest] = [labels[0], score(labels[0])]
    for (const label of labels.slice(1)) {
      const own = score(label)
      if (own > highest) [best, highest] = [label, own]
    }
    return { word, label: best, cost: score(this.#tree.label[word]) - highest }
  }

  #scores(word: number): (label: number) => number {
    if (this.#relabeller) {
      if (!this.#isRead) this.#relabeller.begin(this.#sentence, this.#tree)
      this.#isRead = true
      return this.#relabeller.scoresOf(word, this.#tree.label[word])
    }
    // Naive Bayes: the logarithms of the relation's probability, and of those of the places given the relation.
    const norms = this.#norms
    const all = placesOf(this.#tree, this.#tags, word).slice(0, -1)
    return (label) => {
      let sum = 0
      for (const place of all) sum += Math.log(norms.count(place, label) + UNSEEN)
      return sum - (all.length - 1) * Math.log(norms.frequency(label) + UNSEEN)
    }
  }

  /** Attaches a word, and its sisters further away on the same side, to the head of its head. */
  #raise(word: number): readonly number[] {
    const { head } = this.#tree
    const above = head[word]
    const to = head[above]
    if (to === 0) return this.#fitsSisters(word, this.#tree.label[word]) ? this.#makeRoot(word) : []
    const isMoved = (one: number): boolean => (word < above ? one <= word : one >= word)
    const moved = [...this.#dependentsOf(above)].filter(isMoved)
    return this.#attach(moved, to) ? moved : []
  }

  /** Attaches dependents of one head to another one, unless constraints do not allow it. */
  #attach(words: readonly number[], to: number): boolean {
    const { head } = this.#tree
    const from = head[words[0]]
    for (const word of words) head[word] = to
    const isAllowed = this.#allows()
    if (!isAllowed) for (const word of words) head[word] = from
    else this.#dependents.fill(this.#tree)
    if (isAllowed) this.#isRead = false
    return isAllowed
  }

  /** Makes a dependent of the root the root, if less norms are broken then. A sentence gets a new root only once. */
  #makeRoot(word: number): readonly number[] {
    if (this.#hasNewRoot) return []
    const tree = this.#tree
    const { head, label } = tree
    const root = head[word]
    const words = [root, ...this.#dependentsOf(root), ...this.#dependentsOf(word)]
    const broken = (): number => words.filter((one) => this.#isBroken(one)).length
    const before = broken()
    const saved = words.map((one) => [one, head[one], label[one]])
    for (const one of this.#dependentsOf(root)) head[one] = word
    head[root] = word
    head[word] = 0
    label[root] = label[word]
    label[word] = this.#rootLabel
    this.#dependents.fill(tree)
    this.#isRead = false
    if (this.#isBroken(root))
      label[root] = (this.#change(root) ?? this.#changeToTag(root))?.label ?? label[root]
    if (broken() < before && this.#allows()) {
      this.#hasNewRoot = true
      return words
    }
    for (const [one, above, relation] of saved) [head[one], label[one]] = [above, relation]
    this.#dependents.fill(tree)
    return []
  }
}
