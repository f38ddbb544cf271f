/** A request that cannot be answered: an HTTP status, and one line with the problem and the expected input. */

export class RequestFailure extends Error {
  override readonly name = 'RequestFailure'
  readonly status: number

  /** @param cause the internal error, for the operator; clients do not see it */
  constructor(status: number, message: string, cause?: string) {
    super(message, { cause })
    this.status = status
  }
}

/** The maximum number of characters of request text in a message. */
const MAX_QUOTED_CHARACTERS = 60

/** Quotes request text for a message: shortened, with escaped control characters. */
export function quoteText(text: string): string {
  const short = text.length > MAX_QUOTED_CHARACTERS ? `${text.slice(0, MAX_QUOTED_CHARACTERS)}…` : text
  const line = short.replace(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, (c) => `\\u{${c.codePointAt(0)!.toString(16)}}`)
  return `'${line}'`
}
