/** Streaming: text in, sentences out, in bounded memory. */
import type { ParsedSentence, Pipeline } from '../pipeline/pipeline.ts'
import type { TextWindow, TextWindows } from '../pipeline/text-windows.ts'
import { Sentence } from './sentence.ts'

/** A stream whose readable side parses a sentence when it is requested. Errors and aborts reach both sides. */
export function sentenceStream(pipeline: Pipeline, signal?: AbortSignal): TransformStream<string, Sentence> {
  const pieces = new TransformStream<string, string>()
  const reader = pieces.readable.getReader()
  const text = new WindowParser(pipeline)
  let parsed: Iterator<Located> = [].values()
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
            const next = parsed.next()
            if (!next.done) {
              const { sentence, offset } = next.value
              return controller.enqueue(new Sentence(sentence, index++, offset))
            }
            if (isOver) break
            const { done, value } = await reader.read()
            if (signal?.aborted) return
            isOver = done
            parsed = done ? text.end() : text.push(value)
          }
        } catch (error) {
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
  /** The offset of the parsed text in the whole text. */
  readonly offset: number
}

/** Parses the windows of text that arrives in pieces. */
class WindowParser {
  /** The offset of the next window in the whole text. */
  #offset = 0
  readonly #windows: TextWindows
  readonly #pipeline: Pipeline

  constructor(pipeline: Pipeline) {
    this.#pipeline = pipeline
    this.#windows = pipeline.windows()
  }

  /** The sentences that are complete with a further piece. Throws TypeError if it is not a string. */
  *push(piece: string): Generator<Located> {
    if (typeof piece !== 'string')
      throw new TypeError('the stream takes pieces of text, expected a TextDecoderStream before it')
    for (const window of this.#windows.push(piece)) yield* this.#parse(window)
  }

  /** The sentences of the last window. */
  end(): Generator<Located> {
    return this.#parse(this.#windows.end())
  }

  *#parse({ text, goesOn }: TextWindow): Generator<Located> {
    const offset = this.#offset
    this.#offset += text.length
    for (const sentence of this.#pipeline.parse(text, undefined, goesOn)) yield { sentence, offset }
  }
}
