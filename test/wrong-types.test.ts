/** Values of wrong types below the text API: a call ends, and what is documented as the API says what was expected. */
import { expect, test } from 'vitest'
import * as parser from '../parser/index.ts'
import * as index from '../src/index.ts'
import * as transform from '../transform/index.ts'

const wrong: readonly unknown[] = [undefined, null, 5, -1, NaN, 'a', true, {}, [], () => 0]

/** Classes whose objects the package makes; their constructors are not for users. */
const madeByOthers = ['CoNLLUSentence', 'Sentence', 'Word', 'WorkerParser']

/** What the engine says where nobody checks. */
const UNCHECKED =
  /^Cannot |is not a function|is not iterable|is not defined|is not a constructor|undefined \(|^Invalid |prototype|is not an object|Class constructor|must be (?:an object|called)|Reduce of|Right-hand side|object null/

/** The messages of engines that calls of a function with wrong values end in. */
async function uncheckedOf(name: string, value: unknown): Promise<string[]> {
  if (typeof value !== 'function') return []
  const found: string[] = []
  const isClass = /^class\b/.test(Function.prototype.toString.call(value))
  for (const argument of wrong)
    for (const count of [1, 2, 3]) {
      const given: unknown[] = Array.from({ length: count }, () => argument)
      try {
        const result: unknown = isClass
          ? Reflect.construct(value, given)
          : Reflect.apply(value, undefined, given)
        if (result instanceof Promise) await result
        else if (typeof result === 'object' && result !== null && 'next' in result)
          await (result as Iterator<unknown>).next()
      } catch (error) {
        if (!(error instanceof Error)) found.push(`${name}: no error but ${String(error)}`)
        else if (UNCHECKED.test(error.message)) found.push(`${name}(${String(argument)}): ${error.message}`)
      }
    }
  return found
}

test('every call ends', async () => {
  for (const door of [transform, parser])
    for (const [name, value] of Object.entries(door)) await uncheckedOf(name, value)
  for (const call of [transform.projectivize, transform.nonProjectiveArcs, transform.isProjective])
    expect(() => Reflect.apply(call, undefined, [5])).toThrow('tree is 5, expected a tree')
  expect(() => Reflect.construct(transform.NonProjectiveError, [5])).toThrow('tree is 5, expected a tree')
})

test('heads that are no tree end, too', () => {
  const lifts = new transform.Lifts(new transform.Symbols(['x']))
  for (const heads of [[2, 1], [1], [2, 3, 1, 1], [0, 4, 2, 3, 1], [2, 1, 0, 1]]) {
    transform.nonProjectiveArcs(transform.treeOf(heads))
    for (const scheme of ['head', 'path', 'head+path'] as const)
      expect(() => transform.projectivize(transform.treeOf(heads), scheme, lifts)).toThrow(/expected a tree$/)
  }
})

test('what users call says what it expects', async () => {
  const found: string[] = []
  for (const [name, value] of Object.entries(index))
    if (!madeByOthers.includes(name)) found.push(...(await uncheckedOf(name, value)))
  expect(found).toEqual([])
})
