/**
 * The templates of the parser. They are lines of atoms, `address.attribute`, in the language of template-language.ts; the
 * same sets serve every transition system.
 *
 *   addresses   s0 s1 s2 s3        the stack from its top: the true token (which is the word itself for arc-eager)
 *               t0 t1 t2 t3        different true tokens of the stack: a word attached by a reversed arc and its head
 *                                  share one true token, which counts once (right-branching parsing)
 *               w0 w1              the stack words themselves (in right-branching parsing: the first word of a phrase)
 *               b0 b1 b2 b3 …      the buffer from its front
 *               n0 n1              the first two content words from b0 on, by universal tag
 *               s0h                the head of the word s0, -1 if it has none yet
 *               s0g                the true token of the word s0 in the gold tree (rb-oracle; also s1g…, b0g)
 *               s0l s0l2 s0r s0r2  leftmost and rightmost dependent of s0, and the next inner one on each side (also s1…, b0…)
 *               s0c                the last child of the word s0 in the right-branching tree
 *   attributes  form lemma upos xpos feats tag lower prefix suffix shape     of the word at any address
 *               case agreement verbform     of FEATS: Case; Gender, Number and Person; Mood and VerbForm
 *               extpos             the tag of a fixed expression as a whole (ExtPos in FEATS of its first word), otherwise upos
 *               cluster cluster6   the path of the cluster of the word, and the first 6 bits of this path
 *               deprel mark        of the arc into the word, for nodes and their dependents
 *               left right         the number of dependents on each side (nodes only; up to 5)
 *               state waiting      the mark of the last emitted arc; the number of relocated children that still require a
 *                                  reversed arc (nodes only)
 *               distance           the binned distance from the word to b0 (nodes only)
 *   ranges      b1-3.upos          one feature for each value that occurs in b1..b3 (the only atom of a template)
 */
import * as Field from '../core/node-fields.ts'
import { attributes, type Attribute } from '../core/word-attributes.ts'
import type { NodeField } from '../core/transition-system.ts'
import { MAX_ATOM_COUNT, MAX_TEMPLATE_COUNT, readTemplates, type Template } from './template-language.ts'

export type { Template }

/** A named set of templates, as in a template file. */
export interface TemplateSet {
  readonly name: string
  readonly templates: readonly string[]
  /** Whether training can leave out FEATS and lemmas (../learning/treebank-fit.ts). Default: false. */
  readonly adaptive?: boolean
  /** The templates of the label classifiers of factored models. Default: `templates`. */
  readonly labels?: readonly string[]
  /** The first stage of a factored model. Default: none; one stage reads all features. */
  readonly firstStage?: FirstStage
}

/** A cascade (Strubell et al. 2015): small classifiers decide if their best class leads all others by a margin. */
export interface FirstStage {
  readonly templates: readonly string[]
  readonly labels: readonly string[]
  /** The margin, in units of weights. */
  readonly margin: number
  /** The margin for labels. Default: `margin`. */
  readonly labelMargin?: number
}

/** The parts of a set: all templates; templates for types and for labels of transitions; the same for the first stage. */
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
  /** All different templates of the set: for transitions, labels and the first stage. */
  readonly templates: readonly Template[]
  /** By part: indices into `templates`. */
  readonly members: readonly (readonly number[])[]
  /** The word attributes that the templates read. */
  readonly used: readonly Attribute[]
  /** The maximum number of features of a configuration. */
  readonly most: number
}

const MAX_MARGIN = 1000

const NO_FIRST_STAGE: FirstStage = { templates: [], labels: [], margin: 0 }

/** Checks a template set of a file; undefined if it is not valid. Model files call the first stage `glance`. */
export function checkedTemplates(set: unknown): TemplateSet | undefined {
  const fields = (set ?? {}) as Partial<Record<keyof TemplateSet | 'glance', unknown>>
  const { name, templates, labels, firstStage = fields.glance } = fields
  if (typeof name !== 'string' || !areTexts(templates)) return undefined
  if (labels !== undefined && !areTexts(labels)) return undefined
  const withoutFirstStage = labels === undefined ? { name, templates } : { name, templates, labels }
  if (firstStage === undefined) return withoutFirstStage
  const first = (firstStage ?? {}) as Partial<Record<keyof FirstStage, unknown>>
  const { labelMargin } = first
  if (!areTexts(first.templates) || !areTexts(first.labels) || typeof first.margin !== 'number')
    return undefined
  if (labelMargin !== undefined && typeof labelMargin !== 'number') return undefined
  const firstStageSet = { templates: first.templates, labels: first.labels, margin: first.margin }
  return {
    ...withoutFirstStage,
    firstStage: labelMargin === undefined ? firstStageSet : { ...firstStageSet, labelMargin },
  }
}

function areTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

/**
 * Compiles a set. For an invalid template, throws a RangeError that names the template and the atom.
 *
 * @param systemFields the additional node fields of the system that templates can read
 */
