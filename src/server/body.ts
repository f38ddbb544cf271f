/** Reads the body of a request within limits of size and time. */
import { on } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { RequestFailure } from './failure.ts'

export class BodyBudget {
  /** The maximum number of bytes of one body. */
  readonly most: number
  readonly #mostTogether: number
  /** The number of bytes of bodies that are being read or wait for an answer. */
  held = 0

  constructor(maxBytes: number, maxTotal: number) {
    this.most = maxBytes
    this.#mostTogether = maxTotal
  }

  /** Reserves `bytes` more bytes for a body that already holds `previousBytes`. Throws RequestFailure beyond a limit. */
  take(bytes: number, previousBytes: number): void {
    if (previousBytes + bytes > this.most)
      throw new RequestFailure(413, `the body is too large, expected at most ${this.most} bytes`)
    if (this.held + bytes > this.#mostTogether)
      throw new RequestFailure(503, 'too many large requests at once, expected another try later')
    this.held += bytes
  }
}

/** A body, which counts against the budget until `done` is called. */
export interface Body {
  readonly bytes: Uint8Array<ArrayBuffer>
  done(): void
}

/** Rejects with RequestFailure if the body is too large, takes longer than `seconds`, or is incomplete. */
export async function readBody(
  incoming: IncomingMessage,
  budget: BodyBudget,
  seconds: number,
): Promise<Body> {
  const chunks: Buffer[] = []
  let size = 0
  // Reserve the announced length at once, and further bytes as they arrive.
  let held = 0
  const done = (): void => {
    budget.held -= held
  }
  const reserve = (bytes: number): void => {
    budget.take(bytes, held)
    held += bytes
  }
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), 1000 * seconds)
  try {
    reserve(Number(incoming.headers['content-length'] ?? 0))
    for await (const [chunk] of on(incoming, 'data', { signal: timeout.signal, close: ['end', 'close'] })) {
      chunks.push(chunk as Buffer)
      size += (chunk as Buffer).length
      if (size > held) reserve(size - held)
    }
    if (!incoming.complete) throw new RequestFailure(499, 'the client has gone')
  } catch (error) {
    done()
    if (error instanceof RequestFailure) throw error
    throw timeout.signal.aborted
      ? new RequestFailure(408, `the body did not come within ${seconds} s`)
      : new RequestFailure(499, 'the client has gone')
  } finally {
    clearTimeout(timer)
  }
  return { bytes: new Uint8Array(Buffer.concat(chunks)), done }
}
