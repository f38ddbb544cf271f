/**
 * Norms of a treebank: pairs of a place and a relation that never meet in its trees. A place is what the arc of a word
 * finds: the tag of the word, the side of the head on which it is, the tag of the head, the relation of the head, both of
 * these, and the relation of a sister. That punctuation has no dependents, that `conj` follows its head and that a verb has
 * one subject is learned like everything else: no relation is named here.
 *
 * That a pair is not in the treebank says something only if it could be. It is a norm if
 *
 * - by chance it would be there several times, or
 * - the place is a tag, and tag or relation hardly ever meet new partners: by Good (1953), the probability of a new one is the
 *   share of partners that were met once, or
 * - the place is that of dependents, and it hardly ever has any.
 *
 * The same is counted for labels without their subtypes; what is a norm for them is one for all their subtypes.
 */
import type { Symbols } from '../../transform/symbols.ts'
import { hashText } from '../core/hash.ts'
import type { ParserSentence } from '../core/sentence.ts'
import { attributes } from '../core/word-attributes.ts'
import type { WordNumbers } from '../core/word-numbers.ts'

/** The universal tags. Words with other tags have no norms by tag. */
const universalTags: readonly string[] = Object.freeze(
  'ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X'.split(' '),
)
const tagNumbers = new Map(universalTags.map((tag, number) => [hashText(tag), number]))
const OTHER_TAG = universalTags.length
const TAGS = OTHER_TAG + 1
/** `of` in `of course` counts as an adverb. */
const TAG_COLUMN = attributes.indexOf('extpos')

/** The number of the tag of each word, 1..size in the order of the text, written to `into`. */
export function fillTags(into: Int32Array, { columns, mirrored, size }: ParserSentence): void {
  for (let word = 1; word <= size; word++)
    into[word] = tagNumbers.get(columns[TAG_COLUMN][mirrored ? size + 1 - word : word]) ?? OTHER_TAG
}

// Places are numbers: first those that name no relation, then for each relation those that name it.

const FIRST_OF_RELATIONS = 2 * TAGS + 2
const PLACES_OF_RELATION = TAGS + 2

/** The places of an arc, by what is at them. */
export const places = Object.freeze({
  tag: (tag: number): number => tag,
  side: (isLeft: boolean): number => TAGS + (isLeft ? 0 : 1),
  headTag: (tag: number): number => TAGS + 2 + tag,
  head: (label: number): number => FIRST_OF_RELATIONS + PLACES_OF_RELATION * label,
  sister: (label: number): number => FIRST_OF_RELATIONS + PLACES_OF_RELATION * label + 1,
  taggedHead: (tag: number, label: number): number =>
    FIRST_OF_RELATIONS + PLACES_OF_RELATION * label + 2 + tag,
})
export type Kind = keyof typeof places

interface Place {
  readonly kind: Kind
  /** The number of a tag; of a side 0 for left, 1 for right; −1 if the place names none. */
  readonly tag: number
  /** −1 if the place names none. */
  readonly label: number
}

function partsOf(place: number): Place {
  if (place < TAGS) return { kind: 'tag', tag: place, label: -1 }
  if (place < TAGS + 2) return { kind: 'side', tag: place - TAGS, label: -1 }
  if (place < FIRST_OF_RELATIONS) return { kind: 'headTag', tag: place - TAGS - 2, label: -1 }
  const label = Math.floor((place - FIRST_OF_RELATIONS) / PLACES_OF_RELATION)
  const rest = (place - FIRST_OF_RELATIONS) % PLACES_OF_RELATION
  if (rest >= 2) return { kind: 'taggedHead', tag: rest - 2, label }
  return { kind: rest === 0 ? 'head' : 'sister', tag: -1, label }
}

const placeCount = (labels: number): number => FIRST_OF_RELATIONS + PLACES_OF_RELATION * labels

const withLabel = (place: number, from: number, to: number): number =>
  place + PLACES_OF_RELATION * (to - from)

/** The most labels for which there are norms: the time to learn them is in proportion to the square. */
export const MOST_LABELS = 1000

