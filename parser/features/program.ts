/**
 * A compiled template set as integers for ../scoring/kernel/assembly/extract.ts: the number of templates; for 1 to 5
 * atoms the number of groups of LANES templates, and for each group the seeds, the first atoms (those with the most
 * values), the second ones and so on; the number of ranges, and for each the seed, the number of atoms, the atoms.
 * Missing atoms are the atom that is always NONE_VALUE.
 */
import { POSITIONS, seedOf } from './hash.ts'
import { attributes, type Attribute } from '../core/sentence.ts'
import type { CompiledTemplates, Part } from './templates.ts'
import type { Atom } from './atoms.ts'

/** How many templates are combined at once. */
export const LANES = 4

/** @param placeOf what stands for an atom; default: its index */
export function programOf(
  { atoms: known, templates, members }: CompiledTemplates,
  part: Part,
  placeOf: (atom: number) => number = (atom) => atom,
): Int32Array {
  const code: number[] = []
  const all = members[part].map((index) => ({ ...templates[index], seed: seedOf(index) }))
  const single = all
    .filter(({ ranged }) => !ranged)
    .map(({ seed, atoms }) => ({
      seed,
      atoms: [...atoms].sort((a, b) => weightOf(known[b]) - weightOf(known[a])),
    }))
    .sort((a, b) => a.atoms.length - b.atoms.length)
  code.push(single.length)
  const lanes = Array.from({ length: LANES }, (_, lane) => lane)
  const firstOfGroups = single.flatMap((_, i) => (i % LANES === 0 ? [i] : []))
  for (let arity = 1; arity <= POSITIONS.length; arity++) {
    const own = firstOfGroups.filter(
      (first) => single.slice(first, first + LANES).at(-1)!.atoms.length === arity,
    )
    code.push(own.length)
    for (const first of own) {
      for (const lane of lanes) code.push(single[first + lane]?.seed ?? 0)
      for (let position = 0; position < arity; position++) {
        for (const lane of lanes) code.push(placeOf(single[first + lane]?.atoms[position] ?? known.length))
      }
    }
  }
  const ranges = all.filter(({ ranged }) => ranged)
  code.push(ranges.length)
  for (const { seed, atoms } of ranges) code.push(seed, atoms.length, ...atoms.map(placeOf))
  return Int32Array.from(code)
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
