/** The class TextParser: a loaded model that parses text. */
import { ConstraintError } from '../../parser/core/constraints.ts'
import type { Model } from '../../parser/model/model.ts'
import type { PreparedModel } from '../../parser/scoring/scoring.ts'
import { inOrder } from '../threads/ordered-work.ts'
import { readTextModel } from '../pipeline/pipeline-file.ts'
import { prepareTextModel, textModelOf, type TextModel } from '../pipeline/text-model.ts'
import { Pipeline, type PipelineOptions } from '../pipeline/pipeline.ts'
import { check, isBytes, isObject } from '../../transform/arguments.ts'
import { ConstraintResolver } from './constraint-resolver.ts'
import { matcherOf, SeenValues, type Matcher, type SpacyNode } from '../patterns/index.ts'
import type { TextSentence } from '../sentence/text-sentence.ts'
import { Document } from '../document/document.ts'
import { checkInput, sentencesOfTokens, type GivenTokens } from './given-tokens.ts'
import { Sentence } from '../document/sentence.ts'
import { sentenceStream } from './stream.ts'
import {
  checkParseOptions,
  checkPipelineOptions,
  checkPipeOptions,
  checkStreamOptions,
  checkTexts,
  type ParseOptions,
  type PipeOptions,
  type StreamOptions,
  type Texts,
} from './parse-options.ts'
import { withTextNumber } from './sent-error.ts'
import type { PipeInThreads } from './text-threads.ts'

const model = check(
  'a model, as readPipeline or readModel returns it',
  (value) => isObject(value) && ('parser' in value || 'header' in value),
)
const modelBytes = check('a Uint8Array or an ArrayBuffer', isBytes)

let pipeInThreads: PipeInThreads | undefined

/** Enables threads in `pipe` of all parsers. Only the entry of Node calls it: the entries for browsers stay small. */
export function useThreads(pipe: PipeInThreads): void {
  pipeInThreads = pipe
}

/** The maximum time that `pipe` works before it lets other tasks of its thread run. */
const MAX_BLOCKING_MILLISECONDS = 50

/**
 * Parses text synchronously with one model. Keeps the working memory of one sentence.
 *
 * ```js
 * const parser = await load('en')
 * for (const sentence of parser.parse('Clara saw the dog. Bruno did not.'))
 *   for (const word of sentence) console.log(word.form, word.deprel, word.head?.form)
 * ```
 */
export class TextParser {
  /** The tokenizer, tagger and parser. */
  readonly pipeline: Pipeline
  /** Information about the training: treebank, licence, options, seed, version. */
  readonly training: TextModel['training']
  readonly #model: TextModel
  readonly #options: PipelineOptions

