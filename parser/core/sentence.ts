/** A sentence as features read it: for each attribute a column of 32-bit hashes. Its text is not kept. */

import type { Tree } from '../../transform/tree.ts'
import { hashPair, hashText, NONE_VALUE, ROOT_VALUE } from './hash.ts'
import { clusterPath, type WordClusters } from './word-numbers.ts'

export { hashPair, hashText, NONE_VALUE, ROOT_VALUE }

/** The attributes of a word, in the order of {@link ParserSentence.columns}. */
export const attributes = Object.freeze([
  'form',
  'lemma',
  'upos',
  'xpos',
  'feats',
  'tag',
  'lower',
  'prefix',
  'suffix',
  'shape',
  'case',
  'agreement',
  'verbform',
  'cluster',
  'cluster6',
] as const)
export type Attribute = (typeof attributes)[number]

const [FORM, LEMMA, UPOS, XPOS, FEATS, TAG, LOWER, PREFIX, SUFFIX, SHAPE, CASE, AGREEMENT, VERBFORM] =
  attributes.map((_, i) => i)
const CLUSTER = attributes.indexOf('cluster')
const CLUSTER_6 = attributes.indexOf('cluster6')
/** The number of bits of the path that make up the attribute `cluster6`. */
const CLUSTER_BITS = 6

/** The attributes that are made of FEATS. */
export const ofFeats: readonly Attribute[] = Object.freeze(['feats', 'case', 'agreement', 'verbform'])

/** The columns of CoNLL-U that a model may read besides FORM, LEMMA and UPOS. */
export type TagColumn = 'XPOS' | 'FEATS'

/** The columns of CoNLL-U that make up the attribute `tag`. */
export type Tags = 'upos' | 'xpos' | 'both'

/** The universal tags of content words: the first label of a phrase is mostly that of its next content word. */
const [NOUN, PROPN, PRON, VERB, NUM] = ['NOUN', 'PROPN', 'PRON', 'VERB', 'NUM'].map((tag) => hashText(tag))

/** Comparisons are several times as fast as a Set. */
function isContentWord(upos: number): boolean {
  return upos === NOUN || upos === PROPN || upos === PRON || upos === VERB || upos === NUM
}

/** The texts of a word, as in the columns of CoNLL-U. Unknown ones are `_` or absent. */
export interface ParserToken {
  readonly form: string
  readonly lemma?: string
  readonly upos?: string
  readonly xpos?: string
  readonly feats?: string
}

/** One sentence at a time: the columns grow to the longest one and are reused. */
export class ParserSentence {
  size = 0
  /** The gold tree in reading order, for systems that read it. `begin` removes it. */
  gold: Tree | undefined
  /** Changes whenever the sentence changes, so that others know when to read it again. */
  filling = 0
  /** Column a has attribute a: 1..size are the words, 0 and size + 1 the artificial root at either end. */
  readonly columns: Int32Array[] = attributes.map(() => new Int32Array(0))
  readonly tags: Tags
  /** Whether the sentence is mirrored: word i is the i-th from the end. */
  readonly mirrored: boolean
  readonly #used: boolean[]
  readonly #clusters: WordClusters | undefined
  #contentWords = new Int32Array(0)
  #hasContentWords = false

  /**
   * @param options `tags`: the columns of tags to read, default `both`; `mirrored`, default false; `used`: the attributes to
   *   fill, default all; `clusters`, default none
   */
  constructor(
    options: { tags?: Tags; mirrored?: boolean; used?: readonly Attribute[]; clusters?: WordClusters } = {},
  ) {
    this.#clusters = options.clusters
    this.tags = options.tags ?? 'both'
    this.mirrored = options.mirrored ?? false
    this.#used = attributes.map((attribute) => options.used?.includes(attribute) ?? true)
  }

