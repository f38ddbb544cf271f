/** Processes requests with one model: reads text or sentences and writes an output format. */
import { TextMarks } from '../formats/text-marks.ts'
import { SentenceParser } from '../parsing/sentence-parser.ts'
import { Pipeline, type PipelineOptions } from '../pipeline/pipeline.ts'
import { attachTextModel } from '../pipeline/text-model.ts'
import { DEPREL, UPOS, XPOS, type AnnotatedSentence } from '../sentence/annotated-sentence.ts'
import type { TextSentence } from '../sentence/text-sentence.ts'
import type { ProcessRequest } from './parameters.ts'
import type { ServedModel } from './served-models.ts'

/** The size of a request. */
interface Counts {
  sentences: number
  words: number
}

interface ProcessorOptions extends Pick<PipelineOptions, 'greedyIfLong' | 'lines'> {
  readonly program: string
}

/** Processes one request at a time. */
export class TextProcessor {
  readonly #name: string
  readonly #program: string
  readonly #pipeline: Pipeline
  readonly #parser: SentenceParser

  constructor(served: ServedModel, { program, greedyIfLong, lines }: ProcessorOptions) {
    const model = attachTextModel(served.model)
    this.#name = served.name
    this.#program = program
    this.#pipeline = new Pipeline(model, { greedyIfLong, lines })
    this.#parser = new SentenceParser(model.parser, { greedyIfLong })
  }

  /** Writes the result in pieces. Throws CoNLLUError for invalid CoNLL-U. */
  process(request: ProcessRequest, write: (piece: string) => void): Readonly<Counts> {
    const { name, format, options } = request.output
    const counts = { sentences: 0, words: 0 }
    const pieces = format.write(this.#sentences(request, counts), { options, number: 1, added: [] })
    let head = name === 'conllu' ? `# generator = ${this.#program}\n# model = ${this.#name}\n` : ''
    for (const piece of pieces) {
      write(head + piece)
      head = ''
    }
    return counts
  }

  /** The sentences of a request, tagged and parsed if requested. Counts sentences and words. */
  *#sentences(request: ProcessRequest, counts: Counts): Generator<AnnotatedSentence> {
    const needsAllStages = requiresAllStages(request)
    const { tagger, parser, output } = request
    const showsTrees = output.format.shows === 'trees'
    for (const sentence of needsAllStages ? this.#parsedText(request) : this.#read(request)) {
      counts.sentences++
      counts.words += sentence.size
      if (needsAllStages || !showsTrees) yield sentence
      else {
        const tagged = tagger ? this.#pipeline.tag(sentence) : sentence
        yield parser ? this.#parsed(tagged, tagger) : tagged
      }
    }
  }

  /** Tokenizes, tags and parses in one pass. */
  *#parsedText({ data, input }: ProcessRequest): Generator<TextSentence> {
    const marks = new TextMarks(data, input.options)
    for (const sentence of this.#pipeline.parse(data)) yield marks.mark(sentence)
  }

  #read({ data, input, parser, output }: ProcessRequest): Iterable<AnnotatedSentence> {
    const needsHeads = !parser && output.format.needsHeads === true
    return input.format.read(data, {
      options: input.options,
      splitter: this.#pipeline.splitter,
      needsHeads,
    })
  }

  /**
   * Parses a sentence. If it has no tags, the parser reads tags of the tagger, which are not written.
   *
   * @param isTagged whether its tags are those of the tagger
   */
  #parsed(sentence: AnnotatedSentence, isTagged: boolean): AnnotatedSentence {
    const hasTags = sentence.hasAny(UPOS) || sentence.hasAny(XPOS)
    const read = hasTags ? sentence : this.#pipeline.tag(sentence)
    const agreement = isTagged || !hasTags ? this.#pipeline.agreement : undefined
    const { tree, columns } = this.#parser.parse(read, undefined, agreement)
    const { labels } = this.#parser.parser.model
    const deprels = Array.from({ length: tree.size }, (_, i) => labels.text(tree.label[i + 1]))
    return sentence.with({ ...(isTagged && columns), [DEPREL]: deprels }, tree.head)
  }
}

/** Whether a request requires all stages: trees of plain text. */
function requiresAllStages({ input, tagger, parser, output }: ProcessRequest): boolean {
  const isText = input.name === 'tokenizer' && !input.options.has('presegmented')
  return isText && tagger && parser && output.format.shows === 'trees'
}
