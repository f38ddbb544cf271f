/** Parsed sentences with their tokens, words and trees. */
import { drawText, type View } from '../../transform/drawing/draw.ts'
import { dependentsOf, type Tree } from '../../transform/tree.ts'
import { conlluOf } from '../pipeline/conllu-text.ts'
import type { ParsedSentence, ParsedWord } from '../pipeline/pipeline.ts'
import { check, number, string } from './arguments.ts'
import { displacyOf, sentenceJson, sentenceSvg, tokensOf, wordJson } from './formats.ts'
import type { DisplacyParse, SentenceJson, SentenceSvgOptions, TokenOf, WordJson } from './formats.ts'
import { clausesOf, nounPhrasesOf, type PhraseOf } from './phrases.ts'
import { ancestorsOf, pathBetween, subtreeOf } from './tree-word.ts'
import { triplesOf, type TripleOf } from './triples.ts'

export type Token = TokenOf<Word>
export type Triple = TripleOf<Word>
export type Phrase = PhraseOf<Word>

const wordOfSentence = check('a word of this sentence', (value) => value instanceof Word)

/**
 * A word of a sentence, a node of its tree. The fields are texts as in the columns of CoNLL-U, `_` if unknown.
 *
 * ```js
 * const [sentence] = parser.parse('Clara saw the dog.')
 * sentence.root.form // 'saw'
 * ```
 */
export class Word {
  /** The number of the word in its sentence, from 1. */
  readonly id: number
  readonly form: string
  /** The base form; `_` from models without lemmas. */
  readonly lemma: string
  /** The universal part of speech. */
  readonly upos: string
  /** The part of speech of the treebank. */
  readonly xpos: string
  /** The features, separated by `|`: `Case=Nom|Number=Sing`. */
  readonly feats: string
  /** The relation to the head; `root` for a root. */
  readonly deprel: string
  /** In the whole text, in UTF-16 code units. Words that a multiword token is not a concatenation of have its range. */
  readonly start: number
  readonly end: number
  readonly #sentence: Sentence
  readonly #parsed: ParsedWord

  constructor(sentence: Sentence, id: number, parsed: ParsedWord, offset: number) {
    this.#sentence = sentence
    this.#parsed = parsed
    this.id = id
    this.form = parsed.form
    this.lemma = parsed.lemma
    this.upos = parsed.upos
    this.xpos = parsed.xpos
    this.feats = parsed.feats
    this.deprel = parsed.deprel
    this.start = parsed.start + offset
    this.end = parsed.end + offset
  }

  get sentence(): Sentence {
    return this.#sentence
  }

  /** The token that contains the word. */
  get token(): Token {
    return this.#sentence.tokens[this.#parsed.token]
  }

  /** The word as it stands in the text. */
  get text(): string {
    return this.#sentence.text.slice(this.start - this.#sentence.start, this.end - this.#sentence.start)
  }

  /** The value of a feature, such as `feature('Number')`; undefined if the word does not have it. */
  feature(name: string): string | undefined {
    string(name, 'name')
    const found = this.feats.split('|').find((feature) => feature.startsWith(`${name}=`))
    return found?.slice(name.length + 1)
  }

  /** Undefined for a root. */
  get head(): Word | undefined {
    return this.#sentence.words[this.#parsed.head - 1]
  }

  /** The confidence in the arc to the head and its label, from 0 to 1; undefined without the option `scores`. */
  get score(): number | undefined {
    return this.#parsed.score
  }

  get isRoot(): boolean {
    return this.#parsed.head === 0
  }

  /** The dependents of the word, in the order of the sentence. */
  get children(): readonly Word[] {
    return this.#sentence.childrenOf(this.id)
  }

  /** The word and all its direct and indirect dependents, in the order of the sentence. */
  get subtree(): readonly Word[] {
    return subtreeOf<Word>(this)
  }

  /** The head, its head, and so on to the root; empty for a root. */
  get ancestors(): readonly Word[] {
    return ancestorsOf<Word>(this)
  }

