/** Numbers of words, which are known by their hashes: two arrays, no object, ready as soon as they are read. */
import type { ByteReader, ByteWriter } from '../../parser/model/bytes.ts'

export interface WordNumbers {
  /** Hashes without sign, ascending. */
  readonly words: Uint32Array
  /** The number of each, from 0 to 2^31 - 1. */
  readonly numbers: Int32Array
}

export const NO_NUMBERS: WordNumbers = Object.freeze({ words: new Uint32Array(), numbers: new Int32Array() })

export function wordNumbers(known: ReadonlyMap<number, number>): WordNumbers {
  const words = Uint32Array.from(known.keys()).sort()
  return { words, numbers: Int32Array.from(words, (word) => known.get(word)!) }
}

/** The number of a word, given by its hash; -1 where it has none. */
export function numberOf({ words, numbers }: WordNumbers, hash: number): number {
  const word = hash >>> 0
  let [low, high] = [0, words.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (words[middle] < word) low = middle + 1
    else high = middle
  }
  return words[low] === word ? numbers[low] : -1
}

/** Writes for each word the step from the one before, and its number. */
export function writeNumbers(writer: ByteWriter, { words, numbers }: WordNumbers): void {
  writer.unsigned(words.length)
  for (let i = 0; i < words.length; i++) {
    writer.unsigned(words[i] - (i === 0 ? 0 : words[i - 1]))
    writer.unsigned(numbers[i])
  }
}

/** Reads what {@link writeNumbers} wrote. Throws RangeError where it did not write it, or a number is not below `most`. */
export function readNumbers(reader: ByteReader, most = 0x80000000): WordNumbers {
  const count = reader.unsigned()
  if (2 * count > reader.left) throw new RangeError(`${count} words in ${reader.left} bytes`)
  const words = new Uint32Array(count)
  const numbers = new Int32Array(count)
  for (let i = 0, word = 0; i < count; i++) {
    const step = reader.unsigned()
    word += step
    if (word > 0xffffffff || (step === 0 && i > 0)) throw new RangeError('the words are out of order')
    const number = reader.unsigned()
    if (number >= most) throw new RangeError(`the number ${number} of a word`)
    words[i] = word
    numbers[i] = number
  }
  return { words, numbers }
}
