/** Text as it comes in pieces: handed on in blocks that end where a paragraph does, so that nothing has to be kept. */
import { isSpace } from './characters.ts'

const LINE_FEED = 0x0a

export class TextBlocks {
  /** What came since the last block. */
  #pieces: string[] = []
  #lineIsBlank = false

  /** Takes in the next piece; what is complete now, '' where that is nothing. */
  push(text: string): string {
    let complete = 0
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i)
      if (unit === LINE_FEED) {
        if (this.#lineIsBlank) complete = i + 1
        this.#lineIsBlank = true
      } else if (this.#lineIsBlank && !isSpace(unit)) this.#lineIsBlank = false
    }
    if (complete === 0) {
      this.#pieces.push(text)
      return ''
    }
    const block = this.#pieces.join('') + text.slice(0, complete)
    this.#pieces = [text.slice(complete)]
    return block
  }

  /** What is left when no more comes. */
  end(): string {
    const block = this.#pieces.join('')
    this.#pieces = []
    this.#lineIsBlank = false
    return block
  }
}
