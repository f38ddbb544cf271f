/** Parsing of text as it comes: as much as a paragraph is kept, whatever the pieces are that it comes in. */
import { isSpace } from '../pipeline/characters.ts'
import type { ParsedSentence, Pipeline } from '../pipeline/pipeline.ts'
import { Sentence } from './sentence.ts'

/** The most characters that are parsed at once, in UTF-16 code units. */
export const WINDOW = 1 << 16

const LINE_FEED = 0x0a
const PARAGRAPH_SEPARATOR = 0x2029

/** Text on one side, its sentences on the other; each is parsed when it is asked for. */
export function sentenceStream(pipeline: Pipeline, signal?: AbortSignal): TransformStream<string, Sentence> {
  const pieces = new TransformStream<string, string>()
  const reader = pieces.readable.getReader()
  const text = new UnparsedText(pipeline)
  let coming: Iterator<Located> = [].values()
  let isOver = false
  let index = 0
  let abort = (): void => {}
  const stopListening = (): void => signal?.removeEventListener('abort', abort)

  const readable = new ReadableStream<Sentence>(
    {
      start(controller) {
        abort = () => {
          controller.error(signal!.reason)
          void reader.cancel(signal!.reason)
        }
        if (signal?.aborted) abort()
        else signal?.addEventListener('abort', abort, { once: true })
      },
      async pull(controller) {
        try {
          for (;;) {
            const next = coming.next()
            if (!next.done) return controller.enqueue(sentenceOf(next.value, index++))
            if (isOver) break
            const { done, value } = await reader.read()
            if (signal?.aborted) return
            isOver = done
            coming = done ? text.end() : text.push(value)
          }
        } catch (error) {
          // Whoever writes learns of it too.
          stopListening()
          await reader.cancel(error)
          throw error
        }
        stopListening()
        controller.close()
      },
      async cancel(reason) {
        stopListening()
        await reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
  return { readable, writable: pieces.writable }
}

interface Located {
  readonly sentence: ParsedSentence
  /** Where the text begins that its offsets count in. */
  readonly offset: number
}

function sentenceOf({ sentence, offset }: Located, index: number): Sentence {
  return new Sentence(sentence, index, offset)
}

/** The text that has come and is not parsed yet. What is parsed together depends on the text alone, not on its pieces. */
class UnparsedText {
  #pieces: string[] = []
  #length = 0
  /** Where it begins in all that came. */
  #offset = 0
  #lineIsBlank = false
  readonly #pipeline: Pipeline

  constructor(pipeline: Pipeline) {
    this.#pipeline = pipeline
  }

  /** What can be parsed with a piece more. Throws TypeError where it is no text. */
  *push(piece: string): Generator<Located> {
    if (typeof piece !== 'string')
      throw new TypeError('the stream takes pieces of text, expected a TextDecoderStream before it')
    let from = 0
    for (let at = 0; at < piece.length; at++) {
      const unit = piece.charCodeAt(at)
      const endsParagraph = this.#endsParagraph(unit)
      // A window does not end within a pair of surrogates.
      const isFull = this.#length + at + 1 - from >= WINDOW && (unit < 0xd800 || unit >= 0xdc00)
      if (!endsParagraph && !isFull) continue
      this.#add(piece.slice(from, at + 1))
      from = at + 1
      yield* endsParagraph ? this.end() : this.#window()
    }
    this.#add(piece.slice(from))
  }

  /** What is left, as a paragraph. */
  *end(): Generator<Located> {
    const offset = this.#offset
    const text = this.#take()
    for (const sentence of this.#pipeline.parse(text)) yield { sentence, offset }
  }

  /** All sentences of a paragraph that is not at its end yet, but the last one, which may go on. */
  *#window(): Generator<Located> {
    const offset = this.#offset
    const text = this.#take()
    let last: ParsedSentence | undefined
    let rest = text.length
    for (const sentence of this.#pipeline.parse(text)) {
      if (last) {
        yield { sentence: last, offset }
        rest = sentence.start
      }
      last = sentence
    }
    if (last && rest === text.length) yield { sentence: last, offset }
    this.#offset = offset + rest
    this.#add(text.slice(rest))
  }

  #endsParagraph(unit: number): boolean {
    if (unit === LINE_FEED) {
      const wasBlank = this.#lineIsBlank
      this.#lineIsBlank = true
      return wasBlank
    }
    if (this.#lineIsBlank && !isSpace(unit)) this.#lineIsBlank = false
    return unit === PARAGRAPH_SEPARATOR
  }

  #add(piece: string): void {
    if (piece === '') return
    this.#pieces.push(piece)
    this.#length += piece.length
  }

  #take(): string {
    const text = this.#pieces.join('')
    this.#pieces = []
    this.#length = 0
    this.#offset += text.length
    return text
  }
}
