/** Parsing with a model: sentence in, tree out. */
import { createEncoding, inSentenceOrder, type Encoding, type NonProjective } from '../transform/encoding.ts'
import { reservedCharacter } from '../transform/label.ts'
import { Lifts } from '../transform/lifts.ts'
import { reverse } from '../transform/right-branching.ts'
import { copyTree, createTree, type Tree } from '../transform/tree.ts'
import { checkBacktracking } from './backtracking.ts'
import { checkBeam } from './beam/beam.ts'
import { demandedLabels, type Constraints } from './constraints/constraints.ts'
import { RightBranchingTables } from './constraints/right-branching-tables.ts'
import { mirrorConstraints } from './constraints/mirror.ts'
import { Decoder, type Search } from './decoder.ts'
import { compileTemplates } from './features/templates.ts'
import { Labeller, latePrediction } from './labelling/labeller.ts'
import { labelAttributes } from './labelling/templates.ts'
import type { Model } from './model.ts'
import { mirrorShares, rankParses, type RankedParse } from './ranking.ts'
import { registered, type Registered } from './registry.ts'
import { Sentence, type Attribute } from './sentence.ts'
import { haveSameStates, type ConstrainedSystem, type TransitionSystem } from './system.ts'

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

/** What came of one sentence. */
export interface Parse {
  /**
   * The tree that the derivation ended in, in reading order: projective, for a transforming system with its marks. Only
   * where the parser was asked to keep them.
   */
  readonly derived?: Tree
  /** The same on the words as they stand: reversed, mirrored back and deprojectivized. */
  readonly tree: Tree
  /** Marks that could not be undone. */
  readonly vestigialArcs: number
}

export interface RankOptions {
  /** How many different trees are wanted, at least 1; fewer come back where there are no more. 1 where absent. */
  readonly count?: number
  readonly constraints?: Constraints
}

/** A model made ready to parse; holds all the memory that parsing needs, for one sentence at a time. */
export class Parser {
  readonly model: Model
  readonly system: TransitionSystem
  /** How many hypotheses are pursued at once. */
  readonly beam: number
  /** False where a beam decodes a model that was trained greedily: then it goes by shares, see beam/beam.ts. */
  readonly trainedForSearch: boolean
  readonly backtrack: number
  readonly #entry: Registered
  readonly #decoder: Decoder
  readonly #encoding: Encoding
  readonly #used: readonly Attribute[]
  readonly #keepsMarks: boolean
  readonly #labeller: Labeller | undefined
  /** By label, 1 for what finished trees do not have: lifts. */
  readonly #isOnTheWay: Uint8Array
  #constrained: Constrained | undefined

