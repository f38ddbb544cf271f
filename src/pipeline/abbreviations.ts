/** Abbreviations that end with a period, which is part of the token. */
import type { Characters } from '../sentence/text-sentence.ts'

/** Matches a word with its final period, with optional punctuation around it, in text between white space. */
const abbreviationPattern = /^["'“‘«([{]*([\p{L}\p{M}]+(?:\.[\p{L}\p{M}]+)*)\.[,;:)\]}"'”’»?!]*$/u

/** The range of a known abbreviation with its period in text between white space; undefined if there is none. */
export function abbreviationIn(chunk: string, known: ReadonlySet<string>): Characters | undefined {
  if (known.size === 0) return undefined
  const word = abbreviationPattern.exec(chunk)?.[1]
  if (word === undefined || !known.has(word.toLowerCase())) return undefined
  const start = chunk.indexOf(word)
  return { start, end: start + word.length + 1 }
}

/** Reads abbreviations separated by white space. The result is in lower case without final periods. */
export function readAbbreviations(text: string): Set<string> {
  const words = text.split(/\s+/).filter((word) => word !== '')
  const invalidWord = words.find((word) => !abbreviationPattern.test(word))
  if (invalidWord !== undefined)
    throw new SyntaxError(`'${invalidWord}' is no abbreviation, expected letters and a final period`)
  return new Set(words.map((word) => word.slice(0, -1).toLowerCase()))
}
