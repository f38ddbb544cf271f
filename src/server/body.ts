/** The body of a request, read no further than is allowed, and for no longer. */
import type { IncomingMessage } from 'node:http'
import { RequestFailure } from './failure.ts'

/** How much memory bodies may take, each of them and all that are held at once. */
export class BodyBudget {
  /** In bytes. */
  readonly most: number
  readonly #mostTogether: number
  /** Bytes of bodies that are being read or waiting to be worked on. */
  held = 0

  constructor(most: number, mostTogether: number) {
    this.most = most
    this.#mostTogether = mostTogether
  }

  /** Throws RequestFailure where there is no room for so many bytes of a body that has `had` already. */
  take(bytes: number, had: number): void {
    if (had + bytes > this.most)
      throw new RequestFailure(413, `the body is too large, expected at most ${this.most} bytes`)
    if (this.held + bytes > this.#mostTogether)
      throw new RequestFailure(503, 'too many large requests at once, expected another try later')
    this.held += bytes
  }

  giveBack(bytes: number): void {
    this.held -= bytes
  }
}

/** A body, and what it holds of the budget until `done`. */
export interface Body {
  readonly bytes: Uint8Array<ArrayBuffer>
  done(): void
}

/** Rejects with RequestFailure where the body is too large, comes too slowly or breaks off. */
export function readBody(incoming: IncomingMessage, budget: BodyBudget, seconds: number): Promise<Body> {
  const chunks: Buffer[] = []
  let size = 0
  // What is announced is set aside at once, what is not as it comes.
  let held = 0
  const done = (): void => {
    budget.giveBack(held)
    held = 0
  }
  const reserve = (bytes: number): void => {
    budget.take(bytes, held)
    held += bytes
  }
  return new Promise<Body>((resolve, reject) => {
    const fail = (failure: unknown): void => {
      finish()
      done()
      reject(failure)
    }
    const onData = (chunk: Buffer): void => {
      size += chunk.length
      try {
        if (size > held) reserve(size - held)
        chunks.push(chunk)
      } catch (failure) {
        fail(failure)
      }
    }
    const onEnd = (): void => {
      finish()
      const bytes = new Uint8Array(size)
      let at = 0
      for (const chunk of chunks) {
        bytes.set(chunk, at)
        at += chunk.length
      }
      resolve({ bytes, done })
    }
    const onClose = (): void => fail(new RequestFailure(499, 'the client has gone'))
    const timer = setTimeout(() => {
      fail(new RequestFailure(408, `the body did not come within ${seconds} s`))
    }, 1000 * seconds)
    const finish = (): void => {
      clearTimeout(timer)
      incoming.off('data', onData).off('end', onEnd).off('error', onClose).off('close', onClose)
    }
    try {
      reserve(Number(incoming.headers['content-length'] ?? 0))
    } catch (failure) {
      fail(failure)
      return
    }
    incoming.on('data', onData).on('end', onEnd).on('error', onClose).on('close', onClose)
  })
}
