/**
 * Feature templates over rows of numbers: each word, token or character has a row, each attribute a column. A template names
 * the attributes that a feature combines, with the distance of the row if it is not 0: `tag-1 lower` combines the tag of the
 * previous word with the lower-case form of the word. The language is defined in parser/features/template-language.ts.
 */
import { hashPair, hashText } from '../../parser/core/hash.ts'
import { readTemplates } from '../../parser/features/template-language.ts'
import type { Characters } from '../sentence/text-sentence.ts'

/** The number of rows before the first one and after the last one that templates can address. */
const MARGIN = 3
/** The values of every attribute before the first row and after the last one. */
export const BEFORE = 1
export const AFTER = 2
/** The value of an attribute that is unknown for all rows. Templates that begin with this attribute produce no features. */
export const ABSENT = -1

/** The number of bits of a key. */
export const KEY_BITS = 24

/** Consecutive rows of the same width, with border rows at both ends. */
export class Rows {
  readonly width: number
  readonly columns: readonly string[]
  data = new Int32Array(0)

  constructor(columns: readonly string[]) {
    this.columns = columns
    this.width = columns.length
  }

  /** Prepares `size` rows with undefined content. */
  begin(size: number): this {
    const length = (size + 2 * MARGIN) * this.width
    if (this.data.length < length) this.data = new Int32Array(2 * length)
    this.data.fill(BEFORE, 0, this.at(0))
    this.data.fill(AFTER, this.at(size), length)
    return this
  }

  /** The index in `data` of the first column of row `i`. */
  at(i: number): number {
    return (i + MARGIN) * this.width
  }
}

export class Templates {
  readonly size: number
  /** For each template: its seed, the number of its attributes, and their distances from the first column of the row. */
  readonly #program: Int32Array

  constructor(templates: readonly string[], columns: readonly string[]) {
    this.size = templates.length
    const place = (atom: string): number => {
      const [, name, distance = '0'] = /^([a-z]+\d*)([+-]\d)?$/.exec(atom)!
      return Number(distance) * columns.length + columns.indexOf(name)
    }
    const read = readTemplates(templates, place, Infinity)
    this.#program = Int32Array.from(
      read.templates.flatMap(({ atoms }, i) => [
        hashText(templates[i]),
        atoms.length,
        ...atoms.map((atom) => read.atoms[atom]),
      ]),
    )
  }

  /** Writes the features of the row at index `at` to keys[from..). Returns the index after the last feature. */
  write(rows: Int32Array, at: number, keys: Uint32Array, from = 0): number {
    const program = this.#program
    for (let next = 0; next < program.length;) {
      const seed = program[next]
      const end = next + 2 + program[next + 1]
      const first = rows[at + program[next + 2]]
      let value = first
      for (next += 3; next < end; next++) value = hashPair(value, rows[at + program[next]])
      if (first !== ABSENT) keys[from++] = featureKey(seed, value)
    }
    return from
  }
}

/** The key of a feature, from 1 to 2^24 - 1. */
export function featureKey(seed: number, value: number): number {
  let hash = Math.imul(value ^ seed, 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35)
  return (hash ^ (hash >>> 13)) >>> (32 - KEY_BITS) || 1
}

// Finds internet addresses in text in linear time.

// The lookbehinds keep the time linear: a match can start only at the start of a sequence of these characters.
const addressWithScheme = /(?<![a-z\d+.-])([a-z\d+.-]*:\/\/)([\w\-.~:/?#[\]@!$&'()*+,;=%]*)/gi
const addressWithoutScheme = /\b(www\.)([\w\-.~:/?#[\]@!$&'()*+,;=%]*)/i
const mailbox = /(?<![\w.+-])[\w.+-]+(?=@([\w.+-]*))/g
const domain = /^[\w-]+(?:\.[\w-]+)+$/

/** The ranges of URLs (with a scheme, or with `www.`) and e-mail addresses, without punctuation at their ends. */
export function* addressesIn(text: string): Generator<Characters> {
  // A fast test, because most texts have no address.
  if (!/:\/\/|www\.|@/i.test(text)) return
  let end = 0
  const first = addressWithoutScheme.exec(text)
  for (const { 1: prefix, 2: rest, index } of [
    ...text.matchAll(addressWithScheme),
    ...(first ? [first] : []),
  ]) {
    const length = withoutPunctuation(rest).length
    if (prefix === '://' || length === 0 || index < end) continue
    end = index + prefix.length + length
    yield { start: index, end }
  }
  for (const { 0: name, 1: after, index } of text.matchAll(mailbox)) {
    const host = withoutPunctuation(after)
    if (domain.test(host)) yield { start: index, end: index + name.length + 1 + host.length }
  }
}

function withoutPunctuation(text: string): string {
  let end = text.length
  while (end > 0 && /[.,;:!?'")\]>]/.test(text[end - 1])) end--
  return text.slice(0, end)
}

/** The number of occurrences of each value with each key. */
export type Counts<Key, Value> = ReadonlyMap<Key, ReadonlyMap<Value, number>>

export function countPairs<Key, Value>(pairs: Iterable<readonly [Key, Value]>): Counts<Key, Value> {
  const counts = new Map<Key, Map<Value, number>>()
  for (const [key, value] of pairs) {
    let values = counts.get(key)
    if (!values) counts.set(key, (values = new Map()))
    values.set(value, (values.get(value) ?? 0) + 1)
  }
  return counts
}

export function totalOf(counts: ReadonlyMap<unknown, number>): number {
  return [...counts.values()].reduce((a, b) => a + b, 0)
}

/** The most frequent value (the first in a tie) with its frequency. At least one value is required. */
export function mostFrequent<Value>(counts: ReadonlyMap<Value, number>): readonly [Value, number] {
  return [...counts].reduce((a, b) => (b[1] > a[1] ? b : a))
}
