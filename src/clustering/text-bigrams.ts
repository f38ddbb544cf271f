/** The bigrams of a text: what word clusters are learned from. */
import { TupleIndex } from '../../parser/core/tuple-index.ts'
import { IntList } from '../../parser/core/int-list.ts'

/** A sparse matrix of counts: word w has the neighbours words[i] with counts[i], for i from starts[w] to starts[w + 1]. */
export interface Neighbours {
  readonly starts: Int32Array
  readonly words: Int32Array
  readonly counts: Int32Array
}

export interface Bigrams {
  /** The words, the most frequent first. The empty word is the border of sentences. */
  readonly words: readonly string[]
  /** How often each word occurs next to a word of the list. */
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

  bigrams(most: number): Bigrams {
    const counts = this.#counts.items
    const known = [...this.#ids].sort((a, b) => counts[b[1]] - counts[a[1]] || a[1] - b[1]).slice(0, most)
    const rank = new Int32Array(this.#counts.length).fill(-1)
    known.forEach(([, id], i) => (rank[id] = i))
    const pairs = new TupleIndex(2)
    const times = new IntList()
    const pair = new Uint32Array(2)
    for (let i = 1; i < this.#text.length; i++) {
      const [first, second] = [rank[this.#text.items[i - 1]], rank[this.#text.items[i]]]
      if (first < 0 || second < 0) continue
      pair[0] = first
      pair[1] = second
      const number = pairs.add(pair)
      if (number === times.length) times.push(0)
      times.items[number]++
    }
    const frequency = new Int32Array(known.length)
    for (let i = 0; i < pairs.size; i++)
      for (const side of [0, 1]) frequency[pairs.items[2 * i + side]] += times.items[i]
    return {
      words: known.map(([word]) => word),
      frequency,
      before: neighbours(pairs, times, 1, known.length),
      after: neighbours(pairs, times, 0, known.length),
    }
  }
}

/** The pairs by the word on one side: 0 the first word, 1 the second. */
function neighbours(pairs: TupleIndex, times: IntList, side: number, words: number): Neighbours {
  const starts = new Int32Array(words + 1)
  for (let i = 0; i < pairs.size; i++) starts[pairs.items[2 * i + side] + 1]++
  for (let word = 0; word < words; word++) starts[word + 1] += starts[word]
  const next = starts.slice()
  const found = { starts, words: new Int32Array(pairs.size), counts: new Int32Array(pairs.size) }
  for (let i = 0; i < pairs.size; i++) {
    const at = next[pairs.items[2 * i + side]]++
    found.words[at] = pairs.items[2 * i + 1 - side]
    found.counts[at] = times.items[i]
  }
  return found
}
