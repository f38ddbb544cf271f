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
