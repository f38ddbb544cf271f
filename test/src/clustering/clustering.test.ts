import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readClusters, writeClusters, pathsOf } from '../../../src/clustering/hierarchy.ts'
import { Clustering } from '../../../src/clustering/exchange.ts'
import { BigramCounter, type Bigrams } from '../../../src/clustering/text-bigrams.ts'
import { clusterPath, wordClusters } from '../../../parser/core/word-numbers.ts'

function bigramsOf(text: string, most = 1000): Bigrams {
  const counter = new BigramCounter()
  for (const line of text.split('\n')) counter.add(line.split(' ').filter(Boolean))
  return counter.bigrams(most)
}

/** The logarithm of the likelihood, without what no clustering changes. */
function likelihood(bigrams: Bigrams, clusterOf: ArrayLike<number>): number {
  const pairs = new Map<string, number>()
  const sums = new Map<number, number>()
  const add = <K>(counts: Map<K, number>, key: K, times: number): unknown =>
    counts.set(key, (counts.get(key) ?? 0) + times)
  const { starts, words, counts } = bigrams.after
  bigrams.words.forEach((_, word) => {
    add(sums, clusterOf[word], bigrams.frequency[word])
    for (let i = starts[word]; i < starts[word + 1]; i++)
      add(pairs, `${clusterOf[word]} ${clusterOf[words[i]]}`, counts[i])
  })
  const information = (all: Iterable<number>): number =>
    [...all].reduce((sum, count) => sum + count * Math.log(count), 0)
  return information(pairs.values()) - information(sums.values())
}

const nouns = ['dog', 'cat', 'bird', 'fox', 'hen']
const verbs = ['sees', 'likes', 'knows', 'hears']
const text = nouns.flatMap((a) => verbs.flatMap((verb) => nouns.map((b) => `the ${a} ${verb} the ${b} .`)))

describe('clusters', () => {
  test('counts are those of the text, the most frequent word first', () => {
    const { words, frequency, after } = bigramsOf('a b a\na')
    expect(words).toEqual(['', 'a', 'b'])
    expect([...frequency]).toEqual([4, 6, 2])
    expect([...after.words.subarray(after.starts[0], after.starts[1])]).toEqual([1])
  })

  test('words that stand between the same words are in one cluster', () => {
    const bigrams = bigramsOf(text.join('\n'))
    const clustering = new Clustering(bigrams, 5)
    while (clustering.pass() > 0);
    const clustersOf = (some: string[]): Set<number> =>
      new Set(some.map((word) => clustering.clusterOf[bigrams.words.indexOf(word)]))
    expect(clustersOf(nouns).size).toBe(1)
    expect(clustersOf(verbs).size).toBe(1)
    const shares: number[] = []
    const paths = pathsOf(clustering, (share) => shares.push(share))
    expect(shares.every((share, i) => share >= (shares[i - 1] ?? 0) && share < 1)).toBe(true)
    expect(shares.length).toBeGreaterThan(3)
    expect(new Set(paths).size).toBe(5)
    // No path is the beginning of another one: they are the leaves of a tree.
    expect(paths.filter((a) => paths.some((b) => a !== b && b.startsWith(a)))).toEqual([])
  })

  test('words that are never adjacent merge to short paths', () => {
    const words = Array.from({ length: 63 }, (_, i) => `w${i}`)
    const paths = pathsOf(new Clustering(bigramsOf(words.join('\n')), 64))
    expect(Math.max(...paths.map((path) => path.length))).toBeLessThan(12)
  })

  test('a pass never makes the text less likely, and the counts stay those of the clusters', () => {
    const anyText = fc
      .array(fc.array(fc.constantFrom(...'abcdefgh'), { minLength: 1, maxLength: 8 }), { minLength: 3 })
      .map((lines) => lines.map((line) => line.join(' ')).join('\n'))
    fc.assert(
      fc.property(anyText, fc.integer({ min: 2, max: 4 }), (some, clusters) => {
        const bigrams = bigramsOf(some)
        const clustering = new Clustering(bigrams, clusters)
        for (let pass = 0; pass < 3; pass++) {
          const before = likelihood(bigrams, clustering.clusterOf)
          clustering.pass()
          expect(likelihood(bigrams, clustering.clusterOf)).toBeGreaterThanOrEqual(before - 1e-9)
        }
        const sum = clustering.after.reduce((a, b) => a + b, 0)
        expect(sum).toBe(bigrams.after.counts.reduce((a, b) => a + b, 0))
      }),
    )
  })
})

describe('cluster files', () => {
  test('come back as they went', () => {
    const clusters = new Map([
      ['00', ['a', 'b']],
      ['01', ['c']],
    ])
    expect(readClusters(writeClusters(clusters))).toEqual(clusters)
  })

  test('have _ for the white space in words, and 9 for digits', () => {
    const clusters = wordClusters(readClusters('01\tđại_học\n10\t99_999\n'))
    expect(['đại học', 'Đại học', '12\u00a0500', 'đại'].map((word) => clusterPath(clusters, word))).toEqual([
      '01',
      '01',
      '10',
      '',
    ])
  })

  test('of Brown-clustering tools are read', () => {
    expect(readClusters('0\tthe\t12\n0\ta\t7\n10\tdog\t3\n')).toEqual(
      new Map([
        ['0', ['the', 'a']],
        ['10', ['dog']],
      ]),
    )
  })

  test('have paths of 4,096 bits at most', () => {
    const path = '1'.repeat(4096)
    expect(readClusters(`0\ta\n${path}\tb\n`).get(path)).toEqual(['b'])
    expect(() => readClusters(`0\ta\n${path}1\tb\n`)).toThrow('line 2: expected bits, a tab and words')
  })

  test('with a word in two clusters are refused', () => {
    expect(() => readClusters('0\ta b\n10\tc\n11\td a\n')).toThrow(
      "line 3: the word 'a' is in another cluster, too, expected it in one",
    )
  })

  test('without a cluster are refused', () => {
    expect(() => readClusters('\n')).toThrow('no cluster, expected lines of bits, a tab and words')
  })

  test('can be the classes of a lexicon', () => {
    expect(readClusters('0nv\tbank row\n', 'class')).toEqual(new Map([['0nv', ['bank', 'row']]]))
    expect(() => readClusters('0-nv\tbank\n', 'class')).toThrow(
      'line 1: expected letters and digits, a tab and words',
    )
    expect(() => readClusters('', 'class')).toThrow(
      'no class, expected lines of letters and digits, a tab and words',
    )
  })

  test.each(['x\ta', '01', '01\t', 'a 01'])('%j is refused with its line', (line) => {
    expect(() => readClusters(`0\ta\n${line}\n`)).toThrow('line 2: expected bits, a tab and words')
  })
})
