/** An error in CoNLL-U. The message is one line: `FILE:LINE: what is wrong, what was expected`. */
export class CoNLLUError extends Error {
  override readonly name = 'CoNLLUError'
  /** The name of the file, `-` for standard input. */
  readonly file: string
  /** Lines count from 1. */
  readonly line: number
  /** What is wrong, and what was expected. */
  readonly problem: string

  constructor(file: string, line: number, problem: string) {
    super(`${file}:${line}: ${problem}`.replace(UNPRINTABLE, escaped))
    this.file = file
    this.line = line
    this.problem = problem
  }
}

/** Characters that would end the line of a message or control a terminal. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029]/gu

function escaped(character: string): string {
  return `\\u{${character.codePointAt(0)!.toString(16)}}`
}

/** The RangeError of work on a sentence as an error with the place of the sentence; another error as it is. */
export function placed(
  error: unknown,
  { file, line }: { readonly file: string; readonly line: number },
): unknown {
  return error instanceof RangeError ? new CoNLLUError(file, line, error.message) : error
}
