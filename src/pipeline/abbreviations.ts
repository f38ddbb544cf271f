/** Abbreviations, which end with a period that is part of them. */
import type { Characters } from '../sentence/text-sentence.ts'

/** A word with its final period, and what may be around it in a piece of text between white space. */
const abbreviated = /^["'“‘«([{]*([\p{L}\p{M}]+(?:\.[\p{L}\p{M}]+)*)\.[,;:)\]}"'”’»?!]*$/u

/** The place of a known abbreviation with its period in text between white space; undefined if there is none. */
export function abbreviationIn(chunk: string, known: ReadonlySet<string>): Characters | undefined {
  if (known.size === 0) return undefined
  const word = abbreviated.exec(chunk)?.[1]
  if (word === undefined || !known.has(word.toLowerCase())) return undefined
  const start = chunk.indexOf(word)
  return { start, end: start + word.length + 1 }
}

/** Abbreviations of a text, one between white space each, in lower case and without their final periods. */
export function readAbbreviations(text: string): Set<string> {
  const words = text.split(/\s+/).filter((word) => word !== '')
  const wrong = words.find((word) => !abbreviated.test(word))
  if (wrong !== undefined)
    throw new SyntaxError(`'${wrong}' is no abbreviation, expected letters and a final period`)
  return new Set(words.map((word) => word.slice(0, -1).toLowerCase()))
}
