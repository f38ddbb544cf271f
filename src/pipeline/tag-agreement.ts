/**
 * Makes predicted tags agree with the tree in the end. A tag that breaks norms of the tree gives way to one that is nearly as
 * likely and keeps them; the first word of a fixed expression gets the tag of all of it (ExtPos). A word that was written apart
 * (`goeswith`) has its lemma and FEATS at its first part alone, as the annotation guidelines say.
 */
import type { Tree } from '../../transform/tree.ts'
import type { ParserSentence } from '../../parser/core/sentence.ts'
import type { Parser } from '../../parser/parse.ts'
import {
  type AnnotatedSentence,
  type Columns,
  FEATS,
  LEMMA,
  UPOS,
  XPOS,
} from '../sentence/annotated-sentence.ts'
import type { OtherAnalysis, Tagger } from './tagger.ts'

const EXTERNAL = 'ExtPos='

export class TagAgreement {
  readonly #tagger: Tagger
  /** The tags that fixed expressions have as a whole. */
  readonly #external: readonly string[]
  #tagged!: AnnotatedSentence
  #filled!: ParserSentence
  #others: readonly (OtherAnalysis | undefined)[] | undefined

  constructor(tagger: Tagger) {
    this.#tagger = tagger
    const pairs = tagger.model.feats.flatMap((feats) => feats.split('|'))
    const external = pairs.filter((pair) => pair.startsWith(EXTERNAL))
    this.#external = [...new Set(external.map((pair) => pair.slice(EXTERNAL.length)))]
  }

  /** Offers other tags of a sentence of the tagger to the parser, in the sentence that was filled with it. */
  begin(filled: ParserSentence, tagged: AnnotatedSentence): void {
    this.#tagged = tagged
    this.#filled = filled
    this.#others = undefined
    filled.otherTags = (word, isFixed) => {
      if (isFixed) return this.#external
      const other = this.#otherOf(word)
      return other ? [other.upos] : []
    }
  }

  /** Few sentences need other tags. Those are tagged again. */
  #otherOf(word: number): OtherAnalysis | undefined {
    if (!this.#others) {
      const others: (OtherAnalysis | undefined)[] = []
      this.#tagger.tag(this.#tagged.forms(), others)
      this.#others = others
    }
    return this.#others[word - 1]
  }

  /** The columns that change with a parsed tree of the sentence; undefined if none does. */
  columns(parser: Parser, tree: Tree): Columns | undefined {
    const tags = parser.tagsOf(tree, this.#filled)
    const { labels } = parser.model
    const [fixed, apart] = [labels.id('fixed'), labels.id('goeswith')]
    const { size, head, label } = tree
    const isApart = (word: number): boolean => apart >= 0 && label[word] === apart && head[word] > 0
    if (tags.size === 0 && !label.includes(apart, 1)) return undefined
    const columns: Record<number, string[]> = {}
    for (const column of [LEMMA, UPOS, XPOS, FEATS])
      columns[column] = Array.from({ length: size }, (_, i) => this.#tagged.column(i + 1, column))
    for (const [word, tag] of tags) {
      const at = word - 1
      const other = this.#otherOf(word)
      if (head.some((above, child) => child > 0 && above === word && label[child] === fixed))
        columns[FEATS][at] = withExternal(columns[FEATS][at], tag)
      else if (other) {
        columns[LEMMA][at] = other.lemma
        columns[UPOS][at] = other.upos
        columns[XPOS][at] = other.xpos
        columns[FEATS][at] = other.feats
      }
    }
    for (let word = 1; word <= size; word++)
      if (isApart(word)) columns[LEMMA][word - 1] = columns[FEATS][word - 1] = '_'
    return columns
  }
}

/** FEATS with ExtPos, in alphabetical order without regard to case. */
function withExternal(feats: string, tag: string): string {
  const others = feats === '_' ? [] : feats.split('|').filter((pair) => !pair.startsWith(EXTERNAL))
  const name = (pair: string): string => pair.split('=', 1)[0].toLowerCase()
  const before = others.filter((pair) => name(pair) < 'extpos').length
  return [...others.slice(0, before), EXTERNAL + tag, ...others.slice(before)].join('|')
}
