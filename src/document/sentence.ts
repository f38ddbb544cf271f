/** The classes Sentence, Word and Phrase: views of a parsed sentence with its tokens, words and tree. */
import { drawText } from '../../transform/drawing/draw.ts'
import { dependentsOf, type Tree } from '../../transform/tree.ts'
import type { Characters, TextSentence } from '../sentence/text-sentence.ts'
import { check, number, string } from '../../transform/arguments.ts'
import { displacyOf, sentenceDrawing, sentenceJson, wordJson } from './formats.ts'
import type { DisplacyParse, SentenceJson, SentenceSvgOptions, WordJson } from './formats.ts'
import {
  ancestorsOf,
  clausesOf,
  nominalRanges,
  nounPhrasesOf,
  pathBetween,
  range,
  triplesOf,
} from './phrases.ts'
import type { Dependents, PhraseOf, TripleOf } from './phrases.ts'

/** A token of the text. Offsets count UTF-16 code units of the whole text. */
export interface Token extends Characters {
  /** The text of the token. */
  readonly text: string
  /** Whether white space follows. */
  readonly spaceAfter: boolean
  /** The words of the token; a multiword token has several. */
  readonly words: readonly Word[]
}

export interface Triple extends TripleOf<Word> {
  /** The noun phrases of the subject and of the object (`Steve Jobs`), or a single word that is no noun. */
  readonly subjectPhrase: Phrase
  readonly objectPhrase: Phrase
}

const wordOfSentence = check('a word of this sentence', (value) => value instanceof Word)

/**
 * A word of a sentence, which is a node of its tree. The text fields are columns of CoNLL-U, `_` if unknown.
 *
 * ```js
 * const [sentence] = parser.parse('Clara saw the dog.')
 * sentence.root.form // 'saw'
 * ```
 */
export class Word {
  /** The number of the word in its sentence, from 1. */
  readonly id: number
  readonly #sentence: Sentence
  readonly #columns: TextSentence

  constructor(sentence: Sentence, id: number, columns: TextSentence) {
    this.#sentence = sentence
    this.#columns = columns
    this.id = id
  }

  get form(): string {
    return this.#columns.form(this.id)
  }

  /** The base form; `_` for models without lemmas. */
  get lemma(): string {
    return this.#columns.lemma(this.id)
  }

  /** The universal part of speech. */
  get upos(): string {
    return this.#columns.upos(this.id)
  }

  /** The treebank-specific part of speech. */
  get xpos(): string {
    return this.#columns.xpos(this.id)
  }

  /** The features, separated by `|`: `Case=Nom|Number=Sing`. */
  get feats(): string {
    return this.#columns.feats(this.id)
  }

  /** The relation to the head; `root` for a root. */
  get deprel(): string {
    return this.#columns.deprel(this.id)
  }

  /**
   * The start in the whole text in UTF-16 code units. If a multiword token is not the concatenation of its words, they have
   * the range of the token.
   */
  get start(): number {
    return this.#columns.startOf(this.id)
  }

  get end(): number {
    return this.#columns.endOf(this.id)
  }

  get sentence(): Sentence {
    return this.#sentence
  }

  /** The token that contains the word. */
  get token(): Token {
    return this.#sentence.tokens[this.#columns.places.tokenOfWord[this.id - 1]]
  }

  /** The text of the word. */
  get text(): string {
    return this.#sentence.text.slice(this.start - this.#sentence.start, this.end - this.#sentence.start)
  }

  /** The value of a feature, such as `feature('Number')`; undefined if the word does not have it. */
  feature(name: string): string | undefined {
    string(name, 'name')
    const pair = this.feats.split('|').find((feature) => feature.startsWith(`${name}=`))
    return pair?.slice(name.length + 1)
  }

  /** The head of the word; undefined for a root. */
  get head(): Word | undefined {
    return this.#sentence.words[this.#columns.head[this.id] - 1]
  }

  /** The confidence in the arc to the head and in its label, from 0 to 1; undefined without the option `scores`. */
  get score(): number | undefined {
    return this.#columns.scoreOf(this.id)
  }

  get isRoot(): boolean {
    return this.#columns.head[this.id] === 0
  }

  /** The dependents of the word, in the order of the sentence. */
  get children(): readonly Word[] {
    return this.#sentence.childrenOf(this.id)
  }

  /** The dependents before the word. */
  get left(): readonly Word[] {
    return this.children.filter(({ id }) => id < this.id)
  }

  /** The dependents after the word. */
  get right(): readonly Word[] {
    return this.children.filter(({ id }) => id > this.id)
  }

  /** The word and all its direct and indirect dependents, in the order of the sentence. */
  get subtree(): Phrase {
    const words: Word[] = [this]
    for (const word of words) for (const child of word.children) words.push(child)
    return new Phrase(
      this,
      words.sort((one, other) => one.id - other.id),
    )
  }

