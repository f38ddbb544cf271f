/**
 * The tree over clusters: the two whose union costs the least likelihood are merged, until one is left (Brown et al.
 * 1992). The path from the root to a cluster is a string of bits; clusters with a long prefix in common are alike.
 */
import type { WordLists } from '../../parser/core/word-numbers.ts'
import { xLogX, type Clustering } from './exchange.ts'

/**
 * The bit string of each cluster; '' if there is only one.
 *
 * @param onStep is called often, with the share of the work that is done
 */
export function pathsOf(
  { clusters: size, after, frequency }: Clustering,
  onStep?: (share: number) => void,
): string[] {
  const counts = after.slice()
  const sums = frequency.slice()
  const alive = [...sums.keys()]
  const members = alive.map((cluster) => [cluster])
  const paths = alive.map(() => '')
  const at = (c: number, d: number): number => counts[c * size + d]
  /** What the bigrams with cluster x lose if c and d become one. */
  const term = (c: number, d: number, x: number): number =>
    xLogX(at(c, x)) +
    xLogX(at(d, x)) -
    xLogX(at(c, x) + at(d, x)) +
    (xLogX(at(x, c)) + xLogX(at(x, d)) - xLogX(at(x, c) + at(x, d)))
  const loss = new Float64Array(size * size)
  const lossOf = (c: number, d: number): number => {
    const inner = [at(c, c), at(c, d), at(d, c), at(d, d)]
    let sum = inner.reduce((total, count) => total + xLogX(count), 0)
    sum -= xLogX(inner.reduce((total, count) => total + count))
    sum -= xLogX(sums[c]) + xLogX(sums[d]) - xLogX(sums[c] + sums[d])
    for (const x of alive) if (x !== c && x !== d) sum += term(c, d, x)
    return sum
  }
  const eachPair = (visit: (c: number, d: number) => void): void => {
    for (let i = 0; i < alive.length; i++)
      for (let j = i + 1; j < alive.length; j++) visit(alive[i], alive[j])
  }
  eachPair((c, d) => {
    // Both the first losses and the merges take time with the cube of the number of clusters.
    if (d === c + 1) onStep?.((1 - (1 - c / size) ** 2) / 2)
    loss[c * size + d] = lossOf(c, d)
  })
  while (alive.length > 1) {
    onStep?.(1 - (alive.length / size) ** 3 / 2)
    let [a, b] = alive
    const sizeOf = (c: number, d: number): number => members[c].length + members[d].length
    eachPair((c, d) => {
      const more = loss[c * size + d] - loss[a * size + b]
      // Words that are never adjacent lose nothing: the smaller unions first keep the paths short. 1e-9 is for rounding errors.
      if (more < -1e-9 || (more < 1e-9 && sizeOf(c, d) < sizeOf(a, b))) [a, b] = [c, d]
    })
    const touches = (c: number, d: number): boolean => c === a || d === a || c === b || d === b
    eachPair((c, d) => {
      if (!touches(c, d)) loss[c * size + d] -= term(c, d, a) + term(c, d, b)
    })
    for (const x of alive) counts[a * size + x] += at(b, x)
    alive.splice(alive.indexOf(b), 1)
    for (const x of alive) counts[x * size + a] += at(x, b)
    sums[a] += sums[b]
    for (const cluster of members[a]) paths[cluster] = `0${paths[cluster]}`
    for (const cluster of members[b]) paths[cluster] = `1${paths[cluster]}`
    members[a].push(...members[b])
    eachPair((c, d) => {
      loss[c * size + d] = c === a || d === a ? lossOf(c, d) : loss[c * size + d] + term(c, d, a)
    })
  }
  return paths
}

/** A file: on each line the path of a cluster, a tab, and its words with spaces between them, the most frequent first. */
export function writeClusters(clusters: WordLists): string {
  return [...clusters]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, words]) => `${path}\t${words.join(' ')}\n`)
    .join('')
}

/** What lines of the files begin with. */
const names = {
  cluster: { pattern: /^[01]{1,4096}$/, expected: 'bits' },
  class: { pattern: /^[\da-z]{1,20}$/, expected: 'letters and digits' },
} as const

/**
 * Reads the clusters or, with names of classes in place of paths, a lexicon. Also reads lines of one word with its frequency
 * (Brown tools). Throws SyntaxError with the number of a wrong line.
 */
export function readClusters(text: string, kind: keyof typeof names = 'cluster'): WordLists {
  const clusters = new Map<string, string[]>()
  const nameOf = new Map<string, string>()
  const { pattern, expected } = names[kind]
  text.split(/\r?\n/).forEach((line, i) => {
    if (line === '') return
    const [, name = '', words] = /^(\w+)\t([^\t]+)(?:\t\d+)?$/.exec(line) ?? []
    if (!pattern.test(name)) throw new SyntaxError(`line ${i + 1}: expected ${expected}, a tab and words`)
    const known = clusters.get(name) ?? []
    for (const word of words.split(' ')) {
      if ((nameOf.get(word) ?? name) !== name)
        throw new SyntaxError(
          `line ${i + 1}: the word '${word}' is in another ${kind}, too, expected it in one`,
        )
      nameOf.set(word, name)
      known.push(word)
    }
    clusters.set(name, known)
  })
  if (clusters.size === 0) throw new SyntaxError(`no ${kind}, expected lines of ${expected}, a tab and words`)
  return clusters
}
