/**
 * Evaluates the trees of a system against gold trees: attachment scores over all words and full labels, and, as the
 * CoNLL 2018 shared task defines them (Zeman et al. 2018, section 5), F1 of tokens, words, sentences, tags, features,
 * lemmas, CLAS, MLAS and BLEX. If the two sides split the text differently, words are aligned by their characters.
 *
 *     evaluate(readConllu(goldText), readConllu(systemText, { heads: 'partial' })).las
 */
import { ConlluError } from '../conllu/error.ts'
import { FORM, type ConlluSentence } from '../conllu/conllu-sentence.ts'
import { Comparison } from './comparison.ts'
import type { Evaluation, EvaluationOptions } from './evaluation.ts'
import { surfaceOf } from './surface.ts'

/** Compares the trees of two analyses of the same text. Throws ConlluError if their characters differ. */
export function evaluate(
  gold: Iterable<ConlluSentence>,
  system: Iterable<ConlluSentence>,
  options: EvaluationOptions = {},
): Evaluation {
  const evaluator = new Evaluator(options)
  const systems = system[Symbol.iterator]()
  for (const sentence of gold) {
    evaluator.addGold(sentence)
    const other = systems.next()
    if (!other.done) evaluator.addSystem(other.value)
  }
  for (let other = systems.next(); !other.done; other = systems.next()) evaluator.addSystem(other.value)
  return evaluator.finish()
}

/** One side of an evaluation. */
class Side {
  /** Sentences that are not compared yet. */
  readonly waiting: ConlluSentence[] = []
  /** Sentences of the current stretch, and their characters. A stretch grows until both sides end at the same character. */
  readonly stretch: ConlluSentence[] = []
  text = ''

  /** Moves the next sentence into the stretch. */
  extend(): void {
    const sentence = this.waiting.shift()!
    this.stretch.push(sentence)
    this.text += surfaceOf([sentence]).text
  }

  /** Ends the stretch. */
  clear(): void {
    this.stretch.length = 0
    this.text = ''
  }
}

/**
 * Evaluates sentences that arrive one by one, in any order of the two sides. Memory holds only the sentences by which one
 * side is ahead.
 */
export class Evaluator {
  readonly #comparison: Comparison
  readonly #gold = new Side()
  readonly #system = new Side()

  constructor(options: EvaluationOptions = {}) {
    this.#comparison = new Comparison(options)
  }

  /** The number of gold sentences that wait for sentences of the system. */
  get goldAhead(): number {
    return this.#gold.waiting.length
  }

  addGold(sentence: ConlluSentence): void {
    this.#gold.waiting.push(sentence)
    this.#compare()
  }

  addSystem(sentence: ConlluSentence): void {
    this.#system.waiting.push(sentence)
    this.#compare()
  }

  /** The figures. Throws ConlluError if one side has text that the other does not have. */
  finish(): Evaluation {
    const goldIsAhead = this.#gold.waiting.length > 0 || this.#gold.text.length > this.#system.text.length
    const { waiting, stretch } = goldIsAhead ? this.#gold : this.#system
    const left = waiting[0] ?? stretch.at(-1)
    if (left) {
      const problem = `the ${goldIsAhead ? 'system' : 'gold'} file has no such text, expected the same text in both`
      throw new ConlluError(left.file, left.line, problem)
    }
    return this.#comparison.evaluation()
  }

  /** Compares what both sides have. */
  #compare(): void {
    const [gold, system] = [this.#gold, this.#system]
    for (;;) {
      const ahead = gold.text.length - system.text.length
      if (gold.stretch.length > 0 && ahead === 0) {
        this.#comparison.add(gold.stretch, system.stretch)
        for (const side of [gold, system]) side.clear()
      }
      if ((ahead <= 0 && gold.waiting.length === 0) || (ahead >= 0 && system.waiting.length === 0)) return
      if (ahead === 0 && haveSameWords(gold.waiting[0], system.waiting[0]))
        this.#comparison.addEqual(gold.waiting.shift()!, system.waiting.shift()!)
      else this.#extend(ahead)
    }
  }

  /** Extends the stretch of the side that is behind, or of both. Throws ConlluError if the characters differ. */
  #extend(ahead: number): void {
    const [gold, system] = [this.#gold, this.#system]
    const checked = Math.min(gold.text.length, system.text.length)
    if (ahead >= 0) system.extend()
    if (ahead <= 0) gold.extend()
    const end = Math.min(gold.text.length, system.text.length)
    for (let i = checked; i < end; i++) {
      if (gold.text[i] === system.text[i]) continue
      const [expected, found] = [gold, system].map(({ text }) => text.slice(i, i + 20))
      const { file, line } = system.stretch.at(-1)!
      throw new ConlluError(file, line, `the text differs from gold: '${found}', expected '${expected}'`)
    }
  }
}

/** Whether two sentences have the same words in the same multiword tokens. */
function haveSameWords(gold: ConlluSentence, system: ConlluSentence): boolean {
  if (gold.size !== system.size) return false
  for (let word = 1; word <= gold.size; word++) if (!haveSameForm(gold, system, word)) return false
  const [tokens, others] = [gold.multiwordTokens(), system.multiwordTokens()]
  return (
    tokens.length === others.length &&
    tokens.every(({ first, last, form }, i) => {
      const other = others[i]
      return first === other.first && last === other.last && form === other.form
    })
  )
}

/** Compares the bytes of two forms: most are equal, and decoding takes longer. */
function haveSameForm(gold: ConlluSentence, system: ConlluSentence, word: number): boolean {
  const start = gold.columnStart(word, FORM)
  const length = gold.columnEnd(word, FORM) - start
  const other = system.columnStart(word, FORM)
  if (system.columnEnd(word, FORM) - other !== length) return false
  for (let i = 0; i < length; i++) if (gold.block[start + i] !== system.block[other + i]) return false
  return true
}
