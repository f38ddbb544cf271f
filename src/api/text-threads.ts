/** Controls threads that parse texts, from the thread that starts them. */
import { inOrder, untilAborted } from '../threads/ordered-work.ts'
import { startThread } from '../threads/runtime-threads.ts'
import { ThreadPool } from '../threads/thread-pool.ts'
import type { SharedModel } from '../../parser/scoring/scoring.ts'
import type { PipelineOptions } from '../pipeline/pipeline.ts'
import { shareTextModel, type TextModel } from '../pipeline/text-model.ts'
import { Document } from '../document/document.ts'
import { checkInput, type GivenTokens } from './given-tokens.ts'
import { errorOf, withTextNumber, type SentError } from './sent-error.ts'
import type { DocumentJson } from '../document/formats.ts'
import type { ParseOptions, PipeOptions, Texts, ThreadOptions } from './parse-options.ts'

/** The first message to a thread. */
export interface ThreadSettings {
  /** The bytes of a model file, or a model in memory. */
  readonly model: Uint8Array | ArrayBuffer | TextModel<SharedModel>
  readonly options: PipelineOptions
}

/** A text or tokens to parse. Without a text, the answer contains the information about the training. */
export interface TextJob {
  readonly text?: string | GivenTokens
  readonly options?: Omit<ParseOptions, 'signal'>
}

export interface TextAnswer {
  readonly document?: DocumentJson
  readonly training?: TextModel['training']
  readonly error?: SentError
}

/** The number of texts that a thread holds: the current text and the next one. */
const TEXTS_PER_THREAD = 2

/** The seconds that a thread may continue with an aborted text before it is replaced. Starting a thread takes about as long. */
const GRACE_SECONDS = 0.2

const WORKER_HINT =
  'expected its script as option worker: copy node_modules/right-branching/dist/worker/script.js, and give its address (Vite: the default export of right-branching/worker/script.js?url)'

export class TextThreads {
  readonly #pool: ThreadPool<TextJob, TextAnswer>
  readonly training: TextModel['training']

  private constructor(pool: ThreadPool<TextJob, TextAnswer>, training: TextModel['training']) {
    this.#pool = pool
    this.training = training
  }

  /**
   * Starts the threads. Rejects with ModelError or RangeError for an invalid model or options, and with Error if no thread
   * starts.
   */
  static async start(
    threadSettings: ThreadSettings,
    { jobs = 1, worker }: ThreadOptions,
    signal?: AbortSignal,
  ): Promise<TextThreads> {
    const address = worker ?? scriptAddress()
    const pool = new ThreadPool<TextJob, TextAnswer>(
      jobs,
      () => startThread(address),
      () => threadSettings,
      { depth: TEXTS_PER_THREAD },
    )
    try {
      const startFailure = ({ message }: Error): never => {
        throw new Error(`the worker ${String(address)} cannot be started (${message}), ${WORKER_HINT}`)
      }
      const { training, error } = await untilAborted(pool.run({}).catch(startFailure), signal)
      if (error) throw errorOf(error)
      return new TextThreads(pool, training!)
    } catch (error) {
      await pool.close()
      throw error
    }
  }

  async parse(text: string | GivenTokens, { signal, ...options }: ParseOptions): Promise<Document> {
    checkInput(text, 'text')
    const response = this.#pool
      .run({ text, options }, { signal, grace: GRACE_SECONDS })
      .catch((error: Error) => {
        if (error.name !== 'DataCloneError') throw error
        const problem = `the options cannot be sent to a worker (${error.message}), expected plain objects and lists`
        throw new TypeError(problem, { cause: error })
      })
    const answer = untilAborted(response, signal)
    const { document, error } = await answer
    if (error) throw errorOf(error)
    return Document.fromJSON(document!)
  }

  /** The documents of texts, in order. An error names the number of its text, from 1. */
  pipe(texts: Texts, { signal, ...options }: ParseOptions): AsyncGenerator<Document, void> {
    const parse = (text: string | GivenTokens, index: number): Promise<Document> =>
      this.parse(text, options).catch((error: unknown) => {
        throw withTextNumber(error, index)
      })
    return inOrder(texts, TEXTS_PER_THREAD * this.#pool.size, parse, signal)
  }

  /** Ends the threads. Rejects unfinished texts. */
  close(): Promise<void> {
    return this.#pool.close()
  }
}

export type PipeInThreads = typeof pipeInThreads

/** Parses texts in threads that share the memory of the models and end with the iteration. */
export async function* pipeInThreads(
  model: TextModel,
  decoding: PipelineOptions,
  texts: Texts,
  { jobs, worker, ...options }: PipeOptions,
): AsyncGenerator<Document, void> {
  const threadSettings = { model: shareTextModel(model), options: decoding }
  const threads = await TextThreads.start(threadSettings, { jobs, worker }, options.signal)
  try {
    yield* threads.pipe(texts, options)
  } finally {
    await threads.close()
  }
}

/** The address of the thread script. Throws Error if the address of this module is unknown, as in CommonJS bundles. */
function scriptAddress(): URL {
  if (import.meta.url) return new URL('../worker/script.js', import.meta.url)
  throw new Error(`no worker can be started, ${WORKER_HINT}`)
}
