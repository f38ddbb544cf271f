/** Cuts CoNLL-U into blocks of whole sentences, with the same sentence boundaries as CoNLLUReader. */
import { MAX_SENTENCE_BYTES } from './reader.ts'
import { CARRIAGE_RETURN, LINE_FEED, markLength } from './utf8.ts'

/** A block of whole sentences of a file. */
export interface CoNLLUBlock {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly isFirst: boolean
}

/**
 * Cuts blocks of at least `minBytes` bytes, except the last block. A sentence that is too long becomes a block, which the
 * reader rejects.
 */
export async function* cutBlocks(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  minBytes: number,
): AsyncGenerator<CoNLLUBlock> {
  let bytes = new Uint8Array(2 * minBytes)
  let filled = 0
  let start = 0
  // The search for the end of a sentence continues at this offset.
  let searchStart = 0
  let isFirst = true
  for await (const chunk of chunks) {
    if (filled + chunk.length > bytes.length) {
      const carried = bytes.subarray(start, filled)
      const needed = carried.length + chunk.length
      if (needed > bytes.length) bytes = new Uint8Array(2 * needed)
      bytes.set(carried)
      searchStart -= start
      filled -= start
      start = 0
    }
    bytes.set(chunk, filled)
    filled += chunk.length
    for (;;) {
      const firstLine = isFirst ? markLength(bytes) : start
      const end = sentenceEnd(bytes, firstLine, Math.max(searchStart, start + minBytes - 1), filled)
      searchStart = end < 0 ? filled : end
      if (end < 0 && filled - start <= MAX_SENTENCE_BYTES) break
      yield { bytes: bytes.slice(start, searchStart), isFirst }
      start = searchStart
      isFirst = false
    }
  }
  if (filled > start) yield { bytes: bytes.slice(start, filled), isFirst }
}

/** The end of the first blank line after a line with text, from offset `searchStart`; −1 if there is none. */
function sentenceEnd(bytes: Uint8Array, start: number, searchStart: number, filled: number): number {
  for (let end = searchStart; end < filled; end++) {
    if (bytes[end] !== LINE_FEED || !isBlank(bytes, start, end)) continue
    if (!isBlank(bytes, start, endBefore(bytes, end))) return end + 1
  }
  return -1
}

/** Whether the line that ends at `end` is empty. */
function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  const previousEnd = endBefore(bytes, end)
  return previousEnd < start || bytes[previousEnd] === LINE_FEED
}

/** The offset at which the previous line ends, if the line that ends at `end` is empty. */
function endBefore(bytes: Uint8Array, end: number): number {
  return bytes[end - 1] === CARRIAGE_RETURN ? end - 2 : end - 1
}
