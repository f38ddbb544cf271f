/** Clusters of words that occur in the same contexts, and classes of words from a lexicon. Words are identified by hashes. */
import { Symbols } from '../../transform/symbols.ts'
import { hashText } from './hash.ts'
import { numberOf, wordNumbers, type WordNumbers } from './word-numbers.ts'

export interface WordClusters {
  /**
   * The path of a cluster in the tree of clusters, a text of bits; behind a dot, the class of words in the lexicon. Either
   * can be absent. Clusters with a long prefix in common are alike.
   */
  readonly paths: readonly string[]
  /** For the hash of a word, see {@link clusterForm}, the index of its path. */
  readonly words: WordNumbers
}

/** Words by the path of their cluster, or by their class. */
export type WordLists = ReadonlyMap<string, readonly string[]>

/** Of words with the same {@link clusterForm} the first counts. The lexicon has words in lower case. */
export function wordClusters(clusters: WordLists, lexicon: WordLists = new Map()): WordClusters {
  const paths = new Symbols()
  const known = new Map<number, number>()
  const classes = new Map([...lexicon].flatMap(([name, words]) => words.map((word) => [word, `.${name}`])))
  const add = (word: string, path: string): void => {
    const hash = hashText(clusterForm(word)) >>> 0
    if (!known.has(hash)) known.set(hash, paths.add(path))
  }
  for (const [path, words] of clusters)
    for (const word of words) add(word, path + (classes.get(word.toLowerCase()) ?? ''))
  for (const [word, name] of classes) add(word, name)
  return { paths: paths.texts(), words: wordNumbers(known) }
}

/** A word as clusters have it: every ASCII digit as 9. */
export function clusterForm(form: string): string {
  return form.replace(/\d/g, '9')
}

/** The path of the cluster of a word, or else of the word in lower case; '' if neither has a cluster. */
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
  return path(pattern) ?? path(pattern.toLowerCase()) ?? ''
}
