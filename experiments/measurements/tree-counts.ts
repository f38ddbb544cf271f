/**
 * What is counted in the final trees of any parser, sentence by sentence: correct words, also by kind of arc, relation, tag and
 * length of the sentence, relations in place of others, and the forms of the trees.
 */
import { isContentRelation, isProjective, metrics, rootCount } from '../../src/lab.ts'
import type { CoNLLUSentence, Symbols, Tree } from '../../src/lab.ts'
import { binRates, countBins, lengthBin } from '../statistics/bins.ts'
import { ShareCounters, sum, TallyCounter, type Tally } from '../statistics/tally.ts'
import { scoreSentence, sentenceScores } from './scores.ts'

/** What a parser knows of a tree besides the tree. */
interface Made {
  /** Whether the tree counts as projective. Default: whether it is. */
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
  /** The relations and the tags of gold trees. */
  readonly #found = { relation: new Set<string>(), tag: new Set<string>() }
  /** By label: its relation without a subtype, and whether that is a relation of content words. */
  readonly #relations: { readonly base: string; readonly isContent: boolean }[] = []

  /** @param labels the table of the trees' labels */
  constructor(labels: Symbols) {
    this.#labels = labels
  }

  /** Adds the next sentence, with its gold tree and that of a parser. */
  add(sentence: CoNLLUSentence, gold: Tree, tree: Tree, made: Made = {}): void {
    const { projective = isProjective(tree), vestigialArcs = 0 } = made
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

  /** Correct words by relation and tag, and in the ways of counting that differ from LAS and UAS over all words. */
  #addKinds(index: number, sentence: CoNLLUSentence, gold: Tree, tree: Tree): void {
    const counts = new Map<string, { words: number; heads: number; arcs: number }>()
    const content = { right: 0, all: 0 }
    const confused: string[] = []
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
      if (other.base !== relation.base) confused.push(`${relation.base} → ${other.base}`)
      if (relation.isContent && isArc) content.right += 2
      content.all += Number(relation.isContent) + Number(other.isContent)
      for (const [kind, right] of [
        ...kinds.map((one) => [one, isArc] as const),
        [UNIVERSAL, isUniversal] as const,
      ]) {
        const its = counts.get(kind) ?? { words: 0, heads: 0, arcs: 0 }
        its.words++
        if (isHead) its.heads++
        if (right) its.arcs++
        counts.set(kind, its)
      }
    }
    this.#content.add(index, content.right, content.all)
    for (const pair of new Set(confused))
      this.#shares.add('confused', pair, index, confused.filter((one) => one === pair).length, 0)
    for (const [kind, { words, heads, arcs }] of counts) {
      this.#shares.add('LAS', kind, index, arcs, words)
      if (kind !== UNIVERSAL) this.#shares.add('UAS', kind, index, heads, words)
    }
  }

  #relationOf(label: number): { readonly base: string; readonly isContent: boolean } {
    const known = this.#relations[label]
    if (known) return known
    const [base] = this.#labels.text(label).split(':', 1)
    return (this.#relations[label] = { base, isContent: isContentRelation(base) })
  }

  figures() {
    const sentences = this.#final.words.length
    const { exact, ...counts } = this.#counts
    const shares = (group: string): Readonly<Record<string, Tally>> => this.#shares.shares(group, sentences)
    const count = (name: keyof typeof counts): Tally => counts[name].count(sentences)
    const confused = this.#shares.counts('confused', sentences)
    const UAS = shares('UAS')
    return {
      testSentences: sentences,
      /** The scores of the trees against the gold trees. */
      final: this.#final,
      /** The sentences in which all heads and labels are correct. */
      exact: exact.share(sentences),
      /** The trees that are not projective, without a root, and with several roots. */
      'non-projective': count('non-projective'),
      rootless: count('rootless'),
      severalRoots: count('severalRoots'),
      /** Marks that the reverse drops. */
      vestigialArcs: count('vestigialArcs'),
      binnedRecall: shares('binnedRecall'),
      binnedPrecision: shares('binnedPrecision'),
      recall: shares('recall'),
      precision: shares('precision'),
      UAS,
      LAS: shares('LAS'),
      /** LAS over words with content relations, of which both trees can have different ones: F1. */
      CLAS: this.#content.share(sentences),
      /** Registered metrics by name. */
      metrics: shares('metrics'),
      /** By pair of relations, without subtypes: the words that have the second one in place of the first. */
      confused,
      /** What there is to break figures down by, the most frequent first. */
      kinds: {
        relation: byFrequency(this.#found.relation, UAS),
        tag: byFrequency(this.#found.tag, UAS),
        confusion: byFrequency(Object.keys(confused), confused),
      },
    }
  }
}

/** Names in the order of the words that their tallies count. */
function byFrequency(names: Iterable<string>, tallies: Readonly<Record<string, Tally>>): string[] {
  const words = (name: string): number => sum(tallies[name].wholes ?? tallies[name].parts)
  return [...names].sort((one, other) => words(other) - words(one))
}

/** Kinds of words that are neither relations nor tags. */
const [UNIVERSAL, WITHOUT_PUNCTUATION] = ['universal', 'without punctuation']
