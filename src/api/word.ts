/** A word of a parsed sentence: a node of its tree. All walks are iterative, however deep the tree is. */
import type { ParsedWord } from '../pipeline/pipeline.ts'
import type { Characters } from './places.ts'
import type { Sentence, Token } from './sentence.ts'

/** A word as plain JSON; `head` is the number of its head, 0 for the artificial root. */
export interface WordJson {
  readonly id: number
  readonly form: string
  readonly lemma: string
  readonly upos: string
  readonly xpos: string
  readonly feats: string
  readonly head: number
  readonly deprel: string
  readonly start: number
  readonly end: number
}

/** A word; texts are as in the columns of CoNLL-U, `_` where nothing is known. */
export class Word {
  /** Its number in the sentence, from 1. */
  readonly id: number
  readonly form: string
  readonly lemma: string
  /** The universal part of speech. */
  readonly upos: string
  /** The treebank's own part of speech. */
  readonly xpos: string
  /** All features in one text, `Case=Nom|Number=Sing`. */
  readonly feats: string
  /** The relation to its head; `root` where it has none. */
  readonly deprel: string
  /**
   * Where it lies in the whole text, in UTF-16 code units. Words of a multiword token that is not just its words written
   * together all lie where the token does.
   */
  readonly start: number
  readonly end: number
  readonly #sentence: Sentence
  readonly #parsed: ParsedWord

  constructor(sentence: Sentence, id: number, parsed: ParsedWord, { start, end }: Characters) {
    this.#sentence = sentence
    this.#parsed = parsed
    this.id = id
    this.form = parsed.form
    this.lemma = '_'
    this.upos = parsed.upos
    this.xpos = parsed.xpos
    this.feats = parsed.feats
    this.deprel = parsed.deprel
    this.start = start
    this.end = end
  }

  get sentence(): Sentence {
    return this.#sentence
  }

  /** The token that it is, or is a part of. */
  get token(): Token {
    return this.#sentence.tokens[this.#parsed.token]
  }

  /** As it stands in the text. */
  get text(): string {
    const { text, start } = this.#sentence
    return text.slice(this.start - start, this.end - start)
  }

  /** The value of a feature, `feature('Number')`; undefined where the word does not have it. */
  feature(name: string): string | undefined {
    const found = this.feats.split('|').find((feature) => feature.startsWith(`${name}=`))
    return found?.slice(name.length + 1)
  }

  /** The word that it depends on; undefined for a root. */
  get head(): Word | undefined {
    return this.#sentence.words[this.#parsed.head - 1]
  }

  get isRoot(): boolean {
    return this.#parsed.head === 0
  }

  /** The words that depend on it, in order. */
  get children(): readonly Word[] {
    return this.#sentence.childrenOf(this.id)
  }

  /** Itself and all words below it, in order. */
  get subtree(): readonly Word[] {
    const found: Word[] = [this]
    for (let next = 0; next < found.length; next++)
      for (const child of found[next].children) found.push(child)
    return found.sort((one, other) => one.id - other.id)
  }

  /** Its head, the head of that, and so on up to the root; none for a root. */
  get ancestors(): readonly Word[] {
    const found: Word[] = []
    for (let word = this.head; word; word = word.head) found.push(word)
    return found
  }

  /**
   * The shortest way through the tree: this word, the words between, and the other one. Undefined where they hang on
   * different roots.
   *
   * @throws RangeError where the other is a word of another sentence
   */
  pathTo(other: Word): readonly Word[] | undefined {
    if (other.sentence !== this.#sentence) throw new RangeError('no path leads to a word of another sentence')
    const down = [other, ...other.ancestors]
    const places = new Map(down.map((word, place) => [word, place]))
    const up: Word[] = []
    for (const word of [this, ...this.ancestors]) {
      const place = places.get(word)
      if (place !== undefined) return [...up, ...down.slice(0, place + 1).reverse()]
      up.push(word)
    }
    return undefined
  }

  /** Plain data, for `JSON.stringify`. */
  toJSON(): WordJson {
    const { id, form, lemma, upos, xpos, feats, deprel, start, end } = this
    return { id, form, lemma, upos, xpos, feats, head: this.#parsed.head, deprel, start, end }
  }

  /** The form. */
  toString(): string {
    return this.form
  }
}
