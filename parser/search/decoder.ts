/** One system with the memory to decode with it, greedily or with a beam. */
import { createTree, equalTrees, type Tree } from '../../transform/tree.ts'
import { Beam } from './beam.ts'
import { type Pruning, type SearchCounts, widestBeamFor } from './beam-options.ts'
import { ConfidenceGuide, STEP_TEMPERATURE } from './n-best.ts'
import { Configuration } from '../core/configuration.ts'
import { fallback, ModelGuide } from './model-guide.ts'
import type { PreparedModel } from '../scoring/scoring.ts'
import type { ParserSentence } from '../core/sentence.ts'
import { derive, type TransitionSystem } from '../core/transition-system.ts'

/** A derived tree with the score of its derivation. */
export interface Derivation {
  readonly derived: Tree
  readonly score: number
}

/** How a decoder searches. */
export interface Search {
  /** How many hypotheses a step of `decode` keeps; 1 is greedy. */
  readonly beam: number
  /** See ParserOptions. */
  readonly margin: number | undefined
}

/**
 * Pruning by a model that was learned with a beam, whose scores are sums. LAS, dev parts, beam 8, 8 epochs, and
 * configurations scored a word, against searches that follow all reductions: English EWT 88.49 (8.1) and 88.40 (14.8),
 * French Sequoia 89.98 (9.6) and 90.03 (23.1). A `reductionWeight` of 1: 88.51 (9.1) and 90.00 (10.9), Greek GDT 87.28
 * (12.8) in place of 87.27 (11.3). A weight of 4 gives up what many reductions reach: 88.48 (7.1), 89.26 (8.3), 87.04 (9.8).
 */
const OF_SUMS: Pruning = Object.freeze({ margin: 2, reach: 9, reductionWeight: 2, deficitWeight: 2 })
/** By log probabilities, which only fall. English EWT, greedily trained, beam 8: 86.4 LAS as without, 2 × as fast. */
const OF_PROBABILITIES: Pruning = Object.freeze({ margin: 1, reach: 1, reductionWeight: 0, deficitWeight: 0 })

export class Decoder<System extends TransitionSystem = TransitionSystem> {
  readonly system: System
  readonly #model: PreparedModel
  readonly #guide: ModelGuide
  readonly #width: number
  readonly #pruning: Pruning | undefined
  #beam: Beam | undefined
  readonly #configuration = new Configuration()

  constructor(model: PreparedModel, system: System, sentence: ParserSentence, { beam, margin }: Search) {
    this.system = system
    this.#model = model
    this.#guide = new ModelGuide(model, system, sentence)
    this.#width = beam
    const usual = this.#isProbabilistic ? OF_PROBABILITIES : OF_SUMS
    const isUsual = margin === undefined && system.reductionType !== undefined
    if (isUsual) this.#pruning = usual
    else if (margin !== undefined && margin < Infinity)
      this.#pruning = { ...usual, margin, reach: usual.reach + margin - usual.margin }
  }

  /** The tree that the model derives for `sentence`, marks and all. */
  decode(sentence: ParserSentence): Tree {
    if (this.#width > 1) {
      const beam = this.#search(sentence, this.#width, this.#pruning)
      beam.replay(this.#configuration, sentence, 0)
    } else {
      this.#guide.sentence = sentence
      this.system.start(this.#configuration, sentence.size, sentence.gold)
      derive(this.system, this.#configuration, this.#guide)
    }
    return this.#finish(sentence.size)
  }

  /**
   * The tree that `decode` finds if it searches, and the trees that a search without pruning ends with and that score no
   * more, best first. `width` has to be at least that of `decode`; `areAll` says that no wider search finds more.
   */
  hypotheses(
    sentence: ParserSentence,
    width: number,
  ): { readonly found: Derivation[]; readonly areAll: boolean } {
    const most = Math.max(this.#width, Math.min(widestBeamFor(sentence.size), width))
    const all = this.#derivations(sentence, most, undefined)
    const areAll = all.length < most || most < width
    if (!this.#pruning || this.#width === 1) return { found: all, areAll }
    const [best] = this.#derivations(sentence, this.#width, this.#pruning)
    const isOther = ({ derived, score }: Derivation): boolean =>
      score <= best.score && !equalTrees(derived, best.derived)
    return { found: [best, ...all.filter(isOther)], areAll }
  }

  /** The tree that `decode` finds, and the other trees that its search ends with, best first. */
  best(sentence: ParserSentence): Derivation[] {
    return this.#derivations(sentence, this.#width, this.#pruning)
  }

  #derivations(sentence: ParserSentence, width: number, pruning: Pruning | undefined): Derivation[] {
    const beam = this.#search(sentence, width, pruning)
    return Array.from({ length: beam.size }, (_, item) => {
      beam.replay(this.#configuration, sentence, item)
      return { derived: this.#finish(sentence.size), score: beam.scores[item] }
    })
  }

  /** The greedy tree, with its score, and by word how sure its arc is. */
  greedy(sentence: ParserSentence): Derivation & { readonly shares: Float64Array } {
    const guide = new ConfidenceGuide(this.#guide, this.system, sentence.size)
    this.#guide.sentence = sentence
    this.system.start(this.#configuration, sentence.size, sentence.gold)
    derive(this.system, this.#configuration, guide)
    return { derived: this.#finish(sentence.size), score: guide.score, shares: guide.probabilities }
  }

  /** How much the searches of this decoder did; undefined if there was none. */
  get counts(): SearchCounts | undefined {
    return this.#beam?.counts
  }

  get #isProbabilistic(): boolean {
    return this.#model.header.beam === 1
  }

  #search(sentence: ParserSentence, width: number, pruning: Pruning | undefined): Beam {
    const beam = this.#beam?.width === width ? this.#beam : this.#makeBeam(width)
    this.#beam = beam
    beam.start(sentence, undefined, pruning)
    while (!beam.done) beam.step()
    return beam
  }

  #makeBeam(width: number): Beam {
    return new Beam(this.system, this.#model.scoring.beam(), width, {
      fallback: (c, allowed) => fallback(this.system, c, allowed, this.#model),
      temperature: this.#isProbabilistic ? STEP_TEMPERATURE : 0,
    })
  }

  /** The tree of `size` words that the configuration has ended in. */
  #finish(size: number): Tree {
    const tree = createTree(size)
    this.system.finish(this.#configuration, tree)
    for (let word = 1; word <= size; word++) {
      if (tree.label[word] < 0) tree.label[word] = this.#model.rootLabel
    }
    return tree
  }
}
