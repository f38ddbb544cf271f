/**
 * What is demanded of the trees of a text, by the numbers of words or by stretches of characters, and how it becomes the
 * constraints of each sentence, once it is known where the sentences and words are.
 */
import type { Constraints, Span } from '../../parser/core/constraints.ts'
import type { Symbols } from '../../transform/symbols.ts'
import { isSpace } from '../pipeline/characters.ts'
import type { TextSentence } from '../pipeline/tokenizer.ts'
import { placesOf, type Characters } from './places.ts'

/** Which words of a demanded span may have dependents outside: all (`plain`, the default), none, or only its root. */
export type Condition = Span['condition']

/** An arc between two words of a sentence. */
export interface NumberedArc {
  /** Counted from 0; the first one where absent. */
  readonly sentence?: number
  /** The number of the head, from 1; 0 is the artificial root. */
  readonly head: number
  readonly dependent: number
  /** Left to the parser where absent. */
  readonly deprel?: string
}

/** An arc between two words, each given by its characters. */
export interface LocatedArc {
  readonly head: Characters | 'root'
  readonly dependent: Characters
  readonly deprel?: string
}

/** The words first..last of a sentence are all words of one subtree, and its only ones. */
export interface NumberedSpan {
  readonly sentence?: number
  readonly first: number
  readonly last: number
  readonly condition?: Condition
}

/** The words that a stretch of characters covers are: the name that a gazetteer found, say. */
export interface LocatedSpan extends Characters {
  readonly condition?: Condition
}

/**
 * Demands on the trees of a text. Word numbers count from 1 in their sentence, sentences from 0, characters in UTF-16
 * code units of the whole text; white space at the ends of a stretch does not matter.
 */
export interface Demands {
  readonly arcs?: readonly (NumberedArc | LocatedArc)[]
  readonly spans?: readonly (NumberedSpan | LocatedSpan)[]
  /** The roots of sentences. */
  readonly roots?: readonly ({ readonly sentence?: number; readonly word: number } | Characters)[]
}

/** Constraints while they are gathered. */
interface Gathered {
  readonly arcs: { head: number; dependent: number; label: number }[]
  readonly spans: Span[]
  root?: number
}

/** A sentence whose words are known, not yet its tree. */
interface Cut {
  readonly text: string
  readonly index: number
  readonly end: number
  readonly places: readonly Characters[]
}

type Claim = (sentence: Cut, gathered: Gathered) => void

/** The demands on one text: hands out those of each sentence, in order. */
export class DemandedText {
  readonly #text: string
  readonly #labels: Symbols
  /** What is demanded of a sentence, by its index; and by characters, the first one last. */
  readonly #numbered = new Map<number, Claim[]>()
  readonly #located: { readonly start: number; readonly claim: Claim }[] = []
  #index = 0

  /** @throws RangeError for characters that the text does not have, and for labels that the model does not know */
  constructor(text: string, demands: Demands, labels: Symbols) {
    this.#text = text
    this.#labels = labels
    for (const arc of demands.arcs ?? []) this.#addArc(arc)
    for (const span of demands.spans ?? []) this.#addSpan(span)
    for (const root of demands.roots ?? []) this.#addRoot(root)
    this.#located.sort((one, other) => other.start - one.start)
  }

  /** How many sentences have been asked about. */
  get sentences(): number {
    return this.#index
  }

