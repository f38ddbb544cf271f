/** The class WorkerParser: a loaded model in separate threads. */
import { matcherOf, type Matcher, type SpacyNode } from '../patterns/index.ts'
import type { TextModel } from '../pipeline/text-model.ts'
import type { Document } from '../document/document.ts'
import type { GivenTokens } from './given-tokens.ts'
import {
  checkParseOptions,
  checkStreamOptions,
  checkTexts,
  type ParseOptions,
  type StreamOptions,
  type Texts,
} from './parse-options.ts'
import type { TextThreads } from './text-threads.ts'

declare global {
  /** As in the TypeScript library `esnext.disposable`, for programs that are compiled without this library. */
  interface SymbolConstructor {
    readonly asyncDispose: unique symbol
  }
}

/**
 * Parses texts in workers, so that parsing never blocks this thread. The API is that of {@link TextParser} with promises.
 * Documents are completely parsed.
 *
 * ```js
 * const parser = await loadInWorker('en')
 * const document = await parser.parse('Clara saw the dog.')
 * await parser.terminate()
 * ```
 */
export class WorkerParser {
  /** Information about the training: treebank, licence, options, seed, version. */
  readonly training: TextModel['training']
  readonly #threads: TextThreads

  /** Use {@link loadInWorker} to create a WorkerParser. */
  constructor(threads: TextThreads) {
    this.#threads = threads
    this.training = threads.training
  }

  /**
   * Parses a text or tokens to a document. When the signal is aborted, the promise is rejected at once; a worker that still
   * works on the text 0.2 seconds later is replaced, so that the next text does not wait. Rejects with the errors of {@link
   * TextParser.parse}, and with Error if the worker fails or has ended.
   */
  async parse(input: string | GivenTokens, options: ParseOptions = {}): Promise<Document> {
    checkParseOptions(options, 'options')
    return this.#threads.parse(input, options)
  }

  /** The documents of many texts, in order, parsed by all workers. Throws the same errors as {@link TextParser.pipe}. */
  pipe(texts: Texts, options: StreamOptions = {}): AsyncGenerator<Document, void> {
    checkTexts(texts, 'texts')
    checkStreamOptions(options, 'options')
    return this.#threads.pipe(texts, options)
  }

  /** A matcher of a pattern over trees (see {@link matcherOf}), which runs in this thread. */
  matcher(pattern: string | readonly SpacyNode[]): Matcher {
    return matcherOf(pattern)
  }

  /** Ends the workers. Rejects unfinished texts. */
  terminate(): Promise<void> {
    return this.#threads.close()
  }

  /** For `await using`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.terminate()
  }
}
