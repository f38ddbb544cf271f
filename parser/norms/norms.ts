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

const withLabel = (place: number, from: number, to: number): number =>
  place + PLACES_OF_RELATION * (to - from)

/** The most labels for which there are norms: the time to learn them is in proportion to the square. */
export const MOST_LABELS = 1000

/** How often each pair is in a treebank, by its number place · labels + label. Pairs of sisters have the smaller label first. */
export type PairCounts = WordNumbers

export function increase<Key>(counts: Map<Key, number>, key: Key, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by)
}

export class Norms {
  readonly #texts: readonly string[]
  readonly #frequency: ReadonlyMap<number, number>
  readonly #counts: ReadonlyMap<number, number>
  readonly #never = new Set<number>()

  constructor({ words, numbers }: PairCounts, labels: Symbols) {
    const texts = labels.texts()
    this.#texts = texts
    this.#counts = new Map(Array.from(words, (pair, i) => [pair, numbers[i]]))
    this.#frequency = frequencies(this.#counts, texts.length)
    for (const names of [texts, texts.map((text) => text.split(':', 1)[0])]) this.#learn(names)
  }

  /** The labels of the treebank. */
  get labels(): readonly number[] {
    return [...this.#frequency.keys()]
  }

  /** How often a label is in the treebank. */
  frequency(label: number): number {
    return this.#frequency.get(label) ?? 0
  }

  /** Whether the treebank never has the pair. */
  forbids(place: number, label: number): boolean {
    return this.#never.has(place * this.#texts.length + label)
  }

  /** How often the treebank has the pair, which is not one of sisters. */
  count(place: number, label: number): number {
    return this.#counts.get(place * this.#texts.length + label) ?? 0
  }

  /** The universal tags whose words hardly ever have dependents. */
  leaves(): string[] {
    const below = rowSums(this.#counts, this.#texts.length)
    const isLeaf = (_: string, tag: number): boolean =>
      isLeafPlace(below.get(places.tag(tag)) ?? 0, below.get(places.headTag(tag)) ?? 0)
    return universalTags.filter(isLeaf)
  }

  /** The norms for people, by kind and place: the relations that are never there. */
  listed(): Record<Kind, Record<string, string[]>> {
    const size = this.#texts.length
    const all: Record<Kind, Record<string, string[]>> = {
      tag: {},
      side: {},
      headTag: {},
      head: {},
      taggedHead: {},
      sister: {},
    }
    for (const pair of [...this.#never].sort((one, other) => one - other)) {
      const { kind, tag, label } = partsOf(Math.floor(pair / size))
      const tagName = kind === 'side' ? ['left', 'right'][tag] : (universalTags[tag] ?? '')
      const name = [tagName, this.#texts[label] ?? ''].join(' ').trim()
      ;(all[kind][name] ??= []).push(this.#texts[pair % size])
    }
    return all
  }

  /** Learns the norms of relations with these names, by label. */
  #learn(names: readonly string[]): void {
    const size = names.length
    const first = new Map<string, number>()
    const members = new Map<number, number[]>()
    const relationOf = names.map((name, label) => {
      const relation = first.get(name) ?? label
      first.set(name, relation)
      members.set(relation, [...(members.get(relation) ?? []), label])
      return relation
    })
    const counts = new Map<number, number>()
    for (const [pair, count] of this.#counts) {
      const place = Math.floor(pair / size)
      const { kind, label } = partsOf(place)
      const other = label < 0 ? label : relationOf[label]
      const own = relationOf[pair % size]
      increase(counts, withLabel(place, label, other) * size + own, count)
      if (kind === 'sister' && other !== own) increase(counts, places.sister(own) * size + other, count)
    }
    for (const pair of neverIn(counts, size)) {
      const place = Math.floor(pair / size)
      const { label } = partsOf(place)
      const places = label < 0 ? [place] : members.get(label)!.map((one) => withLabel(place, label, one))
      for (const at of places) for (const one of members.get(pair % size)!) this.#never.add(at * size + one)
    }
  }
}

/** The universal tags whose words hardly ever have dependents in the treebank of a model; undefined if it has no norms. */
export function learnedLeaves({
  norms,
  labels,
}: {
  norms?: PairCounts
  labels: Symbols
}): readonly string[] | undefined {
  return norms && new Norms(norms, labels).leaves()
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

/** By relation: how often it is in the treebank. */
function frequencies(counts: ReadonlyMap<number, number>, size: number): Map<number, number> {
  const found = new Map<number, number>()
  for (const [pair, count] of counts) if (pair < TAGS * size) increase(found, pair % size, count)
  return found
}

/** By place: how often it has a relation. */
function rowSums(counts: ReadonlyMap<number, number>, size: number): Map<number, number> {
  const sums = new Map<number, number>()
  for (const [pair, count] of counts) increase(sums, Math.floor(pair / size), count)
  return sums
}

/** The pairs that are norms. @param size the number of labels; those of pairs are relations */
function* neverIn(counts: ReadonlyMap<number, number>, size: number): Generator<number> {
  const count = (place: number, relation: number): number => counts.get(place * size + relation) ?? 0
  const frequency = frequencies(counts, size)
  const words = [...frequency.values()].reduce((sum, one) => sum + one, 0)
  const sums = rowSums(counts, size)
  const sum = (place: number): number => sums.get(place) ?? 0
  const tags = universalTags.map((_, tag) => tag)
  // How many partners tags and relations have met once.
  const once = { tags: new Map<number, number>(), relations: new Map<number, number>() }
  for (const [pair, met] of counts) {
    if (met > 1 || pair >= TAGS * size) continue
    increase(once.tags, Math.floor(pair / size))
    increase(once.relations, pair % size)
  }
  const meetsNew = (met: number, metOnce = 0): boolean => metOnce + 1 > NEW * met

  for (const place of [...tags, TAGS, TAGS + 1, ...tags.map(places.headTag)]) {
    const { kind, tag } = partsOf(place)
    const found = kind === 'side' ? sum(place) : sum(tag)
    const isLeaf = kind === 'headTag' && isLeafPlace(found, sum(place))
    const least = kind === 'headTag' ? LEAST_EXPECTED_OF_HEADS : LEAST_EXPECTED
    const isClosed = kind === 'tag' && !meetsNew(found, once.tags.get(tag))
    for (const [relation, all] of frequency) {
      if (count(place, relation) > 0) continue
      const isClosedRelation = kind === 'tag' && !meetsNew(all, once.relations.get(relation))
      if (isLeaf || isClosed || isClosedRelation || (found * all) / words >= least)
        yield place * size + relation
    }
  }
  for (const [label, labelled] of frequency) {
    const head = places.head(label)
    const isLeaf = isLeafPlace(labelled, sum(head))
    for (const [relation, all] of frequency) {
      if (count(head, relation) === 0 && (isLeaf || (labelled * all) / words >= LEAST_EXPECTED))
        yield head * size + relation
      for (const tag of tags) {
        const place = places.taggedHead(tag, label)
        if (count(place, relation) === 0 && (count(tag, label) * all) / words >= LEAST_EXPECTED_OF_HEADS)
          yield place * size + relation
      }
      if (count(places.sister(label), relation) > 0) continue
      // Heads of one tag have their dependents by chance.
      let expected = 0
      for (const tag of tags) {
        const at = places.headTag(tag)
        if (sum(tag) > 0) expected += (count(at, label) * count(at, relation)) / sum(tag)
      }
      if (expected >= (label === relation ? 2 : 1) * LEAST_EXPECTED)
        yield places.sister(label) * size + relation
    }
  }
}