  /**
   * The shortest path through the tree to another word, both included; undefined if they have different roots. Throws
   * TypeError if `other` is not a word, RangeError if it is one of another sentence.
   */
  pathTo(other: Word): readonly Word[] | undefined {
    wordOfSentence(other, 'other')
    if (other.sentence !== this.#sentence) throw new RangeError('no path leads to a word of another sentence')
    return pathBetween<Word>(this, other)
  }

  /** Plain data for `JSON.stringify`. */
  toJSON(): WordJson {
    return wordJson(this)
  }

  /** The form. */
  toString(): string {
    return this.form
  }
}

/** A sentence with its tree. Iteration gives its words. Offsets count UTF-16 code units of the whole text. */
export class Sentence implements Iterable<Word> {
  /** The index of the sentence in the text, from 0. */
  readonly index: number
  /** The text from the first token to the last one. */
  readonly text: string
  readonly start: number
  readonly end: number
  /** The words: the one with number i at index i − 1. */
  readonly words: readonly Word[]
  readonly tokens: readonly Token[]
  /** The same words with the next best trees, the best of them first; empty without the option `nbest`. */
  readonly alternatives: readonly Sentence[]
  readonly #parsed: ParsedSentence
  #children: readonly (readonly Word[])[] | undefined

  constructor(parsed: ParsedSentence, index = 0, offset = 0) {
    this.#parsed = parsed
    this.index = index
    this.text = parsed.text
    this.start = parsed.start + offset
    this.end = parsed.end + offset
    this.words = parsed.words.map((word, i) => new Word(this, i + 1, word, offset))
    this.tokens = tokensOf(parsed, this.words, offset)
    this.alternatives = (parsed.alternatives ?? []).map((other) => new Sentence(other, index, offset))
  }

  [Symbol.iterator](): IterableIterator<Word> {
    return this.words[Symbol.iterator]()
  }

  /** The heads and labels as numbers: `tree.head[i]` is the head of word i, 0 for the artificial root. */
  get tree(): Tree {
    return this.#parsed.tree
  }

  /** The number of marks in the derived tree that could not be reversed; 0 for the system `rb`. */
  get vestigialArcs(): number {
    return this.#parsed.vestigialArcs
  }

  /** The score of the tree, comparable with those of its alternatives; undefined without the option `scores`. */
  get score(): number | undefined {
    return this.#parsed.score
  }

  /** The first root. Single-rooted parsers, which is the default, find exactly one. */
  get root(): Word | undefined {
    return this.roots[0]
  }

  /** The words without a head. */
  get roots(): readonly Word[] {
    return this.childrenOf(0)
  }

  /** The dependents of the word with this number, in order; the roots for 0. Throws RangeError if there is no such word. */
  childrenOf(id: number): readonly Word[] {
    number(id, 'id')
    this.#children ??= dependentsOf(this.tree).map((ids) => ids.map((word) => this.words[word - 1]))
    const children = this.#children[id]
    if (children) return children
    throw new RangeError(`no word ${id} in a sentence of ${this.words.length}`)
  }

  /** The word at an offset, the first one if several have this range; undefined if there is none. */
  wordAt(offset: number): Word | undefined {
    number(offset, 'offset')
    return this.words.find(({ start, end }) => start <= offset && offset < end)
  }

  /**
   * Subject, verb and object, ordered by verb: of active and passive verbs and of copulas, and obliques with their
   * prepositions. Relative pronouns are replaced by what they refer to, conjuncts count, too, and verbs share subjects.
   */
  triples(): Triple[] {
    return triplesOf(this.roots)
  }

  /** The noun phrases that lie in no other one, from left to right: `bread` and `butter` of `bread and butter`. */
  nounPhrases(): Phrase[] {
    return nounPhrasesOf(this.words)
  }

  /** The clauses, ordered by their heads. Each word is in one of them. */
  clauses(): Phrase[] {
    return clausesOf(this.words)
  }

  /** The tree as text, one word a line. */
  draw(): string {
    return drawText(...this.#drawing())
  }

  /** The tree as a complete SVG element for light and dark pages. Throws TypeError for invalid options. */
  toSVG(options: SentenceSvgOptions = {}): string {
    return sentenceSvg(...this.#drawing(), this.text, options)
  }

  /** The lines of CoNLL-U, with comments and the blank line at the end. `# sent_id` counts from 1. */
  toCoNLLU(): string {
    return conlluOf(this.#parsed, this.index + 1)
  }

  /** The input of displaCy with `manual=True`. */
  toDisplaCy(): DisplacyParse {
    return displacyOf([this])
  }

  /** Plain data for `JSON.stringify`. */
  toJSON(): SentenceJson {
    return sentenceJson(this)
  }

  #drawing(): [string[], View] {
    const { words, tree } = this
    return [words.map(({ form }) => form), { tree, labels: words.map(({ deprel }) => deprel) }]
  }
}
