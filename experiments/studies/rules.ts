/** Rules that check the values of a study. */

import type { OptionType } from '../../src/lab.ts'

/** A test of a value, and the description of valid values for error messages. */
export type Rule = Pick<OptionType, 'is' | 'expected'>
export type Rules = Readonly<Record<string, Rule>>

export const text: Rule = {
  is: (value) => typeof value === 'string' && value.length > 0 && value.length <= 200,
  expected: 'a text of at most 200 characters',
}
export const oneOf = (choices: readonly unknown[]): Rule => ({
  is: (value) => choices.includes(value),
  expected: `one of: ${choices.join(', ')}`,
})
export const wholeNumber = (least: number, most: number): Rule => ({
  is: (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
  expected: `a whole number from ${least} to ${most}`,
})
export const numberAbove = (bound: number, most = Number.MAX_VALUE): Rule => ({
  is: (value) => typeof value === 'number' && value > bound && value <= most,
  expected: most < Number.MAX_VALUE ? `a number above ${bound}, at most ${most}` : `a number above ${bound}`,
})
export const list = ({ is, expected }: Rule, least = 1, most = 1000): Rule => ({
  is: (value) =>
    Array.isArray(value) && value.length >= least && value.length <= most && value.every((one) => is(one)),
  expected: `a list${least === most ? ` of ${least}` : ''}, each ${expected}`,
})
export const orList = (rule: Rule): Rule => ({
  is: (value) => rule.is(value) || list(rule).is(value),
  expected: `${rule.expected}, or a list`,
})
export const record: Rule = {
  is: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  expected: 'an object in braces',
}
