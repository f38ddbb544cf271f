/** What the norms of a treebank are learned from. */
import { ParserSentence } from '../core/sentence.ts'
import { wordNumbers } from '../core/word-numbers.ts'
import { fillTags, MOST_LABELS, type PairCounts, places } from '../norms/norms.ts'
import type { Corpus } from './corpus.ts'

/**
 * The pairs in the complete trees of a treebank: of partial trees, it is not known what is absent.
 *
 * @param labels the number of labels; above {@link MOST_LABELS} there are no norms, and the result is undefined
 */
export function countPairs(corpus: Corpus, labels: number): PairCounts | undefined {
  if (labels > MOST_LABELS) return undefined
  const counts = new Map<number, number>()
  const increase = (place: number, label: number): void => {
    const pair = place * labels + label
    counts.set(pair, (counts.get(pair) ?? 0) + 1)
  }
  const sentence = new ParserSentence({ tags: corpus.tags })
  for (let index = 0; index < corpus.size; index++) {
    const { size, head, label } = corpus.tree(index)
    if ([head, label].some((column) => column.subarray(1, size + 1).includes(-1))) continue
    const tags = new Int32Array(size + 1)
    fillTags(tags, corpus.sentence(index, sentence))
    const sisters = new Map<number, number[]>()
    for (let word = 1; word <= size; word++) {
      const [above, own] = [head[word], label[word]]
      increase(places.tag(tags[word]), own)
      if (above === 0) continue
      increase(places.side(word < above), own)
      increase(places.headTag(tags[above]), own)
      increase(places.head(label[above]), own)
      increase(places.taggedHead(tags[above], label[above]), own)
      const others = sisters.get(above) ?? []
      sisters.set(above, others)
      for (const other of others) increase(places.sister(Math.min(own, other)), Math.max(own, other))
      others.push(own)
    }
  }
  return wordNumbers(counts)
}
