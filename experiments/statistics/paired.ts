/**
 * The significance and the confidence interval of the difference between two systems on the same sentences. The unit is the
 * sentence, and the random draws are seeded. A difference over several treebanks is the mean of the differences on each
 * treebank.
 *
 * The test is the randomized permutation test (Yeh 2000, section 3.4): if the systems were equal, the exchange of their
 * results on a sentence would change nothing, so each draw exchanges the results of random sentences (about half of all).
 * The interval is the percentile bootstrap, which resamples the sentences of each treebank with replacement.
 */
import { Random } from '../../src/lab.ts'
import { valueOf, type Tally } from './tally.ts'

export const DRAW_COUNT = 10_000

/** Differences are significant if p, corrected for the number of comparisons, is below this. */
export const ALPHA = 0.05

/** The middle 95 % of the draws, in percentage points or in the unit of a count. */
export interface Interval {
  readonly low: number
  readonly high: number
}

/** The tallies of two systems on the same sentences of one treebank. */
export interface Paired {
  readonly one: Tally
  readonly other: Tally
}

/** The mean over the treebanks of `one` minus `other`. Undefined if a treebank has nothing to count. */
export function differenceOf(treebanks: readonly Paired[]): number | undefined {
  let sum = 0
  for (const { one, other } of treebanks) {
    const difference = (valueOf(one) ?? NaN) - (valueOf(other) ?? NaN)
    sum += difference
  }
  return Number.isNaN(sum) || treebanks.length === 0 ? undefined : sum / treebanks.length
}

/** The counts of both systems in each sentence of a treebank. */
class PairedCounts {
  readonly sentences: number
  readonly parts: readonly [Int32Array, Int32Array]
  readonly wholes: readonly [Int32Array, Int32Array]
  /** Whether the systems have the same wholes in each sentence, as for all attachment scores. */
  readonly areEqual: boolean
  readonly #isShare: boolean
  readonly #scale: number

  constructor({ one, other }: Paired) {
    this.sentences = Math.max(one.sentences, other.sentences)
    const spread = (tally: Tally, values: readonly number[] = []): Int32Array => {
      const counts = new Int32Array(this.sentences)
      for (const [i, sentence] of tally.at.entries()) counts[sentence] = values[i] ?? 0
      return counts
    }
    this.parts = [spread(one, one.parts), spread(other, other.parts)]
    this.wholes = [spread(one, one.wholes), spread(other, other.wholes)]
    this.areEqual = this.wholes[0].every((whole, i) => whole === this.wholes[1][i])
    this.#isShare = one.wholes !== undefined
    this.#scale = one.scale ?? (this.#isShare ? 100 : 1)
  }

  difference(part: number, whole: number, otherPart: number, otherWhole: number): number {
    if (!this.#isShare) return this.#scale * (part - otherPart)
    return this.#scale * (quotient(part, whole) - quotient(otherPart, otherWhole))
  }
}

function quotient(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole
}

/** The two-sided p value of the difference. */
export function permutationTest(treebanks: readonly Paired[], seed: number, draws = DRAW_COUNT): number {
  const exchangedCounts = treebanks.map((paired) => new ExchangedCounts(paired))
  const random = new Random(seed)
  const statistic = (draw: (counts: ExchangedCounts) => number): number => {
    let sum = 0
    for (const counts of exchangedCounts) sum += draw(counts)
    return Math.abs(sum)
  }
  // The factor allows for rounding: opposite terms can sum to a slightly smaller absolute value.
  const observed = statistic((counts) => counts.observed()) * (1 - 1e-12)
  let exceedingDraws = 0
  for (let draw = 0; draw < draws; draw++)
    if (statistic((counts) => counts.draw(random)) >= observed) exceedingDraws++
  return (1 + exceedingDraws) / (1 + draws)
}

/** The sentences of a treebank on which the systems differ, and the differences after random exchanges. */
class ExchangedCounts {
  readonly #counts: PairedCounts
  /** For each sentence: `one` minus `other`, of the parts and of the wholes. */
  readonly #parts: Int32Array
  readonly #wholes: Int32Array
  /** The sums over both systems. */
  readonly #part: number
  readonly #whole: number

