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
  /** Three integers a word: source, place, field. */
  readonly words: Int32Array
  /** By column: the column, how many atoms read it, and for each its word (an index into the words) and its index. */
  readonly attributes: Int32Array
  /** Four integers a number: source, place, field, the index of the atom. */
  readonly numbers: Int32Array
}

export function sourcesOf(atoms: readonly Atom[], wanted: readonly number[]): Sources {
  const words: (readonly [source: number, place: number, field: number])[] = []
  const byColumn = new Map<number, number[]>()
  const numbers: number[] = []
  wanted.forEach((index) => {
    const { source, place, field, column } = atoms[index]
    if (column < 0) {
      numbers.push(source, place, field, index)
      return
    }
    let word = words.findIndex(([s, p, f]) => s === source && p === place && f === field)
    if (word < 0) word = words.push([source, place, field]) - 1
    if (!byColumn.has(column)) byColumn.set(column, [])
    byColumn.get(column)!.push(word, index)
  })
  const attributes = [...byColumn].flatMap(([column, readers]) => [column, readers.length / 2, ...readers])
  return {
    words: Int32Array.from(words.flat()),
    attributes: Int32Array.from(attributes),
    numbers: Int32Array.from(numbers),
  }
}