  /**
   * The constraints of the next sentence; undefined where there are none.
   *
   * @throws RangeError where a word that is demanded is none of its words, or characters cut a word or leave the sentence
   */
  next(sentence: TextSentence): Constraints | undefined {
    const index = this.#index++
    const claims = this.#numbered.get(index) ?? []
    this.#numbered.delete(index)
    const located = this.#located
    while (located.length > 0 && located[located.length - 1].start < sentence.end)
      claims.push(located.pop()!.claim)
    if (claims.length === 0) return undefined
    const { end, tokens } = sentence
    const cut = { text: this.#text, index, end, places: placesOf(this.#text, tokens) }
    const gathered: Gathered = { arcs: [], spans: [] }
    for (const claim of claims) claim(cut, gathered)
    return gathered
  }

  /** Throws RangeError where something is demanded of a sentence that there was not. */
  finish(): void {
    for (const index of this.#numbered.keys())
      throw new RangeError(`something is demanded of sentence ${index}, but the text has only ${this.#index}`)
  }

  #addArc(arc: NumberedArc | LocatedArc): void {
    const { deprel, head, dependent } = arc
    const label = deprel === undefined ? -1 : this.#labels.id(deprel)
    if (deprel !== undefined && label < 0)
      throw new RangeError(`the label '${deprel}' is demanded, expected one that the model knows`)
    if (typeof dependent === 'object') {
      const to = this.#trim(dependent)
      const from = typeof head === 'object' ? this.#trim(head) : undefined
      this.#locate(to.start, (sentence, { arcs }) => {
        arcs.push({ head: from ? wordIn(sentence, from) : 0, dependent: wordIn(sentence, to), label })
      })
    } else
      this.#number(arc as NumberedArc, (sentence, { arcs }) => {
        if (head !== 0) check(sentence, head as number)
        check(sentence, dependent)
        arcs.push({ head: head as number, dependent, label })
      })
  }

  #addSpan(span: NumberedSpan | LocatedSpan): void {
    const { condition = 'plain' } = span
    if ('start' in span) {
      const { start, end } = this.#trim(span)
      this.#locate(start, (sentence, { spans }) => {
        spans.push({ ...wordsIn(sentence, { start, end }), condition })
      })
    } else
      this.#number(span, (sentence, { spans }) => {
        const { first, last } = span
        check(sentence, first)
        check(sentence, last)
        if (first > last) throw new RangeError(`the span ${first}-${last} ends before it begins`)
        spans.push({ first, last, condition })
      })
  }

  #addRoot(root: { readonly sentence?: number; readonly word: number } | Characters): void {
    const setRoot = (gathered: Gathered, word: number): void => {
      if (gathered.root !== undefined && gathered.root !== word)
        throw new RangeError(`words ${gathered.root} and ${word} are both demanded as the root`)
      gathered.root = word
    }
    if ('start' in root) {
      const at = this.#trim(root)
      this.#locate(at.start, (sentence, gathered) => setRoot(gathered, wordIn(sentence, at)))
    } else
      this.#number(root, (sentence, gathered) => {
        check(sentence, root.word)
        setRoot(gathered, root.word)
      })
  }

  #number({ sentence = 0 }: { readonly sentence?: number }, claim: Claim): void {
    if (!Number.isInteger(sentence) || sentence < 0)
      throw new RangeError(`something is demanded of sentence ${sentence}, expected a number from 0`)
    const claims = this.#numbered.get(sentence)
    if (claims) claims.push(claim)
    else this.#numbered.set(sentence, [claim])
  }

  #locate(start: number, claim: Claim): void {
    this.#located.push({ start, claim })
  }

  /** Without the white space at the ends. */
  #trim({ start, end }: Characters): Characters {
    const text = this.#text
    const isIn = (offset: number): boolean => Number.isInteger(offset) && offset >= 0 && offset <= text.length
    if (!isIn(start) || !isIn(end) || start >= end)
      throw new RangeError(
        `characters ${start}-${end} are demanded, expected some of the text's ${text.length}`,
      )
    let [first, last] = [start, end]
    while (first < last && isSpace(text.charCodeAt(first))) first++
    while (last > first && isSpace(text.charCodeAt(last - 1))) last--
    if (first < last) return { start: first, end: last }
    throw new RangeError(`characters ${start}-${end} are demanded, but they are only white space`)
  }
}

function check({ index, places }: Cut, word: number): void {
  if (!Number.isInteger(word) || word < 1 || word > places.length)
    throw new RangeError(
      `word ${word} of sentence ${index} is demanded, expected one of 1 to ${places.length}`,
    )
}

/** The one word that characters cover. */
function wordIn(sentence: Cut, at: Characters): number {
  const { first, last } = wordsIn(sentence, at)
  if (first === last) return first
  throw new RangeError(`${quoted(sentence, at)} covers ${last - first + 1} words, expected one`)
}

/** The words that characters cover. */
function wordsIn(sentence: Cut, at: Characters): { first: number; last: number } {
  if (at.end > sentence.end)
    throw new RangeError(`${quoted(sentence, at)} goes on behind the end of sentence ${sentence.index}`)
  let [first, last] = [0, 0]
  sentence.places.forEach((place, i) => {
    if (place.end <= at.start || place.start >= at.end) return
    if (place.start < at.start || place.end > at.end)
      throw new RangeError(`${quoted(sentence, at)} cuts a word: ${quoted(sentence, place)}`)
    if (first === 0) first = i + 1
    last = i + 1
  })
  if (first > 0) return { first, last }
  throw new RangeError(`${quoted(sentence, at)} is no word`)
}

function quoted({ text }: Cut, { start, end }: Characters): string {
  const cut = text.slice(start, end)
  return `'${cut.length > 40 ? `${cut.slice(0, 39)}…` : cut}' (characters ${start}-${end})`
}
