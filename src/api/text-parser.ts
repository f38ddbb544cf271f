/** A loaded model, ready to parse text. */
import { ConstraintError } from '../../parser/core/constraints.ts'
import { readModel } from '../../parser/model/model-file.ts'
import type { Model } from '../../parser/model/model.ts'
import { widestBeam } from '../../parser/search/beam-options.ts'
import { isPipeline, readPipeline } from '../pipeline/pipeline-file.ts'
import { type PipelineModel, Pipeline, type PipelineOptions, type Ranking } from '../pipeline/pipeline.ts'
import {
  abortSignal,
  boolean,
  check,
  isObject,
  number,
  optional,
  record,
  string,
  tagOf,
} from './arguments.ts'
import { ConstraintResolver } from './constraint-resolver.ts'
import { matcherOf, type Matcher, type SpacyNode } from '../patterns/index.ts'
import { Document } from './document.ts'
import { Sentence } from './sentence.ts'
import { sentenceStream } from './stream.ts'
import { checkTextConstraints, type TextConstraints } from './text-constraints.ts'

export interface ParseOptions extends Ranking {
  /** Constraints that the trees have to satisfy; none by default. */
  readonly constraints?: TextConstraints
  /** Checked before each sentence is parsed: throws its reason once it is aborted. */
  readonly signal?: AbortSignal
}

export const pipelineOptions = {
  system: optional(string),
  singleRoot: optional(boolean),
  beam: optional(number),
  keepMarks: optional(boolean),
  language: optional(string),
} as const
const checkPipelineOptions = record(pipelineOptions)
const signal = optional(abortSignal)
const nbest = check(
  `a whole number from 1 to ${widestBeam}`,
  (value) => Number.isInteger(value) && (value as number) >= 1 && (value as number) <= widestBeam,
)
const streamOptions = { signal, nbest: optional(nbest), scores: optional(boolean) }
const checkParseOptions = record({ constraints: optional(checkTextConstraints), ...streamOptions })
const checkStreamOptions = record(streamOptions)
const model = check(
  'a model, as readPipeline or readModel returns it',
  (value) => isObject(value) && ('tokenizer' in value || 'header' in value),
)
const modelBytes = check('a Uint8Array or an ArrayBuffer', isBytes)

export function isBytes(value: unknown): value is Uint8Array | ArrayBuffer {
  return ['Uint8Array', 'ArrayBuffer'].includes(tagOf(value))
}

/**
 * Parses text with one model, synchronously. Holds the memory for one sentence at a time.
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
  /** Facts about the training, for people: treebank, licence, options, seed, version. */
  readonly training: Readonly<Record<string, string | number | boolean>>

  /** Throws TypeError, and RangeError if the model cannot be decoded with `options`. */
  constructor(models: PipelineModel | Model, options: PipelineOptions = {}) {
    model(models, 'model')
    checkPipelineOptions(options, 'options')
    this.pipeline = new Pipeline(models, options)
    this.training = 'tokenizer' in models ? models.training : models.header.training
  }

  /**
   * The sentences of a text. Each is parsed when it is requested; an empty text and white space have none.
   *
   * @throws TypeError for values of wrong types; RangeError if a constraint refers to characters that do not exist or has
   *   an unknown label. The document throws when it parses: RangeError if a constraint refers to a word that does not
   *   exist or to a range that cuts a word or leaves its sentence, ConstraintError if no tree satisfies the constraints,
   *   and the reason of the signal.
   */
  parse(text: string, options: ParseOptions = {}): Document {
    string(text, 'text')
    checkParseOptions(options, 'options')
    const { constraints } = options
    const { leaves, parser } = this.pipeline
    const { labels } = parser.model
    const resolver = constraints && new ConstraintResolver(text, constraints, labels, leaves)
    return new Document(text, this.#sentences(text, options, resolver))
  }

  /**
   * A stream that takes text in pieces of any size and gives the sentences of `parse`. Offsets count from the start of
   * the whole text. The stream reads only as much as is requested, and keeps one paragraph at most, or 65,536 UTF-16
   * code units of a longer paragraph. When the signal is aborted, both sides of the stream fail with its reason.
   *
   * ```js
   * for await (const sentence of textStream.pipeThrough(parser.stream())) console.log(sentence.draw())
   * ```
   *
   * @throws TypeError for values of wrong types
   */
  stream(options: Omit<ParseOptions, 'constraints'> = {}): TransformStream<string, Sentence> {
    checkStreamOptions(options, 'options')
    return sentenceStream(this.pipeline, rankingOf(options), options.signal)
  }

  /** A matcher of a pattern over trees: see {@link matcherOf}. */
  matcher(pattern: string | readonly SpacyNode[]): Matcher {
    return matcherOf(pattern)
  }

  *#sentences(
    text: string,
    { signal, ...options }: ParseOptions,
    resolver?: ConstraintResolver,
  ): Generator<Sentence, void> {
    let index = 0
    const parsed = this.pipeline.parse(
      text,
      resolver && ((sentence, words) => resolver.next(sentence, words)),
      false,
      rankingOf(options),
    )
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

/** Undefined if the options ask for the best tree alone. */
function rankingOf({ nbest, scores }: Ranking): Ranking | undefined {
  return nbest === undefined && !scores ? undefined : { nbest, scores }
}

/**
 * The parser of the bytes of a model file. {@link load} does the same asynchronously and takes names and addresses. Throws
 * TypeError; ModelError if the bytes are no model; RangeError if it cannot be decoded with `options`.
 */
export function parserOf(bytes: Uint8Array | ArrayBuffer, options: PipelineOptions = {}): TextParser {
  modelBytes(bytes, 'bytes')
  const view = ArrayBuffer.isView(bytes) ? bytes : new Uint8Array(bytes)
  return new TextParser(isPipeline(view) ? readPipeline(view) : readModel(view), options)
}
