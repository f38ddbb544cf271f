/**
 * The running text of a treebank, as far as it can be known: tokens in a row, with a space between them unless
 * SpaceAfter=No says otherwise, paragraph by paragraph (`# newpar`, `# newdoc`).
 */
import type { ConlluSentence } from '../conllu/sentence.ts'
import { decode } from '../conllu/utf8.ts'

export interface GoldToken {
  /** Where it begins and ends in the paragraph's text. */
  readonly start: number
  readonly end: number
  /** What it is made of: more than one word where it is a multiword token. */
  readonly words: readonly string[]
  readonly endsSentence: boolean
}

export interface GoldParagraph {
  readonly text: string
  readonly tokens: readonly GoldToken[]
}

/** Gathers sentences. */
export class TreebankText {
  readonly paragraphs: GoldParagraph[] = []
  #pieces: string[] = []
  #length = 0
  #tokens: GoldToken[] = []

  add(sentence: ConlluSentence): void {
    if (sentence.comments().some((comment) => /^#\s*new(?:par|doc)\b/.test(comment))) this.finish()
    const ranges = sentence.multiwordTokens()
    let range = 0
    for (let word = 1; word <= sentence.size;) {
      const multiword = ranges[range]?.first === word ? ranges[range++] : undefined
      const last = multiword?.last ?? word
      const words = Array.from({ length: last - word + 1 }, (_, i) => sentence.form(word + i))
      const misc = multiword ? miscOfRange(sentence, range - 1) : sentence.misc(word)
      const surface = multiword?.form ?? words[0]
      const start = this.#length
      this.#push(surface)
      this.#tokens.push({ start, end: this.#length, words, endsSentence: last === sentence.size })
      if (!misc.split('|').includes('SpaceAfter=No')) this.#push(' ')
      word = last + 1
    }
  }

  /** The paragraph ends here. */
  finish(): this {
    if (this.#tokens.length > 0) this.paragraphs.push({ text: this.#pieces.join(''), tokens: this.#tokens })
    this.#pieces = []
    this.#length = 0
    this.#tokens = []
    return this
  }

  #push(text: string): void {
    this.#pieces.push(text)
    this.#length += text.length
  }
}

/** MISC of a multiword token, given by its number: the last column of its line. */
function miscOfRange({ block, start, end, ranges }: ConlluSentence, range: number): string {
  const from = start + ranges[4 * range + 3]
  const to = block.subarray(from, end).indexOf(0x0a)
  const columns = decode(block, from, to < 0 ? end : from + to)
  return columns.slice(columns.lastIndexOf('\t') + 1).trim()
}
