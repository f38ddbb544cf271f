/** Answers requests in a thread, so that parsing never blocks the thread of the connections. */
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
export interface RequestThreadSettings {
  readonly task: 'requests'
  readonly models: readonly ServedModel[]
  readonly program: string
  /** Whether to parse sentences greedily that are too long for the beam. Default: false, reject them. */
  readonly greedyIfLong?: boolean
  /** The treatment of lines of plain text. Default: only blank lines end sentences. */
  readonly lines?: Lines
}

export interface Answer {
  readonly status: number
  /** JSON, or CoNLL-U for WebLicht, if the status is 200; otherwise one line of text. */
  readonly body: Uint8Array<ArrayBuffer>
  readonly sentences: number
  readonly words: number
}

/** The maximum number of bytes of an answer whose buffer is reused. */
const MAX_REUSED_BYTES = 1_000_000

export class RequestHandler {
  readonly #settings: RequestThreadSettings
  readonly #processors = new Map<ServedModel, TextProcessor>()
  /** The buffer of answers, reused except after a large answer. */
  #body = new CoNLLUWriter()

  constructor(settings: RequestThreadSettings) {
    this.#settings = settings
  }

  /** @throws errors that the request did not cause. The thread must then end, because its memory may be corrupted */
  answer(request: WireRequest): Answer {
    try {
      const processRequest = readProcessRequest(readParameters(request), this.#settings.models)
      const isJson = request.stage === undefined
      const { name: model, acknowledgements } = processRequest.model
      const json = JSON.stringify({ model, acknowledgements, result: '' }, null, 1)
      const [before, after] = isJson ? json.split(/(?="\n\}$)/) : ['', '']
      const body = this.#body
      body.take() // remove a part that a failed request left
      body.bytes(encode(before))
      const write = (piece: string): void =>
        body.bytes(encode(isJson ? JSON.stringify(piece).slice(1, -1) : piece))
      const counts = this.#processorOf(processRequest.model).process(processRequest, write)
      if (isJson) body.bytes(encode(`${after}\n`))
      if (body.size > MAX_REUSED_BYTES) this.#body = new CoNLLUWriter()
      return { status: 200, body: body.take(), ...counts }
    } catch (error) {
      return refusal(error)
    }
  }

  /** Prepares a model for its first request. */
  #processorOf(model: ServedModel): TextProcessor {
    let processor = this.#processors.get(model)
    if (!processor) this.#processors.set(model, (processor = new TextProcessor(model, this.#settings)))
    return processor
  }
}

function refusal(error: unknown): Answer {
  const noCounts = { sentences: 0, words: 0 }
  if (error instanceof RequestFailure)
    return { status: error.status, body: bytesOf(error.message), ...noCounts }
  if (error instanceof CoNLLUError) {
    const hint = error.problem.startsWith('1 column,') ? ', or plain text with the parameter tokenizer' : ''
    return { status: 400, body: bytesOf(error.message + hint), ...noCounts }
  }
  if (error instanceof SentenceLengthError) return { status: 413, body: bytesOf(error.message), ...noCounts }
  throw error
}

function bytesOf(line: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${line}\n`)
}
