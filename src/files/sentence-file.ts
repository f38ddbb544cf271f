/** Reads the sentences of a file or of standard input, and shows progress. */
import type { CoNLLUSentence } from '../conllu/conllu-sentence.ts'
import { CoNLLUError, withPlace } from '../conllu/error.ts'
import { CoNLLUReader, type ReadOptions } from '../conllu/reader.ts'
import { openInput, shownChunks, type Input } from './text-file.ts'
import { Progress, type Terminal } from './terminal.ts'

export interface SentenceFileOptions extends Pick<ReadOptions, 'heads'> {
  /** Whether to skip invalid sentences, and write their errors to standard error. Default: false. */
  readonly skipBad?: boolean
  /** The activity that the progress shows, such as `reading`. */
  readonly doing: string
}

export class SentenceFile {
  skipped = 0
  /** The number of visited sentences and words. */
  sentences = 0
  words = 0
  readonly #input: Input
  readonly #reader: CoNLLUReader
  readonly #progress: Progress
  readonly #terminal: Terminal
  readonly #skip: ((error: CoNLLUError) => void) | undefined

  private constructor(input: Input, terminal: Terminal, options: SentenceFileOptions) {
    this.#input = input
    this.#terminal = terminal
    this.#progress = new Progress(terminal.stderr, options.doing)
    if (options.skipBad) this.#skip = (error) => this.#name(error)
    this.#reader = new CoNLLUReader({ file: input.path, heads: options.heads, skip: this.#skip })
  }

  static async open(path: string, terminal: Terminal, options: SentenceFileOptions): Promise<SentenceFile> {
    return new SentenceFile(await openInput(path, terminal), terminal, options)
  }

  /** The blank lines after the last sentence. */
  get rest(): Uint8Array {
    return this.#reader.rest
  }

  /** Batches of sentences. Iterate each batch to its end. Throws CoNLLUError for an invalid sentence that is not skipped. */
  async *batches(): AsyncGenerator<Iterable<CoNLLUSentence>> {
    const detail = (): string => (this.sentences > 0 ? `${this.sentences} sentences` : '')
    for await (const chunk of shownChunks(this.#input, this.#progress, detail)) {
      this.#reader.push(chunk)
      yield this.#reader.sentences()
    }
    this.#reader.end()
    yield this.#reader.sentences()
  }

  /**
   * Visits each sentence, and calls `flush` after each batch. A sentence for which `visit` throws CoNLLUError or RangeError
   * is invalid.
   */
  async each(visit: (sentence: CoNLLUSentence) => void, flush?: () => Promise<void>): Promise<void> {
    for await (const batch of this.batches()) {
      for (const sentence of batch) this.visit(sentence, visit)
      await flush?.()
    }
  }

  async all(): Promise<CoNLLUSentence[]> {
    const sentences: CoNLLUSentence[] = []
    for await (const batch of this.batches()) sentences.push(...batch)
    return sentences
  }

  /** Calls `visit` for a sentence of the file, and counts the sentence unless it is invalid. */
  visit(sentence: CoNLLUSentence, visit: (sentence: CoNLLUSentence) => void): void {
    try {
      visit(sentence)
    } catch (thrown) {
      const error = withPlace(thrown, sentence)
      if (!this.#skip || !(error instanceof CoNLLUError)) throw error
      this.#skip(error)
      return
    }
    this.sentences++
    this.words += sentence.size
  }

  #name(error: CoNLLUError): void {
    this.skipped++
    this.#progress.done()
    this.#terminal.stderr.write(`skipped: ${error.message}\n`)
  }
}
