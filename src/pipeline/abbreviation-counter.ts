/**
 * Finds abbreviations in plain text of any language (Kiss and Strunk 2006, "Unsupervised Multilingual Sentence Boundary
 * Detection", Computational Linguistics 32(4), section 3.1: the scores of word types).
 */
import { wordIn } from './abbreviations.ts'
import { copyOf } from './characters.ts'

/** The share of an abbreviation's occurrences that have a period, and the minimum score of an abbreviation. */
const PERIOD_SHARE = 0.99
const MIN_SCORE = 0.3
/** Not of the paper: a short word that ends one sentence has this score, too. */
const MIN_PERIODS = 2

/** Counts the words of a text with and without a final period. Memory grows with the number of different words. */
export class AbbreviationCounter {
  #chunks = 0
  #periods = 0
  /** For each word in lower case: how often it occurs, and how often with a final period. */
  readonly #words = new Map<string, { count: number; periods: number }>()

  /** Adds a text that is not cut within a word. */
  add(text: string): void {
    for (const chunk of text.split(/\s+/)) {
      if (chunk === '') continue
      this.#chunks++
      if (chunk.endsWith('.')) this.#periods++
      const found = wordIn(chunk)
      if (found === undefined) continue
      const word = found.word.toLowerCase()
      let counts = this.#words.get(word)
      if (counts === undefined) this.#words.set(copyOf(word), (counts = { count: 0, periods: 0 }))
      counts.count++
      if (found.hasPeriod) counts.periods++
    }
  }

  /** The abbreviations with their final periods, in lower case, the best one first. */
  abbreviations(): string[] {
    return [...this.#words]
      .filter(([, { periods }]) => periods >= MIN_PERIODS)
      .map(([word, { count, periods }]) => [word, this.#score(word, count, periods)] as const)
      .filter(([, score]) => score >= MIN_SCORE)
      .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
      .map(([word]) => `${word}.`)
  }

  /** The likelihood ratio of a word with a period of its own, lower for long words and for words without periods. */
  #score(word: string, count: number, periods: number): number {
    const logLikelihood = (share: number): number =>
      periods * Math.log(share) + (count - periods) * Math.log(1 - share)
    const ratio = 2 * (logLikelihood(PERIOD_SHARE) - logLikelihood(this.#periods / this.#chunks))
    const parts = word.split('.')
    const length = parts.join('').length
    return (ratio * Math.exp(-length) * parts.length) / length ** (count - periods)
  }
}
