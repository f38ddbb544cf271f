/**
 * The features of the tagger. Features of a single word depend on its form and on its position relative to the tagged
 * word, so that the tagger sums their weights once for each form. The other features combine words, or read the tags of
 * the words before. The templates are code, not data as in parser/features, because those address the nodes of a
 * configuration and compile to a WebAssembly program, and these neither have a configuration nor need one.
 */
import { hashPair } from '../../parser/core/sentence.ts'
import { featureKey } from './classifier.ts'
import { AMBIGUITY, borderFacts, FACTS, LOWER, SHAPE, SUFFIX, type WordFacts } from './word-facts.ts'

/** The positions whose single words are features, and which of their facts: the tagged word itself comes first. */
export const positions: readonly { readonly offset: number; readonly facts: readonly number[] }[] = [
  { offset: 0, facts: Array.from({ length: FACTS }, (_, fact) => fact) },
  { offset: -1, facts: [LOWER, SUFFIX + 2, SHAPE, AMBIGUITY] },
  { offset: -2, facts: [LOWER] },
  { offset: 1, facts: [LOWER, SUFFIX + 2, SHAPE, AMBIGUITY] },
  { offset: 2, facts: [LOWER, AMBIGUITY] },
]

const COMBINED = 20
/** The number of features of a word. */
export const TAG_FEATURES = COMBINED + positions.reduce((sum, { facts }) => sum + facts.length, 0)
/** The number of features of the choice between the FEATS of a tag. */
export const FEATS_FEATURES = 22

/** The templates of single words have the numbers from here on, position after position. */
const SINGLE = 32
const firstTemplates = positions.map((_, position) =>
  positions.slice(0, position).reduce((sum, { facts }) => sum + facts.length, SINGLE),
)

/** In features, tags and FEATS are their ids plus 3, and 1 before the first word. */
const FIRST_ID = 3
const NO_ID = 1

/** The value of an id in features. */
export function idAt(ids: ArrayLike<number>, i: number): number {
  return i < 0 ? NO_ID : ids[i] + FIRST_ID
}

/** Writes the features of a single word at a position to keys[from..); returns the index after the last one. */
export function writeWordKeys(word: WordFacts, position: number, keys: Uint32Array, from: number): number {
  const { facts } = positions[position]
  for (let i = 0; i < facts.length; i++)
    keys[from++] = featureKey(firstTemplates[position] + i, word.facts[facts[i]])
  return from
}

/** The context of the word that is tagged: its neighbours, and the tags and FEATS of the words before it. */
export class TagContext {
  before2: WordFacts
  before: WordFacts
  word: WordFacts
  after: WordFacts
  after2: WordFacts
  /** The tags of the two words before, and of the nearest verb or auxiliary before; see {@link idAt}. */
  tag1 = NO_ID
  tag2 = NO_ID
  verb = NO_ID
  #feats1 = NO_ID
  #feats2 = NO_ID
  // The tagger keeps sums with these two, so that they must not be shared between taggers.
  readonly #start = borderFacts(1)
  readonly #end = borderFacts(2)
  readonly #isVerb: readonly boolean[]

  /** @param tags the tags by id */
  constructor(tags: readonly { readonly upos: string }[]) {
    this.#isVerb = tags.map(({ upos }) => upos === 'VERB' || upos === 'AUX')
    this.before2 = this.before = this.#start
    this.word = this.after = this.after2 = this.#end
  }

  /**
   * Moves to word `i` of a sentence. The words of a sentence have to be visited in order, beginning with 0.
   *
   * @param tags the ids of the tags of the words before `i`; `feats` likewise
   */
  moveTo(sentence: readonly WordFacts[], i: number, tags: ArrayLike<number>, feats: ArrayLike<number>): void {
    const last = sentence.length - 1
    this.before2 = i > 1 ? sentence[i - 2] : this.#start
    this.before = i > 0 ? sentence[i - 1] : this.#start
    this.word = sentence[i]
    this.after = i < last ? sentence[i + 1] : this.#end
    this.after2 = i + 1 < last ? sentence[i + 2] : this.#end
    this.tag1 = idAt(tags, i - 1)
    this.tag2 = idAt(tags, i - 2)
    if (i === 0) this.verb = NO_ID
    else if (this.#isVerb[tags[i - 1]]) this.verb = this.tag1
    this.#feats1 = idAt(feats, i - 1)
    this.#feats2 = idAt(feats, i - 2)
  }

  /** Writes all features of the word; returns their number. */
  writeKeys(keys: Uint32Array): number {
    const words = [this.before2, this.before, this.word, this.after, this.after2]
    let count = this.writeCombinedKeys(keys)
    positions.forEach(({ offset }, position) => {
      count = writeWordKeys(words[2 + offset], position, keys, count)
    })
    return count
  }

  /** Writes the features that are not of a single word; returns their number. */
  writeCombinedKeys(keys: Uint32Array): number {
    const { tag1, tag2, verb } = this
    const before = this.before.facts
    const word = this.word.facts
    const after = this.after.facts
    const tags = hashPair(tag1, tag2)
    const sets = hashPair(word[AMBIGUITY], after[AMBIGUITY])
    keys[0] = featureKey(0, tag1)
    keys[1] = featureKey(1, tag2)
    keys[2] = featureKey(2, tags)
    keys[3] = featureKey(3, hashPair(tag1, word[LOWER]))
    keys[4] = featureKey(4, hashPair(tag1, word[SUFFIX + 1]))
    keys[5] = featureKey(5, hashPair(tag1, word[SUFFIX + 2]))
    keys[6] = featureKey(6, hashPair(tag1, word[AMBIGUITY]))
    keys[7] = featureKey(7, hashPair(tag1, sets))
    keys[8] = featureKey(8, hashPair(tags, word[AMBIGUITY]))
    keys[9] = featureKey(9, sets)
    keys[10] = featureKey(10, hashPair(word[LOWER], after[AMBIGUITY]))
    keys[11] = featureKey(11, hashPair(sets, this.after2.facts[AMBIGUITY]))
    keys[12] = featureKey(12, hashPair(before[LOWER], word[LOWER]))
    keys[13] = featureKey(13, hashPair(word[LOWER], after[LOWER]))
    keys[14] = featureKey(14, hashPair(before[LOWER], after[LOWER]))
    keys[15] = featureKey(15, hashPair(word[SHAPE], after[SHAPE]))
    keys[16] = featureKey(16, hashPair(tag1, word[SHAPE]))
    keys[17] = featureKey(17, hashPair(verb, word[SUFFIX + 1]))
    keys[18] = featureKey(18, hashPair(verb, word[AMBIGUITY]))
    keys[19] = featureKey(19, hashPair(hashPair(verb, tag1), word[SUFFIX + 1]))
    return COMBINED
  }

  /** Writes the features of the FEATS of the word, given the id of its tag; returns their number. */
  writeFeatsKeys(tag: number, keys: Uint32Array): number {
    const before = this.before.facts
    const word = this.word.facts
    const after = this.after.facts
    const feats1 = this.#feats1
    let count = 0
    const add = (value: number): void => {
      keys[count] = featureKey(200 + count, hashPair(tag + FIRST_ID, value))
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
    add(this.tag1)
    add(feats1)
    add(this.#feats2)
    add(hashPair(feats1, word[SUFFIX + 1]))
    add(hashPair(feats1, word[LOWER]))
    add(hashPair(word[LOWER], after[LOWER]))
    add(hashPair(feats1, this.#feats2))
    return count
  }
}
