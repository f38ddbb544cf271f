/** The engine in linear time against that of JavaScript. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { regularExpression } from '../../../src/patterns/regular-expression.ts'
import { processorSeconds } from '../../processor-time.ts'

const atom = fc.constantFrom(
  'a',
  'b',
  'é',
  '😀',
  '.',
  '\\d',
  '\\W',
  '\\p{L}',
  '\\u{61}',
  '\\u0062',
  '\\x61',
  '\\ud83d\\ude00',
  '\\.',
  '[ab]',
  '[^a-c]',
  '[\\]\\d]',
  '^',
  '$',
  '\\b',
  '\\B',
  '',
)
const quantifier = fc.constantFrom('', '', '', '*', '+', '?', '*?', '{2}', '{1,}', '{0,2}', '{1,3}?', '{0}')
const { expression } = fc.letrec<{ expression: string; sequence: string; part: string }>((tie) => ({
  expression: fc
    .array(tie('sequence'), { minLength: 1, maxLength: 3 })
    .map((sequences) => sequences.join('|')),
  sequence: fc.array(tie('part'), { maxLength: 3 }).map((parts) => parts.join('')),
  part: fc.oneof(
    { maxDepth: 3 },
    fc.tuple(atom, quantifier).map(([one, times]) => (/^(?:[$^]|\\[bB]|)$/.test(one) ? one : one + times)),
    fc
      .tuple(fc.constantFrom('(', '(?:'), tie('expression'), quantifier)
      .map(([open, inner, times]) => `${open}${inner})${times}`),
  ),
}))
const text = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '😀', '1', ' ', '.', '\n'), maxLength: 6 })

test('matches what JavaScript matches', () => {
  fc.assert(
    fc.property(
      expression,
      fc.boolean(),
      fc.array(text, { minLength: 1, maxLength: 5 }),
      (part, isWhole, texts) => {
        const source = isWhole ? `^(?:${part})$` : part
        // V8 finds \b and \B in the middle of a character of two code units.
        fc.pre(!/\\[bB]/.test(source) || !texts.some((one) => one.includes('😀')))
        const ours = regularExpression(source)
        const theirs = new RegExp(source, 'u')
        expect(texts.map(ours)).toEqual(texts.map((one) => theirs.test(one)))
      },
    ),
    { numRuns: 4000 },
  )
})

test.each(['(a|a)+$', '^(?:(a|a)*$)$', '^(a*)*$', '(a+)+$', '(.*a){20}', '(a?){50}a{50}'])(
  '/%s/ takes linear time',
  (source) => {
    const holds = regularExpression(source)
    const seconds = processorSeconds(() => {
      expect(holds('a'.repeat(5000) + 'b')).toBe(/\{/.test(source))
    })
    expect(seconds).toBeLessThan(5)
  },
)

describe('is refused', () => {
  test.each([
    ['(', /not a regular expression/],
    ['a(?=b)', /expected no lookahead/],
    ['(?<!a)b', /expected no lookahead/],
    ['(a)\\1', /expected no reference/],
    ['(?<x>a)\\k<x>', /expected no reference/],
    ['a{9999}', /expected no more than 2000 parts/],
    ['((((){1000}){1000}){1000}){1000}', /expected no more than 2000 parts/],
    [`${'('.repeat(300)}${')'.repeat(300)}`, /no more than 200 groups/],
  ])('%s', (source, message) => {
    expect(() => regularExpression(source)).toThrow(message)
  })

  test('a text that takes too many steps', () => {
    expect(() => regularExpression('(.*a){100}b')('a'.repeat(1e6))).toThrow(/takes more than 10000000 steps/)
  })
})