  /** @throws RangeError where `options.system` does not exist or cannot decode the model, the beam is no width, or there is going back besides */
  constructor(model: Model, options: ParserOptions = {}) {
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
    if (!haveSameStates(this.system, registered(header.system).make(settings))) {
      throw new RangeError(
        `a model of ${header.system} cannot be decoded by ${entry.name}, which has other prediction models`,
      )
    }
    this.model = model
    this.#keepsMarks = options.keepMarks ?? false
    this.backtrack = options.backtrack ?? 0
    if (this.backtrack !== 0) checkBacktracking(this.backtrack)
    this.beam = options.beam ?? (this.backtrack > 0 ? 1 : header.beam)
    checkBeam(this.beam)
    if (this.beam > 1 && this.backtrack > 0)
      throw new RangeError('a beam and backtracking exclude each other')
    this.trainedForSearch = this.beam === 1 || header.beam > 1
    this.#entry = entry
    const late = latePrediction(model)
    this.#labeller = late && new Labeller(header.late!, late)
    this.#isOnTheWay = Uint8Array.from(model.labels.texts(), (text) =>
      reservedCharacter(text) === undefined ? 0 : 1,
    )
    const { used } = compileTemplates(header.templates)
    this.#used = late ? [...new Set([...used, ...labelAttributes])] : used
    this.#decoder = new Decoder(model, this.system, this.sentence(), this.#how)
    this.#encoding = createEncoding({
      labels: model.labels,
      nonProjective: header.nonProjective as NonProjective,
      direction: header.direction,
      transforms: family === 'right-branching',
    })
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
      const arcs = this.model.header.direction === 'left' ? mirrorShares(shares) : shares
      return [{ ...finish(derived), score, arcs }]
    }
    for (let width = Math.max(count, this.beam); ; width *= 2) {
      const hypotheses = decoder.hypotheses(sentence, width)
      const parses = hypotheses.map(({ derived, score }) => {
        const early = this.#labeller && finishEarly(copyTree(derived))
        return { ...finish(derived), score, early }
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
    const [finishEarly, decoder] = constraints
      ? this.#constrainedDecoding(sentence.size, constraints)
      : [this.#finish, this.#decoder]
    const labeller = this.#labeller
    if (!labeller) return { decoder, finish: finishEarly, finishEarly }
    const isDemanded = constraints && demandedLabels(constraints)
    const keeps = (word: number, label: number): boolean =>
      this.#isOnTheWay[label] === 1 || (isDemanded?.(word) ?? false)
    const finish = (derived: Tree): Parse =>
      finishEarly(derived, (tree, kept) => {
        labeller.label(sentence, tree, keeps)
        if (kept) this.#labelKept(tree, kept)
      })
    return { decoder, finish, finishEarly }
  }

  #constrainedDecoding(size: number, constraints: Constraints): [Finish, Decoder] {
    const constrained = (this.#constrained ??= this.#makeConstrained())
    const { decoder, lifts } = constrained
    const { direction } = this.model.header
    if (direction === 'left') imposeMirrored(constrained, size, constraints)
    else decoder.system.impose(size, constraints, lifts)
    const finish: Finish = (derived, amend) => {
      const kept = this.#keep(derived)
      const vestigialArcs = decoder.system.family === 'right-branching' ? reverse(derived) : 0
      for (let word = 1; word <= size; word++) derived.label[word] = lifts[derived.label[word]]
      const tree = inSentenceOrder(derived, direction, derived)
      amend?.(tree, kept)
      return { derived: kept, tree, vestigialArcs }
    }
    return [finish, decoder]
  }

  #keep(derived: Tree): Tree | undefined {
    return this.#keepsMarks ? copyTree(derived) : undefined
  }

  readonly #finish: Finish = (derived, amend) => {
    const kept = this.#keep(derived)
    const { tree, vestigialArcs } = this.#encoding.decode(
      derived,
      derived,
      amend && ((projective) => amend(projective, kept)),
    )
    return { derived: kept, tree, vestigialArcs }
  }

  /** Gives a derived tree the labels of what comes of it: where they go is seen when each is the number of its word. */
  #labelKept(tree: Tree, kept: Tree): void {
    const moved = copyTree(kept)
    for (let word = 1; word <= kept.size; word++) moved.label[word] = word
    if (this.system.family === 'right-branching') reverse(moved)
    const { label: from } = inSentenceOrder(moved, this.model.header.direction, moved)
    for (let word = 1; word <= kept.size; word++) {
      if (this.#isOnTheWay[kept.label[from[word]]] === 0) kept.label[from[word]] = tree.label[word]
    }
  }

  #makeConstrained(): Constrained {
    const { name, constrained } = this.#entry
    if (!constrained) throw new RangeError(`${name} does not take constraints`)
    const decoder = new Decoder(this.model, constrained(this.system.settings), this.sentence(), this.#how)
    return { decoder, lifts: new Lifts(this.model.labels).bases() }
  }
}

/** What parsing one sentence takes. */
interface Decoding {
  readonly decoder: Decoder
  /** The way back from a derived tree, which becomes the parse's; with late labels, if there are any, and without. */
  finish(derived: Tree): Parse
  finishEarly(derived: Tree): Parse
}

/**
 * The way back. What `amend` changes in the labels of the tree, which is projective and in the order of the sentence, it is
 * to change in the derived one, too, if that is kept.
 */
type Finish = (derived: Tree, amend?: (tree: Tree, kept: Tree | undefined) => void) => Parse

/** What only constrained parsing needs: its decoder, and for each label the one that is left without its lift. */
interface Constrained {
  readonly decoder: Decoder<ConstrainedSystem>
  readonly lifts: Int32Array
}

/** A refusal names the words by their own numbers: it comes from a check of the constraints as they stand. */
function imposeMirrored({ decoder, lifts }: Constrained, size: number, constraints: Constraints): void {
  try {
    decoder.system.impose(size, mirrorConstraints(size, constraints), lifts)
  } catch (error) {
    const rooting = decoder.system.settings.singleRoot ? 'single' : 'several'
    new RightBranchingTables().fillLeftRooted(size, constraints, rooting, lifts)
    throw error
  }
}
