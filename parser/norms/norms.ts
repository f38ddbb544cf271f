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
import { roomFor } from '../../transform/dependents.ts'
import type { Symbols } from '../../transform/symbols.ts'
import type { Tree } from '../../transform/tree.ts'
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
  const column = columns[TAG_COLUMN]
  for (let word = 1; word <= size; word++)
    into[word] = tagNumbers.get(column[mirrored ? size + 1 - word : word]) ?? OTHER_TAG
}

/** The number of a universal tag; undefined for other texts. */
export const tagNumber = (tag: string): number | undefined => tagNumbers.get(hashText(tag))

// Places are numbers: first those that name no relation, then for each relation those that name it.

const FIRST_OF_RELATIONS = 2 * TAGS + 2
const PLACES_OF_RELATION = TAGS + 2

/** The places of an arc, by what is at them. */
export const places = Object.freeze({
  tag: (tag: number): number => tag,
  side: (isLeft: boolean): number => TAGS + (isLeft ? 0 : 1),
  headTag: (tag: number): number => TAGS + 2 + tag,
  head: (label: number): number => FIRST_OF_RELATIONS + PLACES_OF_RELATION * label,
  taggedHead: (tag: number, label: number): number =>
    FIRST_OF_RELATIONS + PLACES_OF_RELATION * label + 2 + tag,
  sister: (label: number): number => FIRST_OF_RELATIONS + PLACES_OF_RELATION * label + 1,
})
export type Kind = keyof typeof places

/** The places of a word's arc, but that of its sisters, in the order of `places`. */
export function placesOf({ head, label }: Tree, tags: Int32Array, word: number): number[] {
  const above = head[word]
  return [
    places.tag(tags[word]),
    places.side(word < above),
    places.headTag(tags[above]),
    places.head(label[above]),
    places.taggedHead(tags[above], label[above]),
  ]
}

interface Place {
  readonly kind: Kind
  /** The number of a tag; of a side 0 for left, 1 for right; −1 if the place names none. */
  readonly tag: number
  /** −1 if the place names none. */
  readonly label: number
}

/** The label that a place names; less than 0 if it names none. */
const labelOf = (place: number): number => Math.floor((place - FIRST_OF_RELATIONS) / PLACES_OF_RELATION)

