/**
 * From atoms to keys: a key is the sum of a seed, which tells templates and prediction models apart, and of each atom
 * times a constant of its position, stirred at the end. Sums of products are quick, and as good as a stir for each atom
 * (multilinear hashing: Carter & Wegman 1979), since the hashes of words are stirred already.
 */

/** What each position of a template multiplies its atom with. */
export const POSITIONS = Object.freeze([0x9e3779b1, 0x85ebca77, 0xc2b2ae3d, 0x27d4eb2f, 0x165667b1] as const)

export function seedOf(template: number): number {
  return Math.imul(template + 1, 0x9e3779b1) ^ 0x5bd1e995
}

/** What the seeds of a prediction model are combined with, by exclusive or. */
export function seedOfState(state: number): number {
  return Math.imul(state + 1, 0x3c6ef372)
}

/** The key of a sum: 32 bits without a sign, never 0. */
export function finish(sum: number): number {
  const hash = Math.imul(sum ^ (sum >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0 || 1
}
