/** CoNLL-U in blocks of whole sentences, cut where a reader of the whole file would end a sentence. */
import { markLength } from './utf8.ts'

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
/** Sentences that are longer no reader takes; one in a block of its own is refused there. */
const LONGEST = 1 << 30

/**
 * Blocks of at least `least` bytes, the last one aside, each in memory of its own; one after the other they are the file.
 * What is held is a block, a sentence and a chunk.
 */
export async function* cutBlocks(
  chunks: AsyncIterable<Uint8Array>,
  least: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let bytes = new Uint8Array(2 * least)
  let filled = 0
  let start = 0
  // Where the next end of a sentence is looked for.
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
      const end = sentenceEnd(
        bytes,
        isFirst ? markLength(bytes) : start,
        Math.max(at, start + least - 1),
        filled,
      )
      at = filled
      if (end < 0 && filled - start <= LONGEST) break
      at = end < 0 ? filled : end
      yield bytes.slice(start, at)
      start = at
      isFirst = false
    }
  }
  if (filled > start) yield bytes.slice(start, filled)
}

/**
 * One past the first blank line behind one that is not blank, if it ends at `at` or later; -1 where there is none.
 * Further blank lines belong to the next sentence.
 *
 * @param start where the first line begins
 */
function sentenceEnd(bytes: Uint8Array, start: number, at: number, filled: number): number {
  for (let end = at; end < filled; end++) {
    if (bytes[end] !== LINE_FEED || !isBlank(bytes, start, end)) continue
    const before = endBefore(bytes, end)
    if (!isBlank(bytes, start, before)) return end + 1
  }
  return -1
}

/** Whether there is nothing in the line that ends at `end`. */
function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  const before = endBefore(bytes, end)
  return before < start || bytes[before] === LINE_FEED
}

/** Where the line before ends, if nothing is in the one that ends at `end`. */
function endBefore(bytes: Uint8Array, end: number): number {
  return bytes[end - 1] === CARRIAGE_RETURN ? end - 2 : end - 1
}
