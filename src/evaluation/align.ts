/**
 * Aligns the words of two analyses of the same characters (CoNLL 2018 shared task, Zeman et al. 2018, section 5): by their
 * spans, or along the longest common subsequence of their lower-case forms within the smallest stretch that does not split a
 * multiword token.
 */
import { CoNLLUError } from '../conllu/error.ts'
import type { AlignedWord } from './evaluated-words.ts'

type Words = readonly AlignedWord[]

/** The maximum size of the table of a longest common subsequence, in cells of four bytes. */
const MAX_CELLS = 25_000_000

/**
 * For each gold word: the index of the aligned system word, or −1. Throws CoNLLUError if a stretch of multiword tokens
 * requires more than {@link MAX_CELLS} cells.
 */
export function alignWords(gold: Words, system: Words): Int32Array {
  const aligned = new Int32Array(gold.length).fill(-1)
  let g = 0
  let s = 0
  while (g < gold.length && s < system.length) {
    const [word, other] = [gold[g], system[s]]
    if (word.isMultiword || other.isMultiword) {
      const stretch = multiwordStretch(gold, system, g, s)
      if (!alignForms(gold, system, stretch, aligned)) {
        const { file, line } = other.sentence
        const sizes = `${stretch.goldEnd - stretch.gold} gold words and ${stretch.systemEnd - stretch.system} system words`
        const limit = `${MAX_CELLS / 1e6} million pairs after their first difference`
        throw new CoNLLUError(file, line, `multiword tokens join ${sizes}, expected at most ${limit}`)
      }
      g = stretch.goldEnd
      s = stretch.systemEnd
    } else if (word.start === other.start && word.end === other.end) aligned[g++] = s++
    else if (precedes(word, other)) g++
    else s++
  }
  return aligned
}

/** A stretch: the words gold..goldEnd − 1 and system..systemEnd − 1. */
interface Stretch {
  readonly gold: number
  readonly goldEnd: number
  readonly system: number
  readonly systemEnd: number
}

/**
 * The smallest stretch that starts at the gold word `g` and the system word `s` (one of them is in a multiword token) and
 * does not split a multiword token.
 */
function multiwordStretch(gold: Words, system: Words, g: number, s: number): Stretch {
  let { end } = gold[g].isMultiword ? gold[g] : system[s]
  if (!system[s].isMultiword && system[s].start < gold[g].start) s++
  else if (!gold[g].isMultiword && gold[g].start < system[s].start) g++
  const first = { gold: g, system: s }
  while (!isBeyond(gold[g], end) || !isBeyond(system[s], end)) {
    const goldIsNext = g < gold.length && (s >= system.length || precedes(gold[g], system[s]))
    const word = goldIsNext ? gold[g++] : system[s++]
    if (word.isMultiword && word.end > end) end = word.end
  }
  return { ...first, goldEnd: g, systemEnd: s }
}

/** Whether `word` precedes `other` in the text. If both have the same start, a word without width comes first. */
function precedes(word: AlignedWord, other: AlignedWord): boolean {
  const isTie = word.start === other.start
  return word.start < other.start || (isTie && (word.end === word.start || other.end > other.start))
}

/**
 * Whether a word ends after the offset `end`, and its multiword token does not start before it. A form of white space has no
 * width.
 */
function isBeyond(word: AlignedWord | undefined, end: number): boolean {
  return !word || (word.end > end && (!word.isMultiword || word.start >= end))
}

/**
 * Aligns the words of a stretch along a longest common subsequence of their lower-case forms. Returns false if the table
 * requires more than {@link MAX_CELLS} cells.
 */
function alignForms(gold: Words, system: Words, stretch: Stretch, aligned: Int32Array): boolean {
  let { gold: goldStart, system: systemStart } = stretch
  const { goldEnd, systemEnd } = stretch
  const lower = ({ sentence, id }: AlignedWord): string => sentence.form(id).toLowerCase()
  // Align equal words at the start without the table.
  while (
    goldStart < goldEnd &&
    systemStart < systemEnd &&
    lower(gold[goldStart]) === lower(system[systemStart])
  )
    aligned[goldStart++] = systemStart++
  const goldForms = gold.slice(goldStart, goldEnd).map(lower)
  const systemForms = system.slice(systemStart, systemEnd).map(lower)
  const width = systemForms.length + 1
  const cells = (goldForms.length + 1) * width
  if (cells > MAX_CELLS) return false
  // length[g * width + s] is the length of the longest common subsequence of the words from g and from s.
  const length = new Int32Array(cells)
  for (let g = goldForms.length - 1; g >= 0; g--)
    for (let s = systemForms.length - 1; s >= 0; s--) {
      const cell = g * width + s
      const lengthIfSkipped = Math.max(length[cell + width], length[cell + 1])
      length[cell] =
        goldForms[g] === systemForms[s]
          ? Math.max(lengthIfSkipped, 1 + length[cell + width + 1])
          : lengthIfSkipped
    }
  for (let g = 0, s = 0; g < goldForms.length && s < systemForms.length;) {
    const cell = g * width + s
    if (goldForms[g] === systemForms[s]) aligned[goldStart + g++] = systemStart + s++
    else if (length[cell] === length[cell + width]) g++
    else s++
  }
  return true
}
