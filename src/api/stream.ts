/** Parses a stream of text to a stream of sentences in bounded memory. */
import type { Pipeline, Ranking } from '../pipeline/pipeline.ts'
import { Sentence } from '../document/sentence.ts'

/** A stream whose readable side parses a sentence on request. Errors and aborts reach both sides. */
export function sentenceStream(
  pipeline: Pipeline,
  ranking: Ranking,
  signal?: AbortSignal,
): TransformStream<string, Sentence> {
  const pieces = new TransformStream<string, string>()
  const reader = pieces.readable.getReader()
  const windows = pipeline.splitter.windows()
  let sentences: Iterator<Sentence> = [].values()
  let isInputDone = false
  let index = 0
  /** The offset of the next window in the whole text. */
  let windowOffset = 0
  let abort = (): void => {}
  const stopListening = (): void => signal?.removeEventListener('abort', abort)

  function* parse(next: Iterable<string>): Generator<Sentence> {
    for (const text of next) {
      const offset = windowOffset
      windowOffset += text.length
      for (const sentence of pipeline.parse(text, undefined, ranking, offset))
        yield new Sentence(sentence, index++)
    }
  }

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
            const next = sentences.next()
            if (!next.done) return controller.enqueue(next.value)
            if (isInputDone) break
            const { done, value } = await reader.read()
            if (signal?.aborted) return
            isInputDone = done
            sentences = parse(done ? [windows.end()] : windows.push(checkedText(value)))
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

function checkedText(piece: unknown): string {
  if (typeof piece === 'string') return piece
  throw new TypeError('the stream takes pieces of text, expected a TextDecoderStream before it')
}
