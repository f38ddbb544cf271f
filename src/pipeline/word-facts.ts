/** What the tokenizer and the tagger read of a single word form, as hashes. Facts are computed once for each form. */
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

/** The facts of a word, which are columns of feature templates. */
export const wordColumns = [
  'form',
  'lower',
  // The first one to four characters, lower case.
  'prefix1',
  'prefix2',
  'prefix3',
  'prefix4',
  // The last one to seven characters, lower case, every digit as 9; the last two are absent in old models.
  'suffix1',
  'suffix2',
  'suffix3',
  'suffix4',
  'suffix5',
  'suffix6',
  'suffix7',
  // The shape with runs of one character, and with runs of up to three.
  'shape',
  'long',
  // The set of tags that the word had in training; the suffix of an unknown word.
  'set',
  // The cluster of the word, and the first 4, 6 and 10 bits of its path.
  'cluster',
  'cluster4',
  'cluster6',
  'cluster10',
  // The class of the word in the lexicon: its first character, which is how often it has a capital, and the rest.
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
/** The number of facts about a word. */
export const FACT_COUNT = wordColumns.length

const PREFIXES = 4
const SUFFIXES = 7
const CLUSTER_BITS = [4, 6, 10]
/** The shape is that of this many UTF-16 code units at most. */
const LONGEST_SHAPE = 40

export interface WordFacts {
  readonly facts: Int32Array
  /** The tags to choose from, if the word was frequent in training; undefined if every tag is possible. */
  readonly choices: TagChoices | undefined
  /** Caches of the tagger: sums of weights of this word as the word that is tagged, and as a neighbour of it. */
  sumsAsTagged: Int16Array | undefined
  sumsAsNeighbour: Int16Array | undefined
  /** The lemmas by tag and FEATS; see the lemmatizer. */
  readonly lemmas: Map<number, string>
}

export interface TagChoices {
  /** Tag ids, ascending, at least one. */
  readonly tags: Uint16Array
  /** For each of these tags the id of the FEATS that follow from it, -1 if the FEATS have to be predicted. */
  readonly feats: Int32Array
}

/** Facts for a position outside the sentence: every fact is `value`. */
export function borderFacts(value: number): WordFacts {
  return withoutSums(new Int32Array(FACT_COUNT).fill(value), undefined)
}

function withoutSums(facts: Int32Array, choices: TagChoices | undefined): WordFacts {
  return { facts, choices, sumsAsTagged: undefined, sumsAsNeighbour: undefined, lemmas: new Map() }
}

/** What a tagger knows of the words of its training text. Words are identified by hashes. */
export interface Vocabulary {
  /** For frequent words in lower case: the number of the set of their tags. */
  readonly ambiguity: WordNumbers
  /** For frequent words: an index into `choices`. */
  readonly choice: WordNumbers
  /** Sets of tag ids, ascending, none of them empty. */
  readonly choices: readonly Uint16Array[]
  /** For words with a tag that have nearly always the same FEATS: their id. A pair is the `hashPair` of form and tag id. */
  readonly feats: WordNumbers
}

export const NO_VOCABULARY: Vocabulary = Object.freeze({
  ambiguity: NO_NUMBERS,
  choice: NO_NUMBERS,
  choices: [],
  feats: NO_NUMBERS,
})

/** Longer words, in UTF-16 code units, are not kept: they hardly come again, and text may have any number of them. */
const LONGEST_KEPT = 64

/** The facts of words, computed on first use. */
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
    const known = this.#words.get(form)
    if (known) return known
    const facts = this.#factsOf(form)
    const word = withoutSums(facts, this.#choicesOf(facts[FORM]))
    if (form.length > LONGEST_KEPT) return word
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
    for (let length = 1; length <= PREFIXES; length++)
      facts[PREFIX + length - 1] = hashText(lower, 0, Math.min(length, lower.length))
    for (let length = 1; length <= SUFFIXES; length++)
      facts[SUFFIX + length - 1] = hashText(pattern, Math.max(0, pattern.length - length))
    const start = form.slice(0, LONGEST_SHAPE)
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

/** Letters without case are alike in shapes; punctuation is as it is. */
function otherClass(character: string): string {
  return /\p{L}/u.test(character) ? 'o' : character
}