  constructor(paired: Paired) {
    const counts = new PairedCounts(paired)
    const { parts, wholes } = counts
    const differingSentences = [...parts[0].keys()].filter(
      (i) => parts[0][i] !== parts[1][i] || wholes[0][i] !== wholes[1][i],
    )
    const sum = (lists: readonly Int32Array[]): number =>
      lists.reduce((total, list) => list.reduce((partial, count) => partial + count, total), 0)
    this.#counts = counts
    this.#parts = Int32Array.from(differingSentences, (i) => parts[0][i] - parts[1][i])
    this.#wholes = Int32Array.from(differingSentences, (i) => wholes[0][i] - wholes[1][i])
    this.#part = sum(parts)
    this.#whole = sum(wholes)
  }

  observed(): number {
    return this.#difference(
      this.#parts.reduce((a, b) => a + b, 0),
      this.#wholes.reduce((a, b) => a + b, 0),
    )
  }

  draw(random: Random): number {
    const [parts, wholes] = [this.#parts, this.#counts.areEqual ? undefined : this.#wholes]
    let part = 0
    let whole = 0
    let bits = 0
    for (let i = 0; i < parts.length; i++) {
      if ((i & 31) === 0) bits = random.next() * 0x100000000
      // Adds the difference, or its negative if the bit is set.
      const exchanged = bits & 1
      part += (parts[i] ^ -exchanged) + exchanged
      if (wholes) whole += (wholes[i] ^ -exchanged) + exchanged
      bits >>>= 1
    }
    return this.#difference(part, whole)
  }

  /** The difference of the scores, from the differences of the sums of parts and wholes. */
  #difference(part: number, whole: number): number {
    const [p, w] = [this.#part, this.#whole]
    return this.#counts.difference((p + part) / 2, (w + whole) / 2, (p - part) / 2, (w - whole) / 2)
  }
}

/** The bootstrap interval of the difference. */
export function bootstrapInterval(treebanks: readonly Paired[], seed: number, draws = DRAW_COUNT): Interval {
  const pairedCounts = treebanks.map((paired) => new PairedCounts(paired))
  const random = new Random(seed)
  const differences = new Float64Array(draws)
  for (let draw = 0; draw < draws; draw++) {
    let sum = 0
    for (const counts of pairedCounts) sum += resampled(counts, random)
    differences[draw] = pairedCounts.length === 0 ? 0 : sum / pairedCounts.length
  }
  differences.sort()
  const tail = Math.floor((ALPHA / 2) * draws)
  return { low: differences[tail], high: differences[draws - 1 - tail] }
}

function resampled(counts: PairedCounts, random: Random): number {
  const { sentences, areEqual: haveEqualWholes } = counts
  const [parts, otherParts] = counts.parts
  const [wholes, otherWholes] = counts.wholes
  let [part, otherPart, whole, otherWhole] = [0, 0, 0, 0]
  for (let i = 0; i < sentences; i++) {
    const sentence = Math.floor(random.next() * sentences)
    part += parts[sentence]
    otherPart += otherParts[sentence]
    whole += wholes[sentence]
    if (!haveEqualWholes) otherWhole += otherWholes[sentence]
  }
  return counts.difference(part, whole, otherPart, haveEqualWholes ? whole : otherWhole)
}

/** Corrects p values for multiple comparisons (Holm 1979). */
export function correctedByHolm(values: readonly number[]): number[] {
  const order = [...values.keys()].sort((a, b) => values[a] - values[b])
  const corrected = [...values]
  let largest = 0
  for (const [rank, index] of order.entries()) {
    largest = Math.max(largest, Math.min(1, (values.length - rank) * values[index]))
    corrected[index] = largest
  }
  return corrected
}
