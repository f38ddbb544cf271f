/** Sentences out of CoNLL-U that comes in chunks (of a file, a socket, a `fetch`) or lies in memory. */
import { ConlluError } from './error.ts'
import { ConlluReader, type ReaderOptions } from './reader.ts'
import type { ConlluSentence } from './sentence.ts'
import { encode } from './utf8.ts'

export interface ReadOptions extends ReaderOptions {
  /** Called for each bad sentence, which is then left out; when not given, a bad sentence is thrown. */
  readonly skip?: (error: ConlluError) => void
}

/** The sentences that `reader` has complete. Throws ConlluError unless bad ones are skipped. */
export function* takeSentences(
  reader: ConlluReader,
  skip?: (error: ConlluError) => void,
): Generator<ConlluSentence> {
  for (;;) {
    let sentence
    try {
      sentence = reader.next()
    } catch (error) {
      if (!skip || !(error instanceof ConlluError)) throw error
      skip(error)
      continue
    }
    if (!sentence) return
    yield sentence
  }
}

/** Sentences of CoNLL-U in memory: text, bytes, or chunks of bytes. Throws ConlluError where it is not well-formed. */
export function* readConllu(
  input: string | Uint8Array | Iterable<Uint8Array>,
  options: ReadOptions = {},
): Generator<ConlluSentence> {
  const reader = new ConlluReader(options)
  const chunks = typeof input === 'string' ? [encode(input)] : input instanceof Uint8Array ? [input] : input
  for (const chunk of chunks) {
    reader.push(chunk)
    yield* takeSentences(reader, options.skip)
  }
  reader.end()
  yield* takeSentences(reader, options.skip)
}

/**
 * Sentences of CoNLL-U as its bytes arrive, in constant memory: a Node stream, a web ReadableStream that can be
 * iterated, any async iterable of chunks. Throws ConlluError where it is not well-formed.
 */
export async function* streamConllu(
  chunks: AsyncIterable<Uint8Array>,
  options: ReadOptions = {},
): AsyncGenerator<ConlluSentence> {
  const reader = new ConlluReader(options)
  for await (const chunk of chunks) {
    reader.push(chunk)
    yield* takeSentences(reader, options.skip)
  }
  reader.end()
  yield* takeSentences(reader, options.skip)
}
