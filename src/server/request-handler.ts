/** Answers whole requests in a thread, so that the thread which holds the connections never waits for a parser. */
import { SentenceLengthError } from '../../parser/search/beam-options.ts'
import { CoNLLUError } from '../conllu/error.ts'
import { encode } from '../conllu/utf8.ts'
import { CoNLLUWriter } from '../conllu/writer.ts'
import type { Lines } from '../pipeline/text-windows.ts'
import { TextProcessor } from './text-processor.ts'
import { readProcessRequest } from './parameters.ts'
import { RequestFailure } from './failure.ts'
import { readParameters, type WireRequest } from './request-fields.ts'
import type { ServedModel } from './served-models.ts'

/** The first message to a thread. */
export interface ThreadSetting {
  readonly task: 'requests'
  readonly models: readonly ServedModel[]
  readonly program: string
  /** Parse sentences greedily that are too long for the beam. Default: they are refused. */
  readonly greedyIfLong?: boolean
  /** What lines of plain text are. Default: only blank lines end sentences. */
  readonly lines?: Lines
}

export interface Answer {
  readonly status: number
  /** JSON, or CoNLL-U for WebLicht, if the status is 200; otherwise one line of text. */
  readonly body: Uint8Array<ArrayBuffer>
  readonly sentences: number
  readonly words: number
}

/** The most bytes of an answer whose memory is kept for the next one. */
const MOST_REUSED = 1_000_000

export class RequestHandler {
  readonly #setting: ThreadSetting
  readonly #processors = new Map<ServedModel, TextProcessor>()
  /** Reused from answer to answer, unless one was large. */
  #body = new CoNLLUWriter()

  constructor(setting: ThreadSetting) {
    this.#setting = setting
  }

  /** @throws what is no fault of the request: the thread must end then, because its memory may be wrong */
  answer(request: WireRequest): Answer {
    try {
      const asked = readProcessRequest(readParameters(request), this.#setting.models)
      const isJson = request.stage === undefined
      const { name: model, acknowledgements } = asked.model
      const json = JSON.stringify({ model, acknowledgements, result: '' }, null, 1)
      const [before, after] = isJson ? json.split(/(?="\n\}$)/) : ['', '']
      const body = this.#body
      body.take() // a request that failed may have left a part
      body.bytes(encode(before))
      const write = (piece: string): void =>
        body.bytes(encode(isJson ? JSON.stringify(piece).slice(1, -1) : piece))
      const counts = this.#processorOf(asked.model).process(asked, write)
      if (isJson) body.bytes(encode(`${after}\n`))
      if (body.size > MOST_REUSED) this.#body = new CoNLLUWriter()
      return { status: 200, body: body.take(), ...counts }
    } catch (error) {
      return refusal(error)
    }
  }

  /** Makes a model ready when the first request needs it. */
  #processorOf(model: ServedModel): TextProcessor {
    let processor = this.#processors.get(model)
    if (!processor) this.#processors.set(model, (processor = new TextProcessor(model, this.#setting)))
    return processor
  }
}

function refusal(error: unknown): Answer {
  const nothing = { sentences: 0, words: 0 }
  if (error instanceof RequestFailure)
    return { status: error.status, body: bytesOf(error.message), ...nothing }
  if (error instanceof CoNLLUError) {
    const hint = error.problem.startsWith('1 column,') ? ', or plain text with the parameter tokenizer' : ''
    return { status: 400, body: bytesOf(error.message + hint), ...nothing }
  }
  if (error instanceof SentenceLengthError) return { status: 413, body: bytesOf(error.message), ...nothing }
  throw error
}

function bytesOf(line: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${line}\n`)
}
