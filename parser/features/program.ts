/**
 * A compiled template set as one list of integers, in the order in which the loops of
 * ../scoring/kernel/assembly/extract.ts run through it. First how many templates there are. They come in groups of LANES, those
 * of fewest atoms first: for 1, 2, … 5 atoms how many groups, and for each the seeds of its templates, their first atoms
 * (those that say most), their second ones and so on. Where a template has fewer atoms than others of its group, and where
 * the last group lacks one, there is the atom that is always NONE_VALUE, which adds nothing, behind all others. Then how
 * many ranges there are, and for each its seed, how many atoms, and these.
 */
import { POSITIONS, seedOf } from './hash.ts'
import { attributes, type Attribute } from '../core/sentence.ts'
import type { CompiledTemplates, Part } from './templates.ts'
import type { Atom } from './atoms.ts'

/** How many templates are combined at once. */
export const LANES = 4

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
  const single = all
    .filter(({ ranged }) => !ranged)
    .map(({ seed, atoms }) => ({
      seed,
      atoms: [...atoms].sort((a, b) => weightOf(known[b]) - weightOf(known[a])),
    }))
    .sort((a, b) => a.atoms.length - b.atoms.length)
  number(single.length)
  const lanes = Array.from({ length: LANES }, (_, lane) => lane)
  const firstOfGroups = single.flatMap((_, i) => (i % LANES === 0 ? [i] : []))
  for (let arity = 1; arity <= POSITIONS.length; arity++) {
    const own = firstOfGroups.filter((first) => arityOf(single.slice(first, first + LANES)) === arity)
    number(own.length)
    for (const first of own) {
      for (const lane of lanes) number(single[first + lane]?.seed ?? 0)
      for (let position = 0; position < arity; position++) {
        for (const lane of lanes) atom(single[first + lane]?.atoms[position] ?? known.length)
      }
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

function arityOf(group: readonly { readonly atoms: readonly number[] }[]): number {
  return group[group.length - 1].atoms.length
}

/** The more values an attribute has, the more it says; of atoms that say as much, the first is first. */
const ORDER: readonly Attribute[] = [
  'form',
  'lower',
  'lemma',
  'cluster',
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
