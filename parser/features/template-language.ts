/**
 * The language of feature templates. A template is a line of atoms with a space between them, whose values are conjoined.
 * `b1-3.upos`, alone, is a range: each of the atoms b1.upos, b2.upos and b3.upos is a feature of its own.
 *
 * There are three vocabularies of atoms: the parser's, of words and numbers of a configuration (templates.ts), the
 * relabeller's, of an arc (arc-templates.ts), and the pipeline's, of rows of a text
 * (../../src/pipeline/features.ts). Three loops make keys of what this file reads: a program of the kernel, and for arcs
 * and rows a loop over integers. Their hashes differ, and models depend on them.
 */

import { POSITIONS } from '../core/hash.ts'

/** The most atoms that a template of the parser or of the relabeller conjoins. */
export const MOST_ATOMS: number = POSITIONS.length
/** The most templates of a set. */
export const MOST_TEMPLATES = 200

/** The templates of a text, with commas between them. */
export function listed(templates: string): string[] {
  return templates.trim().split(/,\s*/)
}

export interface Template {
  /** Indices into the atoms. */
  readonly atoms: readonly number[]
  /** Whether each atom is a feature of its own under the template's one seed. */
  readonly ranged: boolean
}

/** Templates that were read. */
export interface Templates<Atom> {
  /** All atoms, each once. */
  readonly atoms: readonly Atom[]
  /** In the order of their texts. */
  readonly templates: readonly Template[]
}

/**
 * Reads templates. Throws RangeError, naming the template, if one is not of the language, or if `atomOf` calls `fail`.
 *
 * @param most the most atoms that a template may conjoin
 * @param what what the templates are for, in errors
 */
export function readTemplates<Atom>(
  texts: readonly string[],
  atomOf: (text: string, fail: (why: string) => never) => Atom,
  most: number,
  what = '',
): Templates<Atom> {
  const atoms: Atom[] = []
  const known = new Map<string, number>()
  const templates = texts.map((template): Template => {
    const fail = (why: string): never => {
      throw new RangeError(`template '${template}'${what}: ${why}`)
    }
    const place = (text: string): number => {
      const index = known.get(text) ?? atoms.push(atomOf(text, fail)) - 1
      known.set(text, index)
      return index
    }
    const words = template.split(' ')
    if (words.length > most) fail(`it conjoins more than ${most} atoms`)
    const range = /^([a-z])(\d)-(\d)\.(\w+)$/.exec(words[0])
    if (!range) return { atoms: words.map(place), ranged: false }
    if (words.length > 1) fail('a range stands alone')
    const [, list, from, to, attribute] = range
    if (Number(from) > Number(to)) fail('the range is empty')
    const places = Array.from({ length: Number(to) - Number(from) + 1 }, (_, i) => Number(from) + i)
    return { atoms: places.map((depth) => place(`${list}${depth}.${attribute}`)), ranged: true }
  })
  return { atoms, templates }
}
