/**
 * Evaluates the trees of a system against gold trees: attachment scores over all words and full labels, and, as the CoNLL
 * 2018 shared task defines them (Zeman et al. 2018, section 5), F1 of tokens, words, sentences, tags, features, lemmas,
 * CLAS, MLAS and BLEX. If the two sides segment the text differently, words are aligned by their characters.
 */
import { hasFields, iterable } from '../../transform/arguments.ts'
import { CoNLLUError } from '../conllu/error.ts'
import type { AnnotatedSentence } from '../sentence/annotated-sentence.ts'
import { Comparison, type Evaluation, type EvaluationOptions } from './comparison.ts'
import { Side } from './evaluated-words.ts'

/**
 * Compares the trees of two analyses of the same text. Throws CoNLLUError if their characters differ.
 *
 * ```js
 * const { las, uas } = evaluate(readCoNLLU(goldText), readCoNLLU(parser.parse(text).toCoNLLU()))
 * ```
 */
export function evaluate(
  gold: Iterable<AnnotatedSentence>,
  system: Iterable<AnnotatedSentence>,
  options: EvaluationOptions = {},
): Evaluation {
  iterable(gold, 'gold')
  iterable(system, 'system')
  hasFields({})(options, 'options')
  const evaluator = new Evaluator(options)
  const systemIterator = system[Symbol.iterator]()
  for (const sentence of gold) {
    evaluator.addGold(sentence)
    const other = systemIterator.next()
    if (!other.done) evaluator.addSystem(other.value)
  }
  for (let other = systemIterator.next(); !other.done; other = systemIterator.next())
    evaluator.addSystem(other.value)
  return evaluator.finish()
}

/** Evaluates sentences that arrive one by one. Memory holds only the sentences by which one side is ahead. */
export class Evaluator {
  readonly #comparison: Comparison
  readonly #gold = new Side()
  readonly #system = new Side()

  constructor(options: EvaluationOptions = {}) {
    this.#comparison = new Comparison(options)
  }

  /** The number of gold sentences that wait for system sentences. */
  get goldAhead(): number {
    return this.#gold.waiting.length
  }

  addGold(sentence: AnnotatedSentence): void {
    this.#gold.waiting.push(sentence)
    this.#compare()
  }

  addSystem(sentence: AnnotatedSentence): void {
    this.#system.waiting.push(sentence)
    this.#compare()
  }

  /** The figures. Throws CoNLLUError if one side has text that the other does not have. */
  finish(): Evaluation {
    const goldIsAhead = this.#gold.waiting.length > 0 || this.#gold.length > this.#system.length
    const { waiting, sentences } = goldIsAhead ? this.#gold : this.#system
    const unmatched = waiting[0] ?? sentences.at(-1)
    if (unmatched) {
      const problem = `the ${goldIsAhead ? 'system' : 'gold'} file has no such text, expected the same text in both`
      throw new CoNLLUError(unmatched.file, unmatched.line, problem)
    }
    return this.#comparison.evaluation()
  }

  /** Compares the text that both sides have. Throws CoNLLUError if the characters differ. */
  #compare(): void {
    const [gold, system] = [this.#gold, this.#system]
    for (;;) {
      const ahead = gold.length - system.length
      if (gold.sentences.length > 0 && ahead === 0) {
        this.#comparison.add(gold, system)
        for (const side of [gold, system]) side.clear()
      }
      if ((ahead <= 0 && gold.waiting.length === 0) || (ahead >= 0 && system.waiting.length === 0)) return
      if (ahead >= 0) system.extend()
      if (ahead <= 0) gold.extend()
      const common = Math.min(gold.tail.length, system.tail.length)
      if (gold.tail.slice(0, common) === system.tail.slice(0, common)) {
        for (const side of [gold, system]) side.tail = side.tail.slice(common)
        continue
      }
      let difference = 0
      while (gold.tail[difference] === system.tail[difference]) difference++
      const [expected, found] = [gold, system].map(({ tail }) => tail.slice(difference, difference + 20))
      const { file, line } = system.sentences.at(-1)!
      throw new CoNLLUError(file, line, `the text differs from gold: '${found}', expected '${expected}'`)
    }
  }
}
