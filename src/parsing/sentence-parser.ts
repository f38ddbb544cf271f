/** A parser for sentences of CoNLL-U: their words go in, their trees come out. */
import type { Constraints } from '../../parser/constraints/constraints.ts'
import type { Model } from '../../parser/model.ts'
import { Parser, type Parse, type ParserOptions } from '../../parser/parse.ts'
import type { Sentence } from '../../parser/sentence.ts'
import { fillSentence } from '../../parser/sentence.ts'
import type { ConlluSentence } from '../conllu/sentence.ts'
import { TokenReader } from '../conllu/tokens.ts'

export class SentenceParser {
  readonly parser: Parser
  /** Time spent in features, scoring, transitions and reversal, in seconds. */
  seconds = 0
  readonly #sentence: Sentence
  readonly #tokens = new TokenReader()

  /** Throws RangeError where the model cannot be decoded as `options` say. */
  constructor(model: Model, options: ParserOptions = {}) {
    this.parser = new Parser(model, options)
    this.#sentence = this.parser.sentence()
  }

  /** Throws ConstraintError where no tree satisfies the constraints. */
  parse(sentence: ConlluSentence, constraints?: Constraints): Parse {
    const tokens = this.#tokens.tokens(sentence)
    const began = performance.now()
    const parse = this.parser.parse(fillSentence(this.#sentence, tokens), constraints)
    this.seconds += (performance.now() - began) / 1000
    return parse
  }
}
