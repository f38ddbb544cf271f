/** Which values of tags, labels and features a pattern expects, and which of them no word has. */
import type { Word } from '../document/sentence.ts'

export type Column = 'upos' | 'xpos' | 'deprel' | 'feature'

/** The values that words have; a feature is `Number=Sing`. */
export type KnownValues = Readonly<Record<Column, ReadonlySet<string>>>

/** A value that a pattern expects in a column. */
export interface ExpectedValue {
  readonly column: Column
  /** The value as the pattern has it. */
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

/** What is wrong with each value that no known one matches, in a sentence with the nearest known value. */
export function unknownValues(expected: readonly ExpectedValue[], known: KnownValues): string[] {
  return expected
    .filter(({ column, matches }) => ![...known[column]].some(matches))
    .map(({ column, text, matches }) => {
      const other = (['upos', 'xpos', 'deprel'] as const).find((name) => [...known[name]].some(matches))
      const nearest = nearestOf(text, known[column])
      const hint = other ? `, but there is the ${other} ${text}` : nearest ? `, did you mean ${nearest}?` : ''
      return `no word has the ${column} ${text}${hint}`
    })
}

/** The text that takes the fewest changes of a character; undefined if it takes more than half of the characters. */
function nearestOf(text: string, others: Iterable<string>): string | undefined {
  let nearest: string | undefined
  let least = Math.floor(text.length / 2) + 1
  for (const other of others) {
    const distance = distanceOf(text.toLowerCase(), other.toLowerCase())
    if (distance >= least) continue
    nearest = other
    least = distance
  }
  return nearest
}

/** The least number of insertions, deletions and substitutions of characters (Levenshtein 1966). */
function distanceOf(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const here = [row]
    for (let column = 1; column <= to.length; column++) {
      const substituted = above[column - 1] + (from[row - 1] === to[column - 1] ? 0 : 1)
      here.push(Math.min(above[column] + 1, here[column - 1] + 1, substituted))
    }
    above = here
  }
  return above[to.length]
}
