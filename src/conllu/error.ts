/** What is wrong with CoNLL-U input, and where: the message is one line, `FILE:LINE: what is wrong, what was expected`. */
export class ConlluError extends Error {
  override readonly name = 'ConlluError'
  /** The name of the file, `-` for standard input. */
  readonly file: string
  /** Lines count from 1. */
  readonly line: number

  constructor(file: string, line: number, problem: string) {
    super(`${file}:${line}: ${problem}`)
    this.file = file
    this.line = line
  }
}
