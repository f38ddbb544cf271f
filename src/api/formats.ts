/** Parses in the JSON of others: displaCy's and spaCy's. Both number words from 0, through all sentences. */
import type { Sentence } from './sentence.ts'

/** What displaCy draws with `manual=True`; an arc's `dir` is where its tip points. */
export interface DisplacyParse {
  readonly words: readonly { readonly text: string; readonly tag: string }[]
  readonly arcs: readonly {
    readonly start: number
    readonly end: number
    readonly label: string
    readonly dir: 'left' | 'right'
  }[]
}

/** The words of sentences, tagged with UPOS, and the arcs between them; roots have none. */
export function displacyOf(sentences: Iterable<Sentence>): DisplacyParse {
  const words: DisplacyParse['words'][number][] = []
  const arcs: DisplacyParse['arcs'][number][] = []
  for (const sentence of sentences) {
    const before = words.length - 1
    for (const { id, form, upos, head, deprel } of sentence) {
      words.push({ text: form, tag: upos })
      if (!head) continue
      const [start, end] = [before + Math.min(id, head.id), before + Math.max(id, head.id)]
      arcs.push({ start, end, label: deprel, dir: id < head.id ? 'left' : 'right' })
    }
  }
  return { words, arcs }
}

/** What spaCy's `Doc.to_json` writes and `Doc.from_json` reads. Offsets count code points, as Python does. */
export interface SpacyDoc {
  readonly text: string
  readonly ents: readonly never[]
  readonly sents: readonly { readonly start: number; readonly end: number }[]
  readonly tokens: readonly {
    readonly id: number
    readonly start: number
    readonly end: number
    readonly tag: string
    readonly pos: string
    readonly morph: string
    readonly lemma: string
    readonly dep: string
    /** The number of the head; a root's own. */
    readonly head: number
  }[]
}

/**
 * The words of `text` as spaCy's tokens: a root depends on itself and is called ROOT, what is not known is empty. Words of
 * a multiword token that have no places of their own all have the token's.
 */
export function spacyOf(text: string, sentences: Iterable<Sentence>): SpacyDoc {
  const sents: SpacyDoc['sents'][number][] = []
  const tokens: SpacyDoc['tokens'][number][] = []
  const points = new CodePoints(text)
  for (const sentence of sentences) {
    const before = tokens.length - 1
    sents.push({ start: points.before(sentence.start), end: points.before(sentence.end) })
    for (const { id, start, end, upos, xpos, feats, lemma, head, deprel } of sentence) {
      tokens.push({
        id: before + id,
        start: points.before(start),
        end: points.before(end),
        tag: known(xpos),
        pos: known(upos),
        morph: known(feats),
        lemma: known(lemma),
        dep: head ? deprel : 'ROOT',
        head: before + (head?.id ?? id),
      })
    }
  }
  return { text, ents: [], sents, tokens }
}

function known(text: string): string {
  return text === '_' ? '' : text
}

/** Counts code points up to offsets that mostly ascend. */
class CodePoints {
  readonly #text: string
  #offset = 0
  #points = 0

  constructor(text: string) {
    this.#text = text
  }

  /** How many code points stand before an offset, which lies between two of them. */
  before(offset: number): number {
    while (this.#offset < offset) {
      this.#offset += this.#text.codePointAt(this.#offset)! > 0xffff ? 2 : 1
      this.#points++
    }
    while (this.#offset > offset) {
      const unit = this.#text.charCodeAt(--this.#offset)
      const isLow = unit >= 0xdc00 && unit < 0xe000
      const before = this.#text.charCodeAt(this.#offset - 1)
      if (isLow && before >= 0xd800 && before < 0xdc00) this.#offset--
      this.#points--
    }
    return this.#points
  }
}
