/**
 * The difference between two systems on the same sentences: its significance and its interval. For both, the unit is
 * the sentence, and the random draws are seeded.
 *
 * The test is the randomized permutation test (Yeh 2000, section 3.4): if the systems were alike, exchanging their
 * results on a sentence would change nothing, so each draw exchanges those of half of the sentences, by chance. The
 * interval is the percentile bootstrap, resampling sentences with replacement.
 */
import { Random } from '../../src/index.ts'

export const DRAWS = 10_000

/** Differences are significant if p is below this. */
export const ALPHA = 0.05

/** In percentage points: the middle 95 % of the draws. */
export interface Interval {
  readonly low: number
  readonly high: number
}

/** The two-sided p value. `differences`: for each sentence the correct words of one system minus the other's. */
export function permutationTest(differences: ArrayLike<number>, seed: number, draws = DRAWS): number {
  const parted = Int32Array.from(differences).filter((difference) => difference !== 0)
  let observed = 0
  for (let i = 0; i < parted.length; i++) observed += parted[i]
  observed = Math.abs(observed)
  const random = new Random(seed)
  let asFar = 0
  for (let draw = 0; draw < draws; draw++) {
    let sum = 0
    let bits = 0
    for (let i = 0; i < parted.length; i++) {
      if ((i & 31) === 0) bits = random.next() * 0x100000000
      // Adds the difference, or where the bit is set its negative.
      const exchanged = bits & 1
      sum += (parted[i] ^ -exchanged) + exchanged
      bits >>>= 1
    }
    if (Math.abs(sum) >= observed) asFar++
  }
  return (1 + asFar) / (1 + draws)
}

/** The interval of 100 × (the sum of `counts`) / (the sum of `words`), of the sentences: a score or a difference. */
export function bootstrapInterval(
  counts: ArrayLike<number>,
  words: ArrayLike<number>,
  seed: number,
): Interval {
  const size = counts.length
  if (words.length !== size) throw new RangeError(`${size} counts do not go with ${words.length} sentences`)
  if (size === 0) return { low: 0, high: 0 }
  const right = Int32Array.from(counts)
  const all = Int32Array.from(words)
  const random = new Random(seed)
  const rates = new Float64Array(DRAWS)
  for (let draw = 0; draw < DRAWS; draw++) {
    let rightSum = 0
    let allSum = 0
    for (let i = 0; i < size; i++) {
      const sentence = Math.floor(random.next() * size)
      rightSum += right[sentence]
      allSum += all[sentence]
    }
    rates[draw] = allSum === 0 ? 0 : (100 * rightSum) / allSum
  }
  rates.sort()
  const tail = Math.floor((ALPHA / 2) * DRAWS)
  return { low: rates[tail], high: rates[DRAWS - 1 - tail] }
}
