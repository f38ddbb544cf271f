/** From text to trees: tokenizer, tagger and parser, one after the other, sentence by sentence. */
import type { Constraints } from '../../parser/constraints/constraints.ts'
import type { Model } from '../../parser/model.ts'
import { Parser, type ParserOptions } from '../../parser/parse.ts'
import type { Sentence } from '../../parser/sentence.ts'
import type { Tree } from '../../transform/tree.ts'
import { isSpace } from './characters.ts'
import type { PipelineModel } from './model.ts'
import { Segmenter } from './segmenter.ts'
import { Tagger } from './tagger.ts'
import { Tokenizer, type TextSentence } from './tokenizer.ts'

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
interface Tags {
  readonly upos: string
  readonly xpos: string
  readonly feats: string
}

const UNKNOWN: Tags = Object.freeze({ upos: '_', xpos: '_', feats: '_' })

export interface PipelineOptions extends ParserOptions {
  /** A BCP 47 tag: by whose rules text is cut where there is a model of the parser alone. */
  readonly language?: string
}

/** Models made ready to parse text; holds all the memory that this needs, for one sentence at a time. */
export class Pipeline {
  readonly parser: Parser
  /** Undefined where there is a model of the parser alone. */
  readonly tagger: Tagger | undefined
  readonly #splitter: { sentences(text: string): Iterable<TextSentence> }
  readonly #sentence: Sentence

  /**
   * @param model a pipeline, or a model of the parser alone: then text is cut by Unicode's rules, and tags are unknown
   * @throws RangeError where the model cannot be decoded as `options` say
   */
  constructor(model: PipelineModel | Model, options: PipelineOptions = {}) {
    const whole = 'tokenizer' in model ? model : undefined
    this.parser = new Parser(whole ? whole.parser : (model as Model), options)
    this.tagger = whole && new Tagger(whole.tagger)
    this.#splitter = whole ? new Tokenizer(whole.tokenizer) : new Segmenter(options.language)
    this.#sentence = this.parser.sentence()
  }

  /**
   * The sentences of `text`, each parsed when it is asked for. Any string has some, or none where it is white space.
   *
   * @param constrain what is demanded of the tree of a sentence, if anything
   * @throws ConstraintError where no tree satisfies the constraints
   */
  *parse(text: string, constrain?: Constrain): Generator<ParsedSentence> {
    for (const sentence of this.#splitter.sentences(text)) {
      yield this.#parse(text, sentence, constrain?.(sentence))
    }
  }

  /** Parts of speech and FEATS of the words of a sentence. */
  tag(forms: readonly string[]): readonly Tags[] {
    const tagger = this.tagger
    if (!tagger) return forms.map(() => UNKNOWN)
    tagger.tag(forms)
    const { tags, feats } = tagger.model
    return forms.map((_, i) => {
      const { upos, xpos } = tags[tagger.tags[i]]
      return { upos, xpos, feats: feats[tagger.feats[i]] }
    })
  }

  #parse(text: string, { start, end, tokens }: TextSentence, constraints?: Constraints): ParsedSentence {
    const forms = tokens.flatMap((token) => token.words)
    const tags = this.tag(forms)
    const sentence = this.#sentence.begin(forms.length)
    for (let i = 0; i < forms.length; i++) {
      const { upos, xpos, feats } = tags[i]
      sentence.set(i + 1, { form: forms[i], upos, xpos, feats })
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
        spaceAfter: token.end === text.length || isSpace(text.charCodeAt(token.end)),
      })
    }
    return { start, end, text: text.slice(start, end), tokens: parsedTokens, words, tree, vestigialArcs }
  }
}
