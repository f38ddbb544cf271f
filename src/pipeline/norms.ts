/**
 * Norms of a treebank: words of some tags, such as punctuation, have no dependents, and heads have at most one dependent
 * of some relations, such as subjects. They are learned from the treebank, and trees are changed to keep them.
 */
import type { Symbols } from '../../transform/symbols.ts'
import { dependentsOf, type Tree } from '../../transform/tree.ts'
import type { AnnotatedSentence } from '../sentence/annotated-sentence.ts'
import { countPairs, mostFrequent, totalOf } from './features.ts'

export interface Norms {
  /** The universal tags whose words have no dependents. */
  readonly leaves: readonly string[]
  /** The relations of core arguments that a head has only once, subtypes counted together. */
  readonly single: readonly string[]
  /** The most frequent other labels, by the place of a word: its tag, the tag of its head, `left` or `right` of it. */
  readonly others: readonly (readonly [place: string, label: string])[]
}

/** The minimum frequency of a tag or relation for a norm, and the maximum share of exceptions. */
const FREQUENCY = 200
const SHARE = 0.01

/** The relations of core arguments in Universal Dependencies. */
const core: ReadonlySet<string> = new Set(['nsubj', 'obj', 'iobj', 'csubj', 'ccomp', 'xcomp'])

const relationOf = (label: string): string => label.split(':', 1)[0]

const placeOf = (tag: string, headTag: string, isLeft: boolean): string =>
  `${tag} ${headTag} ${isLeft ? 'left' : 'right'}`

/** Learns the norms of a treebank. Ignores partial trees. */
export function normsOf(sentences: Iterable<AnnotatedSentence>): Norms {
  const tags: [string, boolean][] = []
  const relations: [string, boolean][] = []
  const labels: [string, string][] = []
  for (const sentence of sentences) {
    if (sentence.head.indexOf(-1, 1) > 0) continue
    const isHead = new Set(sentence.head)
    const seen = new Map<string, number>()
    for (let word = 1; word <= sentence.size; word++) {
      const [head, tag, label] = [sentence.head[word], sentence.upos(word), sentence.deprel(word)]
      tags.push([tag, isHead.has(word)])
      if (head > 0) labels.push([placeOf(tag, sentence.upos(head), word < head), label])
      const key = `${head} ${relationOf(label)}`
      seen.set(key, (seen.get(key) ?? 0) + 1)
    }
    for (const [key, times] of seen) relations.push([key.slice(key.indexOf(' ') + 1), times > 1])
  }
  const single = rare(relations.filter(([relation]) => core.has(relation)))
  const others = countPairs(labels.filter(([, label]) => !single.includes(relationOf(label))))
  return {
    leaves: rare(tags),
    single,
    others: [...others].map(([place, found]) => [place, mostFrequent(found)[0]] as const),
  }
}

/** The frequent values that are rarely exceptions. */
function rare(found: readonly (readonly [string, boolean])[]): string[] {
  const isRare = (counts: ReadonlyMap<boolean, number>): boolean =>
    totalOf(counts) >= FREQUENCY && (counts.get(true) ?? 0) <= SHARE * totalOf(counts)
  return [...countPairs(found)].filter(([, counts]) => isRare(counts)).map(([value]) => value)
}

export class NormKeeper {
  readonly #leaves: ReadonlySet<string>
  /** For each place: the id of the replacement label. */
  readonly #others: ReadonlyMap<string, number>
  /** For each label: its relation if a head has the relation only once; otherwise ''. */
  readonly #single: readonly string[]
  readonly #rootLabel: number

  constructor({ leaves, single, others }: Norms, labels: Symbols, rootLabel: number) {
    const texts = labels.texts()
    this.#leaves = new Set(leaves)
    this.#others = new Map(others.map(([place, label]) => [place, texts.indexOf(label)]))
    this.#single = texts.map((text) => (single.includes(relationOf(text)) ? relationOf(text) : ''))
    this.#rootLabel = rootLabel
  }

  /**
   * Changes a tree to satisfy the norms. A projective tree remains projective.
   *
   * @param leaves words that have no dependents and must not get dependents
   */
  keep(tree: Tree, sentence: Pick<AnnotatedSentence, 'upos'>, leaves: readonly number[] = []): void {
    const given = new Set(leaves)
    const isLeaf = (word: number): boolean => given.has(word) || this.#leaves.has(sentence.upos(word))
    const { head } = tree
    for (let word = 1; word <= tree.size; word++)
      if (head[word] === 0 && isLeaf(word)) this.#moveRoot(tree, word, isLeaf, sentence)
    for (let word = 1; word <= tree.size; word++) {
      let top = head[word]
      while (top > 0 && head[top] > 0 && isLeaf(top)) top = head[top]
      // Leaves on the path get the same head, so that no word visits them again.
      for (let at = word, next = head[at]; next !== top; at = next, next = head[at]) head[at] = top
    }
    this.#keepSingle(tree, sentence)
  }

  /** Replaces a root by its first descendant that can have dependents, which also becomes the head of the other dependents. */
  #moveRoot(
    tree: Tree,
    root: number,
    isLeaf: (word: number) => boolean,
    sentence: Pick<AnnotatedSentence, 'upos'>,
  ): void {
    const { head, label } = tree
    const dependents = dependentsOf(tree)
    for (let below = dependents[root]; below.length > 0;) {
      const found = below.find((word) => !isLeaf(word))
      if (found !== undefined) {
        for (const word of [root, ...below]) head[word] = found
        head[found] = 0
        label[root] = label[found]
        label[found] = this.#rootLabel
        this.#relabel(tree, root, sentence)
        return
      }
      below = below.flatMap((word) => dependents[word]).sort((a, b) => a - b)
    }
  }

  /** If a head has several dependents with the same single relation, all except the nearest get another label. */
  #keepSingle(tree: Tree, sentence: Pick<AnnotatedSentence, 'upos'>): void {
    const nearest = new Map<string, number>()
    for (let word = 1; word <= tree.size; word++) {
      const head = tree.head[word]
      const relation = this.#single[tree.label[word]]
      if (head === 0 || !relation) continue
      const key = `${head} ${relation}`
      const other = nearest.get(key)
      const isNearest = other === undefined || Math.abs(word - head) < Math.abs(other - head)
      if (isNearest) nearest.set(key, word)
      if (other !== undefined) this.#relabel(tree, isNearest ? other : word, sentence)
    }
  }

  #relabel(tree: Tree, word: number, sentence: Pick<AnnotatedSentence, 'upos'>): void {
    const head = tree.head[word]
    const label = this.#others.get(placeOf(sentence.upos(word), sentence.upos(head), word < head)) ?? -1
    if (label >= 0) tree.label[word] = label
  }
}
