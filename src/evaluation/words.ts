/** The words of CoNLL-U with the columns that evaluation compares. */
import { DEPREL, FEATS, LEMMA, UPOS, XPOS, type ConlluSentence } from '../conllu/conllu-sentence.ts'
import { TextCache } from '../conllu/text-table.ts'
import { relationOf, universalFeats, type Relation } from './relations.ts'

export interface Word {
  readonly upos: string
  readonly xpos: string
  /** Universal features only. */
  readonly feats: string
  readonly lemma: string
  readonly relation: Relation
  /** The head of the word, {@link ROOT} for HEAD 0, null if HEAD is not a number. */
  head: Word | null
  /** The dependents that are function words, from left to right. */
  readonly functionWords: Word[]
  /** The word of the other side that is aligned with this word. */
  twin: Word | undefined
}

/** The artificial root of both sides: it is aligned with itself. */
export const ROOT: Word = {
  upos: '',
  xpos: '',
  feats: '',
  lemma: '',
  relation: relationOf(''),
  head: null,
  functionWords: [],
  twin: undefined,
}
ROOT.twin = ROOT

/** Reads words. Words with equal DEPREL have the same {@link Relation} object. */
export class WordReader {
  readonly #texts = new TextCache()
  readonly #relations = new Map<string, Relation>()
  readonly #feats = new Map<string, string>()

  /** The words 1..size of a sentence, at 0..size − 1. No word is aligned. */
  read(sentence: ConlluSentence): Word[] {
    const text = (id: number, column: number): string =>
      this.#texts.text(sentence.block, sentence.columnStart(id, column), sentence.columnEnd(id, column))
    const words = Array.from({ length: sentence.size }, (_, i): Word => ({
      upos: text(i + 1, UPOS),
      xpos: text(i + 1, XPOS),
      feats: memoized(this.#feats, text(i + 1, FEATS), universalFeats),
      lemma: text(i + 1, LEMMA),
      relation: memoized(this.#relations, text(i + 1, DEPREL), relationOf),
      head: null,
      functionWords: [],
      twin: undefined,
    }))
    words.forEach((word, i) => {
      const head = sentence.head[i + 1]
      word.head = head > 0 ? words[head - 1] : head === 0 ? ROOT : null
      if (head > 0 && word.relation.isFunction) words[head - 1].functionWords.push(word)
    })
    return words
  }
}

function memoized<Value>(known: Map<string, Value>, text: string, make: (text: string) => Value): Value {
  let value = known.get(text)
  if (value === undefined) known.set(text, (value = make(text)))
  return value
}