  /** Whether this attribute is filled in. */
  reads(attribute: Attribute): boolean {
    if (attribute === 'feats') return ofFeats.some((name) => this.#used[attributes.indexOf(name)])
    return this.#used[attributes.indexOf(attribute)]
  }

  /** Starts a sentence of `size` words; `set` fills them in any order. */
  begin(size: number): this {
    const room = size + 2
    this.gold = undefined
    this.filling++
    this.#hasContentWords = false
    for (let i = 0; i < this.columns.length; i++) {
      if (this.columns[i].length < room) this.columns[i] = new Int32Array(2 * room)
      this.columns[i][0] = this.columns[i][size + 1] = ROOT_VALUE
    }
    this.size = size
    return this
  }

  /** Fills in word `word` (1..size, counted from the left). */
  set(word: number, token: ParserToken): void {
    const at = this.mirrored ? this.size + 1 - word : word
    this.filling++
    this.#hasContentWords = false
    const { form, lemma = '_', upos = '_', xpos = '_', feats = '_' } = token
    const used = this.#used
    const columns = this.columns
    if (used[FORM]) columns[FORM][at] = hashText(form)
    if (used[LEMMA]) columns[LEMMA][at] = hashText(lemma)
    this.#setTags(at, upos, xpos)
    if (used[FEATS]) columns[FEATS][at] = hashText(feats)
    if (used[LOWER]) columns[LOWER][at] = hashText(form.toLowerCase())
    if (used[PREFIX]) columns[PREFIX][at] = hashText(form, 0, Math.min(affixOf(form, 0), form.length))
    if (used[SUFFIX])
      columns[SUFFIX][at] = hashText(form, Math.max(0, form.length - affixOf(form, form.length - 1)))
    if (used[CASE]) columns[CASE][at] = hashOfFeatures(feats, CASES)
    if (used[AGREEMENT]) columns[AGREEMENT][at] = hashOfFeatures(feats, AGREEMENTS)
    if (used[VERBFORM]) columns[VERBFORM][at] = hashOfFeatures(feats, VERBFORMS)
    if (used[SHAPE]) columns[SHAPE][at] = hashText(shapeOf(form))
    if (!used[CLUSTER] && !used[CLUSTER_6]) return
    const path = this.#clusters ? clusterPath(this.#clusters, form) : ''
    columns[CLUSTER][at] = hashText(path)
    columns[CLUSTER_6][at] = hashText(path, 0, Math.min(CLUSTER_BITS, path.length))
  }

  /** Fills in the words of a sentence that is mirrored if this one is not. It has to have the attributes of this one. */
  fillMirrored({ size, columns }: ParserSentence): this {
    this.begin(size)
    columns.forEach((from, attribute) => {
      const to = this.columns[attribute]
      for (let word = 1; word <= size; word++) to[word] = from[size + 1 - word]
    })
    return this
  }

  /** By word 1..size + 1: the first content word at or after it; -1 if there is none. */
  contentWords(): Int32Array {
    if (this.#hasContentWords) return this.#contentWords
    if (this.#contentWords.length < this.size + 2) this.#contentWords = new Int32Array(2 * (this.size + 2))
    const upos = this.columns[UPOS]
    let next = -1
    this.#contentWords[this.size + 1] = next
    for (let word = this.size; word >= 1; word--) {
      if (isContentWord(upos[word])) next = word
      this.#contentWords[word] = next
    }
    this.#hasContentWords = true
    return this.#contentWords
  }

  #setTags(at: number, upos: string, xpos: string): void {
    const used = this.#used
    const columns = this.columns
    const { tags } = this
    if (!used[UPOS] && !used[XPOS] && !used[TAG]) return
    const universal = tags === 'xpos' ? NONE_VALUE : hashText(upos)
    const own = tags !== 'upos' || used[XPOS] ? hashText(xpos) : NONE_VALUE
    if (used[UPOS]) columns[UPOS][at] = tags === 'xpos' ? own : universal
    if (used[XPOS]) columns[XPOS][at] = own
    if (!used[TAG]) return
    if (tags === 'xpos') columns[TAG][at] = own
    else if (tags === 'upos' || xpos === '_') columns[TAG][at] = universal
    else columns[TAG][at] = hashPair(universal, own)
  }
}

export function fillSentence(sentence: ParserSentence, tokens: readonly ParserToken[]): ParserSentence {
  sentence.begin(tokens.length)
  for (let i = 0; i < tokens.length; i++) sentence.set(i + 1, tokens[i])
  return sentence
}

const CASES = ['Case']
const AGREEMENTS = ['Gender', 'Number', 'Person']
const VERBFORMS = ['Mood', 'VerbForm']

/** The hash of the values of the named features, in the order of FEATS; that of `_` if the word has none of them. */
function hashOfFeatures(feats: string, names: readonly string[]): number {
  let hash = NO_FEATURE
  for (let start = 0; start < feats.length;) {
    const bar = feats.indexOf('|', start)
    const end = bar < 0 ? feats.length : bar
    const equals = feats.indexOf('=', start)
    if (equals > start && equals < end && names.includes(feats.slice(start, equals)))
      hash = hashPair(hash, hashText(feats, start, end))
    start = end + 1
  }
  return hash
}
const NO_FEATURE = hashText('_')

/** From the first Kana to the last Hangul: nearly all characters that are a syllable or a word, and few letters. */
const [FIRST_SYLLABLE, LAST_SYLLABLE] = [0x3041, 0xd7a3]

/** The length of a prefix or suffix: three letters, or one syllable character (+2 LAS for Korean, ko_kaist). */
function affixOf(form: string, end: number): number {
  const code = form.charCodeAt(end)
  return code >= FIRST_SYLLABLE && code <= LAST_SYLLABLE ? 1 : 3
}

/**
 * The shape of a word: `X`, `x` and `9` for upper case, lower case and digits, for other characters what `otherClass`
 * says. Runs of one class are cut to `longestRun`: `McDonald's` is `XxXx-x`.
 */
export function shapeOf(
  form: string,
  longestRun = 1,
  otherClass: (character: string) => string = () => '-',
): string {
  let shape = ''
  let last = ''
  let run = 0
  for (const character of form.length > 64 ? form.slice(0, 64) : form) {
    const upper = character.toUpperCase()
    let type: string
    if (upper !== character.toLowerCase()) type = character === upper ? 'X' : 'x'
    else type = character >= '0' && character <= '9' ? '9' : otherClass(character)
    run = type === last ? run + 1 : 1
    if (run <= longestRun) shape += type
    last = type
  }
  return shape
}
