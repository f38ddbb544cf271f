/** Atoms of feature templates, `address.attribute` (see templates.ts): what they read of a configuration. */
import * as Field from '../core/configuration.ts'
import { attributes, type Attribute } from '../core/sentence.ts'

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

/** The place of the node at the front of the buffer. */
export const FRONT = 4
const DISTINCT = 4

const dependents: Record<string, readonly [word: number, label: number]> = {
  l: [Field.LEFT, Field.LEFT_LABEL],
  l2: [Field.LEFT2, Field.LEFT2_LABEL],
  r: [Field.RIGHT, Field.RIGHT_LABEL],
  r2: [Field.RIGHT2, Field.RIGHT2_LABEL],
  c: [Field.LAST, Field.LAST_LABEL],
}

const links: Record<string, readonly [field: number, name: string]> = {
  h: [Field.HEAD, 'head'],
  g: [Field.GOLD_TOKEN, 'gold token'],
}

const fields: Record<string, readonly [source: number, field: number]> = {
  deprel: [FIELD, Field.LABEL],
  mark: [FIELD, Field.MARK],
  state: [FIELD, Field.STATE],
  left: [COUNT, Field.LEFT_COUNT],
  right: [COUNT, Field.RIGHT_COUNT],
  waiting: [COUNT, Field.WAITING],
  distance: [DISTANCE, Field.WORD],
}

/** The fields of tokens, t0 and so on, that replace those of stack nodes, s0 and so on. */
const ofToken: Record<string, number> = { deprel: Field.TOKEN_LABEL, mark: Field.TOKEN_MARK }

/** Throws RangeError, naming the template, if the text is no atom. */
export function parseAtom(text: string, template: string): Atom {
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
  if (isWord)
    return { text, source: WORD_OF_NODE, place: node, field: list === 'w' ? Field.WORD : Field.TOKEN, column }
  if (!own || !Object.hasOwn(fields, attribute)) return fail(`unknown attribute '${attribute}'`)
  const field = list === 't' ? (ofToken[attribute] ?? own[1]) : own[1]
  return { text, source: own[0], place: node, field, column: -1 }
}
