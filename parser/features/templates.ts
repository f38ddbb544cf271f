/**
 * The templates of the parser. They are lines of atoms, `address.attribute`, in the language of template-language.ts; the
 * same sets serve every transition system.
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
import { attributes, type Attribute } from '../core/word-attributes.ts'
import type { NodeField } from '../core/transition-system.ts'
import { CONTENT_WORD, parseAtom, type Atom } from './atoms.ts'
import { MOST_ATOMS, MOST_TEMPLATES, readTemplates, type Template } from './template-language.ts'

export type { Template }

/** A named set of templates, as in a template file. */
export interface TemplateSet {
  readonly name: string
  readonly templates: readonly string[]
  /** Whether training can leave out FEATS and lemmas (../learning/treebank-fit.ts). Default: false. */
  readonly adaptive?: boolean
  /** The templates by which factored models choose labels. Default: `templates`. */
  readonly labels?: readonly string[]
  /** What a factored model reads first. Default: all of its features at once. */
  readonly firstStage?: FirstStage
}

/** A cascade (Strubell et al. 2015): small classifiers decide where one class leads all others by a margin. */
export interface FirstStage {
  readonly templates: readonly string[]
  readonly labels: readonly string[]
  /** The margin, in units of weights. */
  readonly margin: number
  /** The same for labels. Default: `margin`. */
  readonly labelMargin?: number
}

/** The parts of a set: all of it; what chooses the types of transitions, and labels; the same of the first stage. */
export const parts = Object.freeze({
  all: 0,
  types: 1,
  labels: 2,
  firstStageTypes: 3,
  firstStageLabels: 4,
} as const)
export type Part = (typeof parts)[keyof typeof parts]

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

const MOST_MARGIN = 1000

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

/**
 * Compiles a set. Throws RangeError, naming the template and the atom, where it is not of the form above.
 *
 * @param own the fields of nodes that templates can read besides those of all systems
 */
export function compileTemplates(set: TemplateSet, own: readonly NodeField[]): CompiledTemplates {
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
  const spaced = texts.map((text) => text.trim().replaceAll(/\s+/g, ' '))
  const atomOf = (text: string, fail: (why: string) => never): Atom =>
    parseAtom(text, (why) => fail(`${why} in '${text}'`), own)
  const { atoms, templates } = readTemplates(spaced, atomOf, MOST_ATOMS)
  const used = attributes.filter(
    (attribute, column) =>
      atoms.some((atom) => atom.column === column) ||
      (attribute === 'upos' && atoms.some((atom) => atom.source === CONTENT_WORD)),
  )
  const features = templates.reduce((sum, template) => sum + (template.ranged ? template.atoms.length : 1), 0)
  const members = [texts, ...byPart].map((part) => [...new Set(part)].map((text) => texts.indexOf(text)))
  return Object.freeze({ set, atoms, templates, members, used, most: features })
}
