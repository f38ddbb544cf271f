/**
 * Templates of relabelling. They read both ends of an arc and the words around them, similar to the second stage of
 * McDonald, Lerman & Pereira 2006. They are lines of atoms in the language of ../features/template-language.ts:
 *
 *   addresses   w              the word
 *               h g            its head and its grandparent
 *               l r            its leftmost dependent to the left, its rightmost dependent to the right
 *               p n            its previous and next sibling
 *               a b            the previous and the next word of the sentence
 *   attributes  form upos tag suffix …   of the word at any address, as in ../features/templates.ts
 *   of the arc  side           whether the head is before or after, or is the artificial root
 *               distance       the side and the distance in words: 1, 2, 3, 4 to 7, more than 7
 *               place          whether the word has dependents, and whether it is the first or last dependent of its head
 *               deprel         the label of the arc into the head (labels of heads are chosen first)
 *               below          the universal tags of the dependents of the word, from the left
 *               before behind  the universal tags of the siblings before and after the word
 */
import { listed, MAX_ATOM_COUNT, MAX_TEMPLATE_COUNT, readTemplates } from './template-language.ts'
import { attributes, type Attribute } from '../core/word-attributes.ts'

/** The default set. Each template begins with a word: keys are ordered by their first atoms (see ../core/hash.ts). */
export const relabellingTemplates: readonly string[] = Object.freeze(
  listed(`
  w.form side, w.form h.form, w.form h.upos side, w.form l.form, w.suffix w.upos h.upos,
  w.suffix h.upos side, w.tag h.tag side, w.suffix l.upos r.upos, w.tag a.upos b.upos, w.tag distance,
  w.tag deprel, w.tag h.upos distance, w.tag l.form, w.tag r.form, w.tag l.tag r.tag,
  w.upos h.upos distance, w.upos h.upos place side, w.upos h.upos deprel side,
  w.upos h.upos g.upos side, w.upos h.upos g.upos deprel, w.upos h.upos p.upos side,
  w.upos h.upos n.upos side, w.upos l.upos r.upos side, w.upos h.upos below,
  h.upos w.upos before behind, h.form w.upos side, h.suffix w.upos side, h.tag w.upos,
  h.tag w.upos distance, l.form w.upos side, l.form h.form, l.form h.upos side, r.form w.upos side,
  p.form w.upos h.upos, n.form w.upos h.upos, a.form w.upos side, b.form w.upos side
`),
)

/** Templates of morphology, for models whose other templates read morphology (../learning/treebank-fit.ts). */
export const structureRelabelling: readonly string[] = Object.freeze(
  listed(`
  w.feats w.upos h.upos side, w.feats h.feats w.upos h.upos, w.case w.upos h.upos side, w.case h.lemma,
  w.lemma h.upos side, w.lemma h.lemma, w.case l.lemma h.upos, w.feats l.upos h.upos,
  h.verbform w.case w.upos side, h.lemma w.feats w.upos
`),
)

/** The letters of the addresses, in the order of the word columns. */
export const addresses = 'whglrpnab'
/** The attributes of an arc that templates can read. */
export const arcAttributes = Object.freeze([
  'side',
  'distance',
  'place',
  'deprel',
  'below',
  'before',
  'behind',
])

/** Compiled templates, for labelling/relabeller.ts. */
export interface CompiledRelabelling {
  /** The word atoms: an index into {@link addresses} and a column of the sentence. */
  readonly words: readonly (readonly [address: number, column: number])[]
  /** The atoms of each template: indices into `words` followed by {@link arcAttributes}. */
  readonly templates: readonly (readonly number[])[]
  /** The attributes of words that the templates read. */
  readonly used: readonly Attribute[]
}

/** Parses an atom: the address and column of a word attribute, or the name of an arc attribute. */
function atomOf(text: string, fail: (why: string) => never): readonly [number, number] | string {
  if (arcAttributes.includes(text)) return text
  const [, address = ' ', attribute] = /^(\w)\.(\w+)$/.exec(text) ?? []
  const word = [addresses.indexOf(address), attributes.indexOf(attribute as Attribute)] as const
  return word.every((part) => part >= 0) ? word : fail(`expected a known atom in place of '${text}'`)
}

/** Compiles templates. For an invalid template, throws a RangeError that names it. */
export function compileRelabelling(texts: readonly string[]): CompiledRelabelling {
  if (texts.length === 0 || texts.length > MAX_TEMPLATE_COUNT)
    throw new RangeError(`${texts.length} templates for labels, expected 1 to ${MAX_TEMPLATE_COUNT}`)
  const read = readTemplates(texts, atomOf, MAX_ATOM_COUNT, ' for labels')
  const words = read.atoms.filter((atom) => typeof atom !== 'string')
  const indices = read.atoms.map((atom) =>
    typeof atom === 'string' ? words.length + arcAttributes.indexOf(atom) : words.indexOf(atom),
  )
  const templates = read.templates.map(({ atoms }) => atoms.map((atom) => indices[atom]))
  const columns = new Set(words.map(([, column]) => column))
  const used = attributes.filter((name, column) => name === 'upos' || columns.has(column))
  return { words, templates, used }
}
