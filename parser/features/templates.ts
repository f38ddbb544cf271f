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
 *               deprel mark        of its arc, where a node or its dependents know it
 *               left right         how many dependents it has on that side (nodes only; up to 5)
 *               state waiting      mark of the last arc emitted; relocated children without a head yet (nodes only)
 *               distance           from its word to b0, in steps (nodes only)
 *   ranges      b1-3.upos          one feature for each value that occurs in b1..b3 (alone in its template)
 */
import { attributes, type Attribute } from '../core/sentence.ts'
import {
  GOLD_TOKEN,
  HEAD,
  LABEL,
  LAST,
  LAST_LABEL,
  LEFT,
  LEFT2,
  LEFT2_LABEL,
  LEFT_COUNT,
  LEFT_LABEL,
  MARK,
  RIGHT,
  RIGHT_COUNT,
  RIGHT_LABEL,
  RIGHT2,
  RIGHT2_LABEL,
  STATE,
  TOKEN,
  TOKEN_LABEL,
  TOKEN_MARK,
  WAITING,
  WORD,
} from '../core/configuration.ts'

/** A named set of templates, as in a template file. */
export interface TemplateSet {
  readonly name: string
  readonly templates: readonly string[]
  /** What labels are chosen by where a model decides stepwise; by `templates`, as all else, where absent. */
  readonly labels?: readonly string[]
  /** What a stepwise model looks at first; at all of its features at once where absent. */
  readonly firstStage?: FirstStage
}

/**
 * Most decisions are easy, and a few features settle them (Strubell, Vilnis, Silverstein & McCallum 2015): small
 * classifiers are asked first, and where one class leads all others by a margin, it is taken.
 */
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

/** How the value of an atom is found: an attribute of a word, or a number that a node holds. */
export const WORD_OF_NODE = 0
export const WORD_OF_BUFFER = 1
export const FIELD = 2
export const COUNT = 3
export const DISTANCE = 4
export const CONTENT_WORD = 5

export interface Atom {
  readonly text: string
  readonly source: number
  /** Which node: 0..3 the stack from its top, 4 the buffer's front, 5..7 t1..t3; for other sources the number said. */
  readonly place: number
  /** The field of the node that holds the word or the number. */
  readonly field: number
  /** The column of the sentence, for words. */
  readonly column: number
}

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

/** The place of the node at the front of the buffer. */
export const FRONT = 4
const DISTINCT = 4
const MOST_TEMPLATES = 200
const MOST_MARGIN = 1000
const MOST_ATOMS = 5

const NO_FIRST_STAGE: FirstStage = { templates: [], labels: [], margin: 0 }

const dependents: Record<string, readonly [word: number, label: number]> = {
  l: [LEFT, LEFT_LABEL],
  l2: [LEFT2, LEFT2_LABEL],
  r: [RIGHT, RIGHT_LABEL],
  r2: [RIGHT2, RIGHT2_LABEL],
  c: [LAST, LAST_LABEL],
}

const links: Record<string, readonly [field: number, name: string]> = {
  h: [HEAD, 'head'],
  g: [GOLD_TOKEN, 'gold token'],
}

const fields: Record<string, readonly [source: number, field: number]> = {
  deprel: [FIELD, LABEL],
  mark: [FIELD, MARK],
  state: [FIELD, STATE],
  left: [COUNT, LEFT_COUNT],
  right: [COUNT, RIGHT_COUNT],
  waiting: [COUNT, WAITING],
  distance: [DISTANCE, WORD],
}

/** Where t0… look for what s0… find in the node itself. */
const ofToken: Record<string, number> = { deprel: TOKEN_LABEL, mark: TOKEN_MARK }

/**
 * Checks a template set that was read from a file. Returns undefined if `set` is not one. Model files and older template
 * files call the first stage `glance`.
 */
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

function parseAtom(text: string, template: string): Atom {
  const fail = (why: string): never => {
    throw new RangeError(`template '${template}': ${why} in '${text}'`)
  }
  const match = /^([swtbn])(\d)([a-z]\d?)?\.(\w+)$/.exec(text)
  if (!match) return fail('expected address.attribute')
  const [, list, digit, link, attribute] = match
  const depth = Number(digit)
  const column = attributes.indexOf(attribute as Attribute)
  const isWord = column >= 0
  const own = isWord ? undefined : fields[attribute]
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
  const node = list === 'b' ? FRONT : list === 't' && depth > 0 ? DISTINCT + depth : depth
  if (link && Object.hasOwn(links, link)) {
    const [field, name] = links[link]
    if (!isWord) fail(`a ${name} has only word attributes`)
    return { text, source: WORD_OF_NODE, place: node, field, column }
  }
  if (link) {
    const dependent = Object.hasOwn(dependents, link) ? dependents[link] : fail(`unknown relation '${link}'`)
    if (isWord) return { text, source: WORD_OF_NODE, place: node, field: dependent[0], column }
    if (attribute !== 'deprel') fail('a dependent has word attributes and deprel')
    return { text, source: FIELD, place: node, field: dependent[1], column: -1 }
  }
  if (isWord) return { text, source: WORD_OF_NODE, place: node, field: list === 'w' ? WORD : TOKEN, column }
  if (!own || !Object.hasOwn(fields, attribute)) return fail(`unknown attribute '${attribute}'`)
  const field = list === 't' ? (ofToken[attribute] ?? own[1]) : own[1]
  return { text, source: own[0], place: node, field, column: -1 }
}
