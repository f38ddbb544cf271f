/** Threads that parse texts, seen from the thread that started them. */
import { inOrder, untilAborted } from '../threads/ordered-work.ts'
import { startThread } from '../threads/runtime-threads.ts'
import { ThreadPool } from '../threads/thread-pool.ts'
import type { SharedModel } from '../../parser/scoring/scoring.ts'
import type { PipelineOptions } from '../pipeline/pipeline.ts'
import { shareTextModel, type TextModel } from '../pipeline/text-model.ts'
import { Document } from '../document/document.ts'
import { checkInput, type GivenTokens } from './given-tokens.ts'
import { errorOf, ofText, type SentError } from './sent-error.ts'
import type { DocumentJson } from '../document/formats.ts'
import type { ParseOptions, PipeOptions, Texts, ThreadOptions } from './parse-options.ts'

/** The first message to a thread. */
export interface TextSetting {
  /** The bytes of a model file, or a model in memory. */
  readonly model: Uint8Array | ArrayBuffer | TextModel<SharedModel>
  readonly options: PipelineOptions
}

/** A text to parse, or its tokens; without one, the facts about the training are the answer. */
export interface TextJob {
  readonly text?: string | GivenTokens
  readonly options?: Omit<ParseOptions, 'signal'>
}

export interface TextAnswer {
  readonly document?: DocumentJson
  readonly training?: TextModel['training']
  readonly error?: SentError
}

/** How many texts a thread holds: the one that it parses, and the next one. */
const TEXTS_OF_THREAD = 2

/** Seconds that a thread may go on with a text that was given up: then it takes less time to start another thread. */
const GRACE = 0.2

const RECIPE =
  'expected its script as option worker: copy node_modules/right-branching/dist/worker/script.js, and give its address (Vite: the default export of right-branching/worker/script.js?url)'

export class TextThreads {
  readonly #pool: ThreadPool<TextJob, TextAnswer>
  readonly training: TextModel['training']

  private constructor(pool: ThreadPool<TextJob, TextAnswer>, training: TextModel['training']) {
    this.#pool = pool
    this.training = training
  }

  /** Rejects with ModelError or RangeError for the model and its options, with Error if no thread can be started. */
  static async start(
    setting: TextSetting,
    { jobs = 1, worker }: ThreadOptions,
    signal?: AbortSignal,
  ): Promise<TextThreads> {
    const address = worker ?? ownScript()
    const pool = new ThreadPool<TextJob, TextAnswer>(
      jobs,
      () => startThread(address),
      () => setting,
      { depth: TEXTS_OF_THREAD },
    )
    try {
      const failed = ({ message }: Error): never => {
        throw new Error(`the worker ${String(address)} cannot be started (${message}), ${RECIPE}`)
      }
      const { training, error } = await untilAborted(pool.run({}).catch(failed), signal)
      if (error) throw errorOf(error)
      return new TextThreads(pool, training!)
    } catch (error) {
      await pool.close()
      throw error
    }
  }

  async parse(text: string | GivenTokens, { signal, ...options }: ParseOptions): Promise<Document> {
    checkInput(text, 'text')
    const sent = this.#pool.run({ text, options }, { signal, grace: GRACE }).catch((error: Error) => {
      if (error.name !== 'DataCloneError') throw error
      const problem = `the options cannot be sent to a worker (${error.message}), expected plain objects and lists`
      throw new TypeError(problem, { cause: error })
    })
    const answer = untilAborted(sent, signal)
    const { document, error } = await answer
    if (error) throw errorOf(error)
    return Document.fromJSON(document!)
  }

  /** The documents of texts, in order. An error names the number of its text, from 1. */
  pipe(texts: Texts, { signal, ...options }: ParseOptions): AsyncGenerator<Document, void> {
    const parse = (text: string | GivenTokens, index: number): Promise<Document> =>
      this.parse(text, options).catch((error: unknown) => {
        throw ofText(error, index)
      })
    return inOrder(texts, TEXTS_OF_THREAD * this.#pool.size, parse, signal)
  }

  /** Ends the threads. Texts that are in progress are rejected. */
  close(): Promise<void> {
    return this.#pool.close()
  }
}

export type PipeInThreads = typeof pipeInThreads

/** Parses texts in threads that share the memory of the models, and that end with the iteration. */
export async function* pipeInThreads(
  model: TextModel,
  decoding: PipelineOptions,
  texts: Texts,
  { jobs, worker, ...options }: PipeOptions,
): AsyncGenerator<Document, void> {
  const setting = { model: shareTextModel(model), options: decoding }
  const threads = await TextThreads.start(setting, { jobs, worker }, options.signal)
  try {
    yield* threads.pipe(texts, options)
  } finally {
    await threads.close()
  }
}

/** Throws Error if the address of this module is unknown, as in bundles of CommonJS. */
function ownScript(): URL {
  if (import.meta.url) return new URL('../worker/script.js', import.meta.url)
  throw new Error(`no worker can be started, ${RECIPE}`)
}
