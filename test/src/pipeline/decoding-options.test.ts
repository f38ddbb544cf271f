import { expect, test } from 'vitest'
import type { Option } from '../../../parser/options/types.ts'
import { parseCommand } from '../../../src/commands/parse.ts'
import { flagOf, type CommandContext } from '../../../src/commands/options.ts'
import { decodingOptions, rankingOptions } from '../../../src/pipeline/decoding-options.ts'
import { TextParser } from '../../../src/api/index.ts'
import { tinyPipeline } from './tiny.ts'

const table: Readonly<Record<string, Option | Pick<Option, 'type'>>> = {
  ...decodingOptions,
  ...rankingOptions,
}
const names = Object.keys(table)

/** A value of each option, and one that it does not take. */
const values: Readonly<Record<string, [good: unknown, bad: unknown]>> = {
  system: ['rb-learned', 1],
  singleRoot: [false, 'yes'],
  beam: [2, 1025],
  margin: [0.5, 0],
  search: ['greedy', 1],
  greedyIfLong: [true, 1],
  norms: [false, 0],
  keepMarks: [true, 'no'],
  language: ['de', 5],
  lines: ['end', 'start'],
  exceptions: [{ cannot: ['can', 'not'] }, { cannot: [] }],
  nbest: [2, 0],
  scores: [true, 1],
}

test('each option has a value to try', () => {
  expect(Object.keys(values)).toEqual(names)
})

test.each(names)('%s: the API takes its values and refuses others', (name) => {
  const [good, bad] = values[name]
  const { type } = table[name]
  expect([type.is(good), type.is(bad)]).toEqual([true, false])
  const call = (value: unknown): unknown =>
    name in decodingOptions
      ? new TextParser(tinyPipeline(), { [name]: value })
      : new TextParser(tinyPipeline()).parse('A dog.', { [name]: value }).sentences
  call(good)
  call(undefined)
  expect(() => call(bad)).toThrow(TypeError)
  expect(() => call(bad)).toThrow(
    new RegExp(`^options\\.${name} is .*, expected ${type.expected.slice(0, 20)}`),
  )
})

test.each(names.filter((name) => 'help' in table[name]))('%s: an option of the command', (name) => {
  const command = parseCommand({} as CommandContext)
  command.parseOptions([])
  expect(command.opts()[name]).toBeUndefined()
  const [good] = values[name]
  const flag = good === false ? flagOf(name).replace('--', '--no-') : flagOf(name)
  command.parseOptions(typeof good === 'boolean' ? [flag] : [flag, String(good)])
  expect(command.opts()[name]).toBe(good)
})
