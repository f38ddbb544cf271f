/** A loaded model, ready to parse text. */
import { ConstraintError } from '../../parser/core/constraints.ts'
import { readModel } from '../../parser/model/model-file.ts'
import type { Model } from '../../parser/model/model.ts'
import type { PipelineModel } from '../pipeline/model.ts'
import { isPipeline, readPipeline } from '../pipeline/pipeline-file.ts'
import { Pipeline, type PipelineOptions } from '../pipeline/pipeline.ts'
import { DemandedText, type Demands } from './demands.ts'
import { Document } from './document.ts'
import { Sentence } from './sentence.ts'
import { sentenceStream } from './stream.ts'

export interface ParseOptions {
  /** What the trees have to contain. */
  readonly constraints?: Demands
  /** Looked at before each sentence: its reason is thrown once it is aborted. */
  readonly signal?: AbortSignal
}

/** Parses text with one model. Everything is synchronous; it holds the memory for one sentence at a time. */
export class TextParser {
  /** What lies below: tokenizer, tagger and parser. */
  readonly pipeline: Pipeline
  /** How the model came about, for people: treebank, licence, options, seed, version. */
  readonly training: Readonly<Record<string, string | number | boolean>>

  /**
   * @param model a pipeline, or a model of the parser alone: then text is cut by Unicode's rules, and tags are unknown
   * @throws RangeError where the model cannot be decoded as `options` say
   */
  constructor(model: PipelineModel | Model, options: PipelineOptions = {}) {
    this.pipeline = new Pipeline(model, options)
    this.training = 'tokenizer' in model ? model.training : model.header.training
  }

  /**
   * The sentences of any text, each parsed when it is asked for; none where the text is empty or white space.
   *
   * @throws RangeError where a constraint has characters or labels that do not exist. What else can be wrong is thrown by
   *   the document, on the way: RangeError where a constraint cuts a word or leaves its sentence, ConstraintError where
   *   no tree satisfies the constraints, and the reason of the signal.
   */
  parse(text: string, options: ParseOptions = {}): Document {
    const { constraints, signal } = options
    const demands = constraints && new DemandedText(text, constraints, this.pipeline.parser.model.labels)
    return new Document(text, this.#sentences(text, demands, signal))
  }

  /**
   * Text in, in pieces of any size, and sentences out, whose offsets count from the beginning of all that came in. It
   * takes no more in than is asked of it, and keeps no more than a paragraph; of paragraphs of more than 65,536
   * characters, it keeps that many. The sentences are those of `parse`, however the text was cut into pieces. The signal's reason is the error of both ends once it is aborted.
   */
  stream(options: Pick<ParseOptions, 'signal'> = {}): TransformStream<string, Sentence> {
    return sentenceStream(this.pipeline, options.signal)
  }

  *#sentences(text: string, demands?: DemandedText, signal?: AbortSignal): Generator<Sentence, void> {
    let index = 0
    const parsed = this.pipeline.parse(text, demands && ((sentence) => demands.next(sentence)))
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
    demands?.finish()
  }
}

/**
 * The parser in the bytes of a model file.
 *
 * @throws ModelError where they are none, RangeError where the model cannot be decoded as `options` say
 */
export function parserOf(bytes: Uint8Array | ArrayBuffer, options: PipelineOptions = {}): TextParser {
  const view = bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes)
  return new TextParser(isPipeline(view) ? readPipeline(view) : readModel(view), options)
}
