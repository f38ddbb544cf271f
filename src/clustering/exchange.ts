/**
 * Exchange clustering (Kneser & Ney 1993; Martin, Liermann & Ney 1998): each word in turn moves to the cluster that gives
 * the text the highest likelihood under a model of cluster bigrams, the objective of Brown et al. (1992).
 */
import type { Bigrams, Neighbours } from './text-bigrams.ts'

/** x log x for small whole numbers. */
const table = Float64Array.from({ length: 1 << 16 }, (_, x) => (x === 0 ? 0 : x * Math.log(x)))

export function xLogX(x: number): number {
  return x < table.length ? table[x] : x * Math.log(x)
}

/** The clusters of words, and the counts of their bigrams. */
export class Clustering {
  readonly clusters: number
  /** By word. */
  readonly clusterOf: Int32Array
  /** By cluster: the frequencies of its words. */
  readonly frequency: Float64Array
  /** How often cluster c is before d: after[c * clusters + d], before[d * clusters + c]. */
  readonly after: Float64Array
  readonly before: Float64Array
  readonly #bigrams: Bigrams
  /** Of the word that moves: its neighbours by cluster, and the clusters that have some. */
  readonly #left: Float64Array
  readonly #right: Float64Array

  /** Word i begins in the cluster i modulo `clusters`. */
  constructor(bigrams: Bigrams, clusters: number) {
    this.#bigrams = bigrams
    this.clusters = clusters
    this.clusterOf = Int32Array.from(bigrams.words, (_, word) => word % clusters)
    this.frequency = new Float64Array(clusters)
    this.after = new Float64Array(clusters * clusters)
    this.before = new Float64Array(clusters * clusters)
    this.#left = new Float64Array(clusters)
    this.#right = new Float64Array(clusters)
    const { starts, words, counts } = bigrams.after
    bigrams.frequency.forEach((frequency, word) => {
      const cluster = this.clusterOf[word]
      this.frequency[cluster] += frequency
      for (let i = starts[word]; i < starts[word + 1]; i++)
        this.#count(cluster, this.clusterOf[words[i]], counts[i])
    })
  }

  /**
   * Moves every word once; returns how many changed their cluster.
   *
   * @param onWord is called before each word, with the share of the words that are done
   */
  pass(onWord?: (share: number) => void): number {
    const gain = new Float64Array(this.clusters)
    let moved = 0
    for (let word = 0; word < this.clusterOf.length; word++) {
      onWord?.(word / this.clusterOf.length)
      const from = this.clusterOf[word]
      const self = this.#load(word)
      this.#place(word, from, self, -1)
      this.#gains(this.#bigrams.frequency[word], self, gain)
      let best = from
      for (let c = 0; c < this.clusters; c++) if (gain[c] > gain[best]) best = c
      this.#place(word, best, self, 1)
      this.clusterOf[word] = best
      if (best !== from) moved++
    }
    return moved
  }

  /** Counts the neighbours of a word by cluster; returns how often it follows itself, which is not counted. */
  #load(word: number): number {
    const { before, after } = this.#bigrams
    this.#left.fill(0)
    this.#right.fill(0)
    this.#sum(before, word, this.#left)
    return this.#sum(after, word, this.#right)
  }

  #sum({ starts, words, counts }: Neighbours, word: number, sums: Float64Array): number {
    let self = 0
    for (let i = starts[word]; i < starts[word + 1]; i++) {
      if (words[i] === word) self = counts[i]
      else sums[this.clusterOf[words[i]]] += counts[i]
    }
    return self
  }

  /** Adds a word to a cluster (sign 1), or takes it away (sign -1). */
  #place(word: number, cluster: number, self: number, sign: number): void {
    this.frequency[cluster] += sign * this.#bigrams.frequency[word]
    this.#count(cluster, cluster, sign * self)
    for (let c = 0; c < this.clusters; c++) {
      if (this.#left[c] > 0) this.#count(c, cluster, sign * this.#left[c])
      if (this.#right[c] > 0) this.#count(cluster, c, sign * this.#right[c])
    }
  }

  #count(first: number, second: number, times: number): void {
    this.after[first * this.clusters + second] += times
    this.before[second * this.clusters + first] += times
  }

  /** For each cluster, how much the logarithm of the likelihood gains if the word joins it. */
  #gains(frequency: number, self: number, gain: Float64Array): void {
    const size = this.clusters
    for (let c = 0; c < size; c++) gain[c] = xLogX(this.frequency[c]) - xLogX(this.frequency[c] + frequency)
    for (let d = 0; d < size; d++) {
      this.#addGains(this.#left[d], this.after.subarray(d * size, (d + 1) * size), d, gain)
      this.#addGains(this.#right[d], this.before.subarray(d * size, (d + 1) * size), d, gain)
    }
    for (let c = 0; c < size; c++) {
      const more = this.#left[c] + this.#right[c] + self
      const count = this.after[c * size + c]
      if (more > 0) gain[c] += xLogX(count + more) - xLogX(count)
    }
  }

  /** @param row for each cluster the count of its bigrams with cluster d */
  #addGains(more: number, row: Float64Array, d: number, gain: Float64Array): void {
    if (more === 0) return
    for (let c = 0; c < row.length; c++) {
      const count = row[c]
      // A bigram of the cluster with itself is counted by the caller, for both sides at once.
      if (c !== d) gain[c] += xLogX(count + more) - xLogX(count)
    }
  }
}
