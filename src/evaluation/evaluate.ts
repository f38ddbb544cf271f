/**
 * Evaluation of a system's trees against gold trees: attachment scores over all words and full labels, and, as the
 * CoNLL 2018 shared task defines them (Zeman et al. 2018, section 5), F1 of tokens, words, sentences, tags, features,
 * lemmas, CLAS, MLAS and BLEX. Words are aligned over the characters where the two sides cut the text differently.
 *
 *     evaluate(readConllu(goldText), readConllu(systemText, { heads: 'partial' })).las
 */
import { ConlluError } from '../conllu/error.ts'
import { FORM, type ConlluSentence } from '../conllu/sentence.ts'
import { Comparison } from './comparison.ts'
import type { Evaluation, EvaluationOptions } from './evaluation.ts'
import { charactersOf } from './surface.ts'

/** Compares the trees of two analyses of the same text. Throws ConlluError where the characters differ. */
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

/**
 * The same where sentences come one by one, in any interleaving of the two sides. What was compared is let go: memory
 * is that of the sentences by which one side is ahead.
 */
export class Evaluator {
  readonly #comparison: Comparison
  readonly #gold: ConlluSentence[] = []
  readonly #system: ConlluSentence[] = []
  // The stretch that is being gathered: sentences whose ends do not meet yet, and their characters.
  readonly #goldStretch: ConlluSentence[] = []
  readonly #systemStretch: ConlluSentence[] = []
  #goldText = ''
  #systemText = ''

  constructor(options: EvaluationOptions = {}) {
    this.#comparison = new Comparison(options)
  }

  /** How many gold sentences still wait for the system's. */
  get goldAhead(): number {
    return this.#gold.length
  }

  addGold(sentence: ConlluSentence): void {
    this.#gold.push(sentence)
    this.#compare()
  }

  addSystem(sentence: ConlluSentence): void {
    this.#system.push(sentence)
    this.#compare()
  }

  /** The figures. Throws ConlluError where one side has text that the other does not have. */
  finish(): Evaluation {
    const goldAhead = this.#gold.length > 0 || this.#goldText.length > this.#systemText.length
    const [queue, stretch] = goldAhead ? [this.#gold, this.#goldStretch] : [this.#system, this.#systemStretch]
    const left = queue[0] ?? stretch.at(-1)
    if (left) {
      const other = goldAhead ? 'system' : 'gold'
      throw new ConlluError(
        left.file,
        left.line,
        `the ${other} file has no such text, expected the same text in both`,
      )
    }
    return this.#comparison.evaluation()
  }

  /** Compares what both sides have. */
  #compare(): void {
    const gold = this.#gold
    const system = this.#system
    for (;;) {
      if (this.#goldStretch.length === 0) {
        if (gold.length === 0 || system.length === 0) return
        if (sameWords(gold[0], system[0])) this.#comparison.addEqual(gold.shift()!, system.shift()!)
        else this.#extend()
      } else if (this.#goldText.length === this.#systemText.length) this.#compareStretch()
      else if ((this.#goldText.length < this.#systemText.length ? gold : system).length === 0) return
      else this.#extend()
    }
  }

  /** Takes the next sentence of the side that is behind, or of both when they are level, into the stretch. */
  #extend(): void {
    const behind = this.#goldText.length - this.#systemText.length
    const checked = Math.min(this.#goldText.length, this.#systemText.length)
    let latest!: ConlluSentence
    if (behind >= 0) {
      this.#systemStretch.push((latest = this.#system.shift()!))
      this.#systemText += charactersOf(latest)
    }
    if (behind <= 0) {
      this.#goldStretch.push((latest = this.#gold.shift()!))
      this.#goldText += charactersOf(latest)
    }
    const common = Math.min(this.#goldText.length, this.#systemText.length)
    for (let i = checked; i < common; i++) {
      if (this.#goldText[i] === this.#systemText[i]) continue
      const [expected, found] = [this.#goldText, this.#systemText].map((text) => text.slice(i, i + 20))
      const system = this.#systemStretch[this.#systemStretch.length - 1]
      const where = `the text differs from gold: '${found}', expected '${expected}'`
      throw new ConlluError(system.file, system.line, where)
    }
  }

  #compareStretch(): void {
    this.#comparison.add(this.#goldStretch, this.#systemStretch)
    this.#goldStretch.length = this.#systemStretch.length = 0
    this.#goldText = this.#systemText = ''
  }
}

/** Whether two sentences have the same words in the same multiword tokens. */
function sameWords(gold: ConlluSentence, system: ConlluSentence): boolean {
  if (gold.size !== system.size || gold.ranges.length !== system.ranges.length) return false
  for (let word = 1; word <= gold.size; word++) {
    const start = gold.columnStart(word, FORM)
    const end = gold.columnEnd(word, FORM)
    const other = system.columnStart(word, FORM)
    if (!sameBytes(gold, start, end, system, other, system.columnEnd(word, FORM))) return false
  }
  const a = gold.ranges
  const b = system.ranges
  for (let i = 0; i < a.length; i += 4) {
    if (a[i] !== b[i] || a[i + 1] !== b[i + 1]) return false
    const starts = [gold.start + a[i + 2], system.start + b[i + 2]]
    if (!sameBytes(gold, starts[0], gold.start + a[i + 3], system, starts[1], system.start + b[i + 3]))
      return false
  }
  return true
}

function sameBytes(
  a: ConlluSentence,
  aStart: number,
  aEnd: number,
  b: ConlluSentence,
  bStart: number,
  bEnd: number,
): boolean {
  if (aEnd - aStart !== bEnd - bStart) return false
  for (let i = 0; i < aEnd - aStart; i++) if (a.block[aStart + i] !== b.block[bStart + i]) return false
  return true
}
