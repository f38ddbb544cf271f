import { expect, test } from 'vitest'
import { number } from '../../transform/arguments.ts'

test('a text in an error is whole up to 40 characters, or cut to 40', () => {
  for (let length = 0; length < 60; length++) {
    const text = 'x'.repeat(length)
    const shown = length > 40 ? `${text.slice(0, 39)}…` : text
    expect(() => number(text, 'a')).toThrow(new TypeError(`a is '${shown}', expected a number`))
  }
})
