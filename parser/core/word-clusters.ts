/** Clusters of words that occur in the same contexts. Words are identified by hashes. */
import { hashText } from './hash.ts'
import { numberOf, wordNumbers, type WordNumbers } from './word-numbers.ts'

export interface WordClusters {
  /** The paths of the clusters in their tree: texts of bits. Clusters with a long prefix in common are alike. */
  readonly paths: readonly string[]
  /** For the hash of a word, see {@link clusterForm}, the index of its path. */
  readonly words: WordNumbers
}

/** @param clusters the words of each cluster, by its path. Of words with the same {@link clusterForm} the first counts */
export function wordClusters(clusters: ReadonlyMap<string, readonly string[]>): WordClusters {
  const words = [...clusters.values()].flatMap((members, path) =>
    members.map((word) => [hashText(clusterForm(word)) >>> 0, path] as const),
  )
  return { paths: [...clusters.keys()], words: wordNumbers(new Map(words.reverse())) }
}

/** A word as clusters have it: every ASCII digit as 9. */
export function clusterForm(form: string): string {
  return form.replace(/\d/g, '9')
}

/** The path of a word, or else of the word in lower case; '' if neither has a cluster. */
export function clusterPath({ paths, words }: WordClusters, form: string): string {
  const pattern = clusterForm(form)
  const path = (word: string): string | undefined => paths[numberOf(words, hashText(word))]
  return path(pattern) ?? path(pattern.toLowerCase()) ?? ''
}
