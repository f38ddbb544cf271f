/**
 * Feature templates as data. A template is a line of atoms, `address.attribute`, that are conjoined; the same sets
 * serve every transition system.
 *
 *   addresses   s0 s1 s2 s3        the stack from its top: the true token (which is the word itself for arc-eager)
 *               t0 t1 t2 t3        the same without repetition: a word attached by a reversed arc and its head share
 *                                  one true token, and count once (right-branching parsing)
 *               w0 w1              the stack words themselves (for right-branching parsing: where a phrase began)
 *               b0 b1 b2 b3 …      the buffer from its front
 *               n0 n1              the first two words from b0 on that a phrase is likely built around, by universal tag
 *               s0h                the head of s0's word, -1 while it has none
 *               s0g                the true token that s0's word has in the gold tree (rb-oracle; s1g…, b0g too)
 *               s0l s0l2 s0r s0r2  leftmost, rightmost dependent of s0, and the one attached before each (s1…, b0… too)
 *               s0c                the last child of s0's word in the right-branching tree
 *   attributes  form lemma upos xpos feats tag lower prefix suffix shape     of the word at any address
 *               case agreement verbform     of FEATS: Case; Gender, Number and Person; Mood and VerbForm
 *               cluster cluster6         the path of its cluster, and the first 6 bits of it
 *               deprel mark        of its arc, where a node or its dependents know it
 *               left right         how many dependents it has on that side (nodes only; up to 5)
 *               state waiting      mark of the last arc emitted; relocated children without a head yet (nodes only)
 *               distance           from its word to b0, in steps (nodes only)
 *   ranges      b1-3.upos          one feature for each value that occurs in b1..b3 (alone in its template)
 */
import { attributes, type Attribute } from '../core/sentence.ts'
import { CONTENT_WORD, parseAtom, type Atom } from './atoms.ts'

/** A named set of templates, as in a template file. */
export interface TemplateSet {
  readonly name: string
  readonly templates: readonly string[]
  /** Whether training can leave out FEATS and lemmas (../learning/treebank-fit.ts). Default: false. */
  readonly adaptive?: boolean
  /** What labels are chosen by where a model decides stepwise; by `templates`, as all else, where absent. */
  readonly labels?: readonly string[]
  /** What a stepwise model looks at first; at all of its features at once where absent. */
  readonly firstStage?: FirstStage
}

/** A cascade (Strubell et al. 2015): small classifiers decide where one class leads all others by a margin. */
export interface FirstStage {
  readonly templates: readonly string[]
  readonly labels: readonly string[]
  /** In what a weight of 1 is worth. */
  readonly margin: number
  /** The same for labels; as for kinds where absent. */
  readonly labelMargin?: number
}

/** Parts of a set: all of it; what kinds of transitions and what labels are chosen by; the same at a glance. */
export const parts = Object.freeze({
  all: 0,
  types: 1,
  labels: 2,
  firstStageTypes: 3,
  firstStageLabels: 4,
} as const)
export type Part = (typeof parts)[keyof typeof parts]

export interface Template {
  /** Indices into {@link CompiledTemplates.atoms}. */
  readonly atoms: readonly number[]
  /** Whether each atom is a feature of its own under the template's one seed. */
  readonly ranged: boolean
}

export interface CompiledTemplates {
  readonly set: TemplateSet
  readonly atoms: readonly Atom[]
  /** Those of the set and of its labels, each once. */
  readonly templates: readonly Template[]
  /** By part, indices into `templates`. */
  readonly members: readonly (readonly number[])[]
  /** The word attributes that the templates read. */
  readonly used: readonly Attribute[]
  /** The largest number of features of a configuration. */
  readonly most: number
}

const MOST_TEMPLATES = 200
const MOST_MARGIN = 1000
const MOST_ATOMS = 5

const NO_FIRST_STAGE: FirstStage = { templates: [], labels: [], margin: 0 }

/** Checks a template set of a file; undefined if it is not one. Model files call the first stage `glance`. */
export function checkedTemplates(set: unknown): TemplateSet | undefined {
  const fields = (set ?? {}) as Partial<Record<keyof TemplateSet | 'glance', unknown>>
  const { name, templates, labels, firstStage = fields.glance } = fields
  if (typeof name !== 'string' || !areTexts(templates)) return undefined
  if (labels !== undefined && !areTexts(labels)) return undefined
  const whole = labels === undefined ? { name, templates } : { name, templates, labels }
  if (firstStage === undefined) return whole
  const first = (firstStage ?? {}) as Partial<Record<keyof FirstStage, unknown>>
  const { labelMargin } = first
  if (!areTexts(first.templates) || !areTexts(first.labels) || typeof first.margin !== 'number')
    return undefined
  if (labelMargin !== undefined && typeof labelMargin !== 'number') return undefined
  const seen = { templates: first.templates, labels: first.labels, margin: first.margin }
  return { ...whole, firstStage: labelMargin === undefined ? seen : { ...seen, labelMargin } }
}

function areTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

/** Compiles a set. Throws RangeError, naming the template and the atom, where it is not of the form above. */
export function compileTemplates(set: TemplateSet): CompiledTemplates {
  if (set.templates.length === 0) throw new RangeError(`template set '${set.name}' is empty`)
  const { labels = set.templates, firstStage = NO_FIRST_STAGE } = set
  if (labels.length === 0) throw new RangeError(`template set '${set.name}' has no templates for labels`)
  for (const margin of [firstStage.margin, firstStage.labelMargin ?? 0]) {
    if (!(margin >= 0 && margin <= MOST_MARGIN)) throw new RangeError(`a margin of ${margin}`)
  }
  const byPart = [set.templates, labels, firstStage.templates, firstStage.labels]
  const texts = [...new Set(byPart.flat())]
  const most = Math.max(texts.length, ...byPart.map((part) => part.length))
  if (most > MOST_TEMPLATES) {
    throw new RangeError(
      `template set '${set.name}' has ${most} templates, at most ${MOST_TEMPLATES} are allowed`,
    )
  }
  const atoms: Atom[] = []
  const place = (atom: Atom): number => {
    const known = atoms.findIndex((other) => other.text === atom.text)
    return known >= 0 ? known : atoms.push(atom) - 1
  }
  const templates = texts.map((text): Template => {
    const parts = text.trim().split(/\s+/)
    if (parts.length > MOST_ATOMS)
      throw new RangeError(`template '${text}' conjoins more than ${MOST_ATOMS} atoms`)
    const range = /^b(\d)-(\d)\.(\w+)$/.exec(parts[0])
    if (!range) return { atoms: parts.map((part) => place(parseAtom(part, text))), ranged: false }
    if (parts.length > 1) throw new RangeError(`template '${text}': a range stands alone`)
    const [from, to] = [Number(range[1]), Number(range[2])]
    if (from > to) throw new RangeError(`template '${text}': the range is empty`)
    const members = []
    for (let i = from; i <= to; i++) members.push(place(parseAtom(`b${i}.${range[3]}`, text)))
    return { atoms: members, ranged: true }
  })
  const used = attributes.filter(
    (attribute, column) =>
      atoms.some((atom) => atom.column === column) ||
      (attribute === 'upos' && atoms.some((atom) => atom.source === CONTENT_WORD)),
  )
  const features = templates.reduce((sum, template) => sum + (template.ranged ? template.atoms.length : 1), 0)
  const members = [texts, ...byPart].map((part) => [...new Set(part)].map((text) => texts.indexOf(text)))
  return Object.freeze({ set, atoms, templates, members, used, most: features })
}
