/**
 * CoNLL-U out: the bytes of the sentences as they came in, with other heads and labels. Bytes gather until somebody
 * takes them.
 */
import type { Tree } from '../../transform/tree.ts'
import { COLUMNS, DEPREL, HEAD, type ConlluSentence } from './sentence.ts'
import type { DeprelBytes } from './trees.ts'
import { encode } from './utf8.ts'

const TAB = 0x09
const CARRIAGE_RETURN = 0x0d
const ZERO = 0x30

/** How many bytes a command writes at once. */
export const WRITE_SIZE = 1 << 16

export class ConlluWriter {
  #bytes = new Uint8Array(2 * WRITE_SIZE)
  #used = 0

  /** How many bytes have gathered. */
  get size(): number {
    return this.#used
  }

  /** Hands over what has gathered, and starts anew. */
  take(): Uint8Array<ArrayBuffer> {
    const bytes = this.#bytes.slice(0, this.#used)
    this.#used = 0
    return bytes
  }

  /** Bytes as they are. */
  bytes(bytes: Uint8Array): void {
    this.#room(bytes.length)
    this.#bytes.set(bytes, this.#used)
    this.#used += bytes.length
  }

  /** A sentence as it came in. */
  sentence(sentence: ConlluSentence): void {
    this.#copy(sentence.block, sentence.start, sentence.end)
  }

  /** A sentence with the heads and labels (marks and all) of `tree`. */
  tree(sentence: ConlluSentence, tree: Tree, deprels: DeprelBytes): void {
    this.#words(sentence, sentence.start, tree, deprels)
  }

  /** The same with a comment line more, the last before the words. `comment` begins with `#` and has no line end. */
  treeWithComment(sentence: ConlluSentence, comment: string, tree: Tree, deprels: DeprelBytes): void {
    this.#copy(sentence.block, sentence.start, sentence.body)
    this.bytes(encode(comment + lineEnd(sentence)))
    this.#words(sentence, sentence.body, tree, deprels)
  }

  /** The same without the last comment line that reads `comment`. */
  treeWithoutComment(sentence: ConlluSentence, comment: string, tree: Tree, deprels: DeprelBytes): void {
    const found = sentence.findComment(encode(comment)) ?? { start: sentence.body, end: sentence.body }
    this.#copy(sentence.block, sentence.start, found.start)
    this.#words(sentence, found.end, tree, deprels)
  }

  /** The bytes from `from` to the sentence's end with new heads and labels. */
  #words(sentence: ConlluSentence, from: number, tree: Tree, deprels: DeprelBytes): void {
    const block = sentence.block
    const { head, label, mark } = tree
    for (let word = 1; word <= sentence.size; word++) {
      this.#copy(block, from, sentence.columnStart(word, HEAD))
      const deprel = deprels.of(label[word], mark[word])
      this.#room(deprel.length + 16)
      this.#number(head[word])
      this.#bytes[this.#used++] = TAB
      for (let i = 0; i < deprel.length; i++) this.#bytes[this.#used++] = deprel[i]
      from = sentence.columnEnd(word, DEPREL)
    }
    this.#copy(block, from, sentence.end)
  }

  /** A HEAD: decimal digits, `_` when negative. */
  #number(value: number): void {
    const bytes = this.#bytes
    if (value < 0) {
      bytes[this.#used++] = 0x5f
      return
    }
    let digits = 1
    for (let limit = 10; limit <= value; limit *= 10) digits++
    for (let i = this.#used + digits - 1; i >= this.#used; i--) {
      bytes[i] = ZERO + (value % 10)
      value = (value / 10) | 0
    }
    this.#used += digits
  }

  /** Short runs are copied by hand: it is faster than a call. */
  #copy(from: Uint8Array, start: number, end: number): void {
    this.#room(end - start)
    const to = this.#bytes
    let used = this.#used
    for (let i = start; i < end; i++) to[used++] = from[i]
    this.#used = used
  }

  #room(more: number): void {
    if (this.#used + more <= this.#bytes.length) return
    const bytes = new Uint8Array(2 * (this.#used + more))
    bytes.set(this.#bytes.subarray(0, this.#used))
    this.#bytes = bytes
  }
}

/** What ends the lines of a sentence: that of its first word decides. */
function lineEnd(sentence: ConlluSentence): string {
  const end = sentence.columnEnd(1, COLUMNS - 1)
  return sentence.block[end] === CARRIAGE_RETURN ? '\r\n' : '\n'
}
