/** The text of a treebank: paragraphs begin at `# newpar` and `# newdoc`, and `SpaceAfter=No` glues tokens. */
import { DEPREL, FEATS, FORM, LEMMA, UPOS, XPOS, type ConlluSentence } from '../conllu/conllu-sentence.ts'
import { ConlluError } from '../conllu/error.ts'
import { decode } from '../conllu/utf8.ts'
import type { TextToken } from './characters.ts'

/** A token of a paragraph. */
export interface GoldToken extends TextToken {
  readonly endsSentence: boolean
}

export interface GoldParagraph {
  readonly text: string
  readonly tokens: readonly GoldToken[]
}

export function paragraphsOf(sentences: Iterable<ConlluSentence>): GoldParagraph[] {
  const paragraphs: GoldParagraph[] = []
  let text = ''
  let tokens: GoldToken[] = []
  const finish = (): void => {
    if (tokens.length > 0) paragraphs.push({ text, tokens })
    text = ''
    tokens = []
  }
  for (const sentence of sentences) {
    if (beginsParagraph(sentence)) finish()
    for (const { form, words, misc, last } of tokensOf(sentence)) {
      const start = text.length
      text += form
      tokens.push({ start, end: text.length, words, endsSentence: last === sentence.size })
      if (isSpaceAfter(misc)) text += ' '
    }
  }
  finish()
  return paragraphs
}

/** Whether a sentence has a comment `# newpar` or `# newdoc`. */
export function beginsParagraph(sentence: ConlluSentence): boolean {
  return sentence.comments().some((comment) => /^#\s*new(?:par|doc)\b/.test(comment))
}

export function isSpaceAfter(misc: string): boolean {
  return !misc.split('|').includes('SpaceAfter=No')
}

/** The tokens of a sentence, from left to right. */
export function* tokensOf(sentence: ConlluSentence): Generator<{
  readonly form: string
  readonly words: readonly string[]
  readonly misc: string
  /** The number of its last word. */
  readonly last: number
}> {
  const ranges = sentence.multiwordTokens()
  let range = 0
  for (let first = 1; first <= sentence.size;) {
    const multiword = ranges[range]?.first === first ? ranges[range++] : undefined
    const last = multiword?.last ?? first
    const words = Array.from({ length: last - first + 1 }, (_, i) => sentence.form(first + i))
    const misc = multiword ? miscOfRange(sentence, range - 1) : sentence.misc(first)
    yield { form: multiword?.form ?? words[0], words, misc, last }
    first = last + 1
  }
}

/** Throws ConlluError if a token or a word has an empty column, or a carriage return in a column. */
export function checkColumns(sentence: ConlluSentence): void {
  const check = (word: number, text: string): void => {
    if (text !== '' && !text.includes('\r')) return
    const problem = 'an empty column, or one with a carriage return, expected text or _'
    throw new ConlluError(sentence.file, sentence.lineOf(word), problem)
  }
  for (const { first, form } of sentence.multiwordTokens()) check(first, form)
  for (let word = 1; word <= sentence.size; word++)
    for (const column of [FORM, LEMMA, UPOS, XPOS, FEATS, DEPREL]) check(word, sentence.column(word, column))
}

/** MISC of the multiword token with index `range`: the last column of its line. */
function miscOfRange({ block, start, end, ranges }: ConlluSentence, range: number): string {
  const from = start + ranges[4 * range + 3]
  const to = block.subarray(from, end).indexOf(0x0a)
  const columns = decode(block, from, to < 0 ? end : from + to)
  // White space can be a fact: SpacesAfter with a no-break space.
  return columns.slice(columns.lastIndexOf('\t') + 1).replace(/\r$/, '')
}
