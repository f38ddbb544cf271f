/** Writes CoNLL-U: copies the bytes of sentences and replaces heads and labels. */
import { enlarged } from '../../parser/core/int-list.ts'
import type { Bytes } from '../../parser/core/bytes.ts'
import type { Tree } from '../../transform/tree.ts'
import { DEPREL, HEAD, MISC } from '../sentence/annotated-sentence.ts'
import type { CoNLLUSentence } from './conllu-sentence.ts'
import type { DeprelBytes } from './trees.ts'
import { CARRIAGE_RETURN, decode, encode, LINE_FEED, markLength } from './utf8.ts'

/** Commands write to the output when the buffer has at least this number of bytes. */
export const WRITE_BYTES = 1 << 16

/** A tree with additional comments and MISC. */
export interface AnnotatedTree {
  readonly tree: Tree
  /** The sentence with the columns that change with this tree. Default: the sentence. */
  readonly agreed?: CoNLLUSentence
  /** Additional comment lines, written after the comments of the sentence. Each begins with `#` and has no line end. */
  readonly comments: readonly string[]
  /** The MISC of a word. Default: the MISC of the sentence. */
  readonly misc?: (word: number) => string
}

/** Collects bytes until `take` is called. */
export class CoNLLUWriter {
  #bytes = new Uint8Array(2 * WRITE_BYTES)
  #used = 0

  get size(): number {
    return this.#used
  }

  /** Returns the collected bytes and empties the buffer. */
  take(): Bytes {
    const bytes = this.#bytes.slice(0, this.#used)
    this.#used = 0
    return bytes
  }

  bytes(bytes: Uint8Array): void {
    this.#room(bytes.length)
    this.#bytes.set(bytes, this.#used)
    this.#used += bytes.length
  }

  /** Adds an unchanged sentence. */
  sentence(sentence: CoNLLUSentence): void {
    this.#copy(sentence.block, sentence.start, sentence.end)
  }

  /** Adds a sentence with heads, labels and marks of `tree`, without the comment line `omitted`. */
  tree(
    sentence: CoNLLUSentence,
    tree: Tree,
    deprels: DeprelBytes,
    omitted?: ReturnType<CoNLLUSentence['findComment']>,
  ): void {
    if (omitted) this.#copy(sentence.block, sentence.start, omitted.start)
    this.#words(sentence, omitted ? omitted.end : sentence.start, tree, deprels)
  }

  /** Adds a complete copy of the sentence for each tree. */
  trees(sentence: CoNLLUSentence, trees: readonly AnnotatedTree[], deprels: DeprelBytes): void {
    const { block, start, body } = sentence
    trees.forEach(({ agreed = sentence, tree, comments, misc }, i) => {
      // Only the first sentence of a file has a byte order mark, and the last one may lack the blank line.
      this.#copy(block, i > 0 ? start + markLength(block, start) : start, body)
      for (const comment of comments) this.bytes(encode(comment + lineEnd(sentence)))
      this.#words(agreed, body, tree, deprels, misc)
      if (i + 1 < trees.length) this.bytes(encode(missingEnd(sentence)))
    })
  }

  /** Adds the bytes from `from` to the end of the sentence, and replaces heads and labels, and MISC if `misc` is given. */
  #words(
    sentence: CoNLLUSentence,
    from: number,
    { head, label, mark }: Tree,
    deprels: DeprelBytes,
    misc?: AnnotatedTree['misc'],
  ): void {
    const block = sentence.block
    const { replaced } = sentence
    for (let word = 1; word <= sentence.size; word++) {
      for (let i = 0; i < replaced.length && replaced[i] < HEAD; i++) {
        const column = replaced[i]
        this.#copy(block, from, sentence.columnStart(word, column))
        this.bytes(encode(sentence.column(word, column)))
        from = sentence.columnEnd(word, column)
      }
      this.#copy(block, from, sentence.columnStart(word, HEAD))
      const number = headBytes(head[word])
      this.#copy(number, 0, number.length)
      const deprel = deprels.of(label[word], mark[word])
      this.#copy(deprel, 0, deprel.length)
      from = sentence.columnEnd(word, DEPREL)
      if (!misc) continue
      this.#copy(block, from, sentence.columnStart(word, MISC))
      this.bytes(encode(misc(word)))
      from = sentence.columnEnd(word, MISC)
    }
    this.#copy(block, from, sentence.end)
  }

  /** Copies in a loop, which is faster than `set` for short runs. */
  #copy(from: Uint8Array, start: number, end: number): void {
    this.#room(end - start)
    const to = this.#bytes
    let used = this.#used
    for (let i = start; i < end; i++) to[used++] = from[i]
    this.#used = used
  }

  #room(addedBytes: number): void {
    if (this.#used + addedBytes > this.#bytes.length)
      this.#bytes = enlarged(this.#bytes, this.#used + addedBytes)
  }
}

/** The bytes of HEAD columns, by head plus 1. */
const headColumns: Uint8Array[] = []

/** The bytes of a HEAD and the tab after it; `_` for a negative head. */
function headBytes(head: number): Uint8Array {
  return (headColumns[head + 1] ??= encode(head < 0 ? '_\t' : `${head}\t`))
}

/** The first line end of the sentence. */
function lineEnd({ block, start, end }: CoNLLUSentence): string {
  const feed = block.subarray(start, end).indexOf(LINE_FEED)
  return block[start + feed - 1] === CARRIAGE_RETURN ? '\r\n' : '\n'
}

/** The line ends to append so that the sentence ends with a blank line. */
function missingEnd(sentence: CoNLLUSentence): string {
  const { block, start, end } = sentence
  const [tail] = /(?:\r?\n){0,2}$/.exec(decode(block, Math.max(start, end - 4), end))!
  return lineEnd(sentence).repeat(3 - tail.split('\n').length)
}
