/** Abbreviations that end with a period, which is part of the token. */
import type { Characters } from '../sentence/text-sentence.ts'

/** Matches a word with or without a final period, with optional punctuation around it, in text between white space. */
const wordPattern = /^["'“‘«([{]*([\p{L}\p{M}]+(?:\.[\p{L}\p{M}]+)*)(\.?)[,;:)\]}"'”’»?!]*$/u

/** The word in text between white space, without its final period and punctuation; undefined if there are other characters. */
export function wordIn(chunk: string): { readonly word: string; readonly hasPeriod: boolean } | undefined {
  const [, word, period] = wordPattern.exec(chunk) ?? []
  return word === undefined ? undefined : { word, hasPeriod: period !== '' }
}

/** The range of a known abbreviation with its period in text between white space; undefined if there is none. */
export function abbreviationIn(chunk: string, known: ReadonlySet<string>): Characters | undefined {
  if (known.size === 0) return undefined
  const found = wordIn(chunk)
  if (!found?.hasPeriod || !known.has(found.word.toLowerCase())) return undefined
  const start = chunk.indexOf(found.word)
  return { start, end: start + found.word.length + 1 }
}

/** Reads abbreviations separated by white space. The result is in lower case without final periods. */
export function readAbbreviations(text: string): Set<string> {
  const words = text.split(/\s+/).filter((word) => word !== '')
  const invalidWord = words.find((word) => !wordIn(word)?.hasPeriod)
  if (invalidWord !== undefined)
    throw new SyntaxError(`'${invalidWord}' is no abbreviation, expected letters and a final period`)
  return new Set(words.map((word) => word.slice(0, -1).toLowerCase()))
}
