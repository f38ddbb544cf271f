/** Where the values of the atoms of a template set are found, and when they have to be looked up. */
import type { Atom } from './atoms.ts'
import { BUFFER, reachOf } from './reach.ts'
import { parts, type CompiledTemplates } from './templates.ts'

/** The atoms of a set, by when they are looked up; indices of atoms. */
export interface Division {
  /** What every decision reads of words in the buffer: it stays as long as the front of the buffer does. */
  readonly buffer: readonly number[]
  /** What else every decision reads. */
  readonly common: readonly number[]
  /** By part of the set: what is read for it besides. */
  readonly others: readonly (readonly number[])[]
}

export function divide({ atoms, members, set, templates }: CompiledTemplates): Division {
  const read = members.map((part) => new Set(part.flatMap((index) => templates[index].atoms)))
  const always = read[set.firstStage ? parts.firstStageTypes : parts.types]
  const stays = (index: number): boolean => reachOf(atoms[index]) === BUFFER
  return {
    buffer: [...always].filter(stays),
    common: [...always].filter((index) => !stays(index)),
    others: read.map((part) => [...part].filter((index) => !always.has(index))),
  }
}

/** Where the values of atoms are found: first the words that they refer to, each once, then attributes and numbers. */
export interface Sources {
  /** An atom of each word. */
  readonly words: readonly Atom[]
  /** The atoms that are an attribute of a word, sorted by column. */
  readonly attributes: readonly { readonly column: number; readonly word: number; readonly atom: number }[]
  /** The atoms that are a number that a node holds. */
  readonly numbers: readonly number[]
}

export function sourcesOf(atoms: readonly Atom[], wanted: readonly number[]): Sources {
  const words: Atom[] = []
  const wordOf = (atom: Atom): number => {
    const { source, place, field } = atom
    const known = words.findIndex((w) => w.source === source && w.place === place && w.field === field)
    return known < 0 ? words.push(atom) - 1 : known
  }
  const attributes = wanted
    .filter((atom) => atoms[atom].column >= 0)
    .map((atom) => ({ column: atoms[atom].column, word: wordOf(atoms[atom]), atom }))
    .sort((a, b) => a.column - b.column)
  return { words, attributes, numbers: wanted.filter((atom) => atoms[atom].column < 0) }
}
