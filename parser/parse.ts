/** Parsing with a model: sentence in, tree out. */
import { Lifts } from '../transform/lifts.ts'
import { copyTree, createTree, type Tree } from '../transform/tree.ts'
import { checkBacktracking } from './search/backtracking.ts'
import { checkBeam } from './search/beam.ts'
import type { ConstraintLabels, Constraints } from './core/constraints.ts'
import { mirrorConstraints } from './constraints/mirror.ts'
import { Decoder, type Search } from './search/decoder.ts'
import { compileTemplates } from './features/templates.ts'
import { labelAttributes } from './labelling/arc-templates.ts'
import type { Model, ModelFacts } from './model/model.ts'
import { prepareModel, type PreparedModel } from './scoring/prepared-model.ts'
import { mirrorProbabilities, rankParses, type RankedParse } from './search/n-best.ts'
import { registered, type Registered } from './registry.ts'
import { Sentence, type Attribute } from './core/sentence.ts'
import { type ConstrainedSystem, type TransitionSystem } from './core/transition-system.ts'
import { Postprocessor, type Parse } from './labelling/postprocessor.ts'

export type { Parse }

export interface ParserOptions {
  /** Decode with another system of the model's family. */
  readonly system?: string
  /** Decode with another number of roots than the model was trained for. */
  readonly singleRoot?: boolean
  /** How many hypotheses are pursued at once; what the model was trained for where absent. 1 is greedy. */
  readonly beam?: number
  /**
   * In place of a beam: the greedy derivation is gone back on, as long as so many further configurations a word have
   * not been looked at (see backtracking.ts). 0, no going back, where absent.
   */
  readonly backtrack?: number
  /** Parses have the tree that was derived, too. */
  readonly keepMarks?: boolean
}

export interface RankOptions {
  /** How many different trees are wanted, at least 1; fewer come back where there are no more. 1 where absent. */
  readonly count?: number
  readonly constraints?: Constraints
}

/** A model made ready to parse; holds all the memory that parsing needs, for one sentence at a time. */
export class Parser {
  readonly model: ModelFacts
  readonly system: TransitionSystem
  /** How many hypotheses are pursued at once. */
  readonly beam: number
  /** False where a beam decodes a model that was trained greedily: then it goes by shares, see search/beam.ts. */
  readonly trainedForSearch: boolean
  readonly backtrack: number
  readonly #entry: Registered
  readonly #model: PreparedModel
  readonly #decoder: Decoder
  readonly #used: readonly Attribute[]
  readonly #wayBack: Postprocessor
  /** Without constraints and late labels. */
  readonly #plain: Decoding
  #constrained: ConstrainedDecoding | undefined

