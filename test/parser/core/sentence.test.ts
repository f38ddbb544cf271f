import { expect, it } from 'vitest'
import { fillSentence, ParserSentence } from '../../../parser/core/sentence.ts'
import { attributes } from '../../../parser/core/word-attributes.ts'

const column = (attribute: (typeof attributes)[number]) => attributes.indexOf(attribute)

/** Whether two words have the same attribute. */
function agree(attribute: 'prefix' | 'suffix', one: string, other: string): boolean {
  const sentence = fillSentence(new ParserSentence(), [{ form: one }, { form: other }])
  const values = sentence.columns[column(attribute)]
  return values[1] === values[2]
}

it('affixes are three letters', () => {
  expect(agree('suffix', 'running', 'a-string')).toBe(true)
  expect(agree('suffix', 'running', 'run')).toBe(false)
  expect(agree('prefix', 'unkind', 'unknown')).toBe(true)
  expect(agree('prefix', 'unkind', 'undo')).toBe(false)
  expect(agree('suffix', 'to', 'to')).toBe(true)
})

it.each([
  ['Korean', '서울에서', '집에서', '집이'],
  ['Chinese', '中國人', '美國人', '人民'],
  ['Japanese', '食べる', '走る', '走って'],
])('of %s, one syllable', (_, one, other, different) => {
  expect(agree('suffix', one, other)).toBe(true)
  expect(agree('suffix', one, different)).toBe(false)
  expect(agree('prefix', one, `${one[0]}${different}`)).toBe(true)
})

it('an end that is half a character is one like others', () => {
  expect(agree('suffix', 'a\ud83d', 'a\ud83d')).toBe(true)
  expect(agree('prefix', '𠀀𠀁', '𠀀')).toBe(false)
})