export function compileTemplates(set: TemplateSet, systemFields: readonly NodeField[]): CompiledTemplates {
  if (set.templates.length === 0) throw new RangeError(`template set '${set.name}' is empty`)
  const { labels = set.templates, firstStage = NO_FIRST_STAGE } = set
  if (labels.length === 0) throw new RangeError(`template set '${set.name}' has no templates for labels`)
  for (const margin of [firstStage.margin, firstStage.labelMargin ?? 0]) {
    if (!(margin >= 0 && margin <= MAX_MARGIN)) throw new RangeError(`a margin of ${margin}`)
  }
  const byPart = [set.templates, labels, firstStage.templates, firstStage.labels]
  const texts = [...new Set(byPart.flat())]
  const maxPartSize = Math.max(texts.length, ...byPart.map((part) => part.length))
  if (maxPartSize > MAX_TEMPLATE_COUNT) {
    throw new RangeError(
      `template set '${set.name}' has ${maxPartSize} templates, at most ${MAX_TEMPLATE_COUNT} are allowed`,
    )
  }
  const normalizedTexts = texts.map((text) => text.trim().replaceAll(/\s+/g, ' '))
  const atomOf = (text: string, fail: (why: string) => never): Atom =>
    parseAtom(text, (why) => fail(`${why} in '${text}'`), systemFields)
  const { atoms, templates } = readTemplates(normalizedTexts, atomOf, MAX_ATOM_COUNT)
  const used = attributes.filter(
    (attribute, column) =>
      atoms.some((atom) => atom.column === column) ||
      (attribute === 'upos' && atoms.some((atom) => atom.source === CONTENT_WORD)),
  )
  const features = templates.reduce((sum, template) => sum + (template.ranged ? template.atoms.length : 1), 0)
  const members = [texts, ...byPart].map((part) => [...new Set(part)].map((text) => texts.indexOf(text)))
  return Object.freeze({ set, atoms, templates, members, used, most: features })
}

// The atoms of templates: each reads one value of a configuration.

/** The sources of the value of an atom: an attribute of a word, or a number in a node. */
export const WORD_OF_NODE = 0
export const WORD_OF_BUFFER = 1
export const FIELD = 2
export const COUNT = 3
export const DISTANCE = 4
export const CONTENT_WORD = 5

export interface Atom {
  readonly text: string
  readonly source: number
  /** The node: 0..3 the stack from the top, 4 the front of the buffer, 5..7 t1..t3. For other sources: the digit of the address. */
  readonly place: number
  /** The node field that contains the word or the number. */
  readonly field: number
  /** The column of the sentence, for words. */
  readonly column: number
}

/** The place of the node at the front of the buffer. */
export const FRONT = 4
const DISTINCT_TOKENS = 4

/** The node fields of all systems that templates can read. */
const fieldsOfAllSystems: readonly NodeField[] = Object.freeze([
  { field: Field.HEAD, template: 's0h' },
  { field: Field.LABEL, template: 's0.deprel' },
  { field: Field.MARK, template: 's0.mark' },
  { field: Field.LEFT, template: 's0l' },
  { field: Field.LEFT_LABEL, template: 's0l.deprel' },
  { field: Field.LEFT2, template: 's0l2' },
  { field: Field.LEFT2_LABEL, template: 's0l2.deprel' },
  { field: Field.LEFT_COUNT, template: 's0.left', isCount: true },
  { field: Field.RIGHT, template: 's0r' },
  { field: Field.RIGHT_LABEL, template: 's0r.deprel' },
  { field: Field.RIGHT2, template: 's0r2' },
  { field: Field.RIGHT2_LABEL, template: 's0r2.deprel' },
  { field: Field.RIGHT_COUNT, template: 's0.right', isCount: true },
])

/** The form of {@link NodeField.template}. */
export const FIELD_TEMPLATE: RegExp = /^[st]0([a-z]\d?(\.deprel)?|\.[a-z]+)$/

/**
 * Parses an atom of a template. Calls `fail` with the reason if the text is not valid.
 *
 * @param systemFields the additional node fields of the system that templates can read
 */
function parseAtom(text: string, fail: (why: string) => never, systemFields: readonly NodeField[]): Atom {
  const match = /^([swtbn])(\d)([a-z]\d?)?\.(\w+)$/.exec(text)
  if (!match) return fail('expected address.attribute')
  const [, list, digit, link = '', attribute] = match
  const depth = Number(digit)
  const column = attributes.indexOf(attribute as Attribute)
  const isWord = column >= 0
  if (list === 'n') {
    if (link || !isWord || depth > 1) fail('n0 and n1 have only word attributes')
    return { text, source: CONTENT_WORD, place: depth, field: 0, column }
  }
  if (list === 'b' && depth > 0) {
    if (link) fail('only b0 has dependents')
    if (!isWord) fail(`b${depth} has only word attributes`)
    return { text, source: WORD_OF_BUFFER, place: depth, field: 0, column }
  }
  if (list !== 'b' && depth > 3) fail('the stack is read down to s3')
  const place = list === 'b' ? FRONT : list === 't' && depth > 0 ? DISTINCT_TOKENS + depth : depth
  const find = (read: string): NodeField | undefined => {
    const fields = [...systemFields, ...fieldsOfAllSystems]
    const tokenField = list === 't' ? fields.find((one) => one.template === `t0${read}`) : undefined
    return tokenField ?? fields.find((one) => one.template === `s0${read}`)
  }
  if (isWord) {
    if (!link) {
      const field = list === 'w' ? Field.WORD : Field.TOKEN
      return { text, source: WORD_OF_NODE, place, field, column }
    }
    const found = find(link) ?? fail(`unknown relation '${link}'`)
    return { text, source: WORD_OF_NODE, place, field: found.field, column }
  }
  if (attribute === 'distance' && !link)
    return { text, source: DISTANCE, place, field: Field.WORD, column: -1 }
  if (link && !find(link)) fail(`unknown relation '${link}'`)
  const found = find(`${link}.${attribute}`)
  if (!found && link)
    return fail(
      find(`${link}.deprel`)
        ? 'a dependent has word attributes and deprel'
        : `'${link}' has only word attributes`,
    )
  if (!found) return fail(`unknown attribute '${attribute}'`)
  return { text, source: found.isCount ? COUNT : FIELD, place, field: found.field, column: -1 }
}
