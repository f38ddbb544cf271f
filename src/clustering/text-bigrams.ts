/** Counts the bigrams of a text, from which word clusters are learned. */
import { TupleIndex } from '../../parser/core/tuple-index.ts'
import { IntList } from '../../parser/core/int-list.ts'

/** A sparse matrix of counts: word w has the neighbours words[i] with counts[i], for starts[w] <= i < starts[w + 1]. */
export interface Neighbours {
  readonly starts: Int32Array
  readonly words: Int32Array
  readonly counts: Int32Array
}

export interface Bigrams {
  /** The words in descending frequency. The empty word is the boundary of sentences. */
  readonly words: readonly string[]
  /** For each word, the number of its occurrences next to a word of the list. */
  readonly frequency: Int32Array
  readonly before: Neighbours
  readonly after: Neighbours
}

/** Counts words and their neighbours. Takes four bytes of memory for each word of the text. */
export class BigramCounter {
  readonly #ids = new Map<string, number>([['', 0]])
  readonly #counts = new IntList()
  readonly #text = new IntList()

  constructor() {
    this.#counts.push(0)
    this.#add('')
  }

  add(words: Iterable<string>): void {
    for (const word of words) this.#add(word)
    this.#add('')
  }

  #add(word: string): void {
    let id = this.#ids.get(word)
    if (id === undefined) {
      this.#ids.set(word, (id = this.#counts.length))
      this.#counts.push(0)
    }
    this.#counts.items[id]++
    this.#text.push(id)
  }

  bigrams(maxWords: number): Bigrams {
    const counts = this.#counts.items
    const frequentWords = [...this.#ids]
      .sort((a, b) => counts[b[1]] - counts[a[1]] || a[1] - b[1])
      .slice(0, maxWords)
    const rank = new Int32Array(this.#counts.length).fill(-1)
    frequentWords.forEach(([, id], i) => (rank[id] = i))
    const pairs = new TupleIndex(2)
    const pairCounts = new IntList()
    const pair = new Uint32Array(2)
    for (let i = 1; i < this.#text.length; i++) {
      const [first, second] = [rank[this.#text.items[i - 1]], rank[this.#text.items[i]]]
      if (first < 0 || second < 0) continue
      pair[0] = first
      pair[1] = second
      const number = pairs.add(pair)
      if (number === pairCounts.length) pairCounts.push(0)
      pairCounts.items[number]++
    }
    const frequency = new Int32Array(frequentWords.length)
    for (let i = 0; i < pairs.size; i++)
      for (const side of [0, 1]) frequency[pairs.items[2 * i + side]] += pairCounts.items[i]
    return {
      words: frequentWords.map(([word]) => word),
      frequency,
      before: neighbours(pairs, pairCounts, 1, frequentWords.length),
      after: neighbours(pairs, pairCounts, 0, frequentWords.length),
    }
  }
}

/** Groups the pairs by one word: the first (side 0) or the second (side 1). */
function neighbours(pairs: TupleIndex, pairCounts: IntList, side: number, words: number): Neighbours {
  const starts = new Int32Array(words + 1)
  for (let i = 0; i < pairs.size; i++) starts[pairs.items[2 * i + side] + 1]++
  for (let word = 0; word < words; word++) starts[word + 1] += starts[word]
  const next = starts.slice()
  const sparseCounts = { starts, words: new Int32Array(pairs.size), counts: new Int32Array(pairs.size) }
  for (let i = 0; i < pairs.size; i++) {
    const index = next[pairs.items[2 * i + side]]++
    sparseCounts.words[index] = pairs.items[2 * i + 1 - side]
    sparseCounts.counts[index] = pairCounts.items[i]
  }
  return sparseCounts
}
