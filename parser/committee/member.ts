/** A single parser, which can be a member of a committee. */
import { inSentenceOrder } from '../../transform/decoding.ts'
import { Lifts } from '../../transform/lifting/lifts.ts'
import { transform } from '../../transform/right-branching.ts'
import { copyTree, equalTrees, type Tree } from '../../transform/tree.ts'
import { checkBeam, type SearchCounts, longestSentence, SentenceLengthError } from '../search/beam-options.ts'
import {
  areOnlyArcs,
  type ConstraintLabels,
  type Constraints,
  mirrorConstraints,
  isSatisfied,
} from '../core/constraints.ts'
import { Decoder, type Search } from '../search/decoder.ts'
import { NormKeeper } from '../labelling/norm-keeper.ts'
import { Norms } from '../norms/norms.ts'
import { compileRelabelling } from '../features/arc-templates.ts'
import type { Model, ModelFacts } from '../model/model.ts'
import { prepareModel, type PreparedModel } from '../scoring/scoring.ts'
import { mirrorProbabilities, rankParses, type RankedParse } from '../search/n-best.ts'
import { compileFor, registered, type Registered } from '../registry.ts'
import { ParserSentence } from '../core/sentence.ts'
import type { Attribute } from '../core/word-attributes.ts'
import { type ConstrainedSystem, type TransitionSystem } from '../core/transition-system.ts'
import { Postprocessor, type Parse, type Relabel } from '../labelling/postprocessor.ts'

export type { Parse }

export interface ParserOptions {
  /** Another system of the model's family to decode with. Default: the system of the model. */
  readonly system?: string
  /** Whether exactly one word is attached to the artificial root. Default: as in training. */
  readonly singleRoot?: boolean
  /** The width of the beam, 1 to 1024; 1 is greedy. Default: as in training. */
  readonly beam?: number
  /**
   * A beam drops hypotheses whose score is this much below the best score; above 0, Infinity drops none. The unit is the
   * margin of training. Default: 2 for right-branching models that were trained with a beam, 1 for those trained greedily,
   * Infinity for arc-eager models, whose hypotheses differ in the number of words that they have read.
   */
  readonly margin?: number
  /**
   * The search: `greedy`, `beam`, or one that `use` registers; a named search finds one tree without scores. Default: `beam` if
   * the beam is wider than 1, else `greedy`.
   */
  readonly search?: string
  /** Whether sentences that are too long for the beam are parsed greedily. Default: false (they cause an error). */
  readonly greedyIfLong?: boolean
  /** Whether trees keep the norms of the treebank, see norms/norms.ts. Trees with marks do not. Default: true. */
  readonly norms?: boolean
  /** Whether parses keep the derived tree. Default: false. */
  readonly keepMarks?: boolean
}

export interface RankOptions {
  /** The number of different trees, at least 1; the result has fewer if the search finds no more. Default: 1. */
  readonly count?: number
  readonly constraints?: Constraints
}

/** How many times wider than the beam a search for the n best parses is at most, unless constraints need a chart. */
const MOST_WIDENED = 16

/** Parses one sentence at a time with one model. */
export class Member {
  readonly model: ModelFacts
  readonly system: TransitionSystem
  /** The width of the beam. */
  readonly beam: number
  /** The maximum number of words of a sentence that the beam can search. */
  readonly longest: number
  /** False if a beam decodes a model that was trained greedily; the beam then ranks by probabilities (search/beam.ts). */
  readonly trainedForSearch: boolean
  readonly #entry: Registered
  readonly #model: PreparedModel
  readonly #decoder: Decoder
  /** The attributes of words that the model reads. */
  readonly used: readonly Attribute[]
  readonly #search: Search
  readonly #postprocessor: Postprocessor
  readonly #keepsNorms: boolean
  /** Made for the first tree. */
  #norms: NormKeeper | undefined
  readonly #options: ParserOptions
  #bases: Int32Array | undefined
  #ids: Int32Array | undefined
  #constrained: ConstrainedDecoding | undefined
  /** The greedy parser of sentences that are too long for the beam. */
  #greedy: Member | undefined
  /** The mirror image of a sentence of members with the other direction. */
  #mirrored: ParserSentence | undefined

