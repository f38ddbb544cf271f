/** Finds values of tags, labels and features that a pattern expects but no word has. */
import type { Word } from '../document/sentence.ts'

export type Column = 'upos' | 'xpos' | 'deprel' | 'feature'

/** The values of words by column. A feature is a pair such as `Number=Sing`. */
export type KnownValues = Readonly<Record<Column, ReadonlySet<string>>>

/** A value that a pattern expects in a column. */
export interface ExpectedValue {
  readonly column: Column
  /** The value as written in the pattern. */
  readonly text: string
  readonly matches: (value: string) => boolean
}

/** Collects the values of words. */
export class SeenValues implements KnownValues {
  readonly upos = new Set<string>()
  readonly xpos = new Set<string>()
  readonly deprel = new Set<string>()
  readonly feature = new Set<string>()

  add({
    upos = '_',
    xpos = '_',
    deprel = '_',
    feats = '_',
  }: Partial<Pick<Word, 'upos' | 'xpos' | 'deprel' | 'feats'>>): void {
    if (upos !== '_') this.upos.add(upos)
    if (xpos !== '_') this.xpos.add(xpos)
    if (deprel !== '_') this.deprel.add(deprel)
    if (feats !== '_') for (const feature of feats.split('|')) this.feature.add(feature)
  }
}

/** A message for each expected value that matches no known value, with the nearest known value. */
export function unknownValues(expected: readonly ExpectedValue[], known: KnownValues): string[] {
  return expected
    .filter(({ column, matches }) => ![...known[column]].some(matches))
    .map(({ column, text, matches }) => {
      const otherColumn = (['upos', 'xpos', 'deprel'] as const).find((name) => [...known[name]].some(matches))
      const nearest = nearestOf(text, known[column])
      const hint = otherColumn
        ? `, but there is the ${otherColumn} ${text}`
        : nearest
          ? `, did you mean ${nearest}?`
          : ''
      return `no word has the ${column} ${text}${hint}`
    })
}

/** The text with the smallest edit distance; undefined if the distance is more than half of the characters. */
function nearestOf(text: string, candidates: Iterable<string>): string | undefined {
  let nearest: string | undefined
  let minDistance = Math.floor(text.length / 2) + 1
  for (const candidate of candidates) {
    const distance = distanceOf(text.toLowerCase(), candidate.toLowerCase())
    if (distance >= minDistance) continue
    nearest = candidate
    minDistance = distance
  }
  return nearest
}

/** The minimum number of insertions, deletions and substitutions of characters (Levenshtein 1966). */
function distanceOf(from: string, to: string): number {
  let previousRow = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const currentRow = [row]
    for (let column = 1; column <= to.length; column++) {
      const substitutionCost = previousRow[column - 1] + (from[row - 1] === to[column - 1] ? 0 : 1)
      currentRow.push(Math.min(previousRow[column] + 1, currentRow[column - 1] + 1, substitutionCost))
    }
    previousRow = currentRow
  }
  return previousRow[to.length]
}