/** How often each pair is in a treebank, by its number place · labels + label. Pairs of sisters have the smaller label first. */
export type PairCounts = WordNumbers

export function increase<Key>(counts: Map<Key, number>, key: Key, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by)
}

/** How often a pair would be in the treebank by chance, at least, if its absence is a norm. */
const LEAST_EXPECTED = 3
/** The same for dependents, whose heads are often wrong: fewer arcs have to be moved. */
const LEAST_EXPECTED_OF_HEADS = 10
/** The largest probability of a new partner of what meets no new ones. */
const NEW = 1 / 50
/** A place has no dependents if its words, at least so many, have at most this share of dependents. */
const [LEAST_WORDS, DEPENDENTS] = [10, 0.1] as const

const isLeafPlace = (words: number, dependents: number): boolean =>
  words >= LEAST_WORDS && dependents <= DEPENDENTS * words

/** Whether the probability of a new partner is not small. @param metOnce how many partners were met once */
const meetsNew = (met: number, metOnce = 0): boolean => metOnce + 1 > NEW * met

export class Norms {
  /** The number of labels. */
  readonly #size: number
  readonly #labels: RelationNorms
  /** For labels without their subtypes. */
  readonly #universal: RelationNorms
  /** By pair: 0 if it was not asked for yet, 1 if it is allowed, 2 if it never occurs. */
  readonly #answers: Uint8Array

  constructor({ words, numbers }: PairCounts, labels: Symbols) {
    const texts = labels.texts()
    const counts = new Map(Array.from(words, (pair, i) => [pair, numbers[i]]))
    this.#size = texts.length
    this.#labels = new RelationNorms(counts, texts)
    this.#universal = new RelationNorms(
      counts,
      texts.map((text) => text.split(':', 1)[0]),
    )
    this.#answers = new Uint8Array(placeCount(texts.length) * texts.length)
  }

  /** The labels of the treebank. */
  get labels(): readonly number[] {
    return [...this.#labels.frequency.keys()]
  }

  /** How often a label is in the treebank. */
  frequency(label: number): number {
    return this.#labels.frequency.get(label) ?? 0
  }

  /** Whether the treebank never has the pair. */
  forbids(place: number, label: number): boolean {
    const pair = place * this.#size + label
    if (this.#answers[pair] === 0) {
      const isNever = this.#labels.forbids(place, label) || this.#universal.forbids(place, label)
      this.#answers[pair] = isNever ? 2 : 1
    }
    return this.#answers[pair] === 2
  }

  /** How often the treebank has the pair, which is not one of sisters. */
  count(place: number, label: number): number {
    return this.#labels.count(place, label)
  }
}

/** The norms of relations: of labels, or of labels without their subtypes. */
class RelationNorms {
  /** By relation: how often it is in the treebank. */
  readonly frequency = new Map<number, number>()
  readonly #size: number
  /** By label: the first label with this name, which represents all of them. */
  readonly #relations: readonly number[]
  readonly #counts = new Map<number, number>()
  /** By place: how often it has a relation. */
  readonly #sums = new Map<number, number>()
  readonly #words: number
  /** How many partners a tag has met once, and a relation. */
  readonly #once = { tags: new Map<number, number>(), relations: new Map<number, number>() }

