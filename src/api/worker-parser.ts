/** A loaded model in threads of its own. */
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
  /** As in the library `esnext.disposable` of TypeScript, for programs that are compiled without it. */
  interface SymbolConstructor {
    readonly asyncDispose: unique symbol
  }
}

/**
 * Parses texts in a worker, so that this thread never waits: `load`'s API with promises. Documents come back completely parsed.
 *
 * ```js
 * const parser = await loadInWorker('en')
 * const document = await parser.parse('Clara saw the dog.')
 * await parser.terminate()
 * ```
 */
export class WorkerParser {
  /** Facts about the training, for people: treebank, licence, options, seed, version. */
  readonly training: TextModel['training']
  readonly #threads: TextThreads

  /** {@link loadInWorker} makes these. */
  constructor(threads: TextThreads) {
    this.#threads = threads
    this.training = threads.training
  }

  /**
   * The document of a text, or of tokens in place of a text. When the signal is aborted, the promise is rejected at once; a worker that works on the text
   * for longer than 0.2 seconds after that is ended and replaced, so that the next text does not wait for it. Rejects as `parse` of {@link TextParser} throws, and with Error if the worker fails or has ended.
   */
  async parse(input: string | GivenTokens, options: ParseOptions = {}): Promise<Document> {
    checkParseOptions(options, 'options')
    return this.#threads.parse(input, options)
  }

  /** The documents of many texts, in order, as `pipe` of {@link TextParser}, with all workers. Throws as it does. */
  pipe(texts: Texts, options: StreamOptions = {}): AsyncGenerator<Document, void> {
    checkTexts(texts, 'texts')
    checkStreamOptions(options, 'options')
    return this.#threads.pipe(texts, options)
  }

  /** A matcher of a pattern over trees: see {@link matcherOf}. It works in this thread. */
  matcher(pattern: string | readonly SpacyNode[]): Matcher {
    return matcherOf(pattern)
  }

  /** Ends the workers. Texts that are in progress are rejected. */
  terminate(): Promise<void> {
    return this.#threads.close()
  }

  /** For `await using`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.terminate()
  }
}
