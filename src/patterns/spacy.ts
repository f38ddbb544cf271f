/** Patterns of spaCy's DependencyMatcher: https://spacy.io/api/dependencymatcher#patterns */
import type { Word } from '../api/sentence.ts'
import { hasFields, isObject, listOf, optional, string } from '../api/arguments.ts'
import { regularExpression, type Condition, type PatternNode } from './matcher.ts'
import { spacyRelations } from './relations.ts'

/** What is expected of an attribute: a value, or predicates such as `{ IN: ['obj', 'iobj'] }`. */
export type SpacyAttribute = string | number | boolean | Readonly<Record<string, unknown>>

/** A word of a pattern; the first one has no `LEFT_ID` and no `REL_OP`. */
export interface SpacyNode {
  readonly RIGHT_ID: string
  readonly RIGHT_ATTRS: Readonly<Record<string, SpacyAttribute>>
  readonly LEFT_ID?: string
  readonly REL_OP?: string
}

const checkNodes = listOf(
  hasFields({
    RIGHT_ID: string,
    RIGHT_ATTRS: hasFields({}),
    LEFT_ID: optional(string),
    REL_OP: optional(string),
  }),
)

type Value = string | number | boolean | readonly string[]

const isLower = (text: string): boolean => text === text.toLowerCase() && text !== text.toUpperCase()
const isUpper = (text: string): boolean => text === text.toUpperCase() && text !== text.toLowerCase()

/** The attributes of tokens that words have. Labels are those of the parser, `ROOT` is the label of roots. */
const attributes: Readonly<Record<string, (word: Word) => Value>> = {
  ORTH: ({ form }) => form,
  TEXT: ({ form }) => form,
  LOWER: ({ form }) => form.toLowerCase(),
  NORM: ({ form }) => form.toLowerCase(),
  LEMMA: ({ lemma }) => lemma,
  POS: ({ upos }) => upos,
  TAG: ({ xpos }) => xpos,
  DEP: ({ deprel, isRoot }) => (isRoot ? 'ROOT' : deprel),
  MORPH: ({ feats }) => (feats === '_' ? [] : feats.split('|')),
  LENGTH: ({ form }) => [...form].length,
  SPACY: ({ token, id }) => token.spaceAfter && token.words.at(-1)!.id === id,
  IS_ALPHA: ({ form }) => /^\p{L}+$/u.test(form),
  IS_ASCII: ({ form }) => /^\p{ASCII}*$/u.test(form),
  IS_DIGIT: ({ form }) => /^\p{Nd}+$/u.test(form),
  IS_LOWER: ({ form }) => isLower(form),
  IS_UPPER: ({ form }) => isUpper(form),
  IS_TITLE: ({ form }) => /^\p{Lu}/u.test(form) && (form.length === 1 || isLower(form.slice(1))),
  IS_PUNCT: ({ form }) => /^\p{P}+$/u.test(form),
  IS_SPACE: () => false,
  IS_SENT_START: ({ id }) => id === 1,
  LIKE_NUM: ({ form, upos }) => upos === 'NUM' || /^[+-]?\p{Nd}[\p{Nd}.,/]*$/u.test(form),
}

/** The predicates on values. */
const predicates: Readonly<Record<string, (value: Value, argument: never) => boolean>> = {
  REGEX: (value, pattern: RegExp) => pattern.test(String(value)),
  IN: (value, list: readonly Value[]) => list.includes(textOf(value)),
  NOT_IN: (value, list: readonly Value[]) => !list.includes(textOf(value)),
  IS_SUBSET: (value, list: readonly string[]) => listOfValues(value).every((one) => list.includes(one)),
  IS_SUPERSET: (value, list: readonly string[]) => list.every((one) => listOfValues(value).includes(one)),
  INTERSECTS: (value, list: readonly string[]) => listOfValues(value).some((one) => list.includes(one)),
  '==': (value, other: Value) => textOf(value) === other,
  '!=': (value, other: Value) => textOf(value) !== other,
  '>=': (value, other: number) => Number(value) >= other,
  '<=': (value, other: number) => Number(value) <= other,
  '>': (value, other: number) => Number(value) > other,
  '<': (value, other: number) => Number(value) < other,
}

