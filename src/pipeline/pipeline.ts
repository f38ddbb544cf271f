/** From text to trees: tokenizer, tagger and parser, one after the other, sentence by sentence. */
import type { Constraints } from '../../parser/core/constraints.ts'
import type { Model } from '../../parser/model/model.ts'
import { Parser, type ParserOptions } from '../../parser/parse.ts'
import type { Sentence } from '../../parser/core/sentence.ts'
import type { Tree } from '../../transform/tree.ts'
import { isSpace } from './characters.ts'
import type { PipelineModel } from './model.ts'
import { Segmenter } from './segmenter.ts'
import { Tagger } from './tagger.ts'
import type { TextWindows } from './text-windows.ts'
import { Tokenizer, type TextSentence } from './tokenizer.ts'
import type { WordFacts } from './word-facts.ts'

/** A token of a parsed text. */
export interface ParsedToken {
  /** Where it begins and ends in the text, in UTF-16 code units: `text.slice(start, end)` is the token. */
  readonly start: number
  readonly end: number
  /** The numbers of its first and last word: more than one where it is a multiword token. */
  readonly first: number
  readonly last: number
  /** Whether white space or the end of the text follows. */
  readonly spaceAfter: boolean
}

/** A word of a parsed text; `_` stands for what is not known. */
export interface ParsedWord {
  readonly form: string
  readonly upos: string
  readonly xpos: string
  readonly feats: string
  /** The number of the word it hangs on, 0 for the artificial root. */
  readonly head: number
  readonly deprel: string
  /** The index of its token. */
  readonly token: number
}

/** A sentence of a parsed text. Words are numbered from 1: word i is `words[i - 1]`. */
export interface ParsedSentence {
  /** Where it begins and ends in the text, in UTF-16 code units. */
  readonly start: number
  readonly end: number
  /** The text between the two, as it stands. */
  readonly text: string
  readonly tokens: readonly ParsedToken[]
  readonly words: readonly ParsedWord[]
  /** The heads and labels once more, as numbers. */
  readonly tree: Tree
  /** Marks that could not be undone. */
  readonly vestigialArcs: number
}

/** What is demanded of the tree of a sentence, which so far is words. */
export type Constrain = (sentence: TextSentence) => Constraints | undefined

/** What is known of words before they are parsed. */
export interface WordTags {
  readonly upos: string
  readonly xpos: string
  readonly feats: string
}

const UNKNOWN: WordTags = Object.freeze({ upos: '_', xpos: '_', feats: '_' })

export interface PipelineOptions extends ParserOptions {
  /** A BCP 47 tag: by whose rules text is cut where there is a model of the parser alone. */
  readonly language?: string
}

/** A sentence that is about to be parsed. */
interface TaggedSentence {
  readonly cut: TextSentence
  readonly forms: readonly string[]
  /** The ids of the words' classes and FEATS; empty where there is no tagger. */
  readonly tags: Uint16Array
  readonly feats: Uint16Array
}

const NO_IDS = new Uint16Array()

/** Cuts text; what a tagger is to tag comes with what it knows of the words. */
interface Splitter {
  sentences(text: string): Iterable<TextSentence & { readonly words?: readonly WordFacts[] }>
  /** Cuts text that comes in pieces into windows with the sentences of the whole text. */
  windows(): TextWindows
}

/** What cuts text for a model: its tokenizer, or Unicode's rules where there is a model of the parser alone. */
export function splitterOf(model: PipelineModel | Model): Splitter {
  return 'tokenizer' in model ? new Tokenizer(model.tokenizer) : new Segmenter()
}

/** At most so many sentences are tagged ahead. */
const LARGEST_BATCH = 128

/** Models made ready to parse text; holds all the memory that this needs, for one sentence at a time. */
export class Pipeline {
  readonly parser: Parser
  /** Undefined where there is a model of the parser alone. */
  readonly tagger: Tagger | undefined
  readonly #splitter: Splitter
  readonly #sentence: Sentence

  /**
   * @param model a pipeline, or a model of the parser alone: then text is cut by Unicode's rules, and tags are unknown
   * @throws RangeError where the model cannot be decoded as `options` say
   */
  constructor(model: PipelineModel | Model, options: PipelineOptions = {}) {
    const whole = 'tokenizer' in model ? model : undefined
    this.parser = new Parser(whole ? whole.parser : (model as Model), options)
    this.tagger = whole && new Tagger(whole.tagger)
    this.#splitter = whole
      ? new Tokenizer(whole.tokenizer, this.tagger!.words)
      : new Segmenter(options.language)
    this.#sentence = this.parser.sentence()
  }