  /** Throws TypeError for values of wrong types, and RangeError if the model does not support `options`. */
  constructor(loaded: TextModel<Model | PreparedModel> | Model, options: PipelineOptions = {}) {
    model(loaded, 'model')
    checkPipelineOptions(options, 'options')
    this.#model = prepareTextModel('parser' in loaded ? loaded : textModelOf(loaded))
    this.#options = options
    this.pipeline = new Pipeline(this.#model, options)
    this.training = this.#model.training
  }

  /**
   * Parses the sentences of a text, each on request. An empty text and white space have no sentences. The input can also be
   * the tokens of one or several sentences: each token is one word, and the text of the document consists of the tokens with
   * spaces between them and line ends between sentences.
   *
   * ```js
   * parser.parse(['Mary', 'bought', 'bread'])
   * ```
   *
   * @throws TypeError for values of wrong types; RangeError if a constraint refers to characters that do not exist or has
   *   an unknown label. The document throws when it parses: RangeError if a constraint refers to a word that does not
   *   exist or to a range that cuts a word or leaves its sentence, ConstraintError if no tree satisfies the constraints,
   *   and the reason of the signal.
   */
  parse(input: string | GivenTokens, options: ParseOptions = {}): Document {
    checkInput(input, 'text')
    checkParseOptions(options, 'options')
    const given = typeof input === 'string' ? undefined : sentencesOfTokens(input)
    const text = typeof input === 'string' ? input : given!.text
    const { constraints } = options
    const { labels } = this.pipeline.parser.model
    const resolver = constraints && new ConstraintResolver(text, constraints, labels)
    return new Document(text, this.#sentences(given?.sentences ?? text, options, resolver))
  }

  /**
   * A stream that takes pieces of text of any size and returns the same sentences as `parse`. Offsets count from the start
   * of the whole text. The stream reads only the text needed for the next requested sentence, and keeps at most one
   * paragraph, or 65,536 UTF-16 code units of a longer paragraph. When the signal is aborted, both sides of the stream fail
   * with the reason of the signal.
   *
   * ```js
   * for await (const sentence of textStream.pipeThrough(parser.stream())) console.log(sentence.draw())
   * ```
   *
   * @throws TypeError for values of wrong types
   */
  stream(options: StreamOptions = {}): TransformStream<string, Sentence> {
    checkStreamOptions(options, 'options')
    return sentenceStream(this.pipeline, options, options.signal)
  }

  /**
   * The completely parsed documents of many texts, in order. Reads texts on demand: at most two for each thread are in
   * memory. With `jobs` above 1, threads share the memory of the model, parse the texts, and end with the iteration; only Node has them.
   *
   * ```js
   * for await (const document of parser.pipe(texts, { jobs: 4 })) console.log(document.sentences.length)
   * ```
   *
   * @throws TypeError for options of wrong types. The iteration throws what `parse` throws, with the number of the text,
   *   from 1; the reason of the signal; and Error if a thread cannot be started or fails
   */
  pipe(texts: Texts, options: PipeOptions = {}): AsyncGenerator<Document, void> {
    checkTexts(texts, 'texts')
    checkPipeOptions(options, 'options')
    const { jobs = 1, worker: _, ...streamOptions } = options
    if (jobs === 1) return this.#pipe(texts, streamOptions)
    if (pipeInThreads) return pipeInThreads(this.#model, this.#options, texts, options)
    throw new Error('this entry has no threads, expected jobs: 1, or loadInWorker with jobs')
  }

  #pipe(texts: Texts, options: StreamOptions): AsyncGenerator<Document, void> {
    let lastPause = performance.now()
    const parse = async (text: string | GivenTokens, index: number): Promise<Document> => {
      // Let timers and events of this thread run.
      if (performance.now() - lastPause > MAX_BLOCKING_MILLISECONDS) {
        await new Promise((resolve) => setTimeout(resolve))
        lastPause = performance.now()
      }
      try {
        const document = this.parse(text, options)
        for (const _ of document);
        return document
      } catch (error) {
        throw options.signal?.aborted && error === options.signal.reason
          ? error
          : withTextNumber(error, index)
      }
    }
    return inOrder(texts, 1, parse, options.signal)
  }

  /**
   * A matcher of a pattern over trees of this parser: see {@link matcherOf}.
   *
   * @throws as `matcherOf`, and RangeError for tags, labels and features that the model never gives
   */
  matcher(pattern: string | readonly SpacyNode[]): Matcher {
    const matcher = matcherOf(pattern)
    const unknownValues = matcher.unknownValues(this.#knownValues())
    if (unknownValues.length > 0) throw new RangeError(`pattern: ${unknownValues.join('; ')}`)
    return matcher
  }

  #knownValues(): SeenValues {
    const { parser, tagger } = this.pipeline
    const seenValues = new SeenValues()
    for (const deprel of parser.model.labels.texts()) seenValues.add({ deprel })
    if (!tagger) return seenValues
    for (const { upos, xpos, xposOfFeats = [xpos] } of tagger.model.tags)
      for (const xposTag of xposOfFeats) seenValues.add({ upos, xpos: xposTag })
    for (const feats of tagger.model.feats) seenValues.add({ feats })
    return seenValues
  }

  *#sentences(
    text: string | readonly TextSentence[],
    { signal, ...options }: ParseOptions,
    resolver?: ConstraintResolver,
  ): Generator<Sentence, void> {
    let index = 0
    const parsed = this.pipeline.parse(text, resolver && ((sentence) => resolver.next(sentence)), options)
    try {
      for (;;) {
        signal?.throwIfAborted()
        const next = parsed.next()
        if (next.done) break
        yield new Sentence(next.value, index++)
      }
    } catch (error) {
      if (!(error instanceof ConstraintError)) throw error
      throw new ConstraintError(`sentence ${index}: ${error.message}`, { cause: error })
    }
    resolver?.finish()
  }
}

/**
 * Makes a parser from the bytes of a model file. {@link load} does the same asynchronously and accepts names and addresses.
 * Throws TypeError; ModelError if the bytes are no model; RangeError if the model does not support `options`.
 */
export function parserOf(bytes: Uint8Array | ArrayBuffer, options: PipelineOptions = {}): TextParser {
  modelBytes(bytes, 'bytes')
  const view = ArrayBuffer.isView(bytes) ? bytes : new Uint8Array(bytes)
  return new TextParser(readTextModel(view), options)
}
