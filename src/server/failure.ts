/** Requests that cannot be answered: a status of HTTP, and one line that says what was wrong and what was expected. */

export class RequestFailure extends Error {
  override readonly name = 'RequestFailure'
  readonly status: number

  /** @param cause what went wrong, for those who run this program and not for those who ask */
  constructor(status: number, message: string, cause?: string) {
    super(message, { cause })
    this.status = status
  }
}

/** So much of what a request said is shown to it. */
const SHOWN = 60

/** What a request said, as it may stand in a line: short, in quotes, without controls. */
export function shown(text: string): string {
  const short = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
  const line = short.replace(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, (c) => `\\u{${c.codePointAt(0)!.toString(16)}}`)
  return `'${line}'`
}
