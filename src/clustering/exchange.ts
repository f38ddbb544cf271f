/**
 * Exchange clustering (Kneser & Ney 1993; Martin, Liermann & Ney 1998): moves each word in turn to the cluster that
 * maximizes the likelihood of the text under a cluster bigram model, the objective of Brown et al. (1992).
 */
import type { Bigrams, Neighbours } from './text-bigrams.ts'

/** x log x for whole numbers below the table size. */
const xLogXTable = Float64Array.from({ length: 1 << 16 }, (_, x) => (x === 0 ? 0 : x * Math.log(x)))

export function xLogX(x: number): number {
  return x < xLogXTable.length ? xLogXTable[x] : x * Math.log(x)
}

/** The clusters of words and the counts of cluster bigrams. */
export class Clustering {
  readonly clusters: number
  /** The cluster of each word. */
  readonly clusterOf: Int32Array
  /** For each cluster, the total frequency of its words. */
  readonly frequency: Float64Array
  /** The count of cluster bigrams (c, d): after[c * clusters + d] and, transposed, before[d * clusters + c]. */
  readonly after: Float64Array
  readonly before: Float64Array
  readonly #bigrams: Bigrams
  /** For the moving word: the counts of its left and right neighbours by cluster. */
  readonly #left: Float64Array
  readonly #right: Float64Array

  /** Assigns word i to cluster i modulo `clusters`. */
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
   * Moves every word once. Returns the number of words that changed cluster.
   *
   * @param onWord called before each word with the share (0..1) of finished words
   */
  pass(onWord?: (share: number) => void): number {
    const gain = new Float64Array(this.clusters)
    let movedCount = 0
    for (let word = 0; word < this.clusterOf.length; word++) {
      onWord?.(word / this.clusterOf.length)
      const from = this.clusterOf[word]
      const selfCount = this.#load(word)
      this.#place(word, from, selfCount, -1)
      this.#gains(this.#bigrams.frequency[word], selfCount, gain)
      let best = from
      for (let c = 0; c < this.clusters; c++) if (gain[c] > gain[best]) best = c
      this.#place(word, best, selfCount, 1)
      this.clusterOf[word] = best
      if (best !== from) movedCount++
    }
    return movedCount
  }

  /**
   * Counts the neighbours of a word by cluster, except the word itself. Returns the number of times that the word follows
   * itself.
   */
  #load(word: number): number {
    const { before, after } = this.#bigrams
    this.#left.fill(0)
    this.#right.fill(0)
    this.#sum(before, word, this.#left)
    return this.#sum(after, word, this.#right)
  }

  #sum({ starts, words, counts }: Neighbours, word: number, sums: Float64Array): number {
    let selfCount = 0
    for (let i = starts[word]; i < starts[word + 1]; i++) {
      if (words[i] === word) selfCount = counts[i]
      else sums[this.clusterOf[words[i]]] += counts[i]
    }
    return selfCount
  }

  /** Adds a word to a cluster (sign 1) or removes it (sign -1). */
  #place(word: number, cluster: number, selfCount: number, sign: number): void {
    this.frequency[cluster] += sign * this.#bigrams.frequency[word]
    this.#count(cluster, cluster, sign * selfCount)
    for (let c = 0; c < this.clusters; c++) {
      if (this.#left[c] > 0) this.#count(c, cluster, sign * this.#left[c])
      if (this.#right[c] > 0) this.#count(cluster, c, sign * this.#right[c])
    }
  }

  #count(first: number, second: number, times: number): void {
    this.after[first * this.clusters + second] += times
    this.before[second * this.clusters + first] += times
  }

  /** Computes, for each cluster, the gain in log likelihood if the word joins the cluster. */
  #gains(frequency: number, selfCount: number, gain: Float64Array): void {
    const size = this.clusters
    for (let c = 0; c < size; c++) gain[c] = xLogX(this.frequency[c]) - xLogX(this.frequency[c] + frequency)
    for (let d = 0; d < size; d++) {
      this.#addGains(this.#left[d], this.after.subarray(d * size, (d + 1) * size), d, gain)
      this.#addGains(this.#right[d], this.before.subarray(d * size, (d + 1) * size), d, gain)
    }
    for (let c = 0; c < size; c++) {
      const addedCount = this.#left[c] + this.#right[c] + selfCount
      const count = this.after[c * size + c]
      if (addedCount > 0) gain[c] += xLogX(count + addedCount) - xLogX(count)
    }
  }

  /** @param row the bigram counts of each cluster with cluster d */
  #addGains(addedCount: number, row: Float64Array, d: number, gain: Float64Array): void {
    if (addedCount === 0) return
    for (let c = 0; c < row.length; c++) {
      const count = row[c]
      // The caller handles bigrams of a cluster with itself, for both sides at once.
      if (c !== d) gain[c] += xLogX(count + addedCount) - xLogX(count)
    }
  }
}
