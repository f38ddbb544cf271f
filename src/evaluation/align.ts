/**
 * Which words of two analyses of the same characters are the same words (CoNLL 2018 shared task, Zeman et al. 2018,
 * section 5): words outside multiword tokens where their spans are equal; where either side has a multiword token, the
 * longest common subsequence of the lower-case forms within the smallest stretch that multiword tokens cover on both.
 */
import type { Surface } from './surface.ts'

const UNALIGNED = -1

/** For each gold word the system word that it is aligned with, or UNALIGNED. */
export function alignWords(gold: Surface, system: Surface): Int32Array {
  const aligned = new Int32Array(gold.start.length).fill(UNALIGNED)
  let g = 0
  let s = 0
  while (g < gold.start.length && s < system.start.length) {
    if (gold.multiword[g] || system.multiword[s]) {
      const stretch = multiwordStretch(gold, system, g, s)
      alignForms(gold, system, stretch, aligned)
      g = stretch.goldEnd
      s = stretch.systemEnd
    } else if (gold.start[g] === system.start[s] && gold.end[g] === system.end[s]) {
      aligned[g++] = s++
    } else if (gold.start[g] <= system.start[s]) g++
    else s++
  }
  return aligned
}

interface Stretch {
  readonly gold: number
  readonly goldEnd: number
  readonly system: number
  readonly systemEnd: number
}

/** The words from `g` and `s`, one of which is in a multiword token, to where no multiword token is cut on either side. */
function multiwordStretch(gold: Surface, system: Surface, g: number, s: number): Stretch {
  let end: number
  if (gold.multiword[g]) {
    end = gold.end[g]
    if (!system.multiword[s] && system.start[s] < gold.start[g]) s++
  } else {
    end = system.end[s]
    if (!gold.multiword[g] && gold.start[g] < system.start[s]) g++
  }
  const first = { gold: g, system: s }
  while (!isBeyond(gold, g, end) || !isBeyond(system, s, end)) {
    const goldIsNext = g < gold.start.length && (s >= system.start.length || gold.start[g] <= system.start[s])
    const side = goldIsNext ? gold : system
    const word = goldIsNext ? g++ : s++
    if (side.multiword[word] && side.end[word] > end) end = side.end[word]
  }
  return { gold: first.gold, goldEnd: g, system: first.system, systemEnd: s }
}

/** Whether a word lies behind the character `end`: a multiword token by its start, other words by their end. */
function isBeyond(side: Surface, word: number, end: number): boolean {
  if (word >= side.start.length) return true
  return side.multiword[word] ? side.start[word] >= end : side.end[word] > end
}

/** Aligns the words of a stretch along a longest common subsequence of their forms. */
function alignForms(gold: Surface, system: Surface, stretch: Stretch, aligned: Int32Array): void {
  let { gold: firstGold, system: firstSystem } = stretch
  // Equal words at the front are always matched, and cost no table.
  while (
    firstGold < stretch.goldEnd &&
    firstSystem < stretch.systemEnd &&
    gold.form[firstGold] === system.form[firstSystem]
  ) {
    aligned[firstGold++] = firstSystem++
  }
  const rows = stretch.goldEnd - firstGold
  const columns = stretch.systemEnd - firstSystem
  const equal = (g: number, s: number) => gold.form[firstGold + g] === system.form[firstSystem + s]
  // length[g * (columns + 1) + s]: of the longest common subsequence of the words from g and from s on.
  const length = new Int32Array((rows + 1) * (columns + 1))
  for (let g = rows - 1; g >= 0; g--) {
    for (let s = columns - 1; s >= 0; s--) {
      const at = g * (columns + 1) + s
      const skipped = Math.max(length[at + columns + 1], length[at + 1])
      length[at] = equal(g, s) ? Math.max(skipped, 1 + length[at + columns + 2]) : skipped
    }
  }
  for (let g = 0, s = 0; g < rows && s < columns;) {
    const at = g * (columns + 1) + s
    if (equal(g, s)) aligned[firstGold + g++] = firstSystem + s++
    else if (length[at] === length[at + columns + 1]) g++
    else s++
  }
}
