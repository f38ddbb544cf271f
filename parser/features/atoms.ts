/** The atoms of feature templates, `address.attribute` (templates.ts): each reads one value of a configuration. */
import * as Field from '../core/node-fields.ts'
import { attributes, type Attribute } from '../core/word-attributes.ts'
import type { NodeField } from '../core/transition-system.ts'

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
export function parseAtom(
  text: string,
  fail: (why: string) => never,
  systemFields: readonly NodeField[],
): Atom {
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
