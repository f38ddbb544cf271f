/** Does what a request asks for with one model: text or words in, CoNLL-U or words out. */
import { readConllu } from '../conllu/reader.ts'
import { UPOS, XPOS, type ConlluSentence } from '../conllu/conllu-sentence.ts'
import { DeprelBytes } from '../conllu/trees.ts'
import { decode } from '../conllu/utf8.ts'
import { ConlluWriter } from '../conllu/writer.ts'
import { attachModels, wholeOf } from '../jobs/models.ts'
import { SentenceParser } from '../parsing/sentence-parser.ts'
import { Pipeline, splitterOf } from '../pipeline/pipeline.ts'
import { retag } from '../pipeline/conllu-text.ts'
import { Segmenter } from '../pipeline/segmenter.ts'
import type { TextSentence } from '../pipeline/tokenizer.ts'
import type { ProcessRequest, TokenizerOption } from './process-request.ts'
import { conlluOfHorizontal, conlluOfVertical, wordsOnly, rowOf, TextLines } from './text-lines.ts'
import type { ServedModel } from './served-models.ts'

export interface Processed {
  readonly sentences: number
  readonly words: number
}

interface Splitter {
  sentences(text: string): Iterable<TextSentence>
}

const NO_OPTIONS: ReadonlySet<TokenizerOption> = new Set()

/** Holds the memory for one request at a time. */
export class TextProcessor {
  readonly #name: string
  readonly #program: string
  readonly #pipeline: Pipeline
  readonly #splitter: Splitter
  readonly #parser: SentenceParser
  readonly #deprels: DeprelBytes

  constructor(served: ServedModel, program: string) {
    const models = attachModels(served.models)
    this.#name = served.name
    this.#program = program
    this.#pipeline = new Pipeline(wholeOf(models))
    this.#splitter = splitterOf(wholeOf(models))
    this.#parser = new SentenceParser(models.parser)
    this.#deprels = new DeprelBytes(models.parser.labels)
  }

  /** Writes the result in pieces, never held as one text. Throws ConlluError for data that should be CoNLL-U. */
  process(request: ProcessRequest, write: (piece: string) => void): Processed {
    const { data, tokenizer, tagger, parser, input, output } = request
    if (tokenizer && tagger && parser && output === 'conllu' && !tokenizer.has('presegmented'))
      return this.#parseText(data, tokenizer, write)
    if (tokenizer) return this.#annotate(this.#cut(data, tokenizer), request, write)
    if (input === 'generic_tokenizer')
      return this.#annotate(linesOf(data, new Segmenter().sentences(data), NO_OPTIONS), request, write)
    const lines = data.replaceAll('\r\n', '\n')
    if (input === 'horizontal') return this.#annotate(conlluOfHorizontal(lines), request, write)
    if (input === 'vertical') return this.#annotate(conlluOfVertical(lines), request, write)
    return this.#annotate(lines.replace(/^\ufeff/, ''), request, write)
  }

  /** Tokenizes, tags and parses without writing and reading CoNLL-U in between. */
  #parseText(text: string, options: ReadonlySet<TokenizerOption>, write: (piece: string) => void): Processed {
    const lines = new TextLines(text, options)
    let [sentences, words] = [0, 0]
    for (const sentence of this.#pipeline.parse(text)) {
      if (sentences++ === 0) write(this.#head)
      write(lines.lines(sentence))
      words += sentence.words.length
    }
    return { sentences, words }
  }

  #cut(text: string, options: ReadonlySet<TokenizerOption>): string {
    const sentences = options.has('presegmented')
      ? sentencesOfLines(text, this.#splitter)
      : this.#splitter.sentences(text)
    return linesOf(text, sentences, options)
  }

  /** Tags and parses CoNLL-U, as far as the request wants it. */
  #annotate(
    conllu: string,
    { tagger, parser, output }: ProcessRequest,
    write: (piece: string) => void,
  ): Processed {
    const writer = new ConlluWriter()
    let [sentences, words] = [0, 0]
    for (const sentence of readConllu(conllu, { file: 'data', heads: 'ignore' })) {
      words += sentence.size
      if (output === 'conllu') {
        if (sentences === 0) write(this.#head)
        this.#write(sentence, tagger, parser, writer)
        write(decode(writer.take()))
      } else write(wordsOnly[output](sentence))
      sentences++
    }
    return { sentences, words }
  }

  #write(sentence: ConlluSentence, tagger: boolean, parser: boolean, writer: ConlluWriter): void {
    // The parser needs tags. If the input has none, it gets the tagger's, which are written only if the request wants them.
    const isTagged = tagger || (parser && this.#pipeline.tagger !== undefined && hasNoTags(sentence))
    const tagged = isTagged ? retag(sentence, this.#pipeline, 'ignore') : sentence
    const written = tagger ? tagged : sentence
    if (parser) writer.tree(written, this.#parser.parse(tagged).tree, this.#deprels)
    else writer.sentence(written)
  }

  get #head(): string {
    return `# generator = ${this.#program}\n# model = ${this.#name}\n`
  }
}

function linesOf(
  text: string,
  sentences: Iterable<TextSentence>,
  options: ReadonlySet<TokenizerOption>,
): string {
  const lines = new TextLines(text, options)
  return Array.from(sentences, (sentence) => lines.lines(rowOf(sentence))).join('')
}

/** Makes a sentence of each line that has words. */
function* sentencesOfLines(text: string, splitter: Splitter): Generator<TextSentence> {
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
