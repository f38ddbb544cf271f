/** Patterns of spaCy's DependencyMatcher: https://spacy.io/api/dependencymatcher#patterns */
import type { Word } from '../document/sentence.ts'
import {
  boolean,
  type Check,
  hasFields,
  isObject,
  listOf,
  number,
  optional,
  record,
  string,
} from '../../transform/arguments.ts'
import type { Column, ExpectedValue } from './known-values.ts'
import type { NodeCondition, PatternNode } from './matcher.ts'
import { regularExpression } from './regular-expression.ts'
import { spacyRelations } from './relations.ts'
import type { CompiledPattern } from './semgrex.ts'
import { isLikeNumber, isTitle } from './word-shape.ts'

/**
 * The expected value of an attribute, or predicates such as `{ IN: ['obj', 'iobj'] }`. `REGEX` takes one expression, `{ IN:
 * […] }` or `{ NOT_IN: […] }`.
 */
export type SpacyAttribute = string | number | boolean | Readonly<Record<string, unknown>>

/** A word of a pattern. The first node has no `LEFT_ID` and no `REL_OP`. */
export interface SpacyNode {
  readonly RIGHT_ID: string
  readonly RIGHT_ATTRS: Readonly<Record<string, SpacyAttribute>>
  readonly LEFT_ID?: string
  readonly REL_OP?: string
}

const checkNodes = listOf(
  record({
    RIGHT_ID: string,
    RIGHT_ATTRS: hasFields({}),
    LEFT_ID: optional(string),
    REL_OP: optional(string),
  }),
)

const isLower = (text: string): boolean => text === text.toLowerCase() && text !== text.toUpperCase()
const isUpper = (text: string): boolean => text === text.toUpperCase() && text !== text.toLowerCase()

/** The sorted features with one value each: `Gender=Fem,Masc` becomes two features. */
const featuresOf = (feats: string): string[] =>
  feats === '_' || feats === ''
    ? []
    : feats
        .split('|')
        .flatMap((feature) => {
          const [name, values] = feature.split('=', 2)
          return values === undefined ? [name] : values.split(',').map((value) => `${name}=${value}`)
        })
        .sort()

/** The supported token attributes by type. DEP is the label of the parser; roots have the label `ROOT`. */
const textAttributes: Readonly<Record<string, (word: Word) => string>> = {
  ORTH: ({ form }) => form,
  TEXT: ({ form }) => form,
  LOWER: ({ form }) => form.toLowerCase(),
  NORM: ({ form }) => form.toLowerCase(),
  LEMMA: ({ lemma }) => lemma,
  POS: ({ upos }) => upos,
  TAG: ({ xpos }) => xpos,
  DEP: ({ deprel, isRoot }) => (isRoot ? 'ROOT' : deprel),
  MORPH: ({ feats }) => feats,
}
const numberAttributes: Readonly<Record<string, (word: Word) => number>> = {
  LENGTH: ({ form }) => [...form].length,
}
const flagAttributes: Readonly<Record<string, (word: Word) => boolean>> = {
  SPACY: ({ token, id }) => token.spaceAfter && token.words.at(-1)!.id === id,
  IS_ALPHA: ({ form }) => /^\p{L}+$/u.test(form),
  IS_ASCII: ({ form }) => /^\p{ASCII}*$/u.test(form),
  IS_DIGIT: ({ form }) => /^\p{Nd}+$/u.test(form),
  IS_LOWER: ({ form }) => isLower(form),
  IS_UPPER: ({ form }) => isUpper(form),
  IS_TITLE: ({ form }) => isTitle(form),
  IS_PUNCT: ({ form }) => /^\p{P}+$/u.test(form),
  IS_SPACE: () => false,
  IS_SENT_START: ({ id }) => id === 1,
  LIKE_NUM: ({ form, upos }) => upos === 'NUM' || isLikeNumber(form),
}
const attributeNames = [
  ...Object.keys(textAttributes),
  ...Object.keys(numberAttributes),
  ...Object.keys(flagAttributes),
]

/** The columns of attributes with a small set of values. */
const columns: Readonly<Record<string, Column>> = { POS: 'upos', TAG: 'xpos', DEP: 'deprel' }

/** Predicates on values, by type. */
const equalityPredicates: Readonly<Record<string, (value: unknown, other: unknown) => boolean>> = {
  '==': (value, other) => value === other,
  '!=': (value, other) => value !== other,
}
const comparisonPredicates: Readonly<Record<string, (value: number, other: number) => boolean>> = {
  '>=': (value, other) => value >= other,
  '<=': (value, other) => value <= other,
  '>': (value, other) => value > other,
  '<': (value, other) => value < other,
}
const membershipPredicates: Readonly<Record<string, (value: unknown, list: readonly unknown[]) => boolean>> =
  {
    IN: (value, list) => list.includes(value),
    NOT_IN: (value, list) => !list.includes(value),
  }
const setPredicates: Readonly<
  Record<string, (values: readonly unknown[], list: readonly unknown[]) => boolean>
> = {
  IS_SUBSET: (values, list) => values.every((value) => list.includes(value)),
  IS_SUPERSET: (values, list) => list.every((value) => values.includes(value)),
  INTERSECTS: (values, list) => values.some((value) => list.includes(value)),
}
const predicateNames = [
  equalityPredicates,
  comparisonPredicates,
  membershipPredicates,
  setPredicates,
].flatMap((kind) => Object.keys(kind))

/**
 * Compiles a list of nodes to a pattern.
 *
 * @throws TypeError for values of wrong types; RangeError for unknown names, operators, attributes or predicates
 */
