/** Lines in and out of files, in pieces, as files may be longer than the longest string. */
import { closeSync, openSync, readSync, writeFileSync } from 'node:fs'

const PIECE = 1 << 20

/** The lines of a file; a last line end begins no further line. */
export function* linesOf(path: string): Generator<string, void, undefined> {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(PIECE)
    let rest = ''
    for (;;) {
      const length = readSync(file, bytes, 0, PIECE, null)
      if (length === 0) break
      const lines = (rest + bytes.toString('latin1', 0, length)).split('\n')
      rest = lines.pop()!
      yield* lines
    }
    if (rest !== '') yield rest
  } finally {
    closeSync(file)
  }
}

/** Writes the lines, each with a line end. */
export function writeLines(path: string, lines: Iterable<string>): void {
  const file = openSync(path, 'w')
  try {
    let piece = ''
    for (const line of lines) {
      piece += `${line}\n`
      if (piece.length < PIECE) continue
      writeFileSync(file, piece, 'latin1')
      piece = ''
    }
    writeFileSync(file, piece, 'latin1')
  } finally {
    closeSync(file)
  }
}