  /** Throws RangeError for an invalid system, beam or margin, and ModelError (see `prepareModel`). */
  constructor(model: Model | PreparedModel, options: ParserOptions = {}) {
    const { header } = model
    const entry = registered(options.system ?? header.system)
    const { family, transformsTrees = false } = registered(header.system).traits
    if (entry.traits.family !== family) {
      throw new RangeError(
        `a model of ${header.system} cannot be decoded by ${entry.name}, which is of another family`,
      )
    }
    const settings = { singleRoot: options.singleRoot ?? header.singleRoot }
    this.system = entry.make(settings)
    this.model = this.#model = prepareModel(model)
    this.beam = options.beam ?? header.beam
    checkBeam(this.beam)
    if (options.margin !== undefined && !(options.margin > 0))
      throw new RangeError(`a margin of ${options.margin}, expected a number above 0`)
    this.#options = options
    this.longest = longestSentence(this.beam)
    this.#search = { beam: this.beam, margin: options.margin, search: options.search }
    this.trainedForSearch = this.beam === 1 || header.beam > 1
    this.#entry = entry
    const { used } = compileFor(header.system, header.templates)
    const relabellingAttributes = header.relabelling ? compileRelabelling(header.relabelling).used : []
    this.#keepsNorms = this.#model.norms !== undefined && (options.norms ?? true) && !options.keepMarks
    this.used = [
      ...new Set([...used, ...relabellingAttributes, ...(this.#keepsNorms ? (['extpos'] as const) : [])]),
    ]
    this.#decoder = new Decoder(this.#model, this.system, this.sentence(), this.#search)
    this.#postprocessor = new Postprocessor(this.#model, transformsTrees, options.keepMarks ?? false)
  }

  /** The number of steps of all beam searches until now, and the total number of their hypotheses. */
  get searchCounts(): SearchCounts {
    return this.#decoder.counts ?? { steps: 0, hypotheses: 0 }
  }

  /** An empty sentence for `parse`. @param used the attributes of its words. Default: the attributes that the model reads */
  sentence(used = this.used): ParserSentence {
    const { tags } = this.model.header
    const { clusters } = this.model
    return new ParserSentence({ tags, mirrored: this.#isMirrored, used, clusters })
  }

  get #isMirrored(): boolean {
    return this.model.header.direction === 'left'
  }

  /**
   * Parses a sentence that `sentence()` created. With constraints, the tree is projective and satisfies them; if the
   * unconstrained projective tree already satisfies them, it is the result. Throws ConstraintError, which names the
   * conflicting constraints, if no tree satisfies them, RangeError if the system does not support constraints, and
   * SentenceLengthError if the sentence has more words than `longest`.
   */
  parse(sentence: ParserSentence, constraints?: Constraints): Parse {
    if (sentence.size > this.longest) return this.#greedyParser(sentence).parse(sentence, constraints)
    const best = this.#parse(sentence, this.#free(sentence, constraints))
    if (!constraints) return best
    const satisfied = isSatisfied(constraints, best.tree)
    if (satisfied && areOnlyArcs(constraints)) return best
    const constrained = this.#impose(sentence, constraints)
    return satisfied ? best : this.#parse(sentence, constrained)
  }

  // The methods that only committees call.

  /** Throws RangeError if the parser does not support constraints, and ConstraintError if no tree satisfies them. */
  checkConstraints(sentence: ParserSentence, constraints: Constraints): void {
    this.#impose(this.#read(sentence), constraints)
  }

  /** Whether the parser supports constraints. */
  get takesConstraints(): boolean {
    return this.#entry.constrained !== undefined && !this.model.header.steps
  }

  /**
   * Parses a sentence that any member may have created, but does not undo lifts and earlier steps: the result is a projective
   * tree in the order of the sentence. With constraints, it satisfies them. Labels have lifts unless `isPlain`.
   */
  vote(sentence: ParserSentence, isPlain: boolean, constraints?: Constraints): Parse {
    const read = this.#read(sentence)
    const decoding = constraints ? this.#impose(read, constraints) : this.#free(read)
    return this.#parse(read, {
      ...decoding,
      keep: undefined,
      bases: isPlain ? this.#labelBases() : this.#labelIds(),
    })
  }

  /** The derived tree of a projective tree in the order of the sentence: in reading order, with marks. */
  derivedTree(tree: Tree): Tree {
    const derived = inSentenceOrder(tree, this.model.header.direction)
    return this.#entry.traits.transformsTrees ? transform(derived) : derived
  }

  /** Undoes the lifts of a tree that was voted for, and the steps before them; the result keeps the norms. */
  restore(tree: Tree, sentence: ParserSentence, constraints?: Constraints): Tree {
    const restored = this.#postprocessor.restore(tree)
    this.#keeping(sentence, constraints)?.(restored)
    return restored
  }

  /** By word: other tags with which a tree of the last sentence keeps the norms, see `otherTags` of the sentence. */
  tagsOf(tree: Tree, sentence: ParserSentence): ReadonlyMap<number, string> {
    return this.#norms?.tagsOf(tree, sentence) ?? new Map()
  }

  #keeping(sentence: ParserSentence, constraints?: Constraints): ((tree: Tree) => void) | undefined {
    if (!this.#keepsNorms) return undefined
    const { norms, labels, rootLabel } = this.#model
    const keeper = (this.#norms ??= new NormKeeper(
      new Norms(norms!, labels),
      rootLabel,
      this.#postprocessor.relabeller,
      labels.id('fixed'),
    ))
    return (tree) => keeper.keep(tree, sentence, constraints)
  }

  /** The sentence in the direction of this parser. */
  #read(sentence: ParserSentence): ParserSentence {
    if (sentence.mirrored === this.#isMirrored) return sentence
    return (this.#mirrored ??= this.sentence()).fillMirrored(sentence)
  }

  #parse(sentence: ParserSentence, decoding: Decoding): Parse {
    return this.#finish(decoding.decoder.decode(sentence), decoding)
  }

  /**
   * The best parses of a sentence, all different, the best first. The search is as wide as the beam, and up to 16 times
   * wider if this finds too few parses; there can be fewer than `count`. A single parse is the result of `parse`. Throws as
   * `parse`, and RangeError if `count` is below 1.
   */
  rank(sentence: ParserSentence, { count = 1, constraints }: RankOptions = {}): RankedParse[] {
    if (!Number.isInteger(count) || count < 1) throw new RangeError(`${count} parses, expected 1 or more`)
    if (this.#options.search !== undefined)
      throw new RangeError(`the search '${this.#options.search}' finds one tree without scores`)
    if (sentence.size > this.longest)
      return this.#greedyParser(sentence).rank(sentence, { count: 1, constraints })
    const ranked = this.#rank(sentence, count, this.#free(sentence, constraints))
    const [best] = ranked
    if (!constraints) return ranked
    const constrained = this.#impose(sentence, constraints)
    if (count === 1 && isSatisfied(constraints, best.tree)) return ranked
    const satisfying = this.#rank(sentence, count, constrained)
    if (!isSatisfied(constraints, best.tree)) return satisfying
    return [best, ...othersThan(best, satisfying)].slice(0, count)
  }

  /** The greedy parser of sentences that are too long for the beam. Throws SentenceLengthError. */
  #greedyParser({ size }: ParserSentence): Member {
    if (!this.#options.greedyIfLong || size > longestSentence(1))
      throw new SentenceLengthError(size, this.beam)
    return (this.#greedy ??= new Member(this.#model, { ...this.#options, beam: 1, search: undefined }))
  }

  #rank(sentence: ParserSentence, count: number, decoding: Decoding): RankedParse[] {
    const { decoder, relabel, early, widening } = decoding
    if (count === 1 && this.beam === 1) {
      const { derived, score, arcProbabilities } = decoder.greedy(sentence)
      const arcs =
        this.model.header.direction === 'left' ? mirrorProbabilities(arcProbabilities) : arcProbabilities
      return [{ ...this.#finish(derived, decoding), score, arcs }]
    }
    const narrowest = Math.max(count, this.beam)
    let best: RankedParse | undefined
    for (let width = narrowest; ; width *= 2) {
      const { found, areAll } =
        count === 1 ? { found: decoder.best(sentence), areAll: true } : decoder.hypotheses(sentence, width)
      const parses = found.map(({ derived, score }) => {
        const kept = relabel && copyTree(derived)
        const first = kept && (() => this.#finish(kept, { ...decoding, relabel: early }))
        return { ...this.#finish(derived, decoding), score, early: first }
      })
      const ranked = rankParses(parses, count)
      // Wider searches can find better trees, but the first one is that of `parse`.
      const { tree } = (best ??= ranked[0])
      best = ranked.find((one) => equalTrees(one.tree, tree)) ?? best
      const all = [best, ...othersThan(best, ranked)].slice(0, count)
      if (all.length === count || areAll || width >= widening * narrowest) return all
    }
  }

  /** The final tree of the derivation in reading order, with the labels of the transitions and with marks. */
  derive(sentence: ParserSentence): Tree {
    return this.#decoder.decode(sentence)
  }

  /** Decoding without constraints. If the sentence has constraints, the result is a projective tree. */
  #free(sentence: ParserSentence, constraints?: Constraints): Decoding {
    const bases = constraints && (this.#constrained ??= this.#makeConstrained()).labels.bases
    const relabel = this.#postprocessor.relabelling(sentence)
    return {
      decoder: this.#decoder,
      relabel,
      bases,
      keep: this.#keeping(sentence),
      widening: MOST_WIDENED,
    }
  }

  /** Decoding with constraints. Throws ConstraintError. */
  #impose(sentence: ParserSentence, constraints: Constraints): Decoding {
    const constrained = (this.#constrained ??= this.#makeConstrained())
    const { decoder, labels } = constrained
    if (this.model.header.direction === 'left') imposeMirrored(constrained, sentence.size, constraints)
    else decoder.system.impose(sentence.size, constraints, labels)
    const [relabel, early] = [false, true].map((isEarly) =>
      this.#postprocessor.relabelling(sentence, constraints, isEarly),
    )
    const keep = this.#keeping(sentence, constraints)
    const widening = decoder.system.needsChart ? 1 : MOST_WIDENED
    return { decoder, relabel, early, bases: labels.bases, keep, widening }
  }

  #finish(derived: Tree, { relabel, bases, keep }: Decoding): Parse {
    const parse = this.#postprocessor.parse(derived, relabel, bases)
    keep?.(parse.tree)
    return parse
  }

  /** By label: the label without its lift. */
  #labelBases(): Int32Array {
    return (this.#bases ??= new Lifts(this.model.labels).bases())
  }

  /** By label: the label itself. */
  #labelIds(): Int32Array {
    return (this.#ids ??= Int32Array.from({ length: this.model.labels.size }, (_, label) => label))
  }

  #makeConstrained(): ConstrainedDecoding {
    const { name, constrained } = this.#entry
    if (!constrained) throw new RangeError(`${name} does not take constraints`)
    if (this.model.header.steps) throw new RangeError('a model with steps does not take constraints')
    const decoder = new Decoder(this.#model, constrained(this.system.settings), this.sentence(), this.#search)
    const { labels } = this.model
    const late = this.model.header.relabelling !== undefined
    return { decoder, labels: { bases: this.#labelBases(), text: (label) => labels.text(label), late } }
  }
}

/** Other trees that do not score higher. */
function othersThan(best: RankedParse, parses: readonly RankedParse[]): RankedParse[] {
  return parses.filter(({ tree, score }) => score <= best.score && !equalTrees(tree, best.tree))
}

/** Decoding and postprocessing of one sentence. */
interface Decoding {
  readonly decoder: Decoder
  /** Relabels trees. Default: they keep their first-stage labels. */
  readonly relabel?: Relabel
  /** Sets only the labels that constraints fix, and keeps other first-stage labels. Default: there are no such labels. */
  readonly early?: Relabel
  /** By label: the label in the parse, for trees that remain projective. Default: lifts are undone. */
  readonly bases?: Int32Array
  /** Changes finished trees so that they keep the norms. Default: they stay as they are. */
  readonly keep?: (tree: Tree) => void
  /** How many times wider than the beam a search for the n best parses is at most. */
  readonly widening: number
}

/** The additional parts of constrained parsing. */
interface ConstrainedDecoding {
  readonly decoder: Decoder<ConstrainedSystem>
  readonly labels: ConstraintLabels
}

/** Imposes the mirrored constraints. An error comes from the original constraints, so that it has the numbers of words in the sentence. */
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
