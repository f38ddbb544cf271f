/**
 * The language of feature templates. A template is a line of atoms that are separated by spaces; their values are conjoined.
 * A single `b1-3.upos` is a range: each of the atoms b1.upos, b2.upos and b3.upos is a separate feature.
 *
 * There are three vocabularies of atoms: atoms of the parser read words and numbers of a configuration (templates.ts),
 * atoms of the relabeller read an arc (arc-templates.ts), and atoms of the pipeline read rows of a text
 * (../../src/pipeline/features.ts). Three loops compute feature keys from templates: a program of the kernel for
 * configurations, and loops over integers for arcs and rows. Their hashes differ, and models depend on them.
 */

import { POSITION_MULTIPLIERS } from '../core/hash.ts'

/** The maximum number of atoms of a template of the parser or of the relabeller. */
export const MAX_ATOM_COUNT: number = POSITION_MULTIPLIERS.length
/** The maximum number of templates of a set. */
export const MAX_TEMPLATE_COUNT = 200

/** Splits a text into templates at commas. */
export function listed(templates: string): string[] {
  return templates.trim().split(/,\s*/)
}

export interface Template {
  /** Indices into the atoms. */
  readonly atoms: readonly number[]
  /** Whether the template is a range: each atom is a separate feature, with the same seed. */
  readonly ranged: boolean
}

/** Parsed templates. */
export interface Templates<Atom> {
  /** All different atoms. */
  readonly atoms: readonly Atom[]
  /** The templates, in the order of their texts. */
  readonly templates: readonly Template[]
}

/**
 * Parses templates. Throws a RangeError that names the template if a template is not valid or `atomOf` calls `fail`.
 *
 * @param maxAtomCount the maximum number of atoms of a template
 * @param purpose the purpose of the templates in error messages, such as ` for labels`
 */
export function readTemplates<Atom>(
  texts: readonly string[],
  atomOf: (text: string, fail: (why: string) => never) => Atom,
  maxAtomCount: number,
  purpose = '',
): Templates<Atom> {
  const atoms: Atom[] = []
  const indexOfAtom = new Map<string, number>()
  const templates = texts.map((template): Template => {
    const fail = (why: string): never => {
      throw new RangeError(`template '${template}'${purpose}: ${why}`)
    }
    const place = (text: string): number => {
      const index = indexOfAtom.get(text) ?? atoms.push(atomOf(text, fail)) - 1
      indexOfAtom.set(text, index)
      return index
    }
    const atomTexts = template.split(' ')
    if (atomTexts.length > maxAtomCount) fail(`it conjoins more than ${maxAtomCount} atoms`)
    const range = /^([a-z])(\d)-(\d)\.(\w+)$/.exec(atomTexts[0])
    if (!range) return { atoms: atomTexts.map(place), ranged: false }
    if (atomTexts.length > 1) fail('a range is the only atom of its template')
    const [, list, from, to, attribute] = range
    if (Number(from) > Number(to)) fail('the range is empty')
    const places = Array.from({ length: Number(to) - Number(from) + 1 }, (_, i) => Number(from) + i)
    return { atoms: places.map((depth) => place(`${list}${depth}.${attribute}`)), ranged: true }
  })
  return { atoms, templates }
}
