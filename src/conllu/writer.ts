/**
 * CoNLL-U out: the bytes of the sentences as they came in, with other heads and labels. Bytes gather until somebody
 * takes them.
 */
import type { Tree } from '../../transform/tree.ts'
import { COLUMNS, DEPREL, HEAD, MISC, type ConlluSentence } from './sentence.ts'
import type { DeprelBytes } from './trees.ts'
import { encode, markLength } from './utf8.ts'

const TAB = 0x09
const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const ZERO = 0x30

/** How many bytes a command writes at once. */
export const WRITE_SIZE = 1 << 16

/** A tree, and what else is written with it. */
export interface AnnotatedTree {
  readonly tree: Tree
  /** Lines more, the last before the words; each begins with `#` and has no line end. */
  readonly comments: readonly string[]
  /** The MISC of a word; as it came in where this is absent. */
  readonly misc?: (word: number) => string
}

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

  /** The same once for each of several trees, with more than was there; all are sentences of their own. */
  trees(sentence: ConlluSentence, trees: readonly AnnotatedTree[], deprels: DeprelBytes): void {
    const { block, start, body } = sentence
    trees.forEach(({ tree, comments, misc }, i) => {
      // A byte order mark begins a file, and the last sentence of one may lack the blank line.
      this.#copy(block, i > 0 ? start + markLength(block, start) : start, body)
      for (const comment of comments) this.bytes(encode(comment + lineEnd(sentence)))
      this.#words(sentence, body, tree, deprels, misc)
      if (i + 1 < trees.length) this.bytes(encode(missingEnd(sentence)))
    })
  }

  /** The same without the last comment line that reads `comment`. */
  treeWithoutComment(sentence: ConlluSentence, comment: string, tree: Tree, deprels: DeprelBytes): void {
    const found = sentence.findComment(encode(comment)) ?? { start: sentence.body, end: sentence.body }
    this.#copy(sentence.block, sentence.start, found.start)
    this.#words(sentence, found.end, tree, deprels)
  }

  /** The bytes from `from` to the sentence's end with new heads and labels, and with another MISC if there is one. */
  #words(
    sentence: ConlluSentence,
    from: number,
    tree: Tree,
    deprels: DeprelBytes,
    misc?: AnnotatedTree['misc'],
  ): void {
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
      if (!misc) continue
      this.#copy(block, from, sentence.columnStart(word, MISC))
      this.bytes(encode(misc(word)))
      from = sentence.columnEnd(word, MISC)
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

/** What is missing of a sentence's last line end and the blank line behind it. */
function missingEnd(sentence: ConlluSentence): string {
  const { block, start, end } = sentence
  const lineFeed = lastLineFeed(block, start, end)
  if (lineFeed + 1 < end) return lineEnd(sentence).repeat(2)
  const before = block[lineFeed - 1] === CARRIAGE_RETURN ? lineFeed - 2 : lineFeed - 1
  return block[before] === LINE_FEED ? '' : lineEnd(sentence)
}

function lastLineFeed(block: Uint8Array, start: number, end: number): number {
  let at = end - 1
  while (at >= start && block[at] !== LINE_FEED) at--
  return at
}
