/**
 * The binary tree over clusters: repeatedly merges the two clusters whose union costs the least likelihood (Brown et al.
 * 1992). The path from the root to a cluster is a string of bits; similar clusters have a long common prefix.
 */
import type { WordLists } from '../../parser/core/word-numbers.ts'
import { xLogX, type Clustering } from './exchange.ts'

/**
 * The bit string of each cluster; '' for a single cluster.
 *
 * @param onStep called often with the share (0..1) of finished work
 */
export function pathsOf(
  { clusters: size, after, frequency }: Clustering,
  onStep?: (share: number) => void,
): string[] {
  const counts = after.slice()
  const sums = frequency.slice()
  const remaining = [...sums.keys()]
  const members = remaining.map((cluster) => [cluster])
  const paths = remaining.map(() => '')
  const bigramCount = (c: number, d: number): number => counts[c * size + d]
  /** The loss in log likelihood of the bigrams with cluster x if c and d are merged. */
  const lossTerm = (c: number, d: number, x: number): number =>
    xLogX(bigramCount(c, x)) +
    xLogX(bigramCount(d, x)) -
    xLogX(bigramCount(c, x) + bigramCount(d, x)) +
    (xLogX(bigramCount(x, c)) + xLogX(bigramCount(x, d)) - xLogX(bigramCount(x, c) + bigramCount(x, d)))
  const loss = new Float64Array(size * size)
  const lossOf = (c: number, d: number): number => {
    const inner = [bigramCount(c, c), bigramCount(c, d), bigramCount(d, c), bigramCount(d, d)]
    let sum = inner.reduce((total, count) => total + xLogX(count), 0)
    sum -= xLogX(inner.reduce((total, count) => total + count))
    sum -= xLogX(sums[c]) + xLogX(sums[d]) - xLogX(sums[c] + sums[d])
    for (const x of remaining) if (x !== c && x !== d) sum += lossTerm(c, d, x)
    return sum
  }
  const eachPair = (visit: (c: number, d: number) => void): void => {
    for (let i = 0; i < remaining.length; i++)
      for (let j = i + 1; j < remaining.length; j++) visit(remaining[i], remaining[j])
  }
  eachPair((c, d) => {
    // Both the initial losses and the merges take time cubic in the number of clusters.
    if (d === c + 1) onStep?.((1 - (1 - c / size) ** 2) / 2)
    loss[c * size + d] = lossOf(c, d)
  })
  while (remaining.length > 1) {
    onStep?.(1 - (remaining.length / size) ** 3 / 2)
    let [a, b] = remaining
    const sizeOf = (c: number, d: number): number => members[c].length + members[d].length
    eachPair((c, d) => {
      const lossDifference = loss[c * size + d] - loss[a * size + b]
      // Merging words that are never adjacent loses nothing: among equal losses, smaller unions first keep the paths short.
      // 1e-9 allows for rounding errors.
      if (lossDifference < -1e-9 || (lossDifference < 1e-9 && sizeOf(c, d) < sizeOf(a, b))) [a, b] = [c, d]
    })
    const involvesMerged = (c: number, d: number): boolean => c === a || d === a || c === b || d === b
    eachPair((c, d) => {
      if (!involvesMerged(c, d)) loss[c * size + d] -= lossTerm(c, d, a) + lossTerm(c, d, b)
    })
    for (const x of remaining) counts[a * size + x] += bigramCount(b, x)
    remaining.splice(remaining.indexOf(b), 1)
    for (const x of remaining) counts[x * size + a] += bigramCount(x, b)
    sums[a] += sums[b]
    for (const cluster of members[a]) paths[cluster] = `0${paths[cluster]}`
    for (const cluster of members[b]) paths[cluster] = `1${paths[cluster]}`
    members[a].push(...members[b])
    eachPair((c, d) => {
      loss[c * size + d] = c === a || d === a ? lossOf(c, d) : loss[c * size + d] + lossTerm(c, d, a)
    })
  }
  return paths
}

/**
 * Writes a cluster file. Each line has the path of a cluster, a tab, and its words separated by spaces, in descending
 * frequency.
 */
export function writeClusters(clusters: WordLists): string {
  return [...clusters]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, words]) => `${path}\t${words.join(' ')}\n`)
    .join('')
}

/** The form of the names at the start of lines. */
const nameForms = {
  cluster: { pattern: /^[01]{1,4096}$/, expected: 'bits' },
  class: { pattern: /^[\da-z]{1,20}$/, expected: 'letters and digits' },
} as const

/**
 * Reads a cluster file, or a lexicon that has class names instead of paths. Also reads lines with one word and its frequency
 * (Brown tools). Throws SyntaxError with the number of an invalid line.
 */
export function readClusters(text: string, kind: keyof typeof nameForms = 'cluster'): WordLists {
  const clusters = new Map<string, string[]>()
  const nameOfWord = new Map<string, string>()
  const { pattern, expected } = nameForms[kind]
  text.split(/\r?\n/).forEach((line, i) => {
    if (line === '') return
    const [, name = '', words] = /^(\w+)\t([^\t]+)(?:\t\d+)?$/.exec(line) ?? []
    if (!pattern.test(name)) throw new SyntaxError(`line ${i + 1}: expected ${expected}, a tab and words`)
    const clusterWords = clusters.get(name) ?? []
    for (const word of words.split(' ')) {
      if ((nameOfWord.get(word) ?? name) !== name)
        throw new SyntaxError(
          `line ${i + 1}: the word '${word}' is in another ${kind}, too, expected it in one`,
        )
      nameOfWord.set(word, name)
      clusterWords.push(word)
    }
    clusters.set(name, clusterWords)
  })
  if (clusters.size === 0) throw new SyntaxError(`no ${kind}, expected lines of ${expected}, a tab and words`)
  return clusters
}
