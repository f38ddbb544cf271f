/** Does what a request asks for with one model: text or words in, CoNLL-U or words out. */
import { readConllu } from '../conllu/reader.ts'
import { UPOS, XPOS, type ConlluSentence } from '../conllu/conllu-sentence.ts'
import { DeprelBytes } from '../conllu/trees.ts'
import { encode } from '../conllu/utf8.ts'
import { ConlluWriter } from '../conllu/writer.ts'
import { attachModels, wholeOf } from '../jobs/models.ts'
import { SentenceParser } from '../parsing/sentence-parser.ts'
import { Pipeline } from '../pipeline/pipeline.ts'
import { retag } from '../pipeline/conllu-text.ts'
import { Segmenter } from '../pipeline/segmenter.ts'
import type { TextSentence, TextSplitter } from '../pipeline/text-windows.ts'
import { conlluOfHorizontal, conlluOfVertical } from './input-formats.ts'
import { outputFormats, formatsWithHeads, wordFormats } from './output-formats.ts'
import type { ProcessRequest } from './process-request.ts'
import { rowOf, TextLines } from './text-lines.ts'
import type { ServedModel } from './served-models.ts'

/** What a request gave work with. */
interface Counts {
  sentences: number
  words: number
}

/** Holds the memory for one request at a time. */
export class TextProcessor {
  readonly #name: string
  readonly #program: string
  readonly #pipeline: Pipeline
  readonly #parser: SentenceParser
  readonly #deprels: DeprelBytes

  constructor(served: ServedModel, program: string) {
    const models = attachModels(served.models)
    this.#name = served.name
    this.#program = program
    this.#pipeline = new Pipeline(wholeOf(models))
    this.#parser = new SentenceParser(models.parser)
    this.#deprels = new DeprelBytes(models.parser.labels)
  }

  /** Writes the result in pieces, never held as one text. Throws ConlluError for data that should be CoNLL-U. */
  process(request: ProcessRequest, write: (piece: string) => void): Readonly<Counts> {
    const { name, options } = request.output
    const counts = { sentences: 0, words: 0 }
    const isDirect = name === 'conllu' && !options.has('v1') && asksForAll(request)
    const pieces = isDirect
      ? this.#parsedLines(request, counts)
      : outputFormats[name](this.#sentences(request, counts), options)
    let head = name === 'conllu' ? `# generator = ${this.#program}\n# model = ${this.#name}\n` : ''
    for (const piece of pieces) {
      write(head + piece)
      head = ''
    }
    return counts
  }

  /** Tokenizes, tags and parses without writing and reading CoNLL-U in between. */
  *#parsedLines({ data, input }: ProcessRequest, counts: Counts): Generator<string> {
    const lines = new TextLines(data, input.options)
    for (const sentence of this.#pipeline.parse(data)) {
      counts.sentences++
      counts.words += sentence.words.length
      yield lines.lines(sentence)
    }
  }

  /** The sentences of a request, tagged and parsed as far as it asks for that; counts them and their words. */
  *#sentences(request: ProcessRequest, counts: Counts): Generator<ConlluSentence> {
    if (asksForAll(request)) {
      const lines = Array.from(this.#parsedLines(request, counts), encode)
      return yield* readConllu(lines, { heads: 'partial' })
    }
    const { tagger, parser, output } = request
    const isShown = !wordFormats.has(output.name)
    const heads = !parser && formatsWithHeads.has(output.name) ? 'partial' : 'ignore'
    const writer = new ConlluWriter()
    for (const sentence of readConllu(this.#conlluOf(request), { file: 'data', heads })) {
      counts.sentences++
      counts.words += sentence.size
      const tagged = isShown && tagger ? retag(sentence, this.#pipeline, heads) : sentence
      yield isShown && parser ? this.#parsed(tagged, writer) : tagged
    }
  }

  #conlluOf({ data, input }: ProcessRequest): string {
    switch (input.name) {
      case 'tokenizer':
        return cut(data, this.#pipeline.splitter, input.options)
      case 'generic_tokenizer':
        return cut(data, new Segmenter(), input.options)
      case 'horizontal':
        return conlluOfHorizontal(data)
      case 'vertical':
        return conlluOfVertical(data)
      case 'conllu':
        // The last sentence may lack the blank line at its end.
        return `${data.replaceAll('\r\n', '\n').replace(/^\ufeff/, '')}\n\n`
    }
  }

  /** The parser needs tags. If there are none, it gets those of the tagger, which are not written. */
  #parsed(sentence: ConlluSentence, writer: ConlluWriter): ConlluSentence {
    const lacksTags = this.#pipeline.tagger !== undefined && hasNoTags(sentence)
    const tagged = lacksTags ? retag(sentence, this.#pipeline, 'ignore') : sentence
    writer.tree(sentence, this.#parser.parse(tagged).tree, this.#deprels)
    const [parsed] = readConllu(writer.take(), { heads: 'partial' })
    return parsed
  }
}

/** Whether a request asks for all stages in one: trees of plain text. */
function asksForAll({ input, tagger, parser, output }: ProcessRequest): boolean {
  const isText = input.name === 'tokenizer' && !input.options.has('presegmented')
  return isText && tagger && parser && !wordFormats.has(output.name)
}

/** The sentences of a text, as CoNLL-U. */
function cut(text: string, splitter: TextSplitter, options: ReadonlySet<string>): string {
  const lines = new TextLines(text, options)
  const sentences = options.has('presegmented') ? sentencesOfLines(text, splitter) : splitter.sentences(text)
  return Array.from(sentences, (sentence) => lines.lines(rowOf(sentence))).join('')
}

/** Makes a sentence of each line that has words. */
function* sentencesOfLines(text: string, splitter: TextSplitter): Generator<TextSentence> {
  for (let from = 0; from < text.length;) {
    const feed = text.indexOf('\n', from)
    const to = feed < 0 ? text.length : feed
    const tokens = [...splitter.sentences(text.slice(from, to))].flatMap((sentence) =>
      sentence.tokens.map(({ start, end, words }) => ({ start: from + start, end: from + end, words })),
    )
    if (tokens.length > 0) yield { start: tokens[0].start, end: tokens[tokens.length - 1].end, tokens }
    from = to + 1
  }
}

function hasNoTags(sentence: ConlluSentence): boolean {
  return !sentence.hasAny(UPOS) && !sentence.hasAny(XPOS)
}
