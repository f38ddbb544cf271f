/** The features of a sentence boundary between two tokens. */
import { hashText } from '../../parser/core/hash.ts'
import { listed } from '../../parser/features/template-language.ts'
import { Rows, Templates } from './features.ts'
import { FACT_COUNT, FORM, LOWER, SHAPE, wordColumns, type WordFacts } from './word-facts.ts'

const columns = [...wordColumns, 'space', 'length', 'titled', 'inside', 'first']

const templates = new Templates(
  listed(`
    lower, lower+1, form+1, lower lower+1, form form+1, lower-1 lower, lower+1 lower+2, lower shape+1,
    lower shape+1 space, lower shape+1 length, lower shape+1 titled, lower-1 lower shape+1,
    suffix3 shape+1, lower lower+1 space, lower lower+1 shape+2, shape shape+1 space,
    shape-1 shape shape+1, shape+1 shape+2, shape shape+1 shape+2, shape-2 shape-1 shape shape+1,
    length lower, length shape shape+1, titled length shape+1, inside lower, inside lower lower+1,
    titled shape shape+1, first shape shape+1
  `),
  columns,
)
export const SENTENCE_END_FEATURES: number = templates.size

/** The maximum length of bracketed text in tokens. */
const MAX_BRACKET_TOKENS = 20
const opening = new Set(['(', '[', '{', '“', '«'].map((text) => hashText(text)))
const closing = new Set([')', ']', '}', '”', '»'].map((text) => hashText(text)))
const quote = hashText('"')
/** The shapes of words that begin with a capital letter. */
const capitalized = new Set(['X', 'Xx', 'XxX', 'XxXx', 'X.'].map((text) => hashText(text)))

/** The tokens of a paragraph, added one by one, with the state of the current sentence. */
export class OpenSentence {
  readonly #words: readonly WordFacts[]
  readonly #rows = new Rows(columns)
  #tokens = 0
  #capitalized = 0
  /** The number of open brackets and quotation marks, and whether a straight quotation mark is open (0 or 1). */
  #open = 0
  #quoted = 0
  #first = 0

  constructor(words: readonly WordFacts[]) {
    this.#words = words
    const rows = this.#rows.begin(words.length)
    for (let i = 0; i < words.length; i++) rows.data.set(words[i].facts, rows.at(i))
  }

  begin(): void {
    this.#tokens = this.#capitalized = this.#open = this.#quoted = 0
  }

  add({ facts }: WordFacts): void {
    if (this.#tokens === 0) this.#first = facts[LOWER]
    this.#tokens++
    if (capitalized.has(facts[SHAPE])) this.#capitalized++
    if (opening.has(facts[FORM])) this.#open++
    else if (closing.has(facts[FORM])) this.#open = Math.max(0, this.#open - 1)
    else if (facts[FORM] === quote) this.#quoted = 1 - this.#quoted
  }

  /** Whether the last added token `i` is within brackets that close within MAX_BRACKET_TOKENS tokens. */
  isInBrackets(i: number): boolean {
    if (this.#open === 0) return false
    return this.#words.slice(i + 1, i + 1 + MAX_BRACKET_TOKENS).some(({ facts }) => closing.has(facts[FORM]))
  }

  /** Writes the features of the boundary after the last added token `i`. Returns their number. */
  writeKeys(i: number, spaced: boolean, keys: Uint32Array): number {
    const { data } = this.#rows
    const at = this.#rows.at(i)
    const length = this.#tokens < 6 ? this.#tokens : 6 + Math.min(3, this.#tokens >> 3)
    const titled = this.#capitalized === this.#tokens ? 1 : 2 * this.#capitalized > this.#tokens ? 2 : 3
    const inside = Math.min(2, this.#open) * 2 + this.#quoted
    data.set([spaced ? 1 : 0, length, titled, inside, this.#first], at + FACT_COUNT)
    return templates.write(data, at, keys)
  }
}
