/** Samples of the embedded treebank, of any size, for tests. */
import { Random } from '../parser/learning/random.ts'
import { embeddedTrain } from '../src/embedded/treebank.ts'

/** The sentences without the comment that names the source, which stands before the first one. */
const sentences = embeddedTrain()
  .replace(/^# source = .*\n/, '')
  .split(/(?<=\n\n)/)

/** A sample of `count` sentences in CoNLL-U, with replacement. Equal seeds give equal samples. */
export function sampleTreebank(count: number, seed: number): string {
  const random = new Random(seed)
  return Array.from({ length: count }, () => sentences[Math.floor(random.next() * sentences.length)]).join('')
}
