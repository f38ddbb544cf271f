/** An error in CoNLL-U. The message is one line: `FILE:LINE: problem, expected …`. */
export class CoNLLUError extends Error {
  override readonly name = 'CoNLLUError'
  /** The name of the file, `-` for standard input. */
  readonly file: string
  /** The number of the line, from 1. */
  readonly line: number
  /** The problem and the expected text, without file and line. */
  readonly problem: string

  constructor(file: string, line: number, problem: string) {
    super(`${file}:${line}: ${problem}`.replace(UNPRINTABLE, escapeCharacter))
    this.file = file
    this.line = line
    this.problem = problem
  }
}

/** Characters that would end the line of a message or control a terminal. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029]/gu

function escapeCharacter(character: string): string {
  return `\\u{${character.codePointAt(0)!.toString(16)}}`
}

/** Converts a RangeError to a CoNLLUError with the file and line of the sentence; returns other errors unchanged. */
export function withPlace(
  error: unknown,
  { file, line }: { readonly file: string; readonly line: number },
): unknown {
  return error instanceof RangeError ? new CoNLLUError(file, line, error.message) : error
}