  /** @throws RangeError where `options.system` does not exist or cannot decode the model, the beam is no width, or there is going back besides */
  constructor(model: Model | PreparedModel, options: ParserOptions = {}) {
    const { header } = model
    const entry = registered(options.system ?? header.system)
    const family = registered(header.system).family
    if (entry.family !== family) {
      throw new RangeError(
        `a model of ${header.system} cannot be decoded by ${entry.name}, which is of another family`,
      )
    }
    const settings = { singleRoot: options.singleRoot ?? header.singleRoot }
    this.system = entry.make(settings)
    this.model = this.#model = prepareModel(model)
    this.backtrack = options.backtrack ?? 0
    if (this.backtrack !== 0) checkBacktracking(this.backtrack)
    this.beam = options.beam ?? (this.backtrack > 0 ? 1 : header.beam)
    checkBeam(this.beam)
    if (this.beam > 1 && this.backtrack > 0)
      throw new RangeError('a beam and backtracking exclude each other')
    this.trainedForSearch = this.beam === 1 || header.beam > 1
    this.#entry = entry
    const { used } = compileTemplates(header.templates)
    this.#used = header.relabelling ? [...new Set([...used, ...labelAttributes])] : used
    this.#decoder = new Decoder(this.#model, this.system, this.sentence(), this.#how)
    const way = new Postprocessor(this.#model, family === 'right-branching', options.keepMarks ?? false)
    const finish = (derived: Tree): Parse => way.parse(derived)
    this.#wayBack = way
    this.#plain = { decoder: this.#decoder, finish }
  }

  /** Whether the model was taught with the tags of the language (XPOS): without them it knows less of words. */
  get readsXpos(): boolean {
    return this.model.header.tags !== 'upos' && (this.#used.includes('tag') || this.#used.includes('xpos'))
  }

  get #how(): Search {
    return { beam: this.beam, backtrack: this.backtrack }
  }

  /** A sentence to fill in for `parse`: it keeps only the attributes that the model reads. */
  sentence(): Sentence {
    const { tags, direction } = this.model.header
    return new Sentence({ tags, mirrored: direction === 'left', used: this.#used })
  }

  /**
   * Parses a sentence that `sentence()` made; under constraints, if any are given: then the tree is the decoder's own,
   * projective, its lifts stripped, and it has every arc, span and root that was demanded.
   *
   * @throws ConstraintError, naming the constraints that clash, where no tree satisfies them; RangeError where the
   *   system does not take constraints
   */
  parse(sentence: Sentence, constraints?: Constraints): Parse {
    const { decoder, finish } = this.#decoding(sentence, constraints)
    return finish(decoder.decode(sentence, createTree(sentence.size)))
  }

  /**
   * The best parses of a sentence, all different, the best first, each with its score and those of its arcs. They come
   * from a search as wide as the parser's beam or, where that does not give as many, as wide as it takes; one alone is
   * what `parse` finds. Throws as `parse` does, and RangeError for a count below 1 and for a parser that goes back.
   */
  rank(sentence: Sentence, { count = 1, constraints }: RankOptions = {}): RankedParse[] {
    if (!Number.isInteger(count) || count < 1) throw new RangeError(`${count} parses, expected 1 or more`)
    if (this.backtrack > 0) throw new RangeError('backtracking finds one tree, and does not rank')
    const { decoder, finish, finishEarly } = this.#decoding(sentence, constraints)
    if (count === 1 && this.beam === 1) {
      const { derived, score, shares } = decoder.greedy(sentence)
      const arcs = this.model.header.direction === 'left' ? mirrorProbabilities(shares) : shares
      return [{ ...finish(derived), score, arcs }]
    }
    for (let width = Math.max(count, this.beam); ; width *= 2) {
      const hypotheses = decoder.hypotheses(sentence, width)
      const parses = hypotheses.map(({ derived, score }) => {
        if (!finishEarly) return { ...finish(derived), score }
        const kept = copyTree(derived)
        return { ...finish(derived), score, early: () => finishEarly(kept) }
      })
      const ranked = rankParses(parses, count)
      if (ranked.length === count || hypotheses.length < width) return ranked
    }
  }

  /**
   * The first half of `parse`: the tree that the derivation ends in, projective, for a transforming system with its
   * marks, in reading order, and with the labels of its transitions.
   */
  derive(sentence: Sentence): Tree {
    return this.#decoder.decode(sentence, createTree(sentence.size))
  }

  /** What decodes a sentence, under constraints if any are given, and takes its trees the way back. */
  #decoding(sentence: Sentence, constraints: Constraints | undefined): Decoding {
    const way = this.#wayBack
    const relabel = way.relabelling(sentence, constraints)
    if (!constraints) {
      const { decoder, finish } = this.#plain
      if (!relabel) return this.#plain
      return { decoder, finish: (derived) => way.parse(derived, relabel), finishEarly: finish }
    }
    const constrained = (this.#constrained ??= this.#makeConstrained())
    const { decoder, labels } = constrained
    if (this.model.header.direction === 'left') imposeMirrored(constrained, sentence.size, constraints)
    else decoder.system.impose(sentence.size, constraints, labels)
    const finish = (derived: Tree): Parse => way.parseProjective(derived, labels.bases)
    if (!relabel) return { decoder, finish }
    return {
      decoder,
      finish: (derived) => way.parseProjective(derived, labels.bases, relabel),
      finishEarly: finish,
    }
  }

  #makeConstrained(): ConstrainedDecoding {
    const { name, constrained } = this.#entry
    if (!constrained) throw new RangeError(`${name} does not take constraints`)
    const decoder = new Decoder(this.#model, constrained(this.system.settings), this.sentence(), this.#how)
    const { labels } = this.model
    const bases = new Lifts(labels).bases()
    return { decoder, labels: { bases, text: (label) => labels.text(label) } }
  }
}

/** What parsing one sentence takes. */
interface Decoding {
  readonly decoder: Decoder
  /** Makes a derived tree a parse, with late labels where the model has them. */
  finish(derived: Tree): Parse
  /** The same with early labels; absent where there are no others. */
  finishEarly?(derived: Tree): Parse
}

/** What only constrained parsing needs. */
interface ConstrainedDecoding {
  readonly decoder: Decoder<ConstrainedSystem>
  readonly labels: ConstraintLabels
}

/** Imposes the mirrored constraints. An error names words by their numbers in the sentence: it comes from the original. */
function imposeMirrored(
  { decoder, labels }: ConstrainedDecoding,
  size: number,
  constraints: Constraints,
): void {
  try {
    decoder.system.impose(size, mirrorConstraints(size, constraints), labels)
  } catch (error) {
    decoder.system.impose(size, constraints, labels)
    throw error
  }
}
