/** A request that cannot be answered: a status of HTTP, and one line that says what is wrong and what was expected. */

export class RequestFailure extends Error {
  override readonly name = 'RequestFailure'
  readonly status: number

  /** @param cause what went wrong inside, for the operator; clients do not see it */
  constructor(status: number, message: string, cause?: string) {
    super(message, { cause })
    this.status = status
  }
}

/** The most characters of a request's own text in a message. */
const SHOWN = 60

/** Quotes a request's own text for a message: short, without control characters. */
export function shown(text: string): string {
  const short = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
  const line = short.replace(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, (c) => `\\u{${c.codePointAt(0)!.toString(16)}}`)
  return `'${line}'`
}
