/**
 * A compiled template set as integers for ../scoring/kernel/assembly/extract.ts: the number of templates; for 1 to 5
 * atoms the number of groups of LANES templates, and for each group the seeds, the first atoms (those with the most
 * values), the second ones and so on; the number of ranges, and for each the seed, the number of atoms, the atoms.
 * Missing atoms are the atom that is always NONE_VALUE.
 */
import { POSITIONS, seedOf } from '../core/hash.ts'
import { attributes, type Attribute } from '../core/word-attributes.ts'
import { type CompiledTemplates, type Part, parts } from './templates.ts'
import { type Atom, CONTENT_WORD, FRONT, WORD_OF_BUFFER, WORD_OF_NODE } from './atoms.ts'
import { TOKEN, WORD } from '../core/node-fields.ts'

/** How many templates are combined at once. */
export const LANES = 4

/** @param placeOf the integer for an atom. Default: its index */
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

/** The attributes with more values come first; of atoms with as many, the first is first. */
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

// Where the values of the atoms of a template set are found, and when they have to be looked up.

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

// A set of templates in three parts, by what they read: words of the buffer only; the true token of s0 too; more. Sums
// over the first part are shared by configurations with this b0, over the second by those with this s0 too.

const BUFFER = 0
const STACK_TOP = 1
export const REST = 2

/** By part, indices into the templates. */
export function membersByReach({ atoms, templates, members }: CompiledTemplates): readonly number[][] {
  const reach = (template: number): number =>
    Math.max(...templates[template].atoms.map((index) => reachOf(atoms[index])))
  return [BUFFER, STACK_TOP, REST].map((part) => members[parts.all].filter((index) => reach(index) === part))
}

/** The program of each part. @param placeOf see `programOf` */
export function programsByReach(
  templates: CompiledTemplates,
  placeOf: (atom: number) => number,
): Int32Array[] {
  return membersByReach(templates).map((members) =>
    programOf({ ...templates, members: [members] }, parts.all, placeOf),
  )
}

/** The part that an atom is for. */
export function reachOf({ source, place, field, column }: Atom): number {
  if (source === WORD_OF_BUFFER || source === CONTENT_WORD) return BUFFER
  if (source !== WORD_OF_NODE || column < 0) return REST
  if (place === FRONT) return field === TOKEN || field === WORD ? BUFFER : REST
  return place === 0 && field === TOKEN ? STACK_TOP : REST
}