const textOf = (value: Value): Value => (Array.isArray(value) ? value.join('|') : value)
const listOfValues = (value: Value): readonly string[] => (Array.isArray(value) ? value : [String(value)])

/**
 * The pattern of a list of nodes.
 *
 * @throws TypeError for values of wrong types; RangeError for unknown names, operators, attributes or predicates
 */
export function compileSpacy(nodes: readonly SpacyNode[]): PatternNode {
  checkNodes(nodes, 'pattern')
  if (nodes.length === 0) throw new RangeError('pattern has no nodes, expected one or more')
  const names = nodes.map(({ RIGHT_ID }) => RIGHT_ID)
  const dependent = nodes.map((): Condition[] => [])
  const compiled = nodes.map(({ RIGHT_ID: name, RIGHT_ATTRS }, i): PatternNode => ({
    name,
    test: testOf(RIGHT_ATTRS),
    condition: { all: dependent[i] },
  }))
  nodes.forEach(({ RIGHT_ID, LEFT_ID, REL_OP }, i) => {
    const place = `pattern[${i}]`
    if (names.indexOf(RIGHT_ID) < i)
      throw new RangeError(`${place}: a second node '${RIGHT_ID}', expected another RIGHT_ID`)
    if (i === 0 && LEFT_ID === undefined && REL_OP === undefined) return
    if (i === 0)
      throw new RangeError(
        `${place} has LEFT_ID or REL_OP, expected only RIGHT_ID and RIGHT_ATTRS in the first node`,
      )
    const left = names.indexOf(LEFT_ID ?? '')
    if (left < 0 || left >= i)
      throw new RangeError(`${place}: LEFT_ID '${LEFT_ID}' is not the RIGHT_ID of an earlier node`)
    const relation = Object.hasOwn(spacyRelations, REL_OP ?? '') ? spacyRelations[REL_OP!] : undefined
    if (!relation)
      throw new RangeError(
        `${place}: unknown REL_OP '${REL_OP}', expected one of: ${Object.keys(spacyRelations).join(' ')}`,
      )
    dependent[left].push({ relation, node: compiled[i] })
  })
  return compiled[0]
}

function testOf(expected: SpacyNode['RIGHT_ATTRS']): PatternNode['test'] {
  const tests = Object.entries(expected).map(([name, value]) => {
    const upper = name.toUpperCase()
    if (!Object.hasOwn(attributes, upper))
      throw new RangeError(
        `unknown attribute '${name}', expected one of: ${Object.keys(attributes).join(', ')}`,
      )
    const read = attributes[upper]
    const checks = isObject(value)
      ? Object.entries(value).map(([predicate, argument]) => checkOf(predicate, argument))
      : [(found: Value) => textOf(found) === value]
    return (word: Word) => checks.every((holds) => holds(read(word)))
  })
  return (word) => tests.every((holds) => holds(word))
}

function checkOf(predicate: string, argument: unknown): (value: Value) => boolean {
  if (!Object.hasOwn(predicates, predicate))
    throw new RangeError(
      `unknown predicate '${predicate}', expected one of: ${Object.keys(predicates).join(', ')}`,
    )
  const isList = /^(?:IN|NOT_IN|IS_SU|INTER)/.test(predicate)
  if (isList !== Array.isArray(argument))
    throw new TypeError(
      `${predicate} has a wrong argument, expected ${isList ? 'an array' : 'a single value'}`,
    )
  const checked = predicate === 'REGEX' ? regularExpression(String(argument)) : argument
  return (value) => predicates[predicate](value, checked as never)
}
