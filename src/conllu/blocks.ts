/** Cuts CoNLL-U into blocks of whole sentences. Sentences end where a reader of the whole file ends them. */
import { LONGEST_SENTENCE } from './reader.ts'
import { CARRIAGE_RETURN, LINE_FEED, markLength } from './utf8.ts'

/** Whole sentences of a file. */
export interface CoNLLUBlock {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly isFirst: boolean
}

/** Blocks of at least `least` bytes but for the last. A sentence that is too long is a block, which the reader rejects. */
export async function* cutBlocks(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  least: number,
): AsyncGenerator<CoNLLUBlock> {
  let bytes = new Uint8Array(2 * least)
  let filled = 0
  let start = 0
  // The end of a sentence is searched from here.
  let at = 0
  let isFirst = true
  for await (const chunk of chunks) {
    if (filled + chunk.length > bytes.length) {
      const carried = bytes.subarray(start, filled)
      const needed = carried.length + chunk.length
      if (needed > bytes.length) bytes = new Uint8Array(2 * needed)
      bytes.set(carried)
      at -= start
      filled -= start
      start = 0
    }
    bytes.set(chunk, filled)
    filled += chunk.length
    for (;;) {
      const firstLine = isFirst ? markLength(bytes) : start
      const end = sentenceEnd(bytes, firstLine, Math.max(at, start + least - 1), filled)
      at = end < 0 ? filled : end
      if (end < 0 && filled - start <= LONGEST_SENTENCE) break
      yield { bytes: bytes.slice(start, at), isFirst }
      start = at
      isFirst = false
    }
  }
  if (filled > start) yield { bytes: bytes.slice(start, filled), isFirst }
}

/** The end of the first blank line after a line with text, at `at` or later; −1 if there is none. */
function sentenceEnd(bytes: Uint8Array, start: number, at: number, filled: number): number {
  for (let end = at; end < filled; end++) {
    if (bytes[end] !== LINE_FEED || !isBlank(bytes, start, end)) continue
    if (!isBlank(bytes, start, endBefore(bytes, end))) return end + 1
  }
  return -1
}

/** Whether the line that ends at `end` is empty. */
function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  const before = endBefore(bytes, end)
  return before < start || bytes[before] === LINE_FEED
}

/** Where the previous line ends, if the line that ends at `end` is empty. */
function endBefore(bytes: Uint8Array, end: number): number {
  return bytes[end - 1] === CARRIAGE_RETURN ? end - 2 : end - 1
}
