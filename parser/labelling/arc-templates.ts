/**
 * Templates of relabelling: they read both ends of an arc and the words beside and below them, similar to the second stage
 * of McDonald, Lerman & Pereira 2006. A template is a line of atoms that are conjoined, as in ../features/templates.ts:
 *
 *   addresses   w              the word
 *               h g            its head, and the head of that
 *               l r            its leftmost dependent before it, its rightmost behind it
 *               p n            the dependents of its head before and behind it
 *               a b            the words before and behind it in the sentence
 *   attributes  form upos tag suffix     of the word at any address
 *   of the arc  side           whether the head stands before or behind, or is the artificial root
 *               distance       the same, and how many words apart: 1, 2, 3, 4 to 7, more
 *               place          whether the word has dependents, and is the first or the last of its head's
 *               deprel         the label of the head's arc, which is chosen first
 *               below          the universal tags of the word's dependents, from the left
 *               before behind  the same of its head's dependents before and behind it
 */
import { POSITIONS } from '../features/hash.ts'
import { attributes, type Attribute } from '../core/sentence.ts'

/** The default set. Each template begins with a word: keys are ordered by their first atoms (see ../features/hash.ts). */
export const relabellingTemplates: readonly string[] = Object.freeze([
  'w.form side',
  'w.form h.form',
  'w.form h.upos side',
  'w.form l.form',
  'w.suffix w.upos h.upos',
  'w.suffix h.upos side',
  'w.tag h.tag side',
  'w.suffix l.upos r.upos',
  'w.tag a.upos b.upos',
  'w.tag distance',
  'w.tag deprel',
  'w.tag h.upos distance',
  'w.tag l.form',
  'w.tag r.form',
  'w.tag l.tag r.tag',
  'w.upos h.upos distance',
  'w.upos h.upos place side',
  'w.upos h.upos deprel side',
  'w.upos h.upos g.upos side',
  'w.upos h.upos g.upos deprel',
  'w.upos h.upos p.upos side',
  'w.upos h.upos n.upos side',
  'w.upos l.upos r.upos side',
  'w.upos h.upos below',
  'h.upos w.upos before behind',
  'h.form w.upos side',
  'h.suffix w.upos side',
  'h.tag w.upos',
  'h.tag w.upos distance',
  'l.form w.upos side',
  'l.form h.form',
  'l.form h.upos side',
  'r.form w.upos side',
  'p.form w.upos h.upos',
  'n.form w.upos h.upos',
  'a.form w.upos side',
  'b.form w.upos side',
])

/** The attributes that templates read. */
export const labelAttributes: readonly Attribute[] = Object.freeze(['form', 'upos', 'tag', 'suffix'])
/** Their columns in a sentence. */
export const columns = labelAttributes.map((attribute) => attributes.indexOf(attribute))

/** In the order of the atoms in arc-features.ts: the attributes of each address, then those of the arc. */
export const addresses = 'whglrpnab'
const ofArcs = ['side', 'distance', 'place', 'deprel', 'below', 'before', 'behind']
const WORD_ATOMS = addresses.length * columns.length
export const ATOMS = WORD_ATOMS + ofArcs.length

const MOST_TEMPLATES = 200

/** The atoms of each template. Throws RangeError, which names the template, if it is not of the form above. */
export function compileRelabelling(templates: readonly string[]): readonly (readonly number[])[] {
  if (templates.length === 0 || templates.length > MOST_TEMPLATES)
    throw new RangeError(`${templates.length} templates for labels, expected 1 to ${MOST_TEMPLATES}`)
  return templates.map((template) => {
    const atoms = template.split(' ').map(atomOf)
    if (atoms.length <= POSITIONS.length && !atoms.includes(UNKNOWN)) return atoms
    throw new RangeError(`template '${template}' for labels, expected up to ${POSITIONS.length} known atoms`)
  })
}

const UNKNOWN = -1

function atomOf(text: string): number {
  const ofArc = ofArcs.indexOf(text)
  if (ofArc >= 0) return WORD_ATOMS + ofArc
  const [, address, attribute] = /^(\w)\.(\w+)$/.exec(text) ?? []
  const place = address === undefined ? UNKNOWN : addresses.indexOf(address)
  const column = labelAttributes.indexOf(attribute as Attribute)
  return place < 0 || column < 0 ? UNKNOWN : place * columns.length + column
}