  /** The ancestors from the head to the root; empty for a root. */
  get ancestors(): readonly Word[] {
    return ancestorsOf(this.#columns.head, this.id).map((word) => this.#sentence.words[word - 1])
  }

  /**
   * The shortest path through the tree to another word, with both words; undefined if they have different roots. Throws
   * TypeError if `other` is not a word, RangeError if it belongs to another sentence.
   */
  pathTo(other: Word): readonly Word[] | undefined {
    wordOfSentence(other, 'other')
    if (other.sentence !== this.#sentence) throw new RangeError('no path leads to a word of another sentence')
    const path = pathBetween(this.#columns.head, this.id, other.id)
    return path?.map((word) => this.#sentence.words[word - 1])
  }

  /** Plain data for `JSON.stringify`. */
  toJSON(): WordJson {
    return wordJson(this.#columns, this.id)
  }

  /** The form. */
  toString(): string {
    return this.form
  }
}

/**
 * Words of one sentence, from left to right, and their head: a noun phrase, a clause, a subtree, or the words in a range of
 * the text. Iteration returns the words.
 */
export class Phrase implements Characters, Iterable<Word> {
  /** The word nearest to the root. */
  readonly head: Word
  readonly words: readonly Word[]

  /** @param words at least one word */
  constructor(head: Word, words: readonly Word[]) {
    this.head = head
    this.words = words
  }

  get sentence(): Sentence {
    return this.head.sentence
  }

  /** In the whole text, in UTF-16 code units. */
  get start(): number {
    return this.words[0].start
  }

  get end(): number {
    return this.words.at(-1)!.end
  }

  /** The text of the words. ` … ` replaces words between them that do not belong to the phrase. */
  get text(): string {
    const { sentence, words } = this
    let text = ''
    for (const [i, word] of words.entries()) {
      const before = words[i - 1]
      const between =
        before === undefined ? '' : word.id === before.id + 1 ? gap(before, word, sentence) : ' … '
      // Words of one multiword token may have the range of the token.
      text += between + (before && word.start < before.end ? '' : word.text)
    }
    return text
  }

  [Symbol.iterator](): IterableIterator<Word> {
    return this.words[Symbol.iterator]()
  }

  /** The text. */
  toString(): string {
    return this.text
  }
}

function gap(before: Word, word: Word, { text, start }: Sentence): string {
  return text.slice(before.end - start, Math.max(before.end, word.start) - start)
}

/** The columns of a sentence. */
export let columnsOf: (sentence: Sentence) => TextSentence

/**
 * A sentence with its tree. Iteration returns the words. Offsets count UTF-16 code units of the whole text.
 *
 * ```js
 * const [sentence] = parser.parse('Clara saw the dog.').sentences
 * sentence.text // 'Clara saw the dog.'
 * sentence.root.right.map(({ form }) => form) // ['dog', '.']
 * ```
 */
export class Sentence implements Iterable<Word> {
  /** The index of the sentence in the text, from 0. */
  readonly index: number
  readonly #columns: TextSentence
  #words: readonly Word[] | undefined
  #tokens: readonly Token[] | undefined
  #alternatives: readonly Sentence[] | undefined
  #dependents: Dependents | undefined
  #children: readonly (readonly Word[])[] | undefined

  static {
    columnsOf = (sentence) => sentence.#columns
  }

  constructor(columns: TextSentence, index = 0) {
    this.#columns = columns
    this.index = index
  }

  /** The text from the first token to the last one. */
  get text(): string {
    return this.#columns.text
  }

  get start(): number {
    return this.#columns.start
  }

  get end(): number {
    return this.#columns.end
  }

  /** The words. Word number i is at index i − 1. */
  get words(): readonly Word[] {
    const columns = this.#columns
    return (this.#words ??= Array.from({ length: columns.size }, (_, i) => new Word(this, i + 1, columns)))
  }

  get tokens(): readonly Token[] {
    const columns = this.#columns
    return (this.#tokens ??= Array.from(columns.places.tokenStarts, (_, index) => {
      const { first, last, start, end } = columns.token(index)
      const words = this.words.slice(first - 1, last)
      const text = columns.text.slice(start - columns.start, end - columns.start)
      return { text, start, end, spaceAfter: columns.spaceAfter(index) !== '', words }
    }))
  }

  /** The same words with the next best trees, best first; empty without the option `nbest`. */
  get alternatives(): readonly Sentence[] {
    return (this.#alternatives ??= this.#columns.alternatives.map((other) => new Sentence(other, this.index)))
  }

  [Symbol.iterator](): IterableIterator<Word> {
    return this.words[Symbol.iterator]()
  }

  /** The heads and labels as numbers: `tree.head[i]` is the head of word i, 0 for the artificial root. */
  get tree(): Tree {
    return this.#columns.found!.tree
  }

  /** The number of marks in the derived tree that could not be reversed; 0 for the system `rb`. */
  get vestigialArcs(): number {
    return this.#columns.found!.vestigialArcs
  }

  /** The score of the tree, comparable with the scores of its alternatives; undefined without the option `scores`. */
  get score(): number | undefined {
    return this.#columns.found!.score
  }

  /** The first root. Single-rooted parsers (the default) find exactly one root. */
  get root(): Word | undefined {
    return this.roots[0]
  }

  /** The words whose head is the artificial root. */
  get roots(): readonly Word[] {
    return this.childrenOf(0)
  }

  /** The dependents of the word with this number, in order; the roots for 0. Throws RangeError if the word does not exist. */
  childrenOf(id: number): readonly Word[] {
    number(id, 'id')
    this.#children ??= this.#below().map((ids) => this.#wordsOf(ids))
    const children = this.#children[id]
    if (children) return children
    throw new RangeError(`no word ${id} in a sentence of ${this.words.length}`)
  }

  /** The word at an offset (the first if several words have this range); undefined if there is none. */
  wordAt(offset: number): Word | undefined {
    number(offset, 'offset')
    return this.words.find(({ start, end }) => start <= offset && offset < end)
  }

  /**
   * The triples of subject, verb and object, ordered by verb: of active and passive verbs and copulas, and with obliques and
   * their prepositions as objects. Relative pronouns are replaced by their antecedents, conjuncts also count, and verbs
   * share subjects. Triples that the text does not assert are marked: a triple is `negated`, a `question` or a `condition`,
   * has a `modal`, or is `within` the complement of another verb.
   */
  triples(): Triple[] {
    const word = (id: number): Word => this.words[id - 1]
    const optional = (id: number | undefined): Word | undefined => (id === undefined ? undefined : word(id))
    const triples = triplesOf(this.#columns, this.#below())
    const ranges = triples.length > 0 ? nominalRanges(this.#columns, this.#below()) : undefined
    const phrase = (head: number): Phrase => {
      const [first, last] = ranges!.get(head) ?? [head, head]
      return new Phrase(word(head), this.#wordsOf(range(first, last)))
    }
    return triples.map((triple) => ({
      ...triple,
      subject: word(triple.subject),
      verb: word(triple.verb),
      object: word(triple.object),
      preposition: optional(triple.preposition),
      modal: optional(triple.modal),
      within: optional(triple.within),
      subjectPhrase: phrase(triple.subject),
      objectPhrase: phrase(triple.object),
    }))
  }

  /** The noun phrases that are not inside another one, from left to right: `bread` and `butter` of `bread and butter`. */
  nounPhrases(): Phrase[] {
    return this.#phrases(nounPhrasesOf(this.#columns, this.#below()))
  }

  /** The clauses, ordered by their heads. Each word belongs to one clause. */
  clauses(): Phrase[] {
    return this.#phrases(clausesOf(this.#columns, this.#below()))
  }

  /** The words that overlap a range of the whole text in UTF-16 code units; undefined if there are none. */
  span(start: number, end: number): Phrase | undefined {
    number(start, 'start')
    number(end, 'end')
    const words = this.words.filter((word) => word.start < end && word.end > start)
    if (words.length === 0) return undefined
    const ids = new Set(words.map(({ id }) => id))
    const depth = (word: Word): number => word.ancestors.length
    const tops = words.filter(({ head }) => !head || !ids.has(head.id))
    const head = tops.reduce((top, word) => (depth(word) < depth(top) ? word : top))
    return new Phrase(head, words)
  }

  /** The tree as text, one word per line. */
  draw(): string {
    const { words, tree } = this
    const forms = words.map(({ form }) => form)
    return drawText(forms, { tree, labels: words.map(({ deprel }) => deprel) })
  }

  /** The tree as a complete SVG element in the colour of the surrounding text. Throws TypeError for invalid options. */
  toSVG(options: SentenceSvgOptions = {}): string {
    return sentenceDrawing(this.#columns, options).svg
  }

  /** The lines of CoNLL-U, with comments and the blank line at the end. `# sent_id` counts from 1. */
  toCoNLLU(): string {
    return `# sent_id = ${this.index + 1}\n${this.#columns.conllu()}`
  }

  /** The input of displaCy with `manual=True`. */
  toDisplaCy(): DisplacyParse {
    return displacyOf([this.#columns])
  }

  /** Plain data for `JSON.stringify`. */
  toJSON(): SentenceJson {
    return sentenceJson(this.#columns)
  }

  #below(): Dependents {
    return (this.#dependents ??= dependentsOf(this.tree))
  }

  #wordsOf(ids: readonly number[]): Word[] {
    return ids.map((id) => this.words[id - 1])
  }

  #phrases(found: readonly PhraseOf<number>[]): Phrase[] {
    return found.map(({ head, words }) => new Phrase(this.words[head - 1], this.#wordsOf(words)))
  }
}
