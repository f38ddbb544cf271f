/**
 * The features of the tagger. Those of a single word depend on its form and on its position relative to the tagged word,
 * so that the tagger sums their weights once for each form. The others combine words, or read tags of words before.
 *
 * Tried on dev of Hungarian, Turkish, Greek, French and Afrikaans, without a gain on most: more suffixes of neighbours,
 * suffixes with tags or suffixes of neighbours, sets of tags of words that occur four times, half or twice the cost of errors.
 * FEATS value by value, the scores of the values added to that of whole FEATS: UFeats of Greek +0.63, Turkish +0.70, Hungarian
 * -0.04, French -0.07, Afrikaans 0.00 (values alone: +0.37, +0.13, -0.33, -0.16), but LAS of a greedy parser from text -0.19,
 * +0.52, -0.36 and +0.17, files 9 to 13 % larger, and Turkish text takes 11 to 39 % more processor time.
 * Also on Vietnamese, UPOS: a second pass that sees the tags of the next two words, with gold tags in training: French +0.14,
 * Greek +0.19, Hungarian -0.24, Turkish -0.16, Afrikaans -0.15, Vietnamese -0.06; with jackknifed tags: +0.18, +0.24, -0.20,
 * -0.45, -0.06, -0.03. A search over tags with a beam of 4: Hungarian +0.05, Greek 0.00, Turkish -0.03.
 */
import { listed } from '../../parser/features/template-language.ts'
import { AFTER, BEFORE, Rows, Templates } from './features.ts'
import { borderFacts, FACT_COUNT, wordColumns, type WordFacts } from './word-facts.ts'

/** In rows, tags and FEATS are their ids plus 3; `verb` is the tag of the last verb or auxiliary up to the word. */
const FIRST_ID = 3
export const columns = [...wordColumns, 'tag', 'verb', 'feats', 'guess']
const [TAG, VERB, FEATS] = [FACT_COUNT, FACT_COUNT + 1, FACT_COUNT + 2]

const near = [
  'lower',
  'suffix3',
  'shape',
  'set',
  'cluster',
  'cluster4',
  'cluster6',
  'cluster10',
  'class',
  'casing',
]
const neighbourColumns: readonly (readonly [string, readonly string[]])[] = [
  ['-1', near],
  ['-2', ['lower', 'cluster']],
  ['+1', near],
  ['+2', ['lower', 'set', 'cluster', 'class', 'casing']],
]

/** The features of the tagged word. */
export const wordTemplates: Templates = new Templates([...wordColumns, 'casing shape'], wordColumns)

/** The features of its neighbours: templates for the facts of a word, and where they are relative to it. */
export const neighbours: readonly {
  readonly offset: number
  readonly templates: Templates
  readonly at: number
}[] = neighbourColumns.map(([distance, names]) => ({
  offset: Number(distance),
  templates: new Templates(
    names.map((name) => name + distance),
    wordColumns,
  ),
  at: -Number(distance) * FACT_COUNT,
}))

export const combinedTemplates: Templates = new Templates(
  listed(`
    tag-1, tag-2, tag-1 tag-2, tag-1 suffix2, tag-1 set, tag-1 set set+1, lower-1 lower, lower lower+1,
    cluster cluster+1, tag-1 cluster, tag-1 cluster+1, cluster6-1 cluster6 cluster6+1,
    cluster6 cluster6+1 cluster6+2, shape shape+1, tag-1 shape, verb-1 suffix2, verb-1 tag-1 suffix2,
    class tag-1, class class+1, class tag-1 class+1, casing tag-1 shape, casing shape shape+1,
    casing shape-1 shape
  `),
  columns,
)

/** The features of the choice between the FEATS of a tag. */
export const featsTemplates: Templates = new Templates(
  [
    ...listed(`
    tag, lower, suffix1, suffix2, suffix3, suffix4, suffix5, set, shape, prefix4, lower-1, suffix3-1,
    lower+1, suffix3+1, set+1, tag-1, feats-1, feats-2, feats-1 suffix2, feats-1 lower, lower lower+1,
    feats-1 feats-2
  `).map((template) => (template === 'tag' ? template : `tag ${template}`)),
    'suffix6 tag',
    'suffix7 tag',
  ],
  columns,
)

export class TagRows extends Rows {
  // The tagger keeps sums with these two, so that they must not be shared between taggers.
  readonly #start = borderFacts(BEFORE)
  readonly #end = borderFacts(AFTER)
  readonly #isVerb: readonly boolean[]

  constructor(tags: readonly { readonly upos: string }[]) {
    super(columns)
    this.#isVerb = tags.map(({ upos }) => upos === 'VERB' || upos === 'AUX')
  }

  beginSentence(words: readonly WordFacts[]): void {
    this.begin(words.length)
    for (let i = 0; i < words.length; i++) this.data.set(words[i].facts, this.at(i))
  }

  /** The facts of the position `i` outside the sentence. */
  border(i: number): WordFacts {
    return i < 0 ? this.#start : this.#end
  }

  /** Sets the tag of word `i`, in order from the first. */
  setTag(i: number, tag: number): void {
    const at = this.at(i)
    this.data[at + TAG] = tag + FIRST_ID
    this.data[at + VERB] = this.#isVerb[tag] ? tag + FIRST_ID : this.data[at - this.width + VERB]
  }

  setFeats(i: number, feats: number): void {
    this.data[this.at(i) + FEATS] = feats + FIRST_ID
  }
}
