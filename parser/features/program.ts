/**
 * A compiled template set as integers for ../scoring/kernel/assembly/extract.ts: the number of templates; for 1 to 5
 * atoms, the number of groups of LANE_COUNT templates, and for each group the seeds, the first atoms of the templates, the
 * second atoms and so on (atoms with more possible values come first); the number of ranges, and for each range the seed,
 * the number of atoms and the atoms. Missing atoms have the index of an atom that is always NONE_VALUE.
 */
import { POSITION_MULTIPLIERS, seedOf } from '../core/hash.ts'
import { attributes, type Attribute } from '../core/word-attributes.ts'
import {
  type CompiledTemplates,
  type Part,
  parts,
  type Atom,
  CONTENT_WORD,
  FRONT,
  WORD_OF_BUFFER,
  WORD_OF_NODE,
} from './templates.ts'
import { TOKEN, WORD } from '../core/node-fields.ts'

/** The number of templates that are combined at once. */
export const LANE_COUNT = 4

/** @param placeOf the integer that represents an atom. Default: the index of the atom */
export function programOf(
  { atoms: atomTable, templates, members }: CompiledTemplates,
  part: Part,
  placeOf: (atom: number) => number = (atom) => atom,
): Int32Array {
  const code: number[] = []
  const templatesOfPart = members[part].map((index) => ({ ...templates[index], seed: seedOf(index) }))
  const singleTemplates = templatesOfPart
    .filter(({ ranged }) => !ranged)
    .map(({ seed, atoms }) => ({
      seed,
      atoms: [...atoms].sort((a, b) => weightOf(atomTable[b]) - weightOf(atomTable[a])),
    }))
    .sort((a, b) => a.atoms.length - b.atoms.length)
  code.push(singleTemplates.length)
  const lanes = Array.from({ length: LANE_COUNT }, (_, lane) => lane)
  const firstOfGroups = singleTemplates.flatMap((_, i) => (i % LANE_COUNT === 0 ? [i] : []))
  for (let arity = 1; arity <= POSITION_MULTIPLIERS.length; arity++) {
    const groupsOfArity = firstOfGroups.filter(
      (first) => singleTemplates.slice(first, first + LANE_COUNT).at(-1)!.atoms.length === arity,
    )
    code.push(groupsOfArity.length)
    for (const first of groupsOfArity) {
      for (const lane of lanes) code.push(singleTemplates[first + lane]?.seed ?? 0)
      for (let position = 0; position < arity; position++) {
        for (const lane of lanes)
          code.push(placeOf(singleTemplates[first + lane]?.atoms[position] ?? atomTable.length))
      }
    }
  }
  const ranges = templatesOfPart.filter(({ ranged }) => ranged)
  code.push(ranges.length)
  for (const { seed, atoms } of ranges) code.push(seed, atoms.length, ...atoms.map(placeOf))
  return Int32Array.from(code)
}

/** Attributes by descending number of values. The order of atoms with equal weights is unchanged. */
const BY_VALUE_COUNT: readonly Attribute[] = [
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
  const place = column < 0 ? -1 : BY_VALUE_COUNT.indexOf(attributes[column])
  return place < 0 ? 0 : BY_VALUE_COUNT.length - place
}

/** The atoms of a set (indices), divided by the time at which their values are read. */
export interface Division {
  /** Atoms of words in the buffer that every decision reads: their values change only with the front of the buffer. */
  readonly buffer: readonly number[]
  /** The other atoms that every decision reads. */
  readonly common: readonly number[]
  /** By part of the set: the additional atoms that decisions with this part read. */
  readonly others: readonly (readonly number[])[]
}

export function divide({ atoms, members, set, templates }: CompiledTemplates): Division {
  const read = members.map((part) => new Set(part.flatMap((index) => templates[index].atoms)))
  const always = read[set.firstStage ? parts.firstStageTypes : parts.types]
  const isOfBuffer = (index: number): boolean => reachOf(atoms[index]) === BUFFER
  return {
    buffer: [...always].filter(isOfBuffer),
    common: [...always].filter((index) => !isOfBuffer(index)),
    others: read.map((part) => [...part].filter((index) => !always.has(index))),
  }
}

/** The sources of the values of atoms: the words of the atoms (each once), then attributes of words and numbers. */
export interface Sources {
  /** One atom for each word. */
  readonly words: readonly Atom[]
  /** The atoms that read an attribute of a word, sorted by column. */
  readonly attributes: readonly { readonly column: number; readonly word: number; readonly atom: number }[]
  /** The atoms that read a number in a node. */
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

// The templates of a set are divided into three parts: BUFFER reads words of the buffer only; STACK_TOP also reads the
// true token of s0; REST reads more. Configurations with the same b0 share the sums over the first part; configurations
// with the same b0 and s0 share the sums over the second part.

const BUFFER = 0
const STACK_TOP = 1
export const REST = 2

/** By part: indices of templates. */
export function membersByReach({ atoms, templates, members }: CompiledTemplates): readonly number[][] {
  const reach = (template: number): number =>
    Math.max(...templates[template].atoms.map((index) => reachOf(atoms[index])))
  return [BUFFER, STACK_TOP, REST].map((part) => members[parts.all].filter((index) => reach(index) === part))
}

/** The program of each part. @param placeOf as in `programOf` */
export function programsByReach(
  templates: CompiledTemplates,
  placeOf: (atom: number) => number,
): Int32Array[] {
  return membersByReach(templates).map((members) =>
    programOf({ ...templates, members: [members] }, parts.all, placeOf),
  )
}

/** The part to which an atom belongs. */
export function reachOf({ source, place, field, column }: Atom): number {
  if (source === WORD_OF_BUFFER || source === CONTENT_WORD) return BUFFER
  if (source !== WORD_OF_NODE || column < 0) return REST
  if (place === FRONT) return field === TOKEN || field === WORD ? BUFFER : REST
  return place === 0 && field === TOKEN ? STACK_TOP : REST
}