function partsOf(place: number): Place {
  if (place < TAGS) return { kind: 'tag', tag: place, label: -1 }
  if (place < TAGS + 2) return { kind: 'side', tag: place - TAGS, label: -1 }
  if (place < FIRST_OF_RELATIONS) return { kind: 'headTag', tag: place - TAGS - 2, label: -1 }
  const label = labelOf(place)
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

/** Whether the probability of a new partner is not small. @param times how often each partner was met; `met` is the sum */
const meetsNew = (met: number, times: readonly number[]): boolean =>
  times.filter((one) => one === 1).length + 1 > NEW * met

const ARC_SHIFT = 20
const MULTIPLIER = 0x9e3779b1

/** What is known of a pair; 0 if it was not asked for yet. */
const [ALLOWED, NEVER] = [1, 2]

/**
 * The norms of one treebank: whether a label can be at a place, and whether a tree keeps them. A pair is judged when it is
 * first asked for; the answer is kept, one byte for each pair.
 */
export class Norms {
  /** The number of labels. */
  readonly #size: number
  readonly #labels: RelationNorms
  /** For labels without their subtypes. */
  readonly #universal: RelationNorms
  /** By pair: whether it is allowed. */
  readonly #answers: Uint8Array
  /** A hash table of some arcs that keep the norms: their tags, side and labels as a number; 0 in empty slots. */
  readonly #keptArcs = new Int32Array(1 << (32 - ARC_SHIFT))
  /** By head: its last dependent until now; by word: the sister before it. 0 if there is none. */
  #last = new Int32Array(0)
  #previous = new Int32Array(0)

  constructor(counts: PairCounts, labels: Symbols) {
    const texts = labels.texts()
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
    return this.#labels.relations
  }

  /** How often a label is in the treebank. */
  frequency(label: number): number {
    return this.#labels.frequency[label]
  }

  /** Whether the treebank never has the pair. */
  forbids(place: number, label: number): boolean {
    const answer = this.#answers[place * this.#size + label]
    return (answer === 0 ? this.#judge(place, label) : answer) === NEVER
  }

  /** Whether a tree keeps all norms. @param tags by word, see `fillTags` */
  areKept(tree: Tree, tags: Int32Array): boolean {
    const { size, head, label } = tree
    const last = (this.#last = roomFor(this.#last, size + 1).fill(0, 0, size + 1))
    const previous = (this.#previous = roomFor(this.#previous, size + 1))
    for (let word = 1; word <= size; word++) {
      const above = head[word]
      if (above === 0) continue
      if (!this.keepsArc(tree, tags, word)) return false
      const place = places.sister(label[word])
      for (let one = last[above]; one !== 0; one = previous[one])
        if (this.forbids(place, label[one])) return false
      previous[word] = last[above]
      last[above] = word
    }
    return true
  }

  /** Whether the arc of a word, which is no root, keeps all norms but those of sisters. */
  keepsArc(tree: Tree, tags: Int32Array, word: number): boolean {
    const [{ head, label }, size] = [tree, this.#size]
    const [above, own] = [head[word], label[word]]
    const tagsAndSide = 2 * (TAGS * tags[word] + tags[above]) + (word < above ? 0 : 1)
    const arc = 1 + (tagsAndSide * size + label[above]) * size + own
    const slot = Math.imul(arc, MULTIPLIER) >>> ARC_SHIFT
    if (this.#keptArcs[slot] === arc) return true
    if (placesOf(tree, tags, word).some((place) => this.forbids(place, own))) return false
    this.#keptArcs[slot] = arc
    return true
  }

  #judge(place: number, label: number): number {
    const isNever = this.#labels.forbids(place, label) || this.#universal.forbids(place, label)
    return (this.#answers[place * this.#size + label] = isNever ? NEVER : ALLOWED)
  }

  /** How often the treebank has the pair, which is not one of sisters. */
  count(place: number, label: number): number {
    return this.#labels.count(place, label)
  }
}

/** The norms of relations: of labels, or of labels without their subtypes, which are numbered by their first occurrence. */
class RelationNorms {
  /** The relations of the treebank. */
  readonly relations: number[] = []
  /** By relation: how often it is in the treebank. */
  readonly frequency: Int32Array
  /** The number of relations. */
  readonly #size: number
  readonly #relationOf: Int32Array
  /** By pair. */
  readonly #counts: Int32Array
  /** By place: how often it has a relation. */
  readonly #sums: Int32Array
  #words = 0

  /** @param names the names of the relations, by label */
  constructor({ words, numbers }: PairCounts, names: readonly string[]) {
    const known = new Map<string, number>()
    for (const name of names) if (!known.has(name)) known.set(name, known.size)
    const size = (this.#size = known.size)
    const relationOf = (this.#relationOf = Int32Array.from(names, (name) => known.get(name)!))
    this.frequency = new Int32Array(size)
    this.#counts = new Int32Array(placeCount(size) * size)
    this.#sums = new Int32Array(placeCount(size))
    for (let i = 0; i < words.length; i++) {
      const place = Math.floor(words[i] / names.length)
      const own = relationOf[words[i] % names.length]
      const label = labelOf(place)
      const other = label < 0 ? label : relationOf[label]
      this.#add(withLabel(place, label, other), own, numbers[i])
      if (label >= 0 && place === places.sister(label) && other !== own)
        this.#add(places.sister(own), other, numbers[i])
    }
    for (let tag = 0; tag < TAGS; tag++)
      for (let relation = 0; relation < size; relation++) {
        const met = this.count(places.tag(tag), relation)
        if (met > 0 && this.frequency[relation] === 0) this.relations.push(relation)
        this.frequency[relation] += met
        this.#words += met
      }
  }

  #add(place: number, relation: number, count: number): void {
    this.#counts[place * this.#size + relation] += count
    this.#sums[place] += count
  }

  count(place: number, relation: number): number {
    return this.#counts[place * this.#size + relation]
  }

  /** Whether words with a universal tag hardly ever have dependents. */
  isLeaf(tag: number): boolean {
    return isLeafPlace(this.#sums[tag], this.#sums[places.headTag(tag)])
  }

  /** Whether the relation of a label is never at a place, and this is a norm. */
  forbids(place: number, label: number): boolean {
    const { kind, tag, label: labelOfPlace } = partsOf(place)
    const relation = this.#relationOf[label]
    const all = this.frequency[relation] ?? 0
    if (all === 0 || tag === OTHER_TAG) return false
    if (labelOfPlace < 0)
      return this.count(place, relation) === 0 && this.#isNormOf(kind, tag, place, relation, all)
    const other = this.#relationOf[labelOfPlace]
    const labelled = this.frequency[other] ?? 0
    const at = withLabel(place, labelOfPlace, other)
    if (labelled === 0 || this.count(at, relation) > 0) return false
    if (kind === 'taggedHead')
      return (this.count(places.tag(tag), other) * all) / this.#words >= LEAST_EXPECTED_OF_HEADS
    if (kind === 'head')
      return isLeafPlace(labelled, this.#sums[at]) || (labelled * all) / this.#words >= LEAST_EXPECTED
    return this.#expectedSisters(other, relation) >= (other === relation ? 2 : 1) * LEAST_EXPECTED
  }

  /** Whether it is a norm that a relation, which occurs `all` times, is not at a place that names no relation. */
  #isNormOf(kind: Kind, tag: number, place: number, relation: number, all: number): boolean {
    const found = kind === 'side' ? this.#sums[place] : this.#sums[tag]
    const least = kind === 'headTag' ? LEAST_EXPECTED_OF_HEADS : LEAST_EXPECTED
    if ((found * all) / this.#words >= least) return true
    if (kind === 'headTag') return this.isLeaf(tag)
    if (kind === 'side') return false
    const relations = Array.from({ length: this.#size }, (_, other) => this.count(place, other))
    const tags = Array.from({ length: TAGS }, (_, other) => this.count(places.tag(other), relation))
    return !(meetsNew(found, relations) && meetsNew(all, tags))
  }

  /** How often two relations are sisters if heads of one tag have their dependents by chance. */
  #expectedSisters(one: number, other: number): number {
    let expected = 0
    for (let tag = 0; tag < OTHER_TAG; tag++) {
      const at = places.headTag(tag)
      const words = this.#sums[tag]
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
