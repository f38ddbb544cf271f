/** The input formats of the HTTP service, compatible with UDPipe. To add a format, add an entry. */
import { readCoNLLU } from '../conllu/reader.ts'
import { Segmenter, type TextSplitter } from '../pipeline/text-windows.ts'
import type { AnnotatedSentence } from '../sentence/annotated-sentence.ts'
import { TextSentence } from '../sentence/text-sentence.ts'
import { sentenceMarks, TextMarks } from './text-marks.ts'

export interface InputFormat {
  /** The options that can follow the name of the format in a request: `tokenizer=ranges`. */
  readonly options: readonly string[]
  /** Reads the sentences of the data. Throws CoNLLUError for invalid CoNLL-U. */
  read(data: string, setting: ReadSetting): Iterable<AnnotatedSentence>
}

interface ReadSetting {
  readonly options: ReadonlySet<string>
  /** The tokenizer of the model. */
  readonly splitter: TextSplitter
  /** Whether heads must be numbers or `_`. */
  readonly needsHeads: boolean
}

const tokenizerOptions = ['normalized_spaces', 'presegmented', 'ranges']

const formats = {
  conllu: {
    options: ['v1', 'v2'],
    read: (data, { needsHeads }) => {
      // Append a blank line, because the last sentence may lack it.
      const text = `${data.replaceAll('\r\n', '\n').replace(/^\ufeff/, '')}\n\n`
      return readCoNLLU(text, { file: 'data', heads: needsHeads ? 'partial' : 'ignore' })
    },
  },
  horizontal: { options: [], read: readHorizontal },
  vertical: { options: [], read: readVertical },
  generic_tokenizer: {
    options: tokenizerOptions,
    read: (data, { options }) => tokenize(data, new Segmenter(), options),
  },
  tokenizer: {
    options: tokenizerOptions,
    read: (data, { splitter, options }) => tokenize(data, splitter, options),
  },
} satisfies Readonly<Record<string, InputFormat>>

/** The input formats by name. */
export const inputFormats: Readonly<Record<InputName, InputFormat>> = formats
export type InputName = keyof typeof formats

/** The sentences of a text. */
function* tokenize(
  text: string,
  splitter: TextSplitter,
  options: ReadonlySet<string>,
): Generator<TextSentence> {
  const marks = new TextMarks(text, options)
  const sentences = options.has('presegmented') ? sentencesOfLines(text, splitter) : splitter.sentences(text)
  for (const sentence of sentences) yield marks.mark(sentence)
}

/** Makes a sentence from each line that contains words. */
function* sentencesOfLines(text: string, splitter: TextSplitter): Generator<TextSentence> {
  for (let from = 0; from < text.length;) {
    const feed = text.indexOf('\n', from)
    const to = feed < 0 ? text.length : feed
    const tokens = [...splitter.sentences(text.slice(from, to))].flatMap((sentence) => sentence.textTokens())
    const textTokens = tokens.map(({ start, end, words }) => ({
      start: from + start,
      end: from + end,
      words,
    }))
    if (textTokens.length > 0) yield TextSentence.ofTokens(text, textTokens)
    from = to + 1
  }
}

/** Reads one sentence per line, with words separated by spaces or tabs. A no-break space is a space within a word. */
function readHorizontal(text: string): Generator<TextSentence> {
  const words = (line: string): string[] => line.split(/[ \t]+/).filter(Boolean)
  return sentencesOf(linesOf(text).map((line) => words(line).map((word) => word.replaceAll('\u00a0', ' '))))
}

/** Reads one word per line, with a blank line after each sentence. Ignores text after a tab. */
function readVertical(text: string): Generator<TextSentence> {
  const rows: string[][] = []
  let words: string[] = []
  for (const line of [...linesOf(text), '']) {
    const word = line.replace(/^\t+/, '').split('\t', 1)[0]
    if (word !== '') words.push(word)
    else {
      rows.push(words)
      words = []
    }
  }
  return sentencesOf(rows)
}

function linesOf(text: string): string[] {
  return text.split(/\r\n?|\n/)
}

/** @param rows the words of each sentence; a row without words starts a new paragraph */
function* sentencesOf(rows: readonly (readonly string[])[]): Generator<TextSentence> {
  let sentences = 0
  let beginsParagraph = true
  for (const words of rows) {
    if (words.length > 0) {
      const sentence = TextSentence.ofWords(words)
      const noMisc = words.map(() => '_')
      sentence.describe(sentenceMarks(++sentences, beginsParagraph), noMisc)
      yield sentence
    }
    beginsParagraph = words.length === 0
  }
}
