/** Aligned words into figures: the counts behind every score, and the scores. */
import type { ConlluSentence } from '../conllu/sentence.ts'
import { alignWords } from './align.ts'
import type { Evaluation, EvaluationOptions } from './evaluation.ts'
import { alignSpans, surfaceOf } from './surface.ts'
import { Vocabulary } from './vocabulary.ts'
import { ROOT_PARENT, Words } from './words.ts'

/** How many there are on each side, and how many are right. */
interface Score {
  gold: number
  system: number
  correct: number
}

const newScore = (): Score => ({ gold: 0, system: 0, correct: 0 })

/** 2 · correct / (gold + system) in percent; 0 of nothing. */
function f1({ gold, system, correct }: Score): number {
  return gold + system === 0 ? 0 : (200 * correct) / (gold + system)
}

export class Comparison {
  readonly #noPunct: boolean
  readonly #universal: boolean
  readonly #vocabulary = new Vocabulary()
  readonly #gold = new Words(this.#vocabulary)
  readonly #system = new Words(this.#vocabulary)
  /** For each gold word the system word, and the other way round; -1 where it has none. */
  #systemOf = new Int32Array(256)
  #goldOf = new Int32Array(256)

  readonly #tokens = newScore()
  readonly #sentences = newScore()
  /** All words: how many are aligned, and right in this or that column. */
  readonly #words = newScore()
  readonly #right = { upos: 0, xpos: 0, feats: 0, allTags: 0, lemma: 0 }
  /** The words that the attachment scores count. */
  readonly #counted = newScore()
  readonly #attached = { head: 0, label: 0, both: 0 }
  /** The words attached by content relations. */
  readonly #content = newScore()
  readonly #contentRight = { clas: 0, mlas: 0, blex: 0 }
  readonly #roots = { zero: 0, one: 0, many: 0 }
  #exact = 0
  #markedLabels = 0

  constructor(options: EvaluationOptions) {
    this.#noPunct = options.noPunct ?? false
    this.#universal = options.universal ?? false
  }

