/** Aligns the words of two analyses of a text, counts what is equal, and computes the scores. */
import type { ConlluSentence } from '../conllu/conllu-sentence.ts'
import { alignWords } from './align.ts'
import type { Evaluation, EvaluationOptions } from './evaluation.ts'
import { alignSpans, surfaceOf } from './surface.ts'
import { ROOT, WordReader, type Word } from './words.ts'

/** The sizes of one side. */
const newSide = () => ({
  tokens: 0,
  sentences: 0,
  words: 0,
  /** Words that the attachment scores count. */
  counted: 0,
  /** Words with content relations. */
  content: 0,
})

export class Comparison {
  readonly #noPunct: boolean
  readonly #universal: boolean
  readonly #reader = new WordReader()
  readonly #gold = newSide()
  readonly #system = newSide()
  /** How many tokens, sentences and words are aligned, and how many aligned words are correct in each respect. */
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
  #exact = 0
  #markedLabels = 0

  constructor({ noPunct = false, universal = false }: EvaluationOptions) {
    this.#noPunct = noPunct
    this.#universal = universal
  }

  /** Compares two analyses of one sentence that have the same words in the same multiword tokens. */
  addEqual(gold: ConlluSentence, system: ConlluSentence): void {
    const words = this.#reader.read(gold)
    const others = this.#reader.read(system)
    words.forEach((word, i) => align(word, others[i]))
    const merged = gold.multiwordTokens().reduce((sum, { first, last }) => sum + last - first, 0)
    this.#countTokens(gold.size - merged, gold.size - merged, gold.size - merged)
    this.#compare([words], [others], [0])
  }

  /** Compares two analyses of the same characters. */
  add(golds: readonly ConlluSentence[], systems: readonly ConlluSentence[]): void {
    const read = (sentence: ConlluSentence): Word[] => this.#reader.read(sentence)
    const [goldWords, systemWords] = [golds.map(read), systems.map(read)]
    const [words, others] = [goldWords.flat(), systemWords.flat()]
    const [gold, system] = [surfaceOf(golds), surfaceOf(systems)]
    alignWords(gold, system).forEach((other, word) => other >= 0 && align(words[word], others[other]))
    const tokens = alignSpans(gold.tokens, system.tokens).filter((token) => token >= 0).length
    this.#countTokens(gold.tokens.length, system.tokens.length, tokens)
    this.#compare(goldWords, systemWords, alignSpans(gold.sentences, system.sentences))
  }

  evaluation(): Evaluation {
    const [gold, system, correct] = [this.#gold, this.#system, this.#correct]
    // 2 · correct / (gold + system) in percent; 0 if there is nothing.
    const f1 = (right: keyof typeof correct, of: keyof typeof gold): number => {
      const all = gold[of] + system[of]
      return all === 0 ? 0 : (200 * correct[right]) / all
    }
    return {
      words: gold.words,
      sentences: gold.sentences,
      uas: f1('head', 'counted'),
      las: f1('both', 'counted'),
      la: f1('label', 'counted'),
      clas: f1('clas', 'content'),
      exact: gold.sentences === 0 ? 0 : (100 * this.#exact) / gold.sentences,
      roots: { ...this.#roots },
      markedLabels: this.#markedLabels,
      tokensF1: f1('tokens', 'tokens'),
      wordsF1: f1('words', 'words'),
      sentencesF1: f1('sentences', 'sentences'),
      upos: f1('upos', 'words'),
      xpos: f1('xpos', 'words'),
      ufeats: f1('feats', 'words'),
      allTags: f1('allTags', 'words'),
      lemmas: f1('lemma', 'words'),
      mlas: f1('mlas', 'content'),
      blex: f1('blex', 'content'),
    }
  }

  #countTokens(gold: number, system: number, correct: number): void {
    this.#gold.tokens += gold
    this.#system.tokens += system
    this.#correct.tokens += correct
  }

  /** Counts aligned words; `twins` has the index of the equal system sentence for each gold sentence, or −1. */
  #compare(golds: readonly Word[][], systems: readonly Word[][], twins: ArrayLike<number>): void {
    this.#gold.sentences += golds.length
    this.#system.sentences += systems.length
    for (const words of systems) {
      for (const word of words) {
        this.#countWord(word, (word.twin ?? word).upos, this.#system)
        if (word.relation.isMarked) this.#markedLabels++
      }
      const roots = words.filter(({ head }) => head === ROOT).length
      this.#roots[roots === 0 ? 'zero' : roots === 1 ? 'one' : 'many']++
    }
    golds.forEach((words, i) => {
      const right = words.filter((word) => this.#countGoldWord(word)).length
      if (twins[i] < 0) return
      this.#correct.sentences++
      if (right === words.length && systems[twins[i]].length === right) this.#exact++
    })
  }

  /** Counts a word of one side; returns whether the attachment scores count it. */
  #countWord({ relation }: Word, upos: string, side: ReturnType<typeof newSide>): boolean {
    const isCounted = !this.#noPunct || upos !== 'PUNCT'
    side.words++
    if (isCounted) side.counted++
    if (relation.isContent) side.content++
    return isCounted
  }

  /** Counts what is correct of a gold word; returns false if it is counted and its head or label is wrong. */
  #countGoldWord(word: Word): boolean {
    const correct = this.#correct
    const isCounted = this.#countWord(word, word.upos, this.#gold)
    const other = word.twin
    if (!other) return !isCounted

    const upos = word.upos === other.upos
    const xpos = word.xpos === other.xpos
    const feats = word.feats === other.feats
    const lemma = word.lemma === '_' || word.lemma === other.lemma
    correct.words++
    if (upos) correct.upos++
    if (xpos) correct.xpos++
    if (feats) correct.feats++
    if (upos && xpos && feats) correct.allTags++
    if (lemma) correct.lemma++

    // The twin of a missing head is undefined, which is never equal to a head.
    const head = word.head?.twin === other.head
    const base = word.relation.base === other.relation.base
    const label = this.#universal ? base : word.relation === other.relation
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

function align(word: Word, other: Word): void {
  word.twin = other
  other.twin = word
}

/** Whether the function words of two words are aligned, with the same relations, tags and features. */
function haveSameFunctionWords({ functionWords }: Word, { functionWords: others }: Word): boolean {
  return (
    functionWords.length === others.length &&
    functionWords.every((word, i) => {
      const other = others[i]
      const isSameRelation = word.relation.base === other.relation.base
      return word.twin === other && isSameRelation && word.upos === other.upos && word.feats === other.feats
    })
  )
}
