/** The words of a sentence before it is parsed, found by number or by characters. */
import type { TextSentence } from '../pipeline/text-windows.ts'
import { wordPositions, type Characters } from '../pipeline/characters.ts'

/** All methods throw RangeError if there is no such word. */
export class SentenceWords {
  readonly #text: string
  readonly #index: number
  readonly #end: number
  readonly #positions: readonly Characters[]

  constructor(text: string, { end, tokens }: TextSentence, index: number) {
    this.#text = text
    this.#index = index
    this.#end = end
    this.#positions = wordPositions(text, tokens)
  }

  number(word: number | Characters): number {
    if (typeof word === 'object') {
      const { first, last } = this.inRange(word)
      if (first === last) return first
      throw new RangeError(`${this.#quote(word)} covers ${last - first + 1} words, expected one`)
    }
    const { length } = this.#positions
    if (Number.isInteger(word) && word >= 1 && word <= length) return word
    throw new RangeError(
      `a constraint refers to word ${word} of sentence ${this.#index}, expected a whole number from 1 to ${length}`,
    )
  }

  between(first: number, last: number): { readonly first: number; readonly last: number } {
    this.number(first)
    this.number(last)
    if (first > last) throw new RangeError(`the span ${first}-${last} ends before it begins`)
    return { first, last }
  }

  inRange(range: Characters): { readonly first: number; readonly last: number } {
    if (range.end > this.#end)
      throw new RangeError(`${this.#quote(range)} goes beyond the end of sentence ${this.#index}`)
    let [first, last] = [0, 0]
    this.#positions.forEach((word, i) => {
      if (word.end <= range.start || word.start >= range.end) return
      if (word.start < range.start || word.end > range.end)
        throw new RangeError(`${this.#quote(range)} cuts a word: ${this.#quote(word)}`)
      if (first === 0) first = i + 1
      last = i + 1
    })
    if (first > 0) return { first, last }
    throw new RangeError(`${this.#quote(range)} is not a word`)
  }

  #quote({ start, end }: Characters): string {
    const cut = this.#text.slice(start, end)
    return `'${cut.length > 40 ? `${cut.slice(0, 39)}…` : cut}' (characters ${start}-${end})`
  }
}