  /** Compares two analyses of one sentence that have the same words in the same multiword tokens. */
  addEqual(gold: ConlluSentence, system: ConlluSentence): void {
    this.#load([gold], [system])
    for (let word = 0; word < gold.size; word++) this.#align(word, word)
    let tokens = gold.size
    const ranges = gold.ranges
    for (let i = 0; i < ranges.length; i += 4) tokens -= ranges[i + 1] - ranges[i]
    count(this.#tokens, tokens, tokens, tokens)
    count(this.#sentences, 1, 1, 1)
    this.#compare(EQUAL)
  }

  /** Compares two analyses of the same characters. */
  add(golds: readonly ConlluSentence[], systems: readonly ConlluSentence[]): void {
    this.#load(golds, systems)
    const gold = surfaceOf(golds)
    const system = surfaceOf(systems)
    alignWords(gold, system).forEach((systemWord, word) => systemWord >= 0 && this.#align(word, systemWord))
    const found = (spans: Int32Array) => spans.reduce((sum, index) => sum + (index >= 0 ? 1 : 0), 0)
    count(
      this.#tokens,
      gold.tokens.length,
      system.tokens.length,
      found(alignSpans(gold.tokens, system.tokens)),
    )
    const sentences = alignSpans(gold.sentences, system.sentences)
    count(this.#sentences, golds.length, systems.length, found(sentences))
    this.#compare(sentences)
  }

  evaluation(): Evaluation {
    const words = this.#words
    const sentences = this.#sentences
    const of = (score: Score, correct: number): number => f1({ ...score, correct })
    return {
      words: words.gold,
      sentences: sentences.gold,
      uas: of(this.#counted, this.#attached.head),
      las: of(this.#counted, this.#attached.both),
      la: of(this.#counted, this.#attached.label),
      clas: of(this.#content, this.#contentRight.clas),
      exact: sentences.gold === 0 ? 0 : (100 * this.#exact) / sentences.gold,
      roots: { ...this.#roots },
      markedLabels: this.#markedLabels,
      tokensF1: f1(this.#tokens),
      wordsF1: f1(words),
      sentencesF1: f1(sentences),
      upos: of(words, this.#right.upos),
      xpos: of(words, this.#right.xpos),
      ufeats: of(words, this.#right.feats),
      allTags: of(words, this.#right.allTags),
      lemmas: of(words, this.#right.lemma),
      mlas: of(this.#content, this.#contentRight.mlas),
      blex: of(this.#content, this.#contentRight.blex),
    }
  }

  /** Loads both sides, no word aligned. */
  #load(golds: readonly ConlluSentence[], systems: readonly ConlluSentence[]): void {
    this.#gold.load(golds)
    this.#system.load(systems)
    if (this.#systemOf.length < this.#gold.size) this.#systemOf = new Int32Array(2 * this.#gold.size)
    if (this.#goldOf.length < this.#system.size) this.#goldOf = new Int32Array(2 * this.#system.size)
    this.#systemOf.fill(-1, 0, this.#gold.size)
    this.#goldOf.fill(-1, 0, this.#system.size)
  }

  #align(goldWord: number, systemWord: number): void {
    this.#systemOf[goldWord] = systemWord
    this.#goldOf[systemWord] = goldWord
  }

  /** Counts what is loaded and aligned; `sentences` has for each gold sentence the system's, or -1. */
  #compare(sentences: ArrayLike<number>): void {
    const gold = this.#gold
    const system = this.#system
    for (let word = 0; word < system.size; word++) this.#countSystemWord(word)
    for (let sentence = 0; sentence < system.firstWord.length - 1; sentence++) {
      let roots = 0
      for (let word = system.firstWord[sentence]; word < system.firstWord[sentence + 1]; word++)
        if (system.parent[word] === ROOT_PARENT) roots++
      this.#roots[roots === 0 ? 'zero' : roots === 1 ? 'one' : 'many']++
    }
    for (let sentence = 0; sentence < gold.firstWord.length - 1; sentence++) {
      const first = gold.firstWord[sentence]
      const last = gold.firstWord[sentence + 1] - 1
      let exact = true
      for (let word = first; word <= last; word++) if (!this.#countGoldWord(word)) exact = false
      const twin = sentences[sentence]
      if (exact && twin >= 0 && system.firstWord[twin + 1] - system.firstWord[twin] === last - first + 1)
        this.#exact++
    }
  }

  #countSystemWord(word: number): void {
    const system = this.#system
    const vocabulary = this.#vocabulary
    const gold = this.#goldOf[word]
    const upos = gold >= 0 ? this.#gold.upos[gold] : system.upos[word]
    this.#words.system++
    if (!this.#noPunct || upos !== vocabulary.punctuation) this.#counted.system++
    if (vocabulary.isContent(system.deprel[word])) this.#content.system++
    if (vocabulary.isMarked(system.deprel[word])) this.#markedLabels++
  }

  /** Counts what is right of a gold word; false where it is counted and its head or label is wrong. */
  #countGoldWord(word: number): boolean {
    const gold = this.#gold
    const system = this.#system
    const vocabulary = this.#vocabulary
    const counted = !this.#noPunct || gold.upos[word] !== vocabulary.punctuation
    const isContent = vocabulary.isContent(gold.deprel[word])
    this.#words.gold++
    if (counted) this.#counted.gold++
    if (isContent) this.#content.gold++
    const other = this.#systemOf[word]
    if (other < 0) return !counted

    const sameUpos = gold.upos[word] === system.upos[other]
    const sameXpos = gold.xpos[word] === system.xpos[other]
    const sameFeats = gold.feats[word] === system.feats[other]
    const sameLemma = gold.lemma[word] === vocabulary.empty || gold.lemma[word] === system.lemma[other]
    this.#words.correct++
    if (sameUpos) this.#right.upos++
    if (sameXpos) this.#right.xpos++
    if (sameFeats) this.#right.feats++
    if (sameUpos && sameXpos && sameFeats) this.#right.allTags++
    if (sameLemma) this.#right.lemma++

    const sameHead = this.#isSameParent(word, other)
    const sameRelation = gold.relation[word] === system.relation[other]
    const sameLabel = this.#universal ? sameRelation : gold.deprel[word] === system.deprel[other]
    if (counted) {
      if (sameHead) this.#attached.head++
      if (sameLabel) this.#attached.label++
      if (sameHead && sameLabel) this.#attached.both++
    }
    if (isContent && sameHead) {
      if (sameLabel) this.#contentRight.clas++
      if (sameRelation && sameLemma) this.#contentRight.blex++
      if (sameRelation && sameUpos && sameFeats && this.#haveSameFunctionWords(word, other))
        this.#contentRight.mlas++
    }
    return !counted || (sameHead && sameLabel)
  }

  /** Whether the parents are aligned with each other, or both are the artificial root. */
  #isSameParent(word: number, other: number): boolean {
    const parent = this.#gold.parent[word]
    const otherParent = this.#system.parent[other]
    if (parent < 0 || otherParent < 0) return parent === ROOT_PARENT && otherParent === ROOT_PARENT
    return this.#goldOf[otherParent] === parent
  }

  /** Whether the function words of two words are aligned, with the same relations, tags and features. */
  #haveSameFunctionWords(word: number, other: number): boolean {
    const gold = this.#gold
    const system = this.#system
    let child = gold.firstFunction[word]
    let otherChild = system.firstFunction[other]
    while (child >= 0 && otherChild >= 0) {
      if (this.#systemOf[child] !== otherChild) return false
      if (gold.relation[child] !== system.relation[otherChild]) return false
      if (gold.upos[child] !== system.upos[otherChild] || gold.feats[child] !== system.feats[otherChild])
        return false
      child = gold.nextFunction[child]
      otherChild = system.nextFunction[otherChild]
    }
    return child < 0 && otherChild < 0
  }
}

/** The one sentence of either side belongs to the other's. */
const EQUAL = [0]

function count(score: Score, gold: number, system: number, correct: number): void {
  score.gold += gold
  score.system += system
  score.correct += correct
}
