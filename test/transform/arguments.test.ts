import { expect, test } from 'vitest'
import { isListOf, listOf, number, optional } from '../../transform/arguments.ts'

test('a text in an error is whole up to 40 characters, or cut to 40', () => {
  for (let length = 0; length < 60; length++) {
    const text = 'x'.repeat(length)
    const shown = length > 40 ? `${text.slice(0, 39)}…` : text
    expect(() => number(text, 'a')).toThrow(new TypeError(`a is '${shown}', expected a number`))
  }
})

test('a place without a value is an item of a list', () => {
  const list: number[] = []
  list[1] = 1
  expect(() => listOf(number)(list, 'a')).toThrow('a[0] is undefined, expected a number')
  expect(isListOf(list, (item) => item !== 0)).toBe(false)
  expect([isListOf([1], (item) => item === 1), isListOf([], () => false), isListOf('a', () => true)]).toEqual(
    [true, true, false],
  )
})

test('what is optional is checked if it is there', () => {
  expect(() => optional(number)(undefined, 'a')).not.toThrow()
  expect(() => optional(number)(null, 'a')).toThrow('a is null, expected a number')
})
