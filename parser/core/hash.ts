/** Hashes of texts, as the attributes of words. */

/** The value of every attribute of a word that does not exist, and of the artificial root. */
export const NONE_VALUE = 0
export const ROOT_VALUE = 1

/** A 32-bit hash (FNV-1a and a final mix) of the code units start..end of `text`; never NONE_VALUE or ROOT_VALUE. */
export function hashText(text: string, start = 0, end = text.length): number {
  let hash = 0x811c9dc5
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return mix(hash)
}

export function hashPair(first: number, second: number): number {
  return mix(Math.imul(first ^ 0x9e3779b9, 0x85ebca6b) ^ second)
}

function mix(hash: number): number {
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  hash ^= hash >>> 13
  return hash === NONE_VALUE || hash === ROOT_VALUE ? 2 : hash
}

// A key is the sum of a seed, which differs by template, and of each atom times a constant of its position, mixed at
// the end (multilinear hashing, Carter & Wegman 1979). Its high bits are those of its first atom.

/** The key of the feature that is on everywhere: the last one of every extraction, known to models that have a bias. */
export const BIAS_KEY = 2

/** What each position of a template multiplies its atom with. */
export const POSITIONS = Object.freeze([0x9e3779b1, 0x85ebca77, 0xc2b2ae3d, 0x27d4eb2f, 0x165667b1] as const)

export function seedOf(template: number): number {
  return Math.imul(template + 1, 0x9e3779b1) ^ 0x5bd1e995
}

/** The bits of a key that are its region: those of the first atom. */
const REGION = 0xfff80000

/** The key, 32 bits without a sign and never 0, of a template whose first atom is `first`. */
export function keyOf(sum: number, first: number): number {
  const hash = Math.imul(sum ^ (sum >>> 15), 0x2c1b3c6d)
  return ((first & REGION) | ((hash ^ (hash >>> 13)) & ~REGION)) >>> 0 || 1
}