  /** @param names the names of the relations, by label */
  constructor(counts: ReadonlyMap<number, number>, names: readonly string[]) {
    const size = (this.#size = names.length)
    const first = new Map<string, number>()
    this.#relations = names.map((name, label) => {
      if (!first.has(name)) first.set(name, label)
      return first.get(name)!
    })
    for (const [pair, count] of counts) {
      const place = Math.floor(pair / size)
      const { kind, label } = partsOf(place)
      const other = label < 0 ? label : this.#relations[label]
      const own = this.#relations[pair % size]
      this.#add(withLabel(place, label, other), own, count)
      if (kind === 'sister' && other !== own) this.#add(places.sister(own), other, count)
    }
    for (const [pair, met] of this.#counts) {
      if (pair >= TAGS * size) continue
      increase(this.frequency, pair % size, met)
      if (met > 1) continue
      increase(this.#once.tags, Math.floor(pair / size))
      increase(this.#once.relations, pair % size)
    }
    this.#words = [...this.frequency.values()].reduce((sum, one) => sum + one, 0)
  }

  #add(place: number, relation: number, count: number): void {
    increase(this.#counts, place * this.#size + relation, count)
    increase(this.#sums, place, count)
  }

  count(place: number, relation: number): number {
    return this.#counts.get(place * this.#size + relation) ?? 0
  }

  #sum(place: number): number {
    return this.#sums.get(place) ?? 0
  }

  /** Whether words with a universal tag hardly ever have dependents. */
  isLeaf(tag: number): boolean {
    return isLeafPlace(this.#sum(places.tag(tag)), this.#sum(places.headTag(tag)))
  }

  /** Whether the relation of a label is never at a place, and this is a norm. */
  forbids(place: number, label: number): boolean {
    const { kind, tag, label: labelOfPlace } = partsOf(place)
    const relation = this.#relations[label]
    const all = this.frequency.get(relation) ?? 0
    if (all === 0 || tag === OTHER_TAG) return false
    if (labelOfPlace < 0)
      return this.count(place, relation) === 0 && this.#isNormOf(kind, tag, place, relation, all)
    const other = this.#relations[labelOfPlace]
    const labelled = this.frequency.get(other) ?? 0
    const at = withLabel(place, labelOfPlace, other)
    if (labelled === 0 || this.count(at, relation) > 0) return false
    if (kind === 'taggedHead')
      return (this.count(places.tag(tag), other) * all) / this.#words >= LEAST_EXPECTED_OF_HEADS
    if (kind === 'head')
      return isLeafPlace(labelled, this.#sum(at)) || (labelled * all) / this.#words >= LEAST_EXPECTED
    return this.#expectedSisters(other, relation) >= (other === relation ? 2 : 1) * LEAST_EXPECTED
  }

  /** Whether it is a norm that a relation, which occurs `all` times, is not at a place that names no relation. */
  #isNormOf(kind: Kind, tag: number, place: number, relation: number, all: number): boolean {
    const found = kind === 'side' ? this.#sum(place) : this.#sum(places.tag(tag))
    const least = kind === 'headTag' ? LEAST_EXPECTED_OF_HEADS : LEAST_EXPECTED
    if ((found * all) / this.#words >= least) return true
    if (kind === 'headTag') return this.isLeaf(tag)
    const { tags, relations } = this.#once
    return kind === 'tag' && !(meetsNew(found, tags.get(tag)) && meetsNew(all, relations.get(relation)))
  }

  /** How often two relations are sisters if heads of one tag have their dependents by chance. */
  #expectedSisters(one: number, other: number): number {
    let expected = 0
    for (let tag = 0; tag < OTHER_TAG; tag++) {
      const at = places.headTag(tag)
      const words = this.#sum(places.tag(tag))
      if (words > 0) expected += (this.count(at, one) * this.count(at, other)) / words
    }
    return expected
  }
}

/** The norms of a treebank with these labels, by kind and place: the relations that are never there. */
export function listNorms(counts: PairCounts, labels: Symbols): Record<Kind, Record<string, string[]>> {
  const norms = new Norms(counts, labels)
  const texts = labels.texts()
  const all: Record<Kind, Record<string, string[]>> = {
    tag: {},
    side: {},
    headTag: {},
    head: {},
    taggedHead: {},
    sister: {},
  }
  for (let place = 0; place < placeCount(texts.length); place++) {
    const { kind, tag, label } = partsOf(place)
    const never = texts.filter((_, own) => norms.forbids(place, own))
    const tagName = kind === 'side' ? ['left', 'right'][tag] : (universalTags[tag] ?? '')
    if (never.length > 0) all[kind][[tagName, texts[label] ?? ''].join(' ').trim()] = never
  }
  return all
}
