/** The kernel reads features of model files as the reader in JavaScript does, and refuses what that one refuses. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ByteReader } from '../../../parser/core/bytes.ts'
import { RowReader } from '../../../parser/scoring/kernel/row-reader.ts'

const classCount = 3

/** What is read of `bytes`, or undefined if they are not sound. */
type Rows = { keys: number[]; starts: number[]; classes: number[]; values: number[]; end: number } | undefined

function byKernel(bytes: Uint8Array, features: number): Rows {
  const reader = new RowReader(bytes)
  try {
    const { weights, end } = reader.read(0, features, { transitions: new Int32Array(classCount), scale: 1 })
    const { keys, starts, classes, values } = weights
    return { keys: [...keys], starts: [...starts], classes: [...classes], values: [...values], end }
  } catch (error) {
    expect(error).toBeInstanceOf(RangeError)
    return undefined
  }
}

function byReference(bytes: Uint8Array, features: number): Rows {
  const reader = new ByteReader(bytes)
  const [keys, starts, classes, values]: number[][] = [[], [0], [], []]
  try {
    for (let feature = 0, key = 0; feature < features; feature++) {
      const step = reader.unsigned()
      key += step
      if (step === 0 || key > 0xffffffff) return undefined
      keys.push(key)
      let last = -1
      for (let left = reader.unsigned(); left > 0; left--) {
        last += reader.unsigned() + 1
        if (last >= classCount) return undefined
        classes.push(last)
        values.push((reader.signed() << 16) >> 16)
      }
      starts.push(classes.length)
    }
  } catch {
    return undefined
  }
  return { keys, starts, classes, values, end: reader.at }
}

const long = [255, 255, 255, 255, 255, 1]

test.each([
  ['key', [...long, 1, 0, 2]],
  ['count', [1, ...long, 0, 2]],
  ['class', [1, 1, ...long, 2]],
  ['value', [1, 1, 0, ...long]],
])('a number that is too long is refused: %s', (_, bytes) => {
  expect(byKernel(Uint8Array.from(bytes), 1)).toBe(undefined)
})

test('any bytes', () => {
  const few = fc.oneof(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 255 }), fc.constant(255))
  fc.assert(
    fc.property(fc.array(few, { maxLength: 40 }), fc.integer({ min: 1, max: 4 }), (bytes, features) => {
      fc.pre(2 * features <= bytes.length)
      const data = Uint8Array.from(bytes)
      expect(byKernel(data, features)).toEqual(byReference(data, features))
    }),
    { numRuns: 2000 },
  )
})
