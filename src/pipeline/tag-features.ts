/**
 * The features of the tagger. Those of single words depend on the word and on where it stands beside the one that is
 * tagged, and can be summed once for each form; the others combine words, or look at the tags before.
 */
import { hashPair } from '../../parser/core/sentence.ts'
import { featureKey } from './classifier.ts'
import { AMBIGUITY, FACTS, LOWER, SHAPE, SUFFIX, type WordFacts } from './word-facts.ts'

/** Where a word stands, seen from the word that is tagged, and which of its facts are features there. */
export const places: readonly { readonly offset: number; readonly facts: readonly number[] }[] = [
  { offset: 0, facts: Array.from({ length: FACTS }, (_, fact) => fact) },
  { offset: -1, facts: [LOWER, SUFFIX + 2, SHAPE, AMBIGUITY] },
  { offset: -2, facts: [LOWER] },
  { offset: 1, facts: [LOWER, SUFFIX + 2, SHAPE, AMBIGUITY] },
  { offset: 2, facts: [LOWER, AMBIGUITY] },
]

const COMBINED = 20
/** The largest number of features of a word. */
export const MOST_TAG_FEATURES = COMBINED + places.reduce((sum, { facts }) => sum + facts.length, 0)
/** The templates of single words are numbered from here on, those of each place after the other. */
const SINGLE = 32

const firstTemplates = places.map((_, place) =>
  places.slice(0, place).reduce((sum, { facts }) => sum + facts.length, SINGLE),
)

/** The features of one word that stands at a place, from keys[from] on; where they end. */
export function writePlaceKeys(word: WordFacts, place: number, keys: Uint32Array, from: number): number {
  const { facts } = places[place]
  for (let i = 0; i < facts.length; i++)
    keys[from++] = featureKey(firstTemplates[place] + i, word.facts[facts[i]])
  return from
}

/**
 * The other features, from keys[from] on; where they end.
 *
 * @param words from two before the word that is tagged to two behind it
 * @param last what stands for the tag before; likewise `secondLast`
 * @param verb what stands for the tag of the nearest verb before: a sentence has one that is finite, as a rule
 */
export function writeCombinedKeys(
  words: readonly [WordFacts, WordFacts, WordFacts, WordFacts, WordFacts],
  last: number,
  secondLast: number,
  verb: number,
  keys: Uint32Array,
  from: number,
): number {
  const [, { facts: before }, { facts: word }, { facts: after }, { facts: secondAfter }] = words
  const both = hashPair(last, secondLast)
  const sets = hashPair(word[AMBIGUITY], after[AMBIGUITY])
  keys[from++] = featureKey(0, last)
  keys[from++] = featureKey(1, secondLast)
  keys[from++] = featureKey(2, both)
  keys[from++] = featureKey(3, hashPair(last, word[LOWER]))
  keys[from++] = featureKey(4, hashPair(last, word[SUFFIX + 1]))
  keys[from++] = featureKey(5, hashPair(last, word[SUFFIX + 2]))
  keys[from++] = featureKey(6, hashPair(last, word[AMBIGUITY]))
  keys[from++] = featureKey(7, hashPair(last, sets))
  keys[from++] = featureKey(8, hashPair(both, word[AMBIGUITY]))
  keys[from++] = featureKey(9, sets)
  keys[from++] = featureKey(10, hashPair(word[LOWER], after[AMBIGUITY]))
  keys[from++] = featureKey(11, hashPair(sets, secondAfter[AMBIGUITY]))
  keys[from++] = featureKey(12, hashPair(before[LOWER], word[LOWER]))
  keys[from++] = featureKey(13, hashPair(word[LOWER], after[LOWER]))
  keys[from++] = featureKey(14, hashPair(before[LOWER], after[LOWER]))
  keys[from++] = featureKey(15, hashPair(word[SHAPE], after[SHAPE]))
  keys[from++] = featureKey(16, hashPair(last, word[SHAPE]))
  keys[from++] = featureKey(17, hashPair(verb, word[SUFFIX + 1]))
  keys[from++] = featureKey(18, hashPair(verb, word[AMBIGUITY]))
  keys[from++] = featureKey(19, hashPair(hashPair(verb, last), word[SUFFIX + 1]))
  return from
}

const MORPHOLOGICAL = 22
/** The largest number of features of the choice among the FEATS of a tag. */
export const MOST_FEATS_FEATURES = MORPHOLOGICAL

/**
 * The features by which one of the FEATS of a tag is chosen: each looks at the tag, too.
 *
 * @param tag what stands for the tag; `last` for the tag before, `lastFeats` and `secondLastFeats` for the FEATS before
 */
export function writeFeatsKeys(
  words: readonly [WordFacts, WordFacts, WordFacts, WordFacts, WordFacts],
  tag: number,
  last: number,
  lastFeats: number,
  secondLastFeats: number,
  keys: Uint32Array,
): number {
  const [, { facts: before }, { facts: word }, { facts: after }] = words
  let count = 0
  const add = (value: number): void => {
    keys[count] = featureKey(200 + count, hashPair(tag, value))
    count++
  }
  add(0)
  add(word[LOWER])
  for (let suffix = SUFFIX; suffix < SUFFIX + 5; suffix++) add(word[suffix])
  add(word[AMBIGUITY])
  add(word[SHAPE])
  add(word[SUFFIX - 1])
  add(before[LOWER])
  add(before[SUFFIX + 2])
  add(after[LOWER])
  add(after[SUFFIX + 2])
  add(after[AMBIGUITY])
  add(last)
  add(lastFeats)
  add(secondLastFeats)
  add(hashPair(lastFeats, word[SUFFIX + 1]))
  add(hashPair(lastFeats, word[LOWER]))
  add(hashPair(word[LOWER], after[LOWER]))
  add(hashPair(lastFeats, secondLastFeats))
  return count
}
