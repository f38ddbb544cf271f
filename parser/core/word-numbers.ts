/** A map from word hashes to numbers: two sorted arrays, which can be used directly after reading a file. */
import type { ByteReader, ByteWriter } from './bytes.ts'
import { Symbols } from '../../transform/symbols.ts'
import { hashText } from './hash.ts'

export interface WordNumbers {
  /** Unsigned 32-bit hashes, ascending. */
  readonly words: Uint32Array
  /** The number of each word, from 0 to 2^31 - 1. */
  readonly numbers: Int32Array
}

export const NO_NUMBERS: WordNumbers = Object.freeze({ words: new Uint32Array(), numbers: new Int32Array() })

/** @param numberByHash the numbers by unsigned hash */
export function wordNumbers(numberByHash: ReadonlyMap<number, number>): WordNumbers {
  const words = Uint32Array.from(numberByHash.keys()).sort()
  return { words, numbers: Int32Array.from(words, (word) => numberByHash.get(word)!) }
}

/** The number of the word with this hash (signed or unsigned); -1 if there is none. */
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

/** Writes, for each word, the difference from the previous word, and the number. */
export function writeNumbers(writer: ByteWriter, { words, numbers }: WordNumbers): void {
  writer.unsigned(words.length)
  for (let i = 0; i < words.length; i++) {
    writer.unsigned(words[i] - (i === 0 ? 0 : words[i - 1]))
    writer.unsigned(numbers[i])
  }
}

/** Throws RangeError if the words are not ascending or a number is not below `limit`. */
export function readNumbers(reader: ByteReader, limit = 0x80000000): WordNumbers {
  const count = reader.unsigned()
  if (2 * count > reader.left) throw new RangeError(`${count} words in ${reader.left} bytes`)
  const words = new Uint32Array(count)
  const numbers = new Int32Array(count)
  for (let i = 0, word = 0; i < count; i++) {
    const step = reader.unsigned()
    word += step
    if (word > 0xffffffff || (step === 0 && i > 0)) throw new RangeError('the words are out of order')
    const number = reader.unsigned()
    if (number >= limit) throw new RangeError(`a word has the number ${number}, expected less than ${limit}`)
    words[i] = word
    numbers[i] = number
  }
  return { words, numbers }
}

/** Writes the count of ascending numbers, and the difference of each from the previous one. */
export function writeAscending(writer: ByteWriter, numbers: Uint16Array): void {
  writer.unsigned(numbers.length)
  for (let i = 0; i < numbers.length; i++) writer.unsigned(numbers[i] - (i === 0 ? 0 : numbers[i - 1]))
}

/** Throws RangeError if the numbers are not ascending or not below `limit`. */
export function readAscending(reader: ByteReader, limit: number): Uint16Array {
  const count = reader.unsigned()
  if (count > reader.left) throw new RangeError(`${count} numbers in ${reader.left} bytes`)
  const numbers = new Uint16Array(count)
  for (let i = 0, number = 0; i < count; i++) {
    const step = reader.unsigned()
    number += step
    if (number >= limit || (step === 0 && i > 0)) throw new RangeError('numbers are out of order')
    numbers[i] = number
  }
  return numbers
}

/** Clusters of words that occur in the same contexts, and classes of words from a lexicon. Words are identified by hashes. */
export interface WordClusters {
  /**
   * Paths: the bits of the path to a cluster in the tree of clusters; after a dot, the class of words in the lexicon. Both
   * can be absent. Clusters with a long common prefix are similar.
   */
  readonly paths: readonly string[]
  /** By hash of the {@link clusterForm} of a word: the index of its path. */
  readonly words: WordNumbers
}

/** Words by path of a cluster, or by class. */
export type WordLists = ReadonlyMap<string, readonly string[]>

/** Of several words with the same {@link clusterForm}, the first word is used. The lexicon has words in lower case. */
export function wordClusters(clusters: WordLists, lexicon: WordLists = new Map()): WordClusters {
  const paths = new Symbols()
  const numberByHash = new Map<number, number>()
  const classes = new Map([...lexicon].flatMap(([name, words]) => words.map((word) => [word, `.${name}`])))
  const add = (word: string, path: string): void => {
    const hash = hashText(clusterForm(word)) >>> 0
    if (!numberByHash.has(hash)) numberByHash.set(hash, paths.add(path))
  }
  for (const [path, words] of clusters)
    for (const word of words) add(word, path + (classes.get(word.toLowerCase()) ?? ''))
  for (const [word, name] of classes) add(word, name)
  return { paths: paths.texts(), words: wordNumbers(numberByHash) }
}

/** The form of a word in the table of clusters and in its file: every ASCII digit becomes 9, every white space _. */
export function clusterForm(form: string): string {
  return form.replace(/\d/g, '9').replace(/\s/g, '_')
}

/** The path of the cluster of a word, else of the word in lower case; '' if neither has a cluster. */
export function clusterPath(clusters: WordClusters, form: string): string {
  return withoutClass(pathOf(clusters, form))
}

/** The class of a word in the lexicon; '' if it has none. */
export function lexiconClass(clusters: WordClusters, form: string): string {
  return pathOf(clusters, form).split('.')[1] ?? ''
}

/** The same clusters, without the classes of a lexicon. */
export function withoutLexicon({ paths, words }: WordClusters): WordClusters {
  return { paths: paths.map(withoutClass), words }
}

function withoutClass(path: string): string {
  return path.split('.', 1)[0]
}

function pathOf({ paths, words }: WordClusters, form: string): string {
  const pattern = clusterForm(form)
  const path = (word: string): string | undefined => paths[numberOf(words, hashText(word))]
  const lower = pattern.toLowerCase()
  return path(pattern) ?? (lower === pattern ? '' : (path(lower) ?? ''))
}
