/**
 * A compiled template set as one list of integers, in the order in which the loops of ./extractor.ts and of
 * ../kernel/assembly/index.ts run through it. For templates of 1, 2, … 5 atoms: how many there are, then for each its
 * seed and its atoms, the one that says most first. Then how many ranges there are, and for each its seed, how many atoms, and these.
 */
import { POSITIONS, seedOf } from './hash.ts'
import { attributes, type Attribute } from '../sentence.ts'
import type { Atom, CompiledTemplates, Part } from './templates.ts'

export interface Program {
  readonly code: Int32Array
  /** For each integer of `code` whether it is the index of an atom. */
  readonly isAtom: Uint8Array
}

export function programOf({ atoms: known, templates, members }: CompiledTemplates, part: Part): Program {
  const code: number[] = []
  const isAtom: number[] = []
  const number = (value: number): void => void (code.push(value), isAtom.push(0))
  const atom = (index: number): void => void (code.push(index), isAtom.push(1))
  const all = members[part].map((index) => ({ ...templates[index], seed: seedOf(index) }))
  for (let arity = 1; arity <= POSITIONS.length; arity++) {
    const group = all.filter(({ ranged, atoms }) => !ranged && atoms.length === arity)
    number(group.length)
    for (const { seed, atoms } of group) {
      const order = [...atoms].sort((a, b) => weightOf(known[b]) - weightOf(known[a]))
      number(seed)
      order.forEach(atom)
    }
  }
  const ranges = all.filter(({ ranged }) => ranged)
  number(ranges.length)
  for (const { seed, atoms } of ranges) {
    number(seed)
    number(atoms.length)
    atoms.forEach(atom)
  }
  return { code: Int32Array.from(code), isAtom: Uint8Array.from(isAtom) }
}

/** The more values an attribute has, the more it says; of atoms that say as much, the first is first. */
const ORDER: readonly Attribute[] = [
  'form',
  'lower',
  'lemma',
  'suffix',
  'prefix',
  'feats',
  'tag',
  'xpos',
  'upos',
]

function weightOf({ column }: Atom): number {
  const place = column < 0 ? -1 : ORDER.indexOf(attributes[column])
  return place < 0 ? 0 : ORDER.length - place
}