export function compileSpacy(nodes: readonly SpacyNode[]): CompiledPattern {
  checkNodes(nodes, 'pattern')
  if (nodes.length === 0) throw new RangeError('pattern has no nodes, expected one or more')
  const names = nodes.map(({ RIGHT_ID }) => RIGHT_ID)
  const conditionsOfNode = nodes.map((): NodeCondition[] => [])
  const expected: ExpectedValue[] = []
  const compiled = nodes.map(({ RIGHT_ID: name, RIGHT_ATTRS }, i): PatternNode => ({
    name,
    test: testOf(RIGHT_ATTRS, `pattern[${i}].RIGHT_ATTRS`, expected),
    condition: { all: conditionsOfNode[i] },
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
    conditionsOfNode[left].push({ relation, node: compiled[i] })
  })
  return { nodes: [compiled[0]], expected }
}

type Test = (word: Word) => boolean

/** @param place the name of the attributes in error messages @param expected receives the expected values of the attributes */
function testOf(attributes: SpacyNode['RIGHT_ATTRS'], place: string, expected: ExpectedValue[]): Test {
  const tests = Object.entries(attributes).map(([name, value]): Test => {
    const upper = name.toUpperCase()
    const placeOfAttribute = `${place}.${name}`
    if (Object.hasOwn(numberAttributes, upper))
      return attributeTest(numberAttributes[upper], value, number, placeOfAttribute)
    if (Object.hasOwn(flagAttributes, upper))
      return attributeTest(flagAttributes[upper], value, boolean, placeOfAttribute)
    if (!Object.hasOwn(textAttributes, upper))
      throw new RangeError(`unknown attribute '${name}', expected one of: ${attributeNames.join(', ')}`)
    if (upper === 'MORPH')
      return attributeTest(textAttributes[upper], value, string, placeOfAttribute, featuresOf)
    const test = attributeTest(textAttributes[upper], value, string, placeOfAttribute)
    if (Object.hasOwn(columns, upper)) expect(columns[upper], value, placeOfAttribute, expected)
    return test
  })
  return (word) => tests.every((holds) => holds(word))
}

/** Adds the expected values of a tag or label. */
function expect(column: Column, value: SpacyAttribute, place: string, expected: ExpectedValue[]): void {
  for (const [predicate, argument] of Object.entries(isObject(value) ? value : { '==': value })) {
    if (!['==', 'IN', 'REGEX', 'INTERSECTS'].includes(predicate)) continue
    const test = checkOf(predicate, argument, string, place)
    const matches = (known: string): boolean => test(known) || (known === 'root' && test('ROOT'))
    expected.push({
      column,
      text: [argument]
        .flat()
        .map((one) => (isObject(one) ? JSON.stringify(one) : String(one)))
        .join(' or '),
      matches,
    })
  }
}

/**
 * @param item the check of a single value
 * @param partsOf splits a value into the parts to compare, for MORPH. Default: the value itself
 */
function attributeTest<Value>(
  read: (word: Word) => Value,
  value: SpacyAttribute,
  item: Check,
  place: string,
  partsOf?: (value: Value) => readonly string[],
): Test {
  const checks = Object.entries(isObject(value) ? value : { '==': value }).map(([predicate, argument]) =>
    checkOf(predicate, argument, item, place, partsOf),
  )
  return (word) => checks.every((holds) => holds(read(word)))
}

function checkOf<Value>(
  predicate: string,
  argument: unknown,
  item: Check,
  place: string,
  partsOf?: (value: Value) => readonly string[],
): (value: Value) => boolean {
  const placeOfPredicate = `${place}.${predicate}`
  const wholeValue = (value: unknown): unknown => (partsOf ? partsOf(value as Value).join('|') : value)
  if (predicate === 'REGEX' && item === string) return expressionTest(argument, placeOfPredicate)
  if (Object.hasOwn(equalityPredicates, predicate)) {
    item(argument, predicate === '==' ? place : placeOfPredicate)
    const other = wholeValue(argument)
    return (value) => equalityPredicates[predicate](wholeValue(value), other)
  }
  if (Object.hasOwn(comparisonPredicates, predicate)) {
    if (item !== number)
      throw new TypeError(`${placeOfPredicate}: this attribute is no number, expected another predicate`)
    item(argument, placeOfPredicate)
    return (value) => comparisonPredicates[predicate](value as number, argument as number)
  }
  if (Object.hasOwn(membershipPredicates, predicate)) {
    listOf(item)(argument, placeOfPredicate)
    const list = (argument as unknown[]).map(wholeValue)
    return (value) => membershipPredicates[predicate](wholeValue(value), list)
  }
  if (Object.hasOwn(setPredicates, predicate)) {
    listOf(item)(argument, placeOfPredicate)
    return (value) => setPredicates[predicate](partsOf ? partsOf(value) : [value], argument as unknown[])
  }
  throw new RangeError(
    `${place}: unknown predicate '${predicate}', expected one of: ${['REGEX', ...predicateNames].join(', ')}`,
  )
}

/**
 * Tests whether an expression matches a part of a text. With `{ IN: […] }` any, with `{ NOT_IN: […] }` none of the
 * expressions matches.
 */
function expressionTest(argument: unknown, place: string): (value: unknown) => boolean {
  if (!isObject(argument)) {
    string(argument, place)
    const matches = regularExpression(argument as string)
    return (value) => matches(String(value))
  }
  record({ IN: optional(listOf(string)), NOT_IN: optional(listOf(string)) })(argument, place)
  const [any, none] = [argument.IN, argument.NOT_IN].map((list) =>
    (list as string[] | undefined)?.map(regularExpression),
  )
  return (value) => {
    const holds = (matches: (text: string) => boolean): boolean => matches(String(value))
    return any?.some(holds) !== false && none?.some(holds) !== true
  }
}
