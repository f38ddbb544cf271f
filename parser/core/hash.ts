/** Hashes of texts (the attributes of words) and feature keys. */

/** The value of every attribute of a missing word. */
export const NONE_VALUE = 0
/** The value of every attribute of the artificial root. */
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

// A key is the mixed sum of a seed, which depends on the template, and of each atom times the constant of its position
// (multilinear hashing, Carter & Wegman 1979). The high bits of a key are those of the first atom.

/** The key of the bias feature. It is the last feature of every extraction; only models with a bias have weights for it. */
export const BIAS_KEY = 2

/** The multipliers of atoms, by position in the template. */
export const POSITION_MULTIPLIERS = Object.freeze([
  0x9e3779b1, 0x85ebca77, 0xc2b2ae3d, 0x27d4eb2f, 0x165667b1,
] as const)

export function seedOf(template: number): number {
  return Math.imul(template + 1, 0x9e3779b1) ^ 0x5bd1e995
}

/** The bits of a key that are taken from the first atom. */
const REGION = 0xfff80000

/** The key of a feature: an unsigned 32-bit integer other than 0. @param first the value of the first atom */
export function keyOf(sum: number, first: number): number {
  const hash = Math.imul(sum ^ (sum >>> 15), 0x2c1b3c6d)
  return ((first & REGION) | ((hash ^ (hash >>> 13)) & ~REGION)) >>> 0 || 1
}