  /**
   * The sentences of `text`, each parsed when it is asked for; some are cut and tagged ahead. Any string has some, or
   * none where it is white space.
   *
   * @param constrain what is demanded of the tree of a sentence, if anything
   * @param goesOn whether the text is part of a longer text that goes on behind it without white space
   * @throws ConstraintError where no tree satisfies the constraints
   */
  *parse(text: string, constrain?: Constrain, goesOn = false): Generator<ParsedSentence> {
    for (const batch of batches(this.#splitter.sentences(text))) {
      const tagged = batch.map((sentence) => this.#prepare(sentence))
      for (const sentence of tagged) yield this.#parse(text, sentence, goesOn, constrain?.(sentence.cut))
    }
  }

  /** Cuts text that comes in pieces into windows: parsed one by one, they have the sentences of the whole text. */
  windows(): TextWindows {
    return this.#splitter.windows()
  }

  /** Parts of speech and FEATS of the words of a sentence. */
  tag(forms: readonly string[]): readonly WordTags[] {
    const tagger = this.tagger
    if (!tagger) return forms.map(() => UNKNOWN)
    tagger.tag(forms)
    const { tags, feats } = tagger.model
    return forms.map((_, i) => {
      const { upos, xpos } = tags[tagger.tags[i]]
      return { upos, xpos, feats: feats[tagger.feats[i]] }
    })
  }

  #prepare(cut: TextSentence & { readonly words?: readonly WordFacts[] }): TaggedSentence {
    const forms: string[] = []
    for (const token of cut.tokens) for (const word of token.words) forms.push(word)
    const tagger = this.tagger
    if (!tagger || !cut.words) return { cut, forms, tags: NO_IDS, feats: NO_IDS }
    tagger.tagWords(cut.words)
    const size = forms.length
    return { cut, forms, tags: tagger.tags.slice(0, size), feats: tagger.feats.slice(0, size) }
  }

  #parse(text: string, tagged: TaggedSentence, goesOn: boolean, constraints?: Constraints): ParsedSentence {
    const { cut, forms } = tagged
    const { start, end, tokens } = cut
    const sentence = this.#sentence.begin(forms.length)
    const model = this.tagger?.model
    const tags: WordTags[] = []
    for (let i = 0; i < forms.length; i++) {
      const { upos, xpos } = model ? model.tags[tagged.tags[i]] : UNKNOWN
      const feats = model ? model.feats[tagged.feats[i]] : UNKNOWN.feats
      const token = { form: forms[i], upos, xpos, feats }
      tags.push(token)
      sentence.set(i + 1, token)
    }
    const { tree, vestigialArcs } = this.parser.parse(sentence, constraints)
    const labels = this.parser.model.labels
    const parsedTokens: ParsedToken[] = []
    const words: ParsedWord[] = []
    for (const token of tokens) {
      const first = words.length + 1
      for (const form of token.words) {
        const word = words.length + 1
        const { upos, xpos, feats } = tags[word - 1]
        const deprel = labels.text(tree.label[word])
        words.push({ form, upos, xpos, feats, head: tree.head[word], deprel, token: parsedTokens.length })
      }
      parsedTokens.push({
        start: token.start,
        end: token.end,
        first,
        last: words.length,
        spaceAfter: token.end === text.length ? !goesOn : isSpace(text.charCodeAt(token.end)),
      })
    }
    return { start, end, text: text.slice(start, end), tokens: parsedTokens, words, tree, vestigialArcs }
  }
}

/**
 * Sentences in lots, the first of one, each then twice as large: what one model has in the processor's caches is used
 * many times before it makes way for the next model, and yet the first sentence is there at once.
 */
function* batches(sentences: Iterable<TextSentence>): Generator<TextSentence[]> {
  let size = 1
  let batch: TextSentence[] = []
  for (const sentence of sentences) {
    batch.push(sentence)
    if (batch.length < size) continue
    yield batch
    batch = []
    size = Math.min(2 * size, LARGEST_BATCH)
  }
  if (batch.length > 0) yield batch
}
