/**
 * Feature templates over rows of numbers: a row for each word, token or character, a column for each of its attributes.
 * A template names the attributes that a feature combines, with the distance of their row where it is not 0:
 * `tag-1 lower` combines the tag of the word before with the form of the word in lower case. The templates of
 * parser/features address the nodes of a configuration instead, and compile to a program of the parser's kernel.
 */
import { hashPair, hashText } from '../../parser/core/sentence.ts'

/** The number of rows before the first one and after the last one that templates can address. */
const MARGIN = 3
/** The values of every attribute before the first row and after the last one. */
export const BEFORE = 1
export const AFTER = 2
/** The value of an attribute that is unknown for every row: templates that begin with it have no features. */
export const ABSENT = -1

/** The number of bits of a key. */
export const KEY_BITS = 24

/** Rows of one width, one after the other, with borders at both ends. */
export class Rows {
  readonly width: number
  readonly columns: readonly string[]
  data = new Int32Array(0)

  constructor(columns: readonly string[]) {
    this.columns = columns
    this.width = columns.length
  }

  /** Begins `size` rows; what they hold is undefined. */
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
  /** For each template its seed, the number of its attributes, and their distances from the first column of the row. */
  readonly #program: Int32Array

  constructor(templates: readonly string[], columns: readonly string[]) {
    this.size = templates.length
    const place = (atom: string): number => {
      const [, name, distance = '0'] = /^([a-z]+\d*)([+-]\d)?$/.exec(atom)!
      return Number(distance) * columns.length + columns.indexOf(name)
    }
    this.#program = Int32Array.from(
      templates.flatMap((template) => {
        const atoms = template.split(' ')
        return [hashText(template), atoms.length, ...atoms.map(place)]
      }),
    )
  }

  /** Writes the features of the row that begins at `at` to keys[from..); returns the index behind the last one. */
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

/** The templates of a text, with commas between them. */
export function listed(templates: string): string[] {
  return templates.trim().split(/,\s*/)
}

/** The key of a feature, from 1 to 2^24 - 1. */
export function featureKey(seed: number, value: number): number {
  let hash = Math.imul(value ^ seed, 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35)
  return (hash ^ (hash >>> 13)) >>> (32 - KEY_BITS) || 1
}
