/**
 * Counts for each final tree of a parser: correct words (total, by kind of arc, relation, tag and sentence
 * length), confused relations, and properties such as projectivity.
 */
import { isContentRelation, isProjective, metrics, rootCount } from '../../src/lab.ts'
import type { CoNLLUSentence, Symbols, Tree } from '../../src/lab.ts'
import { binRates, countBins, lengthBin } from '../statistics/bins.ts'
import { ShareCounters, sum, TallyCounter, type Tally } from '../statistics/tally.ts'
import { scoreSentence, sentenceScores } from './scores.ts'

/** Properties of a tree that the parser reports. */
interface TreeProperties {
  /** Whether to count the tree as projective. Default: the result of `isProjective`. */
  readonly projective?: boolean
  /** Default: 0. */
  readonly vestigialArcs?: number
}

export class TreeCounts {
  readonly #labels: Symbols
  readonly #final = sentenceScores()
  readonly #shares = new ShareCounters()
  readonly #counts = {
    exact: new TallyCounter(),
    'non-projective': new TallyCounter(),
    rootless: new TallyCounter(),
    severalRoots: new TallyCounter(),
    vestigialArcs: new TallyCounter(),
  }
  readonly #content = new TallyCounter()
  /** The relations and the tags that occur in gold trees. */
  readonly #found = { relation: new Set<string>(), tag: new Set<string>() }
  /** For each label: its relation without the subtype, and whether this is a relation of content words. */
  readonly #relations: { readonly base: string; readonly isContent: boolean }[] = []

  /** @param labels the symbol table for the labels of the trees */
  constructor(labels: Symbols) {
    this.#labels = labels
  }

  /** Adds the next sentence with its gold tree and the parser's tree. */
  add(sentence: CoNLLUSentence, gold: Tree, tree: Tree, properties: TreeProperties = {}): void {
    const { projective = isProjective(tree), vestigialArcs = 0 } = properties
    const index = this.#final.words.length
    scoreSentence(gold, tree, this.#final)
    for (const [bin, counts] of countBins(gold, tree))
      for (const [rate, [part, whole]] of Object.entries(binRates))
        this.#shares.add(rate, bin, index, counts[part], counts[whole])
    this.#addKinds(index, sentence, gold, tree)
    for (const metric of metrics) {
      const { right, all } = metric.count(gold, tree, this.#labels, sentence)
      this.#shares.add('metrics', metric.name, index, right, all)
    }
    const roots = rootCount(tree)
    const { exact, 'non-projective': nonProjective, rootless, severalRoots } = this.#counts
    exact.add(index, Number(this.#final.arcs[index] === gold.size), 1)
    nonProjective.add(index, Number(!projective), 0)
    rootless.add(index, Number(roots === 0), 0)
    severalRoots.add(index, Number(roots > 1), 0)
    this.#counts.vestigialArcs.add(index, vestigialArcs, 0)
  }

  /**
   * Counts correct words by relation, tag and sentence length, and the words of the other scores (CLAS,
   * universal LAS, without punctuation).
   */
  #addKinds(index: number, sentence: CoNLLUSentence, gold: Tree, tree: Tree): void {
    const counts = new Map<string, { words: number; heads: number; arcs: number }>()
    const content = { right: 0, all: 0 }
    const confusedPairs: string[] = []
    const length = lengthBin(gold.size)
    for (let word = 1; word <= gold.size; word++) {
      const relation = this.#relationOf(gold.label[word])
      const tag = sentence.upos(word)
      const kinds = [relation.base, tag, length, ...(tag === 'PUNCT' ? [] : [WITHOUT_PUNCTUATION])]
      this.#found.relation.add(relation.base)
      this.#found.tag.add(tag)
      const other = this.#relationOf(tree.label[word])
      const isHead = tree.head[word] === gold.head[word]
      const isArc = isHead && tree.label[word] === gold.label[word]
      const isUniversal = isHead && other.base === relation.base
      if (other.base !== relation.base) confusedPairs.push(`${relation.base} → ${other.base}`)
      if (relation.isContent && isArc) content.right += 2
      content.all += Number(relation.isContent) + Number(other.isContent)
      for (const [kind, right] of [
        ...kinds.map((one) => [one, isArc] as const),
        [UNIVERSAL, isUniversal] as const,
      ]) {
        const kindCounts = counts.get(kind) ?? { words: 0, heads: 0, arcs: 0 }
        kindCounts.words++
        if (isHead) kindCounts.heads++
        if (right) kindCounts.arcs++
        counts.set(kind, kindCounts)
      }
    }
    this.#content.add(index, content.right, content.all)
    for (const pair of new Set(confusedPairs))
      this.#shares.add('confused', pair, index, confusedPairs.filter((one) => one === pair).length, 0)
    for (const [kind, { words, heads, arcs }] of counts) {
      this.#shares.add('LAS', kind, index, arcs, words)
      if (kind !== UNIVERSAL) this.#shares.add('UAS', kind, index, heads, words)
    }
  }

  #relationOf(label: number): { readonly base: string; readonly isContent: boolean } {
    const cachedRelation = this.#relations[label]
    if (cachedRelation) return cachedRelation
    const [base] = this.#labels.text(label).split(':', 1)
    return (this.#relations[label] = { base, isContent: isContentRelation(base) })
  }

  figures() {
    const sentences = this.#final.words.length
    const { exact, ...counts } = this.#counts
    const shares = (group: string): Readonly<Record<string, Tally>> => this.#shares.shares(group, sentences)
    const count = (name: keyof typeof counts): Tally => counts[name].count(sentences)
    const confusedPairs = this.#shares.counts('confused', sentences)
    const UAS = shares('UAS')
    return {
      testSentences: sentences,
      /** Scores of the trees against the gold trees. */
      final: this.#final,
      /** Share of sentences in which all heads and labels are correct. */
      exact: exact.share(sentences),
      /** Number of trees that are non-projective, have no root, and have several roots. */
      'non-projective': count('non-projective'),
      rootless: count('rootless'),
      severalRoots: count('severalRoots'),
      /** Number of marks that the reverse transform drops. */
      vestigialArcs: count('vestigialArcs'),
      binnedRecall: shares('binnedRecall'),
      binnedPrecision: shares('binnedPrecision'),
      recall: shares('recall'),
      precision: shares('precision'),
      UAS,
      LAS: shares('LAS'),
      /** F1 score of the arcs with content relations (the two trees can have such relations at different words). */
      CLAS: this.#content.share(sentences),
      /** Registered metrics by name. */
      metrics: shares('metrics'),
      /** For each pair of relations (without subtypes): the number of words with the second relation instead of the first. */
      confused: confusedPairs,
      /** The values that a breakdown can use, in descending frequency. */
      kinds: {
        relation: byFrequency(this.#found.relation, UAS),
        tag: byFrequency(this.#found.tag, UAS),
        confusion: byFrequency(Object.keys(confusedPairs), confusedPairs),
      },
    }
  }
}

/** Sorts names by the number of words in their tallies, in descending order. */
function byFrequency(names: Iterable<string>, tallies: Readonly<Record<string, Tally>>): string[] {
  const words = (name: string): number => sum(tallies[name].wholes ?? tallies[name].parts)
  return [...names].sort((one, other) => words(other) - words(one))
}

/** Word groups that are neither relations nor tags. */
const [UNIVERSAL, WITHOUT_PUNCTUATION] = ['universal', 'without punctuation']
