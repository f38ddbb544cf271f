/** The attributes of a word form that the tokenizer and the tagger read, as hashes. They are computed once for each form. */
import { hashPair, hashText } from '../../parser/core/hash.ts'
import { shapeOf } from '../../parser/core/word-attributes.ts'
import {
  clusterPath,
  lexiconClass,
  type WordClusters,
  NO_NUMBERS,
  numberOf,
  type WordNumbers,
} from '../../parser/core/word-numbers.ts'
import { copyOf } from './characters.ts'
import { ABSENT } from './features.ts'

/** The attributes of a word, which are columns of feature templates. */
export const wordColumns = [
  'form',
  'lower',
  // The first one to four characters in lower case.
  'prefix1',
  'prefix2',
  'prefix3',
  'prefix4',
  // The last one to seven characters in lower case, with every digit as 9; old models lack the last two.
  'suffix1',
  'suffix2',
  'suffix3',
  'suffix4',
  'suffix5',
  'suffix6',
  'suffix7',
  // The shape with equal characters shortened to one, and to at most three.
  'shape',
  'long',
  // The set of tags of the word in training; for unknown words the suffix.
  'set',
  // The cluster of the word, and the first 4, 6 and 10 bits of its path.
  'cluster',
  'cluster4',
  'cluster6',
  'cluster10',
  // The class of the word in the lexicon: the first character of the class (the frequency of capitals), and the rest.
  'casing',
  'class',
] as const

// Indices into WordFacts.facts.
export const [
  FORM,
  LOWER,
  PREFIX,
  ,
  ,
  ,
  SUFFIX,
  ,
  ,
  ,
  ,
  ,
  ,
  SHAPE,
  LONG_SHAPE,
  SET,
  CLUSTER,
  ,
  ,
  ,
  CASING,
  CLASS,
] = wordColumns.map((_, column) => column)
/** The number of attributes of a word. */
export const FACT_COUNT = wordColumns.length

const PREFIX_COUNT = 4
const SUFFIX_COUNT = 7
const CLUSTER_BITS = [4, 6, 10]
/** The number of initial UTF-16 code units that determine the shape. */
const MAX_SHAPE_LENGTH = 40

export interface WordFacts {
  readonly facts: Int32Array
  /** The tags to choose from, if the word was frequent in training; undefined if every tag is possible. */
  readonly choices: TagChoices | undefined
  /** Caches of the tagger: sums of weights of this word as the tagged word, and as a neighbour. */
  sumsAsTagged: Int16Array | undefined
  sumsAsNeighbour: Int16Array | undefined
  /** The lemmas by tag and FEATS; see the lemmatizer. */
  readonly lemmas: Map<number, string>
}

export interface TagChoices {
  /** The tag ids in ascending order, at least one. */
  readonly tags: Uint16Array
  /** For each of these tags: the id of its fixed FEATS, -1 if the FEATS must be predicted. */
  readonly feats: Int32Array
}

/** The attributes of a position outside the sentence: all are `value`. */
export function borderFacts(value: number): WordFacts {
  return withoutSums(new Int32Array(FACT_COUNT).fill(value), undefined)
}

function withoutSums(facts: Int32Array, choices: TagChoices | undefined): WordFacts {
  return { facts, choices, sumsAsTagged: undefined, sumsAsNeighbour: undefined, lemmas: new Map() }
}

/** The words of the training text of a tagger, identified by hashes. */
export interface Vocabulary {
  /** For frequent words in lower case: the number of the set of their tags. */
  readonly ambiguity: WordNumbers
  /** For frequent words: an index into `choices`. */
  readonly choice: WordNumbers
  /** Non-empty sets of tag ids in ascending order. */
  readonly choices: readonly Uint16Array[]
  /** The FEATS id of pairs of word and tag with nearly always the same FEATS. The key is the `hashPair` of form and tag id. */
  readonly feats: WordNumbers
}

export const NO_VOCABULARY: Vocabulary = Object.freeze({
  ambiguity: NO_NUMBERS,
  choice: NO_NUMBERS,
  choices: [],
  feats: NO_NUMBERS,
})

/**
 * The maximum length of cached words in UTF-16 code units. Longer words rarely repeat, and a text can contain any number of
 * them.
 */
const MAX_CACHED_LENGTH = 64

/** A cache of the attributes of words, computed on first use. */
export class WordCache {
  readonly #vocabulary: Vocabulary
  readonly #capacity: number
  readonly #clusters: WordClusters | undefined
  /** The clusters if they have classes of a lexicon. */
  readonly #lexicon: WordClusters | undefined
  readonly #words = new Map<string, WordFacts>()

  /** @param capacity the number of words to keep; the cache is cleared when it is full */
  constructor(vocabulary: Vocabulary, capacity: number, clusters?: WordClusters) {
    this.#clusters = clusters
    this.#lexicon = clusters?.paths.some((path) => path.includes('.')) ? clusters : undefined
    this.#vocabulary = vocabulary
    this.#capacity = capacity
  }

  of(form: string): WordFacts {
    const cachedWord = this.#words.get(form)
    if (cachedWord) return cachedWord
    const facts = this.#factsOf(form)
    const word = withoutSums(facts, this.#choicesOf(facts[FORM]))
    if (form.length > MAX_CACHED_LENGTH) return word
    if (this.#words.size >= this.#capacity) this.#words.clear()
    this.#words.set(copyOf(form), word)
    return word
  }

  #choicesOf(form: number): TagChoices | undefined {
    const { choice, choices, feats } = this.#vocabulary
    const number = numberOf(choice, form)
    if (number < 0) return undefined
    const tags = choices[number]
    return { tags, feats: Int32Array.from(tags, (tag) => numberOf(feats, hashPair(form, tag))) }
  }

  #factsOf(form: string): Int32Array {
    const facts = new Int32Array(FACT_COUNT)
    const lower = form.toLowerCase()
    const pattern = lower.replace(/\d/g, '9')
    facts[FORM] = hashText(form)
    facts[LOWER] = hashText(lower)
    for (let length = 1; length <= PREFIX_COUNT; length++)
      facts[PREFIX + length - 1] = hashText(lower, 0, Math.min(length, lower.length))
    for (let length = 1; length <= SUFFIX_COUNT; length++)
      facts[SUFFIX + length - 1] = hashText(pattern, Math.max(0, pattern.length - length))
    const start = form.slice(0, MAX_SHAPE_LENGTH)
    facts[SHAPE] = hashText(shapeOf(start, 1, otherClass))
    facts[LONG_SHAPE] = hashText(shapeOf(start, 3, otherClass))
    const set = numberOf(this.#vocabulary.ambiguity, facts[LOWER])
    facts[SET] = set < 0 ? hashText(`?${pattern.slice(-3)}`) : set
    const path = this.#clusters ? clusterPath(this.#clusters, form) : ''
    facts[CLUSTER] = hashText(path)
    CLUSTER_BITS.forEach((bits, i) => (facts[CLUSTER + 1 + i] = hashText(path.slice(0, bits))))
    const name = this.#lexicon && lexiconClass(this.#lexicon, form)
    facts[CASING] = name === undefined ? ABSENT : hashText(name.slice(0, 1))
    facts[CLASS] = name === undefined ? ABSENT : hashText(name.slice(1))
    return facts
  }
}

/** The shape of other characters: all uncased letters are `o`; punctuation is unchanged. */
function otherClass(character: string): string {
  return /\p{L}/u.test(character) ? 'o' : character
}
