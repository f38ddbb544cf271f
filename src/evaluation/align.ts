/**
 * Aligns the words of two analyses of the same characters (CoNLL 2018 shared task, Zeman et al. 2018, section 5). Words
 * outside multiword tokens are aligned if their spans are equal. If either side has a multiword token, words are aligned
 * along the longest common subsequence of their lower-case forms, within the smallest stretch that cuts no multiword
 * token on either side.
 */
import type { Word } from './side.ts'

type Words = readonly Word[]

/** For each gold word the index of the system word that it is aligned with, or −1. */
export function alignWords(gold: Words, system: Words): Int32Array {
  const aligned = new Int32Array(gold.length).fill(-1)
  let g = 0
  let s = 0
  while (g < gold.length && s < system.length) {
    const [word, other] = [gold[g], system[s]]
    if (word.isMultiword || other.isMultiword) {
      const stretch = multiwordStretch(gold, system, g, s)
      alignForms(gold, system, stretch, aligned)
      g = stretch.goldEnd
      s = stretch.systemEnd
    } else if (word.start === other.start && word.end === other.end) aligned[g++] = s++
    else if (word.start <= other.start) g++
    else s++
  }
  return aligned
}

/** The words gold..goldEnd − 1 and system..systemEnd − 1. */
interface Stretch {
  readonly gold: number
  readonly goldEnd: number
  readonly system: number
  readonly systemEnd: number
}

/** The smallest stretch from `g` and `s`, one of which is in a multiword token, that cuts no multiword token. */
function multiwordStretch(gold: Words, system: Words, g: number, s: number): Stretch {
  let { end } = gold[g].isMultiword ? gold[g] : system[s]
  if (!system[s].isMultiword && system[s].start < gold[g].start) s++
  else if (!gold[g].isMultiword && gold[g].start < system[s].start) g++
  const first = { gold: g, system: s }
  while (!isBeyond(gold[g], end) || !isBeyond(system[s], end)) {
    const goldIsNext = g < gold.length && (s >= system.length || gold[g].start <= system[s].start)
    const word = goldIsNext ? gold[g++] : system[s++]
    if (word.isMultiword && word.end > end) end = word.end
  }
  return { ...first, goldEnd: g, systemEnd: s }
}

/** Whether a word lies behind the offset `end`: a multiword token with its start, other words with their end. */
function isBeyond(word: Word | undefined, end: number): boolean {
  return !word || (word.isMultiword ? word.start >= end : word.end > end)
}

/** Aligns the words of a stretch along a longest common subsequence of their forms. */
function alignForms(gold: Words, system: Words, stretch: Stretch, aligned: Int32Array): void {
  let { gold: firstGold, system: firstSystem } = stretch
  // Equal words at the start are always aligned. They need no table.
  while (
    firstGold < stretch.goldEnd &&
    firstSystem < stretch.systemEnd &&
    gold[firstGold].form === system[firstSystem].form
  )
    aligned[firstGold++] = firstSystem++
  const rows = stretch.goldEnd - firstGold
  const columns = stretch.systemEnd - firstSystem
  const isEqual = (g: number, s: number) => gold[firstGold + g].form === system[firstSystem + s].form
  // length[g * (columns + 1) + s]: the length of the longest common subsequence from the words g and s on.
  const length = new Int32Array((rows + 1) * (columns + 1))
  for (let g = rows - 1; g >= 0; g--) {
    for (let s = columns - 1; s >= 0; s--) {
      const at = g * (columns + 1) + s
      const skipped = Math.max(length[at + columns + 1], length[at + 1])
      length[at] = isEqual(g, s) ? Math.max(skipped, 1 + length[at + columns + 2]) : skipped
    }
  }
  for (let g = 0, s = 0; g < rows && s < columns;) {
    const at = g * (columns + 1) + s
    if (isEqual(g, s)) aligned[firstGold + g++] = firstSystem + s++
    else if (length[at] === length[at + columns + 1]) g++
    else s++
  }
}
