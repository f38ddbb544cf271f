/** One side of an evaluation: words with their positions in the characters of all tokens without white space. */
import { reservedCharacter } from '../../transform/label.ts'
import type { AnnotatedSentence } from '../sentence/annotated-sentence.ts'
import type { Characters } from '../sentence/text-sentence.ts'

/** Relations of content words, without subtypes. CLAS, MLAS and BLEX count words with these relations. */
const contentRelations: ReadonlySet<string> = new Set(
  `acl advcl advmod amod appos ccomp compound conj csubj dep discourse dislocated expl fixed flat goeswith iobj list
   nmod nsubj nummod obj obl orphan parataxis reparandum root vocative xcomp`.split(/\s+/),
)

/** @param base the relation without its subtype */
export function isContentRelation(base: string): boolean {
  return contentRelations.has(base)
}

/** Relations of function words. MLAS compares function words together with their heads. */
const functionRelations: ReadonlySet<string> = new Set('aux case cc clf cop det mark'.split(' '))

/** Universal features. Evaluation ignores other features. */
const universalFeatures: ReadonlySet<string> = new Set(
  `Abbr Animacy Aspect Case Definite Degree Evident Foreign Gender Mood NumType Number Person Polarity Polite Poss
   PronType Reflex Tense VerbForm Voice`.split(/\s+/),
)

/** The properties of a label that evaluation reads. */
export interface Relation {
  readonly deprel: string
  /** The label without the subtype: `nmod` for `nmod:poss`. */
  readonly base: string
  readonly isContent: boolean
  readonly isFunction: boolean
  /** Whether the label contains a mark or a lift, which only transforms write. */
  readonly isMarked: boolean
}

function relationOf(deprel: string): Relation {
  const [base] = deprel.split(':', 1)
  return {
    deprel,
    base,
    isContent: contentRelations.has(base),
    isFunction: functionRelations.has(base),
    isMarked: reservedCharacter(deprel) !== undefined,
  }
}

function withoutSpaces(form: string): string {
  return form.replace(/\p{Zs}/gu, '')
}

/** FEATS with universal features only, sorted by code point. */
export function universalFeats(feats: string): string {
  return feats
    .split('|')
    .filter((feature) => universalFeatures.has(feature.split('=', 1)[0]))
    .sort()
    .join('|')
}

/** A word or the artificial root. */
export interface Node {
  /** The node of the other side that is aligned with this node. */
  twin: Node | undefined
}

/** The artificial root of both sides, aligned with itself. */
export const ROOT: Node = { twin: undefined }
ROOT.twin = ROOT

/** Word `id` of a sentence. Words of a multiword token have the span of the whole token. */
export interface AlignedWord extends Characters, Node {
  readonly sentence: AnnotatedSentence
  readonly id: number
  readonly isMultiword: boolean
  readonly relation: Relation
  /** The head of the word, {@link ROOT} for HEAD 0, null if HEAD is not a number. */
  head: Node | null
  /** The dependents that are function words, from left to right. Words without function words share one empty list. */
  functionWords: readonly AlignedWord[]
  twin: AlignedWord | undefined
}

const NO_WORDS: readonly AlignedWord[] = []

/** Whether two words have the same text in a column. */
export function isEqual(word: AlignedWord, other: AlignedWord, column: number): boolean {
  return word.sentence.hasSame(column, word.id, other.sentence, other.id)
}

/** The maximum number of cached results of a function. */
const MAX_CACHED_RESULTS = 1 << 16

/** Adds a cache to a function of texts, because labels and frequent words repeat. */
function cached<Value>(make: (text: string) => Value): (text: string) => Value {
  let results = new Map<string, Value>()
  return (text) => {
    let value = results.get(text)
    if (value !== undefined) return value
    if (results.size >= MAX_CACHED_RESULTS) results = new Map()
    results.set(text, (value = make(text)))
    return value
  }
}

export class Side {
  /** Sentences that are not compared yet. */
  readonly waiting: AnnotatedSentence[] = []
  /** The length of the current stretch in UTF-16 code units. The stretch grows until both sides end at the same character. */
  length = 0
  /** The end of the text of the stretch that is not compared yet. */
  tail = ''
  readonly tokens: Characters[] = []
  /** The sentences of the stretch, and the span and words of each sentence. */
  readonly sentences: AnnotatedSentence[] = []
  readonly places: Characters[] = []
  readonly words: (readonly AlignedWord[])[] = []
  readonly #relationOf = cached(relationOf)
  readonly #withoutSpaces = cached(withoutSpaces)

  extend(): void {
    const sentence = this.waiting.shift()!
    const from = this.length
    const multiwords = new Map(sentence.multiwordTokens().map((token) => [token.first, token]))
    const words: AlignedWord[] = []
    let lastCovered = 0
    let start = 0
    for (let id = 1; id <= sentence.size; id++) {
      const isFirst = id > lastCovered
      if (isFirst) {
        const multiword = multiwords.get(id)
        const text = multiword ? withoutSpaces(multiword.form) : this.#withoutSpaces(sentence.form(id))
        start = this.length
        this.length += text.length
        this.tail += text
        lastCovered = multiword?.last ?? lastCovered
      }
      const word: AlignedWord = {
        start,
        end: this.length,
        sentence,
        id,
        isMultiword: id <= lastCovered,
        relation: this.#relationOf(sentence.deprel(id)),
        head: null,
        functionWords: NO_WORDS,
        twin: undefined,
      }
      words.push(word)
      if (isFirst) this.tokens.push(word)
    }
    words.forEach((word, i) => {
      const head = sentence.head[i + 1]
      word.head = head > 0 ? words[head - 1] : head === 0 ? ROOT : null
      if (head <= 0 || !word.relation.isFunction) return
      const { functionWords } = words[head - 1]
      if (functionWords === NO_WORDS) words[head - 1].functionWords = [word]
      else (functionWords as AlignedWord[]).push(word)
    })
    this.sentences.push(sentence)
    this.places.push({ start: from, end: this.length })
    this.words.push(words)
  }

  clear(): void {
    this.length = 0
    this.tail = ''
    for (const list of [this.tokens, this.sentences, this.places, this.words]) list.length = 0
  }
}

/** For each span of `gold`: the index of the equal span of `system`, or −1. Both lists are sorted. */
export function alignSpans(gold: readonly Characters[], system: readonly Characters[]): Int32Array {
  const aligned = new Int32Array(gold.length).fill(-1)
  for (let g = 0, s = 0; g < gold.length && s < system.length;) {
    const order = gold[g].start - system[s].start || gold[g].end - system[s].end
    if (order === 0) aligned[g++] = s++
    else if (order < 0) g++
    else s++
  }
  return aligned
}
