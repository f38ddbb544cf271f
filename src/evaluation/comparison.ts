/** Aligns the words of two analyses of a text, counts equal annotations, and computes the scores. */
import { alignWords } from './align.ts'
import { createTree } from '../../transform/tree.ts'
import { Symbols } from '../../transform/symbols.ts'
import { DEPREL, FEATS, LEMMA, UPOS, XPOS } from '../sentence/annotated-sentence.ts'
import { MetricCounts, metrics } from './metrics.ts'
import { alignSpans, isEqual, ROOT, universalFeats } from './evaluated-words.ts'
import type { AlignedWord, Node, Side } from './evaluated-words.ts'

/** The counts of one side. */
const newSide = () => ({
  tokens: 0,
  sentences: 0,
  words: 0,
  /** Words that count for the attachment scores. */
  counted: 0,
  /** Words with content relations. */
  content: 0,
})

/** Scores in percent (0..100): F1, which equals accuracy if both sides have the same words. */
export type Evaluation = Readonly<ReturnType<Comparison['evaluation']>>

export class Comparison {
  readonly #options: EvaluationOptions
  readonly #gold = newSide()
  readonly #system = newSide()
  /** The number of aligned tokens, sentences and words, and the number of aligned words with each correct annotation. */
  readonly #correct = {
    tokens: 0,
    sentences: 0,
    words: 0,
    upos: 0,
    xpos: 0,
    feats: 0,
    allTags: 0,
    lemma: 0,
    head: 0,
    label: 0,
    both: 0,
    clas: 0,
    mlas: 0,
    blex: 0,
  }
  readonly #roots = { zero: 0, one: 0, many: 0 }
  readonly #labels = new Symbols(['_'])
  readonly #own = new MetricCounts(this.#labels)
  #exact = 0
  #markedLabels = 0

  constructor(options: EvaluationOptions) {
    this.#options = options
  }

  /** Compares the current stretches of two sides, which have the same characters. */
  add(gold: Side, system: Side): void {
    const [words, systemWords] = [gold, system].map((side) => side.words.flat())
    alignWords(words, systemWords).forEach((index, word) => {
      if (index < 0) return
      words[word].twin = systemWords[index]
      systemWords[index].twin = words[word]
    })
    this.#gold.tokens += gold.tokens.length
    this.#system.tokens += system.tokens.length
    this.#correct.tokens += alignSpans(gold.tokens, system.tokens).filter((token) => token >= 0).length
    this.#compare(gold, system)
  }

  evaluation() {
    const [gold, system, correct] = [this.#gold, this.#system, this.#correct]
    // 2 · correct / (gold + system) in percent; 0 if both counts are 0.
    const f1 = (name: keyof typeof correct, of: keyof typeof gold): number => {
      const total = gold[of] + system[of]
      return total === 0 ? 0 : (200 * correct[name]) / total
    }
    return {
      /** The number of gold words and sentences. */
      words: gold.words,
      sentences: gold.sentences,
      /** Scores of heads, of heads with labels, and of labels. */
      uas: f1('head', 'counted'),
      las: f1('both', 'counted'),
      la: f1('label', 'counted'),
      /** LAS over words with content relations. */
      clas: f1('clas', 'content'),
      /** Percentage of gold sentences in which all heads and labels are correct. */
      exact: gold.sentences === 0 ? 0 : (100 * this.#exact) / gold.sentences,
      /** The number of system sentences with no root, one root and several roots. */
      roots: { ...this.#roots },
      /** The number of system labels with a mark or a lift. */
      markedLabels: this.#markedLabels,
      tokensF1: f1('tokens', 'tokens'),
      wordsF1: f1('words', 'words'),
      sentencesF1: f1('sentences', 'sentences'),
      upos: f1('upos', 'words'),
      xpos: f1('xpos', 'words'),
      ufeats: f1('feats', 'words'),
      allTags: f1('allTags', 'words'),
      lemmas: f1('lemma', 'words'),
      /** CLAS of words whose tag, features and function words are also correct. */
      mlas: f1('mlas', 'content'),
      /** CLAS of words whose lemma is also correct. */
      blex: f1('blex', 'content'),
      /** Registered metrics by name; undefined if there are none. */
      metrics: this.#own.figures(),
    }
  }

  #compare(gold: Side, system: Side): void {
    this.#gold.sentences += gold.sentences.length
    this.#system.sentences += system.sentences.length
    for (const words of system.words) {
      for (const word of words) {
        this.#countWord(word, word.twin ?? word, this.#system)
        if (word.relation.isMarked) this.#markedLabels++
      }
      const roots = words.filter(({ head }) => head === ROOT).length
      this.#roots[roots === 0 ? 'zero' : roots === 1 ? 'one' : 'many']++
    }
    const alignedSentences = alignSpans(gold.places, system.places)
    gold.words.forEach((words, i) => {
      const correctCount = words.filter((word) => this.#countGoldWord(word)).length
      if (metrics.length > 0 && words.length > 0) this.#countOwn(words)
      if (alignedSentences[i] < 0) return
      this.#correct.sentences++
      if (correctCount === words.length && system.words[alignedSentences[i]].length === correctCount)
        this.#exact++
    })
  }

  /** Counts registered metrics in the tree of a gold sentence and the system's heads and labels of its words. */
  #countOwn(words: readonly AlignedWord[]): void {
    const places = new Map([ROOT, ...words].map((node: Node, place) => [node, place]))
    const placeOf = (head: Node | null | undefined): number => (head && places.get(head)) ?? -1
    const [gold, tree] = [createTree(words.length), createTree(words.length)]
    for (const [i, { head, relation, twin }] of words.entries()) {
      gold.head[i + 1] = placeOf(head)
      gold.label[i + 1] = this.#labels.add(relation.deprel)
      tree.head[i + 1] = placeOf(twin?.head?.twin)
      if (twin) tree.label[i + 1] = this.#labels.add(twin.relation.deprel)
    }
    this.#own.add(gold, tree, words[0].sentence)
  }

  /** Counts a word of one side. Returns whether the word counts for the attachment scores, according to the tag of `tagged`. */
  #countWord({ relation }: AlignedWord, tagged: AlignedWord, side: ReturnType<typeof newSide>): boolean {
    const isCounted = !this.#options.noPunct || tagged.sentence.upos(tagged.id) !== 'PUNCT'
    side.words++
    if (isCounted) side.counted++
    if (relation.isContent) side.content++
    return isCounted
  }

  /**
   * Counts the correct annotations of a gold word. Returns false if the word counts for the attachment scores and its head
   * or label is wrong.
   */
  #countGoldWord(word: AlignedWord): boolean {
    const correct = this.#correct
    const isCounted = this.#countWord(word, word, this.#gold)
    const other = word.twin
    if (!other) return !isCounted

    const upos = isEqual(word, other, UPOS)
    const xpos = isEqual(word, other, XPOS)
    const feats = haveSameFeatures(word, other)
    const lemma = word.sentence.isEmpty(word.id, LEMMA) || isEqual(word, other, LEMMA)
    correct.words++
    if (upos) correct.upos++
    if (xpos) correct.xpos++
    if (feats) correct.feats++
    if (upos && xpos && feats) correct.allTags++
    if (lemma) correct.lemma++

    // A missing head has the twin undefined, which is never equal to a head.
    const head = word.head?.twin === other.head
    const base = word.relation.base === other.relation.base
    const label = this.#options.universal ? base : isEqual(word, other, DEPREL)
    if (isCounted) {
      if (head) correct.head++
      if (label) correct.label++
      if (head && label) correct.both++
    }
    if (word.relation.isContent && head) {
      if (label) correct.clas++
      if (base && lemma) correct.blex++
      if (base && upos && feats && haveSameFunctionWords(word, other)) correct.mlas++
    }
    return !isCounted || (head && label)
  }
}

function haveSameFeatures(word: AlignedWord, other: AlignedWord): boolean {
  const universal = ({ sentence, id }: AlignedWord): string => universalFeats(sentence.feats(id))
  return isEqual(word, other, FEATS) || universal(word) === universal(other)
}

/** Whether the function words of two words are aligned, with the same relations, tags and features. */
function haveSameFunctionWords(
  { functionWords }: AlignedWord,
  { functionWords: systemWords }: AlignedWord,
): boolean {
  return (
    functionWords.length === systemWords.length &&
    functionWords.every((word, i) => {
      const other = systemWords[i]
      const isSameRelation = word.relation.base === other.relation.base
      return (
        word.twin === other && isSameRelation && isEqual(word, other, UPOS) && haveSameFeatures(word, other)
      )
    })
  )
}

export interface EvaluationOptions {
  /**
   * Whether to leave words with UPOS PUNCT (gold UPOS for aligned words) out of `uas`, `las`, `la` and `exact`. Default:
   * false.
   */
  readonly noPunct?: boolean
  /** Whether to compare labels without subtypes, as in the CoNLL 2018 shared task. MLAS and BLEX always do so. Default: false. */
  readonly universal?: boolean
}
