/**
 * Files of word clusters: on each line the path of a cluster, a tab, and its words with spaces between them, the most
 * frequent first. Lines of Brown-clustering tools, with one word, a further tab and its frequency, are read too.
 */

type Clusters = ReadonlyMap<string, readonly string[]>

export function writeClusters(clusters: Clusters): string {
  return [...clusters]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, words]) => `${path}\t${words.join(' ')}\n`)
    .join('')
}

/** @throws SyntaxError with the number of the line that is wrong, or if there is no cluster */
export function readClusters(text: string): Clusters {
  const clusters = new Map<string, string[]>()
  text.split(/\r?\n/).forEach((line, i) => {
    if (line === '') return
    const [, path, words] = /^([01]{1,64})\t([^\t]+)(?:\t\d+)?$/.exec(line) ?? []
    if (path === undefined) throw new SyntaxError(`line ${i + 1}: expected bits, a tab and words`)
    const known = clusters.get(path) ?? []
    for (const word of words.split(' ')) known.push(word)
    clusters.set(path, known)
  })
  if (clusters.size === 0) throw new SyntaxError('no cluster, expected lines of bits, a tab and words')
  return clusters
}
