/** One side of an evaluation: its words, and their places in the characters of all tokens without white space. */
import { DEPREL, FEATS, FORM, LEMMA, UPOS, XPOS, type ConlluSentence } from '../conllu/conllu-sentence.ts'
import { TextCache } from '../conllu/text-table.ts'
import { reservedCharacter } from '../../transform/label.ts'

/** Relations of content words, without subtypes. CLAS, MLAS and BLEX count words with these relations. */
const contentRelations: ReadonlySet<string> = new Set(
  `acl advcl advmod amod appos ccomp compound conj csubj dep discourse dislocated expl fixed flat goeswith iobj list
   nmod nsubj nummod obj obl orphan parataxis reparandum root vocative xcomp`.split(/\s+/),
)

/** Relations of function words. MLAS compares function words together with their heads. */
const functionRelations: ReadonlySet<string> = new Set('aux case cc clf cop det mark'.split(' '))

/** Features that are the same in all languages. Evaluation ignores other features. */
const universalFeatures: ReadonlySet<string> = new Set(
  `Abbr Animacy Aspect Case Definite Degree Evident Foreign Gender Mood NumType Number Person Polarity Polite Poss
   PronType Reflex Tense VerbForm Voice`.split(/\s+/),
)

/** What evaluation needs to know about a label. */
export interface Relation {
  /** The label without its subtype: `nmod` for `nmod:poss`. */
  readonly base: string
  readonly isContent: boolean
  readonly isFunction: boolean
  /** Whether the label has a mark or a lift, which only the transforms write. */
  readonly isMarked: boolean
}

export function relationOf(deprel: string): Relation {
  const [base] = deprel.split(':', 1)
  return {
    base,
    isContent: contentRelations.has(base),
    isFunction: functionRelations.has(base),
    isMarked: reservedCharacter(deprel) !== undefined,
  }
}

/** FEATS with universal features only, sorted by code point. */
function universalFeats(feats: string): string {
  return feats
    .split('|')
    .filter((feature) => universalFeatures.has(feature.split('=', 1)[0]))
    .sort()
    .join('|')
}

/** The offsets of the first character, and of the character after the last one. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** A word with the columns that evaluation compares. A word of a multiword token has the span of the whole token. */
export interface Word extends Span {
  readonly form: string
  readonly isMultiword: boolean
  readonly upos: string
  readonly xpos: string
  /** Universal features only. */
  readonly feats: string
  readonly lemma: string
  readonly relation: Relation
  /** The head of the word, {@link ROOT} for HEAD 0, null if HEAD is not a number. */
  head: Word | null
  /** The dependents that are function words, from left to right. Words without any share one list. */
  functionWords: readonly Word[]
  /** The word of the other side that is aligned with this word. */
  twin: Word | undefined
}

const NO_WORDS: readonly Word[] = []

/** The artificial root of both sides: it is aligned with itself. */
export const ROOT: Word = {
  start: 0,
  end: 0,
  form: '',
  isMultiword: false,
  upos: '',
  xpos: '',
  feats: '',
  lemma: '',
  relation: relationOf(''),
  head: null,
  functionWords: NO_WORDS,
  twin: undefined,
}
ROOT.twin = ROOT

export interface ReadSentence extends Span {
  readonly words: readonly Word[]
  readonly source: ConlluSentence
}

export type Relations = Map<string, Relation>

export class Side {
  /** Sentences that are not compared yet. */
  readonly waiting: ConlluSentence[] = []
  /** The current stretch: its length in UTF-16 code units. It grows until both sides end at the same character. */
  length = 0
  /** The end of its text that is not compared yet. */
  tail = ''
  readonly tokens: Span[] = []
  readonly sentences: ReadSentence[] = []
  readonly #relations: Relations
  readonly #features = new Map<string, string>()
  readonly #texts = new TextCache()

  /** @param relations shared by both sides: words with equal DEPREL have the same object */
  constructor(relations: Relations) {
    this.#relations = relations
  }

  extend(): void {
    const source = this.waiting.shift()!
    const from = this.length
    const multiwords = new Map(source.multiwordTokens().map((token) => [token.first, token]))
    const words: Word[] = []
    let lastCovered = 0
    let start = 0
    const column = (id: number, which: number): string =>
      this.#texts.text(source.block, source.columnStart(id, which), source.columnEnd(id, which))
    for (let id = 1; id <= source.size; id++) {
      const form = column(id, FORM)
      const isFirst = id > lastCovered
      if (isFirst) {
        const multiword = multiwords.get(id)
        const text = (multiword?.form ?? form).replace(/\p{Zs}/gu, '')
        start = this.length
        this.length += text.length
        this.tail += text
        lastCovered = multiword?.last ?? lastCovered
      }
      const word: Word = {
        start,
        end: this.length,
        form,
        isMultiword: id <= lastCovered,
        upos: column(id, UPOS),
        xpos: column(id, XPOS),
        feats: memoized(this.#features, column(id, FEATS), universalFeats),
        lemma: column(id, LEMMA),
        relation: memoized(this.#relations, column(id, DEPREL), relationOf),
        head: null,
        functionWords: NO_WORDS,
        twin: undefined,
      }
      words.push(word)
      if (isFirst) this.tokens.push(word)
    }
    words.forEach((word, i) => {
      const head = source.head[i + 1]
      word.head = head > 0 ? words[head - 1] : head === 0 ? ROOT : null
      if (head <= 0 || !word.relation.isFunction) return
      const { functionWords } = words[head - 1]
      if (functionWords === NO_WORDS) words[head - 1].functionWords = [word]
      else (functionWords as Word[]).push(word)
    })
    this.sentences.push({ words, source, start: from, end: this.length })
  }

  clear(): void {
    this.length = 0
    this.tail = ''
    this.tokens.length = 0
    this.sentences.length = 0
  }
}

function memoized<Value>(known: Map<string, Value>, text: string, make: (text: string) => Value): Value {
  let value = known.get(text)
  if (value === undefined) known.set(text, (value = make(text)))
  return value
}

/** For each span of `gold` the index of the equal span of `system`, −1 if there is none. Both lists are in order. */
export function alignSpans(gold: readonly Span[], system: readonly Span[]): Int32Array {
  const aligned = new Int32Array(gold.length).fill(-1)
  for (let g = 0, s = 0; g < gold.length && s < system.length;) {
    const order = gold[g].start - system[s].start || gold[g].end - system[s].end
    if (order === 0) aligned[g++] = s++
    else if (order < 0) g++
    else s++
  }
  return aligned
}
