/** What a thread of the server does: whole requests are read, answered and written here, so that the server stays awake. */
import { ConlluError } from '../conllu/error.ts'
import type { Port } from '../jobs/thread.ts'
import { Analyst } from './analyst.ts'
import { readCall } from './call.ts'
import { RequestFailure } from './failure.ts'
import { readParameters, type WireRequest } from './parameters.ts'
import type { ServedModel } from './served-models.ts'

/** What a thread is told first; everything behind it is a request. */
export interface ThreadSetting {
  readonly models: readonly ServedModel[]
  /** The number of the thread, from 0. */
  readonly thread: number
  /** The name and version of this program. */
  readonly program: string
}

export interface Answer {
  readonly status: number
  /** JSON where the status is 200, else a line of text. */
  readonly body: Uint8Array<ArrayBuffer>
  readonly sentences: number
  readonly words: number
  /** What went wrong, for those who run this program and not for those who ask. */
  readonly fault?: string
}

/** Answers, each as soon as the one before it is done. */
export function serve(port: Port): void {
  let desk: Desk | undefined
  port.on('message', (message) => {
    if (!desk) {
      desk = new Desk(message as ThreadSetting)
      return
    }
    const answer = desk.answer(message as WireRequest)
    port.postMessage(answer, [answer.body.buffer])
  })
}

class Desk {
  readonly #setting: ThreadSetting
  readonly #analysts = new Map<ServedModel, Analyst>()

  constructor(setting: ThreadSetting) {
    this.#setting = setting
  }

  answer(request: WireRequest): Answer {
    try {
      const call = readCall(readParameters(request), this.#setting.models)
      const { name: model, acknowledgements } = call.model
      const { result, sentences, words } = this.#analystOf(call.model).analyse(call)
      const body = bytesOf(JSON.stringify({ model, acknowledgements, result }, null, 1))
      return { status: 200, body, sentences, words }
    } catch (error) {
      return refusal(error)
    }
  }

  /** Models are made ready when they are first asked for. */
  #analystOf(model: ServedModel): Analyst {
    const { thread, program } = this.#setting
    let analyst = this.#analysts.get(model)
    if (!analyst) this.#analysts.set(model, (analyst = new Analyst(model, thread, program)))
    return analyst
  }
}

function refusal(error: unknown): Answer {
  const nothing = { sentences: 0, words: 0 }
  if (error instanceof RequestFailure)
    return { status: error.status, body: bytesOf(error.message), ...nothing }
  if (error instanceof ConlluError) return { status: 400, body: bytesOf(error.message), ...nothing }
  const fault = error instanceof Error ? error.message : String(error)
  return { status: 500, body: bytesOf('the request could not be worked on'), ...nothing, fault }
}

function bytesOf(line: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${line}\n`)
}
